"""Session, the facade: attached servers, the assembly they add up to, and the bridge over it."""

import asyncio
import contextlib
import itertools
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from workbench.bridge.call import Approve, run_one, tool_call
from workbench.bridge.describe import tool_describe
from workbench.bridge.search import SearchAnswer, tool_search
from workbench.bridge.validation import check_arguments, warm
from workbench.events import CallEnded, CallProgressed, CallStarted, Event, ServerChanged, StateChanged
from workbench.model import (
    ArgumentCheck,
    CallReport,
    CallRequest,
    Json,
    Outcome,
    Progress,
    RawTool,
    Report,
    ServerState,
    ServerStatus,
    ServerUnreachable,
    Tool,
    ToolResult,
)
from workbench.servers.attachment import Attachment
from workbench.session.builder import StateBuilder
from workbench.session.state import Feed, SessionState
from workbench.settings import ServerSpec, Settings

OnProgress = Callable[[Progress], None]


class AttachRefused(Exception):
    """A server was not attached; the text says why and what to do."""


class Session:
    """Holds the attached servers and answers search, describe and call over the catalog they add up to.

    Everything but the constructor and the reads belongs to one running event loop. `clock` is monotonic seconds, `wall`
    the time of day. Listeners are called on the loop; one that raises is dropped from nothing and costs nobody else.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        log_dir: Path,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.settings = settings
        self._log_dir = log_dir
        self._clock = clock
        self._wall = wall
        self._builder = StateBuilder(settings)
        self._attachments: dict[str, Attachment] = {}
        self._detached: dict[str, Feed] = {}
        self._order: list[str] = []
        self._listeners: list[Callable[[Event], None]] = []
        self._call_ids = itertools.count(1)
        self._asked = 0
        self._built = 0
        self._wake = asyncio.Event()
        self._gate = asyncio.Semaphore()
        self._published = asyncio.Condition()
        self._refresher: asyncio.Task[None] | None = None
        self.state: SessionState = self._builder.build((), 0)

    # Listening

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Calls `listener` with every event from now on; the answer ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def _publish(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    # Servers

    async def start(self) -> None:
        """Starts every enabled server of the settings at once; returns before any has answered."""
        self._refresher = asyncio.create_task(self._refresh_for_ever(), name="session refresher")
        for spec in self.settings.servers:
            self._order.append(spec.name)
            if spec.enabled:
                self._start(spec)
            else:
                self._set_detached(spec, "switched off in the configuration")
        self._refresh()

    async def warm(self) -> None:
        """Imports what the first check of arguments needs, in a thread, so that it does not hold up a keystroke."""
        await asyncio.to_thread(warm)

    async def settled(self) -> None:
        """Waits until every server is ready, failed or asks for a sign-in, and the state says so."""
        await asyncio.gather(*(attachment.settled() for attachment in self._attachments.values()))
        wanted = self._refresh()
        async with self._published:
            await self._published.wait_for(lambda: self._built >= wanted)

    async def attach(self, spec: ServerSpec) -> None:
        """Attaches one more server, or one that was detached; returns before it has answered.

        Raises AttachRefused where a server of that name is attached already.
        """
        if spec.name in self._attachments:
            raise AttachRefused(f"a server called {spec.name!r} is attached already; choose another name")
        self._detached.pop(spec.name, None)
        if spec.name not in self._order:
            self._order.append(spec.name)
        self._start(spec)
        self._refresh()

    async def detach(self, name: str) -> None:
        """Ends a server's process or connection; its tools leave the catalog. Unknown names change nothing."""
        attachment = self._attachments.pop(name, None)
        if attachment is None:
            return
        self._set_detached(attachment.spec, "")
        self._refresh()
        await attachment.close()

    async def reconnect(self, name: str) -> None:
        """Connects again: an attached server from scratch, a detached one anew. Unknown names change nothing."""
        if name in self._attachments:
            await self._attachments[name].reconnect()
        elif name in self._detached:
            await self.attach(self._detached[name].spec)

    async def close(self) -> None:
        """Ends every server and the refresher; no child process stays behind."""
        await asyncio.gather(*(attachment.close() for attachment in self._attachments.values()), return_exceptions=True)
        if self._refresher is not None:
            self._refresher.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._refresher

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
            on_change=self._refresh_soon,
            log_dir=self._log_dir,
            clock=self._wall,
            workspace=Path(self.settings.workspace),
            gate=self._gate,
        )
        self._attachments[spec.name] = attachment
        attachment.start()

    def _set_detached(self, spec: ServerSpec, reason: str) -> None:
        self._detached[spec.name] = Feed(spec, ServerStatus(ServerState.DETACHED, self._wall(), reason))

    # The state

    def _refresh_soon(self) -> None:
        self._refresh()

    def _refresh(self) -> int:
        self._asked += 1
        self._wake.set()
        return self._asked

    async def _refresh_for_ever(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            asked = self._asked
            before = self.state
            try:
                self.state = await asyncio.to_thread(self._builder.build, self._feeds(), before.version + 1)
            except Exception as fault:
                self.state = _kept(before, fault)
            self._built = asked
            statuses = {server.name: server.status for server in before.servers}
            for server in self.state.servers:
                if statuses.get(server.name) != server.status:
                    self._publish(ServerChanged(server.name, server.status))
            self._publish(StateChanged(self.state.version))
            async with self._published:
                self._published.notify_all()

    def _feeds(self) -> tuple[Feed, ...]:
        return tuple(self._feed(name) for name in self._order)

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

    # The bridge

    def search(self, queries: Sequence[str], limit: int | None = None) -> SearchAnswer:
        """`tool_search` over the present catalog (spec 2.7), with the reasons behind it."""
        return tool_search(self.state.scope, {"queries": list(queries), "limit": limit})

    def describe(self, names: Sequence[str]) -> dict[str, Json]:
        """`tool_describe` over the present catalog (spec 3.1)."""
        return tool_describe(self.state.scope, {"names": list(names)})

    def tool(self, name: str) -> Tool | None:
        """Any tool the session grants, deferred or directly listed."""
        scope = self.state.scope
        return scope.deferred.get(name) or scope.visible.get(name)

    def check(self, name: str, arguments: Json) -> ArgumentCheck:
        """Coercion and validation of a tool's arguments without calling it. Raises KeyError for an unknown tool."""
        tool = self.tool(name)
        if tool is None:
            raise KeyError(name)
        return check_arguments(tool, arguments, schemas=self.state.scope.schemas)

    async def call(
        self, name: str, arguments: Mapping[str, Json], *, approve: Approve, on_progress: OnProgress | None = None
    ) -> CallReport:
        """Calls one tool, deferred or directly listed, the way a model's call would go (spec 3.5).

        Cancel the awaiting task to cancel the call at the server.
        """
        call_id = next(self._call_ids)
        report = CallReport(name, Outcome.INTERRUPTED, arguments)
        try:
            report = await run_one(
                self.state.scope,
                CallRequest(name, arguments),
                run=lambda tool, sent: self._run(call_id, tool, sent, on_progress),
                approve=approve,
                overrides=self.settings.approvals,
                clock=self._clock,
                direct=True,
            )
        finally:
            self._publish(CallEnded(call_id, report))
        return report

    async def tool_call(
        self, raw: Json, *, approve: Approve, stop: Callable[[], bool] = lambda: False
    ) -> tuple[Json, tuple[CallReport, ...]]:
        """`tool_call` with what a model emitted: what the model gets, and the story of each entry (spec 3.2)."""
        call_id = next(self._call_ids)
        answer, reports = await tool_call(
            self.state.scope,
            raw,
            run=lambda tool, sent: self._run(call_id, tool, sent, None),
            approve=approve,
            overrides=self.settings.approvals,
            clock=self._clock,
            stop=stop,
        )
        for report in reports:
            self._publish(CallEnded(call_id, report))
        return answer, reports

    async def _run(
        self, call_id: int, tool: Tool, arguments: Mapping[str, Json], on_progress: OnProgress | None
    ) -> ToolResult:
        attachment = self._attachments.get(tool.source)
        if attachment is None:
            raise ServerUnreachable(f"{tool.source} is detached", "attach it again")

        def progressed(progress: Progress) -> None:
            self._publish(CallProgressed(call_id, progress))
            if on_progress is not None:
                on_progress(progress)

        self._publish(CallStarted(call_id, tool.name))
        return await attachment.call(tool.original_name, arguments, progressed)


def _kept(state: SessionState, fault: Exception) -> SessionState:
    """The last good state with the fault reported: an assembly that fails must not leave anyone waiting."""
    place = traceback.extract_tb(fault.__traceback__)[-1]
    report = Report(
        "session",
        "assembly",
        f"the catalog could not be put together: {type(fault).__name__} in {place.name}",
        used="the previous catalog",
        advice="detach the server that changed last",
        severity="error",
    )
    return replace(state, version=state.version + 1, reports=(*state.reports, report))
