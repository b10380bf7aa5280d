"""From whatever a transport raises to what happened, why, and what to do; secrets masked (spec 3.5)."""

import asyncio
from enum import StrEnum
from typing import Any, Final

from workbench.model import Json, ServerUnreachable
from workbench.servers.secrets import Masker, bare_url
from workbench.settings import ServerSpec
from workbench.text import clip, one_line

METHOD_NOT_FOUND: Final = -32601
CONNECTION_CLOSED: Final = -32000
HTTP_FAULT: Final = -32050
"""The code under which the HTTP guard hands a fault of the transport to the waiting request."""

_REASON_LIMIT: Final = 400


class FaultKind(StrEnum):
    """What a fault means for the connection."""

    SIGN_IN = "sign in"
    LOST = "lost"
    START = "start"
    REQUEST = "request"
    ANSWER = "answer"


class RequestFailed(ServerUnreachable):
    """A request that did not bring a result, with what that means.

    SIGN_IN: credentials are missing or refused. LOST: the connection is gone. START: the server cannot be started.
    REQUEST: only this request failed. ANSWER: the server answered with a JSON-RPC error: `code`, `message`, `data`.
    `uncertain` says that the server may have acted on the request.
    """

    def __init__(
        self,
        kind: FaultKind,
        reason: str,
        advice: str = "",
        *,
        code: int | None = None,
        message: str = "",
        data: Json = None,
        uncertain: bool = False,
    ) -> None:
        super().__init__(reason, advice)
        self.kind = kind
        self.code = code
        self.message = message
        self.data = data
        self.uncertain = uncertain


def explain(fault: BaseException, spec: ServerSpec, masker: Masker) -> RequestFailed:
    """The fault behind nested exception groups as a RequestFailed whose texts hold no known secret."""
    leaf = _leaf(fault)
    if isinstance(leaf, RequestFailed):
        return leaf
    if isinstance(leaf, ServerUnreachable):
        return RequestFailed(FaultKind.START, leaf.reason, leaf.advice)
    found = _from_error(leaf) or _from_network(leaf, spec) or _from_system(leaf, spec) or _unknown(leaf)
    found.reason = clip(one_line(masker.mask(found.reason)), _REASON_LIMIT)
    found.advice = clip(one_line(masker.mask(found.advice)), _REASON_LIMIT)
    return found


def timed_out(what: str, seconds: float, unreadable: bool = False) -> RequestFailed:
    """A request whose deadline passed; `unreadable` says that something unreadable arrived meanwhile."""
    shown = f"{seconds:g} s"
    if unreadable:
        return RequestFailed(
            FaultKind.REQUEST,
            f"the server sent an unreadable answer to {what}",
            "its log shows the line; the fault is in the server",
        )
    return RequestFailed(
        FaultKind.REQUEST,
        f"no answer to {what} within {shown}",
        "raise the server's time limit if it needs longer, or look at its log",
    )


def ended(exit_code: int | None, last_words: str) -> RequestFailed:
    """A server process that ended, with its status and what it said last on stderr."""
    if exit_code is None:
        reason = "the server closed the connection"
    elif exit_code < 0:
        reason = f"the server was ended by signal {-exit_code}"
    else:
        reason = f"the server exited with {exit_code}"
    return RequestFailed(
        FaultKind.LOST,
        reason + (f": {last_words}" if last_words else ""),
        "read its last words, mend the cause, then reconnect" if last_words else "run its command in a terminal",
        uncertain=True,
    )


def of_call(fault: RequestFailed) -> RequestFailed:
    """A call's fault, saying so where nobody can know whether the tool ran."""
    if not fault.uncertain:
        return fault
    reason = f"outcome unknown: the call was running when {fault.reason}"
    return RequestFailed(fault.kind, reason, "check what it did before you send it again")


def _leaf(fault: BaseException) -> BaseException:
    """The most telling exception in nested groups: the first that is neither a cancellation nor a closed stream."""
    if not isinstance(fault, BaseExceptionGroup):
        return fault
    leaves = [_leaf(part) for part in fault.exceptions]
    telling = [leaf for leaf in leaves if not isinstance(leaf, asyncio.CancelledError) and not _is_closing(leaf)]
    return (telling or leaves)[0]


def _is_closing(fault: BaseException) -> bool:
    return type(fault).__name__ in ("BrokenResourceError", "ClosedResourceError", "EndOfStream")


def _from_error(fault: BaseException) -> RequestFailed | None:
    """A JSON-RPC error: one the server sent, or one that stands for a fault of the way to it."""
    code = getattr(fault, "code", None)
    if type(fault).__name__ != "MCPError" or not isinstance(code, int):
        return None
    message = one_line(getattr(fault, "message", ""))
    data: Any = getattr(fault, "data", None)
    if code == HTTP_FAULT and isinstance(data, dict) and data.get("kind") in list(FaultKind):
        return RequestFailed(FaultKind(data["kind"]), message, one_line(data.get("advice")), code=code, data=data)
    if code == CONNECTION_CLOSED and message == "Connection closed":
        return RequestFailed(FaultKind.LOST, "the connection closed", "reconnect", code=code, uncertain=True)
    if message.startswith("Failed to parse"):
        return RequestFailed(FaultKind.REQUEST, "the server sent an unreadable answer", "the fault is in the server")
    if message.startswith("SSE stream"):
        return RequestFailed(FaultKind.REQUEST, "the event stream ended before the answer", uncertain=True)
    if message.startswith(("Unexpected content type", "Redirect to", "server answered a request with 202")):
        return RequestFailed(FaultKind.REQUEST, message, "check the URL: is there an MCP server?")
    reason = f"the server answered with error {code}: {message or 'no message'}"
    return RequestFailed(FaultKind.ANSWER, reason, "its log may say more", code=code, message=message, data=data)


def _from_network(fault: BaseException, spec: ServerSpec) -> RequestFailed | None:
    where = bare_url(spec.url)
    name = type(fault).__name__
    detail = _detail(fault).replace("All connection attempts failed", "nothing answers there")
    match name:
        case "ConnectError" | "ConnectionRefusedError" | "ConnectionResetError" | "ProxyError":
            return RequestFailed(FaultKind.LOST, f"cannot connect to {where}: {detail}", "is the server running there?")
        case "ConnectTimeout" | "ReadTimeout" | "WriteTimeout" | "PoolTimeout":
            return RequestFailed(FaultKind.LOST, f"{where} did not answer in time", "check the address and the network")
        case "UnsupportedProtocol" | "InvalidURL":
            return RequestFailed(FaultKind.START, f"{where} is not a web address", "it begins with http:// or https://")
        case "HTTPStatusError":
            return http_fault(int(getattr(getattr(fault, "response", None), "status_code", 0)), "", where)
        case "ReadError" | "WriteError" | "RemoteProtocolError" | "LocalProtocolError" | "CloseError":
            return RequestFailed(
                FaultKind.LOST, f"the connection to {where} broke: {detail}", "try again", uncertain=True
            )
    return None


def http_fault(status: int, body: str, where: str, session_lost: bool = False) -> RequestFailed:
    """What an HTTP status means; `body` is shown, so it has to be masked already."""
    said = f": {clip(one_line(body), 160)}" if one_line(body) else ""
    if session_lost:
        return RequestFailed(
            FaultKind.LOST,
            f"the server has forgotten the session (HTTP {status})",
            "the request did not run; send it again",
        )
    if status in (401, 403):
        return RequestFailed(
            FaultKind.SIGN_IN,
            f"{where} asks for a sign-in (HTTP {status}){said}",
            "put a valid token into the server's headers, for example Authorization, then reconnect",
        )
    if status == 404:
        return RequestFailed(
            FaultKind.REQUEST, f"there is nothing at {where} (HTTP 404){said}", "check the path of the URL"
        )
    return RequestFailed(
        FaultKind.REQUEST, f"{where} answered HTTP {status}{said}", "look at the server, then try again"
    )


def _from_system(fault: BaseException, spec: ServerSpec) -> RequestFailed | None:
    if isinstance(fault, TimeoutError):
        return timed_out("the start", spec.start_timeout)
    if isinstance(fault, UnicodeError):
        reason = "a header or the URL holds characters that HTTP does not allow"
        return RequestFailed(FaultKind.START, reason, "write them in ASCII")
    if isinstance(fault, OSError):
        target = spec.command or bare_url(spec.url)
        return RequestFailed(
            FaultKind.START, f"cannot start {target}: {fault.strerror or _detail(fault)}", "check the command"
        )
    if type(fault).__name__ == "ValidationError":
        return RequestFailed(FaultKind.REQUEST, "the server's answer to the start is not MCP", "is this an MCP server?")
    return None


def _unknown(fault: BaseException) -> RequestFailed:
    return RequestFailed(FaultKind.REQUEST, _detail(fault), "its log may say more")


def _detail(fault: BaseException) -> str:
    text = one_line(str(fault))
    return clip(text if text else type(fault).__name__, 200)
