"""What stands around every request: the Host check, the security headers, the log, the last word on errors."""

import time
from collections.abc import Callable
from typing import Final, TypeAlias

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from workbench.gateway.errors import WireError
from workbench.gateway.responses import error_response

Log: TypeAlias = Callable[[str], None]

HEADERS: Final = (
    (b"cache-control", b"no-store"),
    (
        b"content-security-policy",
        b"default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
)
"""On every answer: nothing is cached, framed, sniffed or loaded from elsewhere; no script runs at all."""

_SHOWN: Final = frozenset({
    "/v1/connectors", "/v1/connectors/search", "/v1/connectors/schemas", "/v1/connectors/execute",
    "/v1/connectors/connections", "/admin/faults", "/accounts", "/style.css",
})  # fmt: skip


class Guard:
    """Wraps the application. `hosts` are the Host headers that are served; `log` gets one line a request."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], log: Log) -> None:
        self._app = app
        self._hosts = hosts
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            return
        started, status = time.monotonic(), 0

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        try:
            if not self._expected(scope):
                wrong = WireError(421, "WRONG_HOST", "This address is not served here; use the one that was printed.")
                await error_response(wrong, "")(scope, receive, guarded)
            else:
                await self._app(scope, receive, guarded)
        except Exception as error:
            self._log(f"{shown(scope)} failed: {type(error).__name__}")
            if status:
                raise
            await error_response(WireError(500, "INTERNAL", "The gateway failed."), "")(scope, receive, guarded)
        finally:
            self._log(f"{shown(scope)} {status or 'gone'} {(time.monotonic() - started) * 1000:.0f} ms")

    def _expected(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"host"]
        return len(given) == 1 and given[0].decode("latin-1").lower() in self._hosts


def shown(scope: Scope) -> str:
    """A request for the log: method and route, with nothing of its own in it."""
    path = scope["path"]
    known = (
        path
        if path in _SHOWN
        else next((f"{head}*" for head in ("/connect/", "/accounts/open/") if path.startswith(head)), "/*")
    )
    return f"{scope['method'][:10]} {known}"
