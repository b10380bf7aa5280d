"""The connectors of a session: the gateway and the way to it, the desk, and what cards are drawn from (spec 4)."""

import asyncio
import contextlib
import os
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.connectors.accounts import ConnectorView
from workbench.connectors.client import GatewayClient
from workbench.connectors.contract import Refused
from workbench.connectors.desk import ConnectionDesk
from workbench.connectors.errors import GatewayError
from workbench.connectors.flows import McpFlows
from workbench.connectors.frames import Frame
from workbench.connectors.port import cause_of
from workbench.connectors.shapes import SearchAnswer
from workbench.connectors.store import StoreState, reduce
from workbench.masking import masked_url
from workbench.model import Json, Report
from workbench.settings import Settings, ToolsetSettings

if TYPE_CHECKING:
    from workbench.gateway import EmbeddedGateway

MAX_FRAMES: Final = 500
"""Frames that the log beside the card keeps."""

_SIGNED_IN: Final = "signed-in"
_TOOLSET: Final = "connections"


@dataclass(frozen=True, slots=True)
class ConnectorsView:
    """How the connectors are, for a screen.

    `gateway` is empty while there is none, `embedded`, or the masked address. `in_scope`: the model can reach connector
    tools (spec 1.3). `trouble` says why connector hits are missing now, `reports` what was odd in the last answer.
    `accounts` are as last read, at `read_at`.
    """

    enabled: bool
    gateway: str = ""
    signed_in: bool = False
    in_scope: bool = False
    trouble: str = ""
    accounts: tuple[ConnectorView, ...] = ()
    reports: tuple[Report, ...] = ()
    read_at: float | None = None


class ConnectorsHub:
    """Belongs to one session and its event loop.

    `data_dir` is where the embedded gateway keeps its accounts, and whether one is signed in to it. `on_change` is
    called after `view` moved, `on_frame` with every frame's payload, which holds links: for screens, never for a log.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        data_dir: Path,
        on_change: Callable[[], None],
        on_frame: Callable[[Mapping[str, Json]], None],
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        flows: McpFlows | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.view = ConnectorsView(settings.connectors_enabled)
        self.frames: deque[Mapping[str, Json]] = deque(maxlen=MAX_FRAMES)
        self.store = StoreState()
        self.client: GatewayClient | None = None
        self._settings = settings
        self._granted = settings.toolsets.grants(_TOOLSET)
        self._data_dir = data_dir
        self._on_change = on_change
        self._on_frame = on_frame
        self._clock = clock
        self._wall = wall
        self._sleep = sleep
        self._environ = environ
        self._embedded: EmbeddedGateway | None = None
        self._starting = asyncio.Lock()
        self._ready = asyncio.Event()
        self.desk = ConnectionDesk(
            "session", gateway=lambda: self.client, clock=clock, wall=wall, sleep=sleep, flows=flows
        )
        self.desk.subscribe(self._take_frame)

    # The gateway

    async def start(self) -> None:
        """Opens the way to the gateway when the settings or an earlier sign-in say so, and reads the list once."""
        try:
            if not self.view.enabled:
                return
            if self._settings.gateway.url:
                self._open_configured()
            elif self._settings.gateway.embedded or await asyncio.to_thread(self._mark.exists):
                await self._start_embedded()
            await self.refresh()
        finally:
            self._ready.set()

    def grant(self, toolsets: ToolsetSettings) -> None:
        """The session's toolsets are others now; connectors may have come into scope or gone out of it."""
        self._granted = toolsets.grants(_TOOLSET)
        self._show()

    async def settled(self) -> None:
        """Waits until `start` is through."""
        await self._ready.wait()

    async def sign_in(self) -> str:
        """Signs in to the embedded gateway and remembers it; why that cannot be done here, empty when it was done.

        A configured gateway is only taken up again, with the token that its variable has now.
        """
        if not self.view.enabled:
            return "connectors are switched off in the configuration"
        if self._settings.gateway.url:
            if self.client is None:
                self._open_configured()
            await self.refresh()
            variable = self._settings.gateway.token_env or "of token_env"
            return "" if self.view.signed_in else f"put the gateway's token into the variable {variable}"
        await self._start_embedded()
        if self.client is not None:
            await asyncio.to_thread(self._remember)
        await self.refresh()
        return self.view.trouble if self.client is None else ""

    async def sign_out(self) -> None:
        """Forgets the embedded gateway; its accounts stay where they are."""
        await asyncio.to_thread(self._mark.unlink, missing_ok=True)
        self.desk.interrupt()
        await self._close_gateway()
        self._show(gateway="", trouble="", accounts=(), reports=(), read_at=None)

    async def refresh(self) -> None:
        """Reads the list of connectors again; a failure keeps the old one and says why."""
        client = self.client
        if client is None or not client.has_credential:
            self._show()
            return
        changes: dict[str, object]
        try:
            changes = {"accounts": await self.desk.list(), "trouble": "", "read_at": self._wall()}
        except Refused as refusal:
            changes = {"trouble": refusal.message}
        if self.client is client:
            self._show(**changes)

    async def accounts_link(self) -> str:
        """An address that opens the embedded gateway's page of accounts and faults, good once; empty without it."""
        return "" if self._embedded is None else await self._embedded.accounts_link()

    async def close(self) -> None:
        """Settles what is open and ends the embedded gateway."""
        self.desk.interrupt()
        await self._close_gateway()

    # What the bridge asks

    async def search(self, queries: Sequence[str]) -> SearchAnswer | None:
        """The gateway's answer to all queries of one search (spec 4.3); None, with the cause in `view`, without one.

        Whoever signs out meanwhile hears nothing of it any more, neither hits nor trouble.
        """
        client = self.client
        if not self.view.in_scope or client is None:
            return None
        try:
            answer = await client.search(queries)
        except GatewayError as fault:
            if self.client is client:
                self._show(trouble=cause_of(fault).words)
            return None
        return answer if self.client is client else None

    def degraded(self, cause: str, reports: tuple[Report, ...] = ()) -> None:
        """Why some connector hits are missing, empty when none are, and what was odd in the gateway's answer."""
        self._show(trouble=cause, reports=reports)

    def _take_frame(self, frame: Frame) -> None:
        self.frames.append(frame.payload)
        self.store = reduce(self.store, frame.payload)
        self._on_frame(frame.payload)

    # The embedded gateway

    @property
    def _mark(self) -> Path:
        return self._data_dir / _SIGNED_IN

    def _remember(self) -> None:
        self._data_dir.mkdir(parents=True, exist_ok=True)
        self._mark.touch()

    async def _start_embedded(self) -> None:
        async with self._starting:
            if self._embedded is not None:
                return
            try:
                start = await asyncio.to_thread(_import_start)
                gateway = self._embedded = await start(self._data_dir)
            except Exception as fault:
                self._show(trouble=f"the embedded gateway did not start: {type(fault).__name__}")
                return
            self._open(gateway.url, lambda: gateway.token, "embedded")

    def _open_configured(self) -> None:
        gateway = self._settings.gateway
        self._open(gateway.url, lambda: self._environ.get(gateway.token_env) or None, masked_url(gateway.url))

    def _open(self, url: str, token: Callable[[], str | None], shown: str) -> None:
        self.client = GatewayClient(url, token, clock=self._clock, sleep=self._sleep, wall=self._wall)
        self._show(gateway=shown)

    async def _close_gateway(self) -> None:
        async with self._starting:
            client, self.client = self.client, None
            if client is not None:
                with contextlib.suppress(Exception):
                    await client.close()
            embedded, self._embedded = self._embedded, None
            if embedded is not None:
                await embedded.close()

    def _show(self, **changes: object) -> None:
        signed_in = self.client is not None and self.client.has_credential
        in_scope = self.view.enabled and self._granted and signed_in
        view = replace(self.view, signed_in=signed_in, in_scope=in_scope, **changes)  # type: ignore[arg-type]
        if view != self.view:
            self.view = view
            self._on_change()


def _import_start() -> "Callable[[Path], Awaitable[EmbeddedGateway]]":
    from workbench.gateway import EmbeddedGateway

    return EmbeddedGateway.start
