"""The tools of one server: read, kept while it is away, and read again when it says they changed."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final, Protocol

import anyio

from workbench.model import Json, RawTool, Report, ServerUnreachable
from workbench.servers.faults import HTTP_FAULT, METHOD_NOT_FOUND, FaultKind, RequestFailed
from workbench.servers.logs import ServerLog
from workbench.servers.pages import ToolList, walk_pages
from workbench.settings import ServerSpec

_SETTLE: Final = 0.05
_SHORTEST_GAP: Final = 0.25
_LONGEST_GAP: Final = 30.0
_RETRIES: Final = (0.5, 1.0)
_LISTEN_RETRIES: Final = (1.0, 5.0, 30.0)

Pause = Callable[[float], Awaitable[None]]


class Lister(Protocol):
    """The part of a connection that is needed here."""

    async def list_page(self, cursor: str | None) -> Json:
        """The raw answer of one page. Raises RequestFailed."""

    def changes(self) -> AsyncIterator[None]:
        """Change events of a modern server."""

    def learn_headers(self, tools: Sequence[RawTool]) -> None:
        """Takes note of the tools that want arguments in headers."""


class ToolShelf:
    """Holds the last list that could be read. `on_change` is called when tools or reports moved."""

    def __init__(self, spec: ServerSpec, log: ServerLog, on_change: Callable[[], None], pause: Pause) -> None:
        self.tools: tuple[RawTool, ...] = ()
        self.listed = False
        self._spec = spec
        self._log = log
        self._on_change = on_change
        self._pause = pause
        self._reports: tuple[Report, ...] = ()
        self._dirty = asyncio.Event()
        self._reading = asyncio.Lock()

    @property
    def reports(self) -> tuple[Report, ...]:
        """What was odd in the last list, and on the server's stdout."""
        if not self._log.noise_count:
            return self._reports
        lines = "line" if self._log.noise_count == 1 else "lines"
        problem = f"{self._log.noise_count} {lines} on stdout were not messages"
        first = " / ".join(self._log.noise)
        noise = Report(self._spec.name, "stdout", problem, first, "", "a server's own output belongs on stderr", "note")
        return (*self._reports, noise)

    def changed(self) -> None:
        """The server says that its list changed. However many of these lead to one refresh running and one waiting."""
        self._dirty.set()

    async def read(self, connection: Lister) -> bool:
        """Reads the whole list; whether it differs from the one before. A failure keeps the old: RequestFailed."""
        async with self._reading:
            self._dirty.clear()
            try:
                found = await walk_pages(lambda cursor: self._page(connection, cursor), self._spec.name)
            except RequestFailed as fault:
                if fault.code != METHOD_NOT_FOUND:
                    raise
                found = ToolList((), (), 0)
            connection.learn_headers(found.tools)
            return self.put(found.tools, found.reports)

    def put(self, tools: tuple[RawTool, ...], reports: tuple[Report, ...]) -> bool:
        """Takes a list over; whether it differs. Equal tools keep their identity, so that nobody derives them again."""
        differs = not self.listed or tools != self.tools or reports != self._reports
        if differs:
            known = {tool.name: tool for tool in self.tools}
            self.tools = tuple(known[tool.name] if known.get(tool.name) == tool else tool for tool in tools)
            self._reports = reports
        self.listed = True
        return differs

    async def refresh_on_change(self, connection: Lister) -> None:
        """Reads again after changes, at a bounded rate: who announces without end is asked ever more seldom."""
        gap = _SHORTEST_GAP
        while True:
            asked = anyio.current_time()
            await self._dirty.wait()
            if anyio.current_time() - asked > gap:  # it was quiet for a while
                gap = _SHORTEST_GAP
            await asyncio.sleep(_SETTLE)
            try:
                differs = await self.read(connection)
            except RequestFailed as fault:
                differs = fault.kind is not FaultKind.LOST and self._note_failure(fault)
            if differs:
                self._on_change()
            await asyncio.sleep(gap)
            gap = _SHORTEST_GAP if differs else min(gap * 2, _LONGEST_GAP)

    async def listen_for_changes(self, connection: Lister) -> None:
        """Follows a modern server's change events; opens the stream again a few times when it breaks."""
        for delay in (*_LISTEN_RETRIES, None):
            try:
                async for _ in connection.changes():
                    self.changed()
            except Exception as fault:  # whatever ends the stream costs the events, not the server
                self._log.note(f"no change events: {type(fault).__name__}: {fault}")
                if type(fault).__name__ == "MCPError":
                    return
            if delay is None:
                return
            await self._pause(delay)
            self.changed()

    async def _page(self, connection: Lister, cursor: str | None) -> Json:
        for delay in _RETRIES:
            with contextlib.suppress(_Passing):
                return await self._attempt(connection, cursor)
            await self._pause(delay)
        return await connection.list_page(cursor)

    async def _attempt(self, connection: Lister, cursor: str | None) -> Json:
        try:
            return await connection.list_page(cursor)
        except RequestFailed as fault:
            if fault.code == HTTP_FAULT and fault.kind is FaultKind.REQUEST:
                raise _Passing from fault
            raise

    def _note_failure(self, fault: ServerUnreachable) -> bool:
        report = Report(
            self._spec.name, "tools/list", f"could not be read again: {fault.reason}", "", "the list before"
        )
        if report in self._reports:
            return False
        self._reports = (*self._reports, report)
        return True


class _Passing(Exception):
    """A fault of the way that may pass: listing is harmless, so it is tried again."""
