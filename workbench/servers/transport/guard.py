"""An HTTP client for MCP that turns faults of the way into answers the waiting request gets, and ends no session."""

import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import anyio
import httpx2

from workbench.servers.depth import cut_deep
from workbench.servers.faults import HTTP_FAULT, FaultKind, RequestFailed, explain, http_fault
from workbench.servers.framing import LINE_LIMIT, decode
from workbench.servers.logs import ServerLog
from workbench.servers.secrets import Masker, bare_url
from workbench.settings import ServerSpec
from workbench.text import plain

_SESSION_HEADER: Final = "mcp-session-id"
_DELETE_TIMEOUT: Final = 2.0
_BODY_SHOWN: Final = 4_000
_BODY_TIMEOUT: Final = 3.0
_LEEWAY: Final = 5.0
_PARSER_DEPTH: Final = 100


class GuardedClient(httpx2.AsyncClient):
    """Sends MCP's requests. A refused connection, an error status, a redirect to another origin or an unreadable kind
    of body becomes a JSON-RPC error for the one request that met it; a body that breaks off just ends.

    `last_fault` is the latest of these; `on_refused` is called after each.
    """

    def __init__(self, spec: ServerSpec, masker: Masker, log: ServerLog, auth: httpx2.Auth | None = None) -> None:
        super().__init__(headers=dict(spec.headers), follow_redirects=False, auth=auth)
        self._sign_in_advice = getattr(auth, "advice", "")
        self._spec = spec
        self._masker = masker
        self._log = log
        self.last_fault: RequestFailed | None = None
        self.on_refused: Callable[[], None] | None = None

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Like the base class, except that a POST never raises for a fault of the network or the server."""
        request.extensions = {**request.extensions, "timeout": self._limits(request).as_dict()}
        try:
            response = await super().send(request, **options)
        except httpx2.TransportError as fault:
            self._log.message("!!", f"{request.method} {type(fault).__name__}", None)
            if request.method != "POST":
                raise
            return self._answer(request, explain(fault, self._spec, self._masker))
        except RequestFailed as fault:
            self._log.message("!!", f"{request.method} not sent: the sign-in is no longer good", None)
            answer = self._answer(request, fault)
            return answer if request.method == "POST" else httpx2.Response(401, request=request)
        self._log.message("<-", f"HTTP {response.status_code} to {request.method}", None)
        if isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = _Patient(response.stream)
        fault_found = await self._fault(request, response)
        if fault_found is None:
            return await _readable(response) if request.method == "POST" else response
        await response.aclose()
        return self._answer(request, fault_found) if request.method == "POST" else _refused(request, response)

    def _limits(self, request: httpx2.Request) -> httpx2.Timeout:
        """Time limits: a stream of events may be silent for ever, an answer no longer than anyone waits."""
        if request.method == "DELETE":
            return httpx2.Timeout(_DELETE_TIMEOUT)
        longest = max(self._spec.start_timeout, self._spec.list_timeout, self._spec.call_timeout) + _LEEWAY
        endless = request.method == "GET" or request.headers.get("mcp-method") == "subscriptions/listen"
        return httpx2.Timeout(min(30.0, self._spec.start_timeout), read=None if endless else longest)

    async def _fault(self, request: httpx2.Request, response: httpx2.Response) -> RequestFailed | None:
        where = bare_url(self._spec.url)
        if (following := response.next_request) is not None:
            target = following.url
            if (target.scheme, target.host, target.port) == (request.url.scheme, request.url.host, request.url.port):
                return None
            return RequestFailed(
                FaultKind.START,
                f"{where} redirects to another origin ({bare_url(str(target))}), which is not followed",
                "use that address as the server's url if you trust it",
            )
        if response.status_code >= 400:
            return await self._status_fault(request, response, where)
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if request.method == "POST" and response.status_code == 200 and kind in ("text/html", "application/xhtml+xml"):
            return RequestFailed(FaultKind.REQUEST, f"{where} answers with a web page, not with MCP", "check the URL")
        return None

    async def _status_fault(
        self, request: httpx2.Request, response: httpx2.Response, where: str
    ) -> RequestFailed | None:
        body = self._masker.mask(plain((await _start_of_body(response)).decode("utf-8", "replace")))
        status = response.status_code
        in_session = _SESSION_HEADER in request.headers
        session_lost = in_session and (status == 404 or (status in (400, 401, 503) and "session" in body.lower()))
        if not session_lost and status not in (401, 403) and _is_rpc_error(body):
            return None
        fault = http_fault(status, body, where, session_lost)
        if fault.kind is FaultKind.SIGN_IN and status == 401 and self._sign_in_advice:
            fault.advice = self._sign_in_advice
        return fault

    def _answer(self, request: httpx2.Request, fault: RequestFailed) -> httpx2.Response:
        self.last_fault = fault
        if self.on_refused is not None:
            self.on_refused()
        error = {"code": HTTP_FAULT, "message": fault.reason, "data": {"kind": fault.kind, "advice": fault.advice}}
        return httpx2.Response(500, json={"jsonrpc": "2.0", "id": None, "error": error}, request=request)


class _Patient(httpx2.AsyncByteStream):
    """A response body that ends where the connection breaks, instead of raising through the whole session."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with contextlib.suppress(httpx2.TransportError):
            async for chunk in self._stream:
                yield chunk

    async def aclose(self) -> None:
        with contextlib.suppress(httpx2.TransportError):
            await self._stream.aclose()


async def _start_of_body(response: httpx2.Response) -> bytes:
    """The beginning of an error's body, which stays readable; empty where it does not come soon."""
    if response.headers.get("content-type", "").lower().startswith("text/event-stream"):
        return b""
    with anyio.move_on_after(_BODY_TIMEOUT):
        return (await response.aread())[:_BODY_SHOWN]
    return b""


async def _readable(response: httpx2.Response) -> httpx2.Response:
    """The response with a JSON body that strict parsers accept: half surrogate pairs and deep nesting are mended."""
    if not response.headers.get("content-type", "").lower().startswith("application/json"):
        return response
    if response.status_code != 200:
        return response
    data = await response.aread()
    if len(data) > LINE_LIMIT:
        return response
    value, complete = decode(data.decode("utf-8", "replace"))
    mended, was_cut = cut_deep(value, _PARSER_DEPTH)
    if not complete or not (was_cut or b"\\ud" in data.lower()):
        return response
    headers = {name: value for name, value in response.headers.items() if name == _SESSION_HEADER}
    headers["content-type"] = "application/json"
    body = json.dumps(mended, ensure_ascii=False).encode("utf-8", "replace")
    return httpx2.Response(200, content=body, headers=headers, request=response.request)


def _refused(request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
    return httpx2.Response(response.status_code if response.status_code >= 400 else 502, request=request)


def _is_rpc_error(body: str) -> bool:
    value, complete = decode(body)
    return complete and isinstance(value, dict) and isinstance(value.get("error"), dict) and "jsonrpc" in value
