"""The servers of a session: attached, detached, in their order."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from workbench.model import Json, Progress, RawTool, ServerState, ServerStatus, ServerUnreachable, Tool, ToolResult
from workbench.servers.attachment import Attachment
from workbench.servers.supply import Supply
from workbench.session.state import Feed
from workbench.settings import ServerSpec


class AttachRefused(Exception):
    """A server was not attached; the text says why and what to do."""


class Fleet:
    """Owns one attachment a server. `on_change` is called whenever a feed moved; `wall` is the time of day."""

    def __init__(
        self,
        *,
        on_change: Callable[[], None],
        log_dir: Path,
        workspace: Path,
        wall: Callable[[], float],
        supply: Supply | None = None,
    ) -> None:
        self._on_change = on_change
        self._log_dir = log_dir
        self._workspace = workspace
        self._wall = wall
        self._supply = supply
        self._attachments: dict[str, Attachment] = {}
        self._detached: dict[str, Feed] = {}
        self._order: list[str] = []
        self._gate = asyncio.Semaphore()

    def add(self, spec: ServerSpec) -> None:
        """A server of the configuration: started, or only shown when it is switched off."""
        self._order.append(spec.name)
        if spec.enabled:
            self._start(spec)
        else:
            self._set_detached(spec, "switched off in the configuration")

    def attach(self, spec: ServerSpec) -> None:
        """Starts one more server, or one that was detached. Raises AttachRefused for a name that is attached."""
        if spec.name in self._attachments:
            raise AttachRefused(f"a server called {spec.name!r} is attached already; choose another name")
        self._detached.pop(spec.name, None)
        if spec.name not in self._order:
            self._order.append(spec.name)
        self._start(spec)

    async def detach(self, name: str) -> None:
        """Ends a server's process or connection. Unknown names change nothing."""
        attachment = self._attachments.pop(name, None)
        if attachment is None:
            return
        self._set_detached(attachment.spec, "")
        self._on_change()
        await attachment.close()

    async def reconnect(self, name: str) -> None:
        """An attached server from scratch, a detached one anew. Unknown names change nothing."""
        if name in self._attachments:
            await self._attachments[name].reconnect()
        elif name in self._detached:
            self.attach(self._detached[name].spec)

    async def open(self, spec: ServerSpec) -> Feed:
        """Attaches a server, or connects an attached one from scratch; what it says once that has settled."""
        attachment = self._attachments.get(spec.name)
        if attachment is None:
            self.attach(spec)
            await self._attachments[spec.name].settled()
        else:
            await attachment.reconnect()
        return self._feed(spec.name)

    async def remove(self, name: str) -> None:
        """Ends a server and forgets it. Unknown names change nothing."""
        await self.detach(name)
        self._detached.pop(name, None)
        if name in self._order:
            self._order.remove(name)
            self._on_change()

    async def settled(self) -> None:
        """Waits until every attached server is ready, failed or asks for a sign-in."""
        await asyncio.gather(*(attachment.settled() for attachment in self._attachments.values()))

    async def close(self) -> None:
        """Ends every server; no child process stays behind."""
        ends = [attachment.close() for attachment in self._attachments.values()]
        await asyncio.gather(*ends, return_exceptions=True)

    async def call(
        self, tool: Tool, arguments: Mapping[str, Json], on_progress: Callable[[Progress], None]
    ) -> ToolResult:
        """Calls a tool on its server under the server's own name for it. Raises ServerUnreachable."""
        attachment = self._attachments.get(tool.source)
        if attachment is None:
            raise ServerUnreachable(f"{tool.source} is detached", "attach it again")
        return await attachment.call(tool.original_name, arguments, on_progress)

    def feeds(self) -> tuple[Feed, ...]:
        """What every server says now, in the order in which they came."""
        return tuple(self._feed(name) for name in self._order)

    def spec(self, name: str) -> ServerSpec | None:
        """The entry of a server, attached or detached."""
        return next((feed.spec for feed in self.feeds() if feed.spec.name == name), None)

    def parallel_servers(self) -> frozenset[str]:
        """The servers whose calls may run at the same time, as their entries say."""
        return frozenset(feed.spec.name for feed in self.feeds() if feed.spec.supports_parallel_tool_calls)

    def log_path(self, name: str) -> Path | None:
        """The file with a server's stderr and protocol log."""
        attachment = self._attachments.get(name)
        return attachment.log_path if attachment else None

    def raw_tools(self, name: str) -> tuple[RawTool, ...]:
        """A server's tools as it gave them."""
        attachment = self._attachments.get(name)
        return attachment.tools if attachment else ()

    def _start(self, spec: ServerSpec) -> None:
        attachment = Attachment(
            spec,
            on_change=self._on_change,
            log_dir=self._log_dir,
            clock=self._wall,
            workspace=self._workspace,
            gate=self._gate,
            supply=self._supply,
        )
        self._attachments[spec.name] = attachment
        attachment.start()
        self._on_change()

    def _set_detached(self, spec: ServerSpec, reason: str) -> None:
        self._detached[spec.name] = Feed(spec, ServerStatus(ServerState.DETACHED, self._wall(), reason))

    def _feed(self, name: str) -> Feed:
        attachment = self._attachments.get(name)
        if attachment is None:
            return self._detached[name]
        return Feed(
            attachment.spec,
            attachment.status,
            attachment.tools,
            attachment.reports,
            attachment.listed,
            attachment.callable,
        )
