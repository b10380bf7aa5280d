"""A stdio transport of our own over a child process.

The SDK's keeps stdout strict and the process to itself. This one reads leniently line by line, tells at once when the
process ends (even while a grandchild holds its pipes), keeps exit status and stderr, and ends the whole process group.
"""

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import anyio
from anyio.abc import ByteReceiveStream, Process
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

from workbench.servers.faults import RequestFailed, ended
from workbench.servers.framing import Arrived, Framer, Noise
from workbench.servers.logs import ServerLog
from workbench.servers.transport.messages import summary, to_bytes, to_message
from workbench.servers.transport.process import end_process, kill_group, start_process
from workbench.settings import ServerSpec

_EXIT_POLL = 0.05
_DRAIN = 0.3

Incoming = SessionMessage | Exception
OnUnreadable = Callable[[int | str | None], None]
"""Called for a line on stdout that was no message, with the request id that can be read in it."""


@dataclass
class StdioLink:
    """The open transport: the streams the session uses, and what is known about the process."""

    process: Process
    log: ServerLog
    read: MemoryObjectReceiveStream[Incoming]
    write: MemoryObjectSendStream[SessionMessage]
    stderr_done: anyio.Event = field(default_factory=anyio.Event)

    async def obituary(self) -> RequestFailed:
        """Why the connection ended, once it has: exit status and last words. Waits a moment for both."""
        with anyio.move_on_after(1.0):
            await _exited(self.process)
        if self.process.returncode is not None:
            with anyio.move_on_after(_DRAIN):
                await self.stderr_done.wait()
        return ended(self.process.returncode, self.log.last_words())


@contextlib.asynccontextmanager
async def open_stdio(
    spec: ServerSpec, log: ServerLog, on_unreadable: OnUnreadable, gate: contextlib.AbstractAsyncContextManager[None]
) -> AsyncIterator[StdioLink]:
    """Starts the server's process and connects to it; on leaving, no process of its group stays behind."""
    async with gate:
        process = await start_process(spec)
    log.note(f"started pid {process.pid}")
    to_session, from_server = anyio.create_memory_object_stream[Incoming](0)
    from_session, to_server = _outgoing()
    link = StdioLink(process, log, from_server, from_session)
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_read_stdout, process, to_session, log, on_unreadable)
            tasks.start_soon(_write_stdin, process, to_server, to_session, log)
            tasks.start_soon(_read_stderr, link)
            try:
                yield link
            finally:
                with anyio.CancelScope(shield=True):
                    from_server.close()
                    from_session.close()
                    await end_process(process)
                    log.note(f"pid {process.pid} ended with {process.returncode}")
                tasks.cancel_scope.cancel()
    finally:
        kill_group(process)
        for stream in (to_session, from_server, from_session, to_server):
            stream.close()
        _close_pipes(process)


def _outgoing() -> tuple[MemoryObjectSendStream[SessionMessage], MemoryObjectReceiveStream[SessionMessage]]:
    return anyio.create_memory_object_stream[SessionMessage](0)


async def _read_stdout(
    process: Process, sink: MemoryObjectSendStream[Incoming], log: ServerLog, on_unreadable: OnUnreadable
) -> None:
    """Hands messages to the session until the stream or the process ends."""
    framer = Framer()
    assert process.stdout is not None

    async def deliver(item: Arrived | Noise) -> None:
        message = to_message(item.body) if isinstance(item, Arrived) else None
        if message is not None and isinstance(item, Arrived):
            log.message("<-", summary(message), item.size)
            with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                await sink.send(SessionMessage(message))
            return
        line = item.line if isinstance(item, Noise) else str(item.body)[:2000]
        log.stdout_noise(line)
        on_unreadable(item.request_id if isinstance(item, Noise) else None)

    async with sink, anyio.create_task_group() as tasks:
        tasks.start_soon(_end_with_process, process, tasks.cancel_scope)
        with contextlib.suppress(anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
            async for chunk in _chunks(process.stdout):
                for item in framer.feed(chunk):
                    await deliver(item)
        for item in framer.end():
            await deliver(item)
        tasks.cancel_scope.cancel()


async def _chunks(stream: ByteReceiveStream) -> AsyncIterator[bytes]:
    while True:
        try:
            yield await stream.receive(1 << 18)
        except anyio.EndOfStream:
            return


async def _end_with_process(process: Process, scope: anyio.CancelScope) -> None:
    """Ends reading soon after the process, whose pipes a grandchild may hold open."""
    await _exited(process)
    await anyio.sleep(_DRAIN)
    scope.cancel()


async def _exited(process: Process) -> None:
    """Waits for the exit alone: `process.wait` waits for the end of the pipes as well."""
    while process.returncode is None:  # noqa: ASYNC110
        await anyio.sleep(_EXIT_POLL)


async def _write_stdin(
    process: Process,
    source: MemoryObjectReceiveStream[SessionMessage],
    sink: MemoryObjectSendStream[Incoming],
    log: ServerLog,
) -> None:
    assert process.stdin is not None
    try:
        async with source:
            async for item in source:
                data = to_bytes(item.message)
                log.message("->", summary(item.message), len(data))
                await process.stdin.send(data)
    except (anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
        if process.returncode is None:  # it no longer reads: the session must not wait for answers
            await anyio.sleep(_DRAIN)
            sink.close()


async def _read_stderr(link: StdioLink) -> None:
    assert link.process.stderr is not None
    try:
        with contextlib.suppress(anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
            async for chunk in _chunks(link.process.stderr):
                link.log.stderr(chunk)
        link.log.stderr(b"")
    finally:
        link.stderr_done.set()


def _close_pipes(process: Process) -> None:
    """Closes the pipes a surviving grandchild of another session could hold open; nothing public exposes them."""
    transport = getattr(getattr(process, "_process", None), "_transport", None)
    if transport is not None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            transport.close()
