"""Streams that note in the protocol log what passes through them."""

from types import TracebackType
from typing import Any, Self

from mcp.shared.message import SessionMessage

from workbench.servers.logs import ServerLog
from workbench.servers.transport.messages import summary, to_bytes


class _Recorded:
    """A stream handed through, closed with it."""

    def __init__(self, stream: Any, log: ServerLog) -> None:
        self._stream = stream
        self._log = log

    async def aclose(self) -> None:
        """Closes the stream behind."""
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        result: bool | None = await self._stream.__aexit__(kind, fault, trace)
        return result

    def _note(self, arrow: str, item: Any) -> None:
        if isinstance(item, SessionMessage):
            try:
                size = len(to_bytes(item.message))
            except (TypeError, ValueError, RecursionError):
                size = None
            self._log.message(arrow, summary(item.message), size)


class RecordedRead(_Recorded):
    """What the server sends."""

    @property
    def last_context(self) -> Any:
        """The sender's context of the last message, where the transport keeps it."""
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> Any:
        """The next item."""
        item = await self._stream.receive()
        self._note("<-", item)
        return item

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        item = await self._stream.__anext__()
        self._note("<-", item)
        return item


class RecordedWrite(_Recorded):
    """What goes to the server."""

    async def send(self, item: Any) -> None:
        """Sends one item."""
        self._note("->", item)
        await self._stream.send(item)
