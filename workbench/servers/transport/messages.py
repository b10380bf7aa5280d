"""JSON objects to and from the SDK's messages, leniently where its models refuse."""

import json
from typing import Any

from mcp_types import ErrorData, JSONRPCError, JSONRPCMessage, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse
from pydantic import ValidationError

from workbench.servers.results import FlawedAnswer
from workbench.text import one_line

_INTERNAL_ERROR = -32603


def to_message(body: dict[str, Any]) -> JSONRPCMessage | None:
    """The SDK's form of a JSON-RPC object, None for one that is no message at all.

    A result of any JSON type passes. An answer with both result and error keeps the result, with a note.
    """
    try:
        if "method" in body:
            if "id" in body:
                return JSONRPCRequest.model_validate(body)
            return JSONRPCNotification.model_validate(body)
    except ValidationError:
        return None
    request_id = body.get("id")
    if isinstance(request_id, float) and request_id.is_integer():
        request_id = int(request_id)
    if request_id is not None and (isinstance(request_id, bool) or not isinstance(request_id, int | str)):
        return None
    if "result" in body and request_id is not None:
        return JSONRPCResponse.model_construct(jsonrpc="2.0", id=request_id, result=_result(body))
    return JSONRPCError.model_construct(jsonrpc="2.0", id=request_id, error=_error(body.get("error")))


def to_bytes(message: JSONRPCMessage) -> bytes:
    """One line of JSON with the caller's numbers and texts unchanged; half a surrogate pair becomes its escape."""
    body = message.model_dump(by_alias=True, exclude_unset=True)
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace") + b"\n"


def summary(message: JSONRPCMessage) -> str:
    """What a protocol log says about a message: method and id, never its content."""
    match message:
        case JSONRPCRequest():
            return f"{message.method} #{message.id}"
        case JSONRPCNotification():
            return message.method
        case JSONRPCResponse():
            return f"result #{message.id}"
        case _:
            return f"error #{message.id} {message.error.code}"


def _result(body: dict[str, Any]) -> Any:
    result = body["result"]
    if body.get("error") is None or not isinstance(result, dict):
        return result
    flawed = FlawedAnswer(result)
    flawed.problem = f"the answer held an error as well: {one_line(_error(body['error']).message)}"
    return flawed


def _error(raw: Any) -> ErrorData:
    if raw is None:
        return ErrorData(code=_INTERNAL_ERROR, message="the answer holds neither a result nor an error")
    if not isinstance(raw, dict):
        return ErrorData(code=_INTERNAL_ERROR, message=one_line(raw) or "an error of an unknown form", data=raw)
    code, message = raw.get("code"), raw.get("message")
    return ErrorData(
        code=code if isinstance(code, int) and not isinstance(code, bool) else _INTERNAL_ERROR,
        message=message if isinstance(message, str) else one_line(str(message)),
        data=raw.get("data"),
    )
