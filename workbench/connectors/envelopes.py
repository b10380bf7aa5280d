"""What a gateway says when it refuses, in each of the forms it has for that (spec 4.2)."""

import json
import re
from collections.abc import Callable
from typing import Final

from workbench.connectors.errors import INVALID_RESPONSE, REDIRECT, FaultKind, GatewayError
from workbench.connectors.retry import retry_after
from workbench.model import Json
from workbench.text import plain

_CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}")


def read_fault(status: int, body: bytes, header: str, now: float, mask: Callable[[str], str]) -> GatewayError:
    """The fault behind any status that is no success. Never raises.

    Reads `{error: {code, message}}`, `{error: "code"}`, the flat `{code, message, retryAfterMs}` and plain text, which
    any other JSON counts as; without a code it is `HTTP_<status>`. `header` is `Retry-After`; `mask` takes secrets out
    of what the gateway says.
    """
    if 300 <= status < 400:
        message = "The gateway redirects elsewhere; the token does not follow it there. Set its final address."
        return GatewayError(FaultKind.HTTP, REDIRECT, message, status=status)
    text = body.decode("utf-8", "replace")
    raw = _decoded(text)
    code, message = _code_and_message(raw) if isinstance(raw, dict) else ("", "")
    if not code and not message:
        message = raw if isinstance(raw, str) else text
    wait = retry_after(header, _with_retry(raw), now) if status == 429 else None
    return GatewayError(
        _kind(status), mask(code) or f"HTTP_{status}", mask(plain(message).strip()), status=status, retry_after=wait
    )


def decode(body: bytes, mask: Callable[[str], str]) -> Json:
    """The JSON of a successful answer, without secrets in it. Raises ValueError for what is none."""
    try:
        return json.loads(mask(body.decode("utf-8-sig")), parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def not_json(status: int) -> GatewayError:
    """A success that is no JSON."""
    return GatewayError(FaultKind.INVALID, INVALID_RESPONSE, "the answer is not JSON", status=status)


def _kind(status: int) -> FaultKind:
    if status in (401, 403):
        return FaultKind.AUTH
    if status == 404:
        return FaultKind.DARK
    return FaultKind.RATE_LIMITED if status == 429 else FaultKind.HTTP


def _decoded(text: str) -> Json:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _code_and_message(raw: dict[str, Json]) -> tuple[str, str]:
    fault = raw.get("error")
    if isinstance(fault, dict):
        return _code(fault.get("code")), _text(fault.get("message"))
    message = _text(raw.get("message"))
    if isinstance(fault, str):
        code = _code(fault)
        return (code, message) if code else (_code(raw.get("code")), message or fault)
    return _code(raw.get("code")), message


def _with_retry(raw: Json) -> Json:
    """The object that may hold `retryAfterMs`: the answer itself, or the error inside it."""
    if isinstance(raw, dict) and "retryAfterMs" not in raw and isinstance(raw.get("error"), dict):
        return raw["error"]
    return raw


def _code(value: Json) -> str:
    return value if isinstance(value, str) and _CODE.fullmatch(value) else ""


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")
