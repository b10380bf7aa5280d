"""One open connection to a server: handshake, raw requests with our own deadlines, change events."""

import contextlib
import itertools
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import anyio
import mcp_types as types
from mcp.client._probe import negotiate_auto
from mcp.client.session import ClientSession
from mcp.client.subscriptions import listen
from mcp.shared.dispatcher import CallOptions
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from workbench.model import Json, Progress, RawTool
from workbench.servers.faults import (
    CONNECTION_CLOSED,
    METHOD_NOT_FOUND,
    FaultKind,
    RequestFailed,
    ended,
    explain,
    timed_out,
)
from workbench.servers.secrets import Masker
from workbench.servers.transport.dispatch import Dispatcher
from workbench.settings import ServerSpec
from workbench.text import plain

_UNREADABLE_GRACE: Final = 1.0
_UNSUPPORTED_VERSION: Final = -32022

OnProgress = Callable[[Progress], None]


class Connection:
    """Made by `open_connection`; valid inside its context.

    `probe` says whether the handshake asks for the modern protocol first. Over stdio it does not: servers exist that
    end themselves when the first message is not `initialize`.
    """

    def __init__(
        self,
        spec: ServerSpec,
        masker: Masker,
        session: ClientSession,
        dispatcher: Dispatcher,
        *,
        probe: bool,
        obituary: Callable[[], Awaitable[RequestFailed]] | None = None,
    ) -> None:
        self._spec = spec
        self._masker = masker
        self._session = session
        self._dispatcher = dispatcher
        self._probe = probe
        self._obituary = obituary
        self._ids = itertools.count(1_000)
        self._scopes: dict[int, anyio.CancelScope] = {}
        self._unreadable: set[int] = set()

    @property
    def ended(self) -> anyio.Event:
        """Set when the connection has closed."""
        return self._dispatcher.ended

    @property
    def modern(self) -> bool:
        """Whether change events come through `listen` instead of by notification."""
        return self._session.protocol_version in MODERN_PROTOCOL_VERSIONS

    @property
    def identity(self) -> str:
        """The server's own name and version with the protocol's, for the log."""
        info = self._session.server_info
        return f"{info.name} {info.version}, MCP {self._session.protocol_version}" if info else "unnamed"

    async def negotiate(self) -> None:
        """The handshake. Raises RequestFailed."""
        try:
            if self._probe:
                await negotiate_auto(self._session)
            else:
                await self._initialize_or_discover()
        except Exception as fault:
            raise await self._explained(fault) from fault

    async def _initialize_or_discover(self) -> None:
        try:
            await self._session.initialize()
        except MCPError as fault:
            if fault.code not in (_UNSUPPORTED_VERSION, METHOD_NOT_FOUND):
                raise
            await self._session.discover()

    async def list_page(self, cursor: str | None) -> Json:
        """The raw answer of one `tools/list`. Raises RequestFailed."""
        params = {} if cursor is None else {"cursor": cursor}
        return await self._ask("tools/list", params, self._spec.list_timeout, None)

    async def call(self, name: str, arguments: Mapping[str, Json], on_progress: OnProgress | None) -> Json:
        """The raw answer of one `tools/call`. Progress moves the deadline; cancelling tells the server.

        Raises RequestFailed.
        """
        params = {"name": name, "arguments": dict(arguments)}
        return await self._ask("tools/call", params, self._spec.call_timeout, on_progress)

    async def _ask(self, method: str, params: dict[str, Any], seconds: float, on_progress: OnProgress | None) -> Json:
        """One request whose deadline is ours; every progress notification grants it the same time again."""
        request_id = next(self._ids)
        scope = anyio.CancelScope(deadline=anyio.current_time() + seconds)

        async def progressed(progress: float, total: float | None, message: str | None) -> None:
            if request_id not in self._unreadable:
                scope.deadline = anyio.current_time() + seconds
            if on_progress is not None:
                finite = total if total is not None and math.isfinite(total) else None
                on_progress(Progress(progress, finite, plain(message)))

        data: dict[str, Any] = {"method": method, "params": params}
        opts: CallOptions = {"request_id": request_id, "on_progress": progressed}
        # The session stamps version, identity and headers on whatever it sends; raw requests need the same.
        self._session._stamp(data, opts)
        self._scopes[request_id] = scope
        try:
            with scope:
                return await self._dispatcher.send_raw_request(method, data["params"], opts)
        except Exception as fault:
            raise await self._explained(fault) from fault
        finally:
            self._scopes.pop(request_id, None)
            unreadable = request_id in self._unreadable
            self._unreadable.discard(request_id)
        raise timed_out(method, seconds, unreadable)

    def unreadable(self, request_id: int | str | None) -> None:
        """A line arrived that could not be read. Its request, where known, gets a moment more for a good answer."""
        if isinstance(request_id, int) and request_id in self._scopes:
            scope = self._scopes[request_id]
            self._unreadable.add(request_id)
            scope.deadline = min(scope.deadline, anyio.current_time() + _UNREADABLE_GRACE)

    async def why_ended(self) -> RequestFailed:
        """What is known about the end of the connection, once `ended` is set."""
        return await self._obituary() if self._obituary else ended(None, "")

    async def _explained(self, fault: BaseException) -> RequestFailed:
        found = explain(fault, self._spec, self._masker)
        if found.kind is FaultKind.LOST and found.code == CONNECTION_CLOSED and self._obituary is not None:
            return await self._obituary()
        return found

    def learn_headers(self, tools: Sequence[RawTool]) -> None:
        """Lets the session mirror arguments into headers for the tools that ask for it (modern HTTP only)."""
        if not self.modern or self._spec.transport_name not in ("http", "sse"):
            return
        for tool in tools:
            with contextlib.suppress(ValidationError, ValueError, TypeError, AttributeError, RecursionError):
                typed = types.Tool.model_validate({"name": tool.name, "inputSchema": tool.input_schema})
                listed = types.ListToolsResult(tools=[typed])
                self._session._absorb_tool_listing(listed, complete=False)

    async def changes(self) -> AsyncIterator[None]:
        """Tool list changes of a modern server, one item each, until the stream ends."""
        async with listen(self._session, tools_list_changed=True) as events:
            async for _ in events:
                yield None
