"""The SDK's dispatcher with three additions: it tells when it ended, sees list changes, and mends the handshake."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import anyio
import anyio.abc
from mcp.shared.dispatcher import CallOptions, OnNotify, OnNotifyIntercept, OnRequest
from mcp.shared.exceptions import MCPError
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
from mcp.shared.transport_context import TransportContext
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from workbench.servers.faults import FaultKind, RequestFailed
from workbench.text import one_line

_LIST_CHANGED: Final = "notifications/tools/list_changed"
_VERSION: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


class Dispatcher(JSONRPCDispatcher[TransportContext]):
    """`ended` is set when the connection has closed; `on_list_changed` is called for every change notification, whether
    or not the server announced that it would send them.
    """

    def __init__(self, read: Any, write: Any, on_list_changed: Callable[[], None]) -> None:
        super().__init__(read, write)
        self.ended = anyio.Event()
        self._list_changed = on_list_changed

    async def run(
        self,
        on_request: OnRequest,
        on_notify: OnNotify,
        on_notify_intercept: OnNotifyIntercept | None = None,
        *,
        task_status: anyio.abc.TaskStatus[None] = anyio.TASK_STATUS_IGNORED,
    ) -> None:
        """Runs until the connection closes, then says so."""

        def watch(method: str, params: Mapping[str, Any] | None) -> bool:
            if method == _LIST_CHANGED:
                self._list_changed()
            return on_notify_intercept(method, params) if on_notify_intercept else False

        try:
            await super().run(on_request, on_notify, watch, task_status=task_status)
        finally:
            self.ended.set()

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None, **more: Any
    ) -> dict[str, Any]:
        """As the base class; a handshake is tried once more with an older version where the server names one."""
        if method != "initialize":
            return await super().send_raw_request(method, params, opts, **more)
        try:
            answer = await super().send_raw_request(method, params, opts, **more)
        except MCPError as fault:
            older = _version_named(fault.message)
            if older is None:
                raise
            answer = await super().send_raw_request(method, {**(params or {}), "protocolVersion": older}, opts, **more)
        return mended_handshake(answer)


def mended_handshake(answer: Any) -> dict[str, Any]:
    """The answer to `initialize` with absent or odd parts replaced, so that they cost nobody the server.

    Raises RequestFailed where it names no version that is known here; both sides' versions are said.
    """
    if not isinstance(answer, dict):
        raise RequestFailed(FaultKind.START, "the server answered initialize with no object", "is it an MCP server?")
    version = answer.get("protocolVersion")
    if version not in HANDSHAKE_PROTOCOL_VERSIONS:
        ours = f"{HANDSHAKE_PROTOCOL_VERSIONS[0]} to {HANDSHAKE_PROTOCOL_VERSIONS[-1]}"
        theirs = one_line(version) or "no version at all"
        raise RequestFailed(
            FaultKind.START, f"the server speaks MCP {theirs}; known here are {ours}", "update one of them"
        )
    info = answer.get("serverInfo")
    info = info if isinstance(info, dict) else {}
    tools = answer.get("capabilities")
    tools = tools.get("tools") if isinstance(tools, dict) else None
    instructions = answer.get("instructions")
    return {
        "protocolVersion": version,
        "capabilities": {"tools": {"listChanged": True}} if isinstance(tools, dict) else {},
        "serverInfo": {
            "name": one_line(info.get("name")) or "unnamed",
            "version": one_line(info.get("version")) or "0",
        },
        **({"instructions": instructions} if isinstance(instructions, str) else {}),
    }


def _version_named(message: str) -> str | None:
    """The newest older version that an error names as supported, if it is about versions."""
    if "version" not in message.lower():
        return None
    named = {found for found in _VERSION.findall(message) if found in HANDSHAKE_PROTOCOL_VERSIONS[:-1]}
    return max(named, default=None)
