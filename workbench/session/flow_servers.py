"""What the flows of MCP targets need of a session: attaching, signing in, keeping values, remembering (spec 4.7)."""

import asyncio
import os
import shlex
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.config import user_file
from workbench.connectors.mcp_flows import LocalFlows, Opened
from workbench.model import Json, ServerUnreachable
from workbench.servers.importing import ClientEntry, MergeRefused, merge_into
from workbench.servers.supply import Learn
from workbench.session.fleet import Fleet
from workbench.settings import ServerSpec, Settings
from workbench.text import one_line

if TYPE_CHECKING:
    import httpx2

    from workbench.servers.oauth import Credentials


class Vault:
    """The stored credentials of all servers, opened when first needed: the libraries behind them take their time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._credentials: Credentials | None = None

    def open(self) -> "Credentials":
        """The credentials. Blocks; meant for a thread."""
        from workbench.servers.oauth import Credentials
        from workbench.servers.secrets_store import SecretStore, system_keyring

        with self._lock:
            if self._credentials is None:
                store = SecretStore(self._folder, keyring=system_keyring)
                self._credentials = Credentials(store, advice=_advice)
            return self._credentials

    def supply(self, spec: ServerSpec, learn: Learn) -> "tuple[ServerSpec, httpx2.Auth | None]":
        """The entry with what is stored for it (see `Supply`)."""
        return self.open().supply(spec, learn) if spec.url or spec.command else (spec, None)


class FlowServers:
    """Implements `mcp_flows.Servers` over the session's servers."""

    def __init__(self, fleet: Fleet, vault: Vault, settings: Settings) -> None:
        self._fleet = fleet
        self._vault = vault
        self._settings = settings

    def configured(self) -> Mapping[str, ServerSpec]:
        """Every server of the session by name."""
        return {feed.spec.name: feed.spec for feed in self._fleet.feeds()}

    async def open(self, spec: ServerSpec) -> Opened:
        """Attaches the server, or connects it anew, and waits until that has settled."""
        feed = await self._fleet.open(spec)
        status = feed.status
        return Opened(status.state, status.reason, status.advice, tuple(tool.name for tool in feed.tools))

    async def close(self, name: str) -> None:
        """Takes a server out of the session again."""
        await self._fleet.remove(name)

    async def sign_in(self, spec: ServerSpec, on_step: Callable[[Any], None]) -> None:
        """Signs in at the server. Raises ServerUnreachable where that fails."""
        credentials = await asyncio.to_thread(self._vault.open)
        await credentials.sign_in(spec, on_step).run()

    async def kept(self, spec: ServerSpec) -> Sequence[str]:
        """The names of the values that the secret store holds for the server."""
        credentials = await asyncio.to_thread(self._vault.open)
        return tuple(await credentials.kept_env(spec))

    async def keep(self, spec: ServerSpec, values: Mapping[str, str]) -> None:
        """Puts values into the secret store."""
        credentials = await asyncio.to_thread(self._vault.open)
        await credentials.keep_env(spec, values)

    async def forget(self, spec: ServerSpec) -> None:
        """Takes them out again."""
        credentials = await asyncio.to_thread(self._vault.open)
        await credentials.forget_env(spec)

    async def remember(self, spec: ServerSpec) -> None:
        """Adds the server to the configuration in use, else to the user's own. Raises ServerUnreachable."""
        path = Path(self._settings.path) if self._settings.path else user_file(os.environ)
        entry = ClientEntry(spec.name, _entry(spec), "install")
        try:
            await asyncio.to_thread(merge_into, path, [entry])
        except MergeRefused as refusal:
            raise ServerUnreachable(f"the configuration was not changed: {refusal}") from None


def make_flows(fleet: Fleet, vault: Vault, settings: Settings) -> LocalFlows:
    """The flows of MCP targets over a session's servers."""
    servers = FlowServers(fleet, vault, settings)
    return LocalFlows(servers, workspace=str(settings.workspace), command=_command)


def _command(action: str, name: str) -> str:
    return f"workbench connect --mcp {action} {shlex.quote(one_line(name))}"


def _entry(spec: ServerSpec) -> dict[str, Json]:
    """The entry of `mcp_servers`, without a value that is kept elsewhere."""
    if spec.url:
        return {"url": spec.url, **({"transport": "sse"} if spec.transport == "sse" else {})}
    return {"command": spec.command, "args": list(spec.args)}


def _advice(name: str) -> str:
    return f"sign in with `{_command('authorize', name)}`, or from the connectors (F6, then i)"
