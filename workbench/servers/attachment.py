"""One attached server: a single long-lived worker that opens, lists, watches, reconnects and closes (spec 3.5)."""

import asyncio
import contextlib
import importlib
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

import anyio

from workbench.model import (
    Json,
    Progress,
    RawTool,
    Report,
    ServerState,
    ServerStatus,
    ServerUnreachable,
    ToolResult,
)
from workbench.servers.backoff import Backoff
from workbench.servers.faults import FaultKind, RequestFailed, explain, of_call, timed_out
from workbench.servers.listing import ToolShelf
from workbench.servers.logs import ServerLog, log_name
from workbench.servers.results import error_result, read_result
from workbench.servers.secrets import masker_for
from workbench.servers.snapshot import read_snapshot
from workbench.servers.supply import Supply, supplied
from workbench.settings import ServerSpec

if TYPE_CHECKING:
    from workbench.servers.transport import Connection

_DOWN: Final = {
    ServerState.CONNECTING: "is still connecting",
    ServerState.SIGN_IN: "asks for a sign-in",
    ServerState.FAILED: "has failed",
    ServerState.DETACHED: "is detached",
}


class Attachment:
    """Keeps one server attached and answers calls to it. All methods belong to the event loop's thread.

    `status`, `tools`, `reports`, `listed` and `callable` are the present state; `on_change` is called after one of them
    moved. A server that drops after it was ready is started again with growing pauses while its tools stay known; one
    that fails to start stays failed until `reconnect`. `pause` waits between attempts; a
    `gate` that several share keeps them from starting processes in one go; `supply` gives stored credentials.
    """

    def __init__(
        self,
        spec: ServerSpec,
        *,
        on_change: Callable[[], None],
        log_dir: Path,
        clock: Callable[[], float] = time.time,
        workspace: Path = Path(),
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        gate: asyncio.Semaphore | None = None,
        supply: Supply | None = None,
    ) -> None:
        self.spec = spec
        self.status = ServerStatus(ServerState.DETACHED, clock())
        self.callable = not spec.snapshot
        self.log_path = log_dir / log_name(spec.name)
        self._on_change = on_change
        self._clock = clock
        self._pause = pause
        self._workspace = workspace
        self._gate = gate or asyncio.Semaphore()
        self._supply = supply
        self._masker = masker_for(spec)
        self._log = ServerLog(self.log_path, self._masker, clock)
        self._shelf = ToolShelf(spec, self._log, self._tools_changed, pause)
        self._backoff = Backoff(clock)
        self._worker: asyncio.Task[None] | None = None
        self._connection: Connection | None = None
        self._life: anyio.CancelScope | None = None
        self._asked = asyncio.Event()
        self._settled = asyncio.Event()
        self._ending: RequestFailed | None = None
        self._closing = False
        self._dropped = False

    @property
    def tools(self) -> tuple[RawTool, ...]:
        """The last tools read, kept while the server is away."""
        return self._shelf.tools

    @property
    def reports(self) -> tuple[Report, ...]:
        """What was odd in the last list and on the server's stdout."""
        return self._shelf.reports

    @property
    def listed(self) -> bool:
        """Whether a list was ever read."""
        return self._shelf.listed

    def start(self) -> None:
        """Starts the worker; returns at once. Does nothing while it runs."""
        if self._worker is None or self._worker.done():
            self._closing = False
            self._set(ServerState.CONNECTING, noted=False)
            self._worker = asyncio.create_task(self._work(), name=f"server {self.spec.name}")

    async def settled(self) -> None:
        """Waits until the server is ready, failed or asks for a sign-in."""
        await self._settled.wait()

    async def reconnect(self) -> None:
        """Connects from scratch, whatever the state is, and waits until that is settled."""
        self._backoff.reset()
        self._dropped = False
        if self._worker is None or self._worker.done():
            self.start()
        else:
            self._set(ServerState.CONNECTING, "reconnecting")
            self._asked.set()
            if self._life is not None:
                self._life.cancel()
        await self.settled()

    async def refresh(self) -> None:
        """Reads the tools again; quietly does nothing while there is no connection."""
        if self._connection is not None:
            with contextlib.suppress(ServerUnreachable):
                await self._shelf.read(self._connection)

    async def close(self) -> None:
        """Ends the worker and with it the connection; no child process stays behind."""
        self._closing = True
        self._asked.set()
        if self._life is not None:
            self._life.cancel()
        if self._worker is not None:
            await asyncio.wait([self._worker])
        self._set(ServerState.DETACHED)
        self._log.close()

    async def call(
        self,
        name: str,
        arguments: Mapping[str, Json],
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ToolResult:
        """Calls a tool under the server's own name for it, once: a call is never repeated by itself.

        An error that the server answers is a result with `is_error`. Raises ServerUnreachable where no answer came.
        Cancelling the awaiting task cancels the call at the server and keeps the session.
        """
        connection = self._connection
        if connection is None or self.status.state is not ServerState.READY:
            raise self._unreachable()
        try:
            raw = await connection.call(name, arguments, on_progress)
        except RequestFailed as fault:
            if fault.kind is FaultKind.ANSWER:
                return self._masked(error_result(fault.code, fault.message, fault.data))
            if fault.kind in (FaultKind.LOST, FaultKind.SIGN_IN):
                self._end_life(connection, fault)
            raise of_call(fault) from fault
        self._backoff.reset()
        return self._masked(read_result(raw))

    # The worker

    async def _work(self) -> None:
        await asyncio.to_thread(self._log.open)
        self._log.note(ServerState.CONNECTING)
        while not self._closing:
            self._asked.clear()
            fault = await self._live()
            if self._closing or self._asked.is_set():
                continue
            delay = self._backoff.next_delay() if self._dropped and fault.kind is not FaultKind.SIGN_IN else None
            if delay is not None:
                self._set(ServerState.CONNECTING, f"restarting: {fault.reason}", fault.advice)
                await self._pause_unless_asked(delay)
                continue
            self._dropped = False
            state = ServerState.SIGN_IN if fault.kind is FaultKind.SIGN_IN else ServerState.FAILED
            self._set(state, fault.reason, fault.advice)
            await self._asked.wait()

    async def _live(self) -> RequestFailed:
        """One connection from opening to its end; why it ended."""
        self._ending = None
        self._log.begin_life()
        if self.spec.error:
            return RequestFailed(FaultKind.START, self.spec.error, "mend the entry in the configuration")
        with anyio.CancelScope() as life:
            self._life = life
            try:
                return await (self._show_snapshot() if self.spec.snapshot else self._converse(life))
            except Exception as fault:
                return self._ending or explain(fault, self.spec, self._masker)
            finally:
                self._life = self._connection = None
        return self._ending or self._late()

    async def _converse(self, life: anyio.CancelScope) -> RequestFailed:
        transport = await asyncio.to_thread(_import_transport)
        spec, auth = await supplied(self.spec, self._supply, self._masker)
        life.deadline = anyio.current_time() + self.spec.start_timeout
        async with transport.open_connection(
            spec, self._masker, self._log, self._workspace, self._shelf.changed, self._gate, auth
        ) as connection:
            await connection.negotiate()
            life.deadline = math.inf
            self._log.note(f"connected: {connection.identity}")
            await self._shelf.read(connection)
            self._connection = connection
            self._dropped = True
            self._backoff.ready()
            self._set(ServerState.READY, "" if self.tools else "offers no tools")
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._shelf.refresh_on_change, connection)
                if connection.modern:
                    tasks.start_soon(self._shelf.listen_for_changes, connection)
                await connection.ended.wait()
                self._connection = None
                self._set(ServerState.CONNECTING, "restarting: the server stopped")
                tasks.cancel_scope.cancel()
            return self._ending or await connection.why_ended()

    async def _show_snapshot(self) -> RequestFailed:
        entries = await asyncio.to_thread(read_snapshot, Path(self.spec.snapshot))
        chosen = [entry for entry in entries if entry[0] == self.spec.name] or entries
        tools = tuple(tool for _, found, _ in chosen for tool in found)
        self._shelf.put(tools, tuple(report for _, _, reports in chosen for report in reports))
        self._set(ServerState.READY, "" if tools else "offers no tools")
        await anyio.sleep_forever()
        raise AssertionError("only cancelling ends it")

    def _late(self) -> RequestFailed:
        fault = timed_out("the start", self.spec.start_timeout)
        if words := self._log.last_words():
            fault.reason += f"; its last words: {words}"
        return fault

    def _end_life(self, connection: "Connection", fault: RequestFailed) -> None:
        """Ends the connection because of what a call met on it, unless it is another one by now."""
        if self._connection is connection and self._life is not None:
            self._ending = fault
            self._connection = None
            self._set(ServerState.CONNECTING, f"restarting: {fault.reason}", fault.advice)
            self._life.cancel()

    async def _pause_unless_asked(self, seconds: float) -> None:
        waits = [asyncio.ensure_future(self._pause(seconds)), asyncio.ensure_future(self._asked.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    # What others see

    def _set(self, state: ServerState, reason: str = "", advice: str = "", *, noted: bool = True) -> None:
        if (state, reason, advice) != (self.status.state, self.status.reason, self.status.advice):
            self.status = ServerStatus(state, self._clock(), reason, advice)
            if noted:
                self._log.note(f"{state}{': ' if reason else ''}{reason}")
        if state is ServerState.CONNECTING:
            self._settled.clear()
        else:
            self._settled.set()
        self._on_change()

    def _tools_changed(self) -> None:
        if self.status.state is ServerState.READY:
            self._set(ServerState.READY, "" if self.tools else "offers no tools")

    def _unreachable(self) -> ServerUnreachable:
        if self.spec.snapshot:
            return ServerUnreachable(
                f"{self.spec.name} is a recorded snapshot: its tools can be searched and described, not called",
                "attach the server itself to call them",
            )
        reason = f": {self.status.reason}" if self.status.reason else ""
        advice = self.status.advice or "reconnect it"
        if self.status.state is ServerState.CONNECTING:
            advice = "try again when it is ready"
        return ServerUnreachable(f"{self.spec.name} {_DOWN.get(self.status.state, 'is down')}{reason}", advice)

    def _masked(self, result: ToolResult) -> ToolResult:
        """Error texts often repeat the credentials that were refused."""
        if not result.is_error:
            return result
        mask = self._masker.mask_value
        content = tuple(replace(item, text=mask(item.text), raw=mask(item.raw)) for item in result.content)
        return replace(result, content=content, structured=mask(result.structured))


def _import_transport() -> ModuleType:
    return importlib.import_module("workbench.servers.transport")
