"""The endpoints of the contract: token, faults, then the service in a thread (spec 4.2)."""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import formatdate
from typing import Any, TypeAlias
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from workbench.gateway import requests
from workbench.gateway.errors import WireError
from workbench.gateway.faultbox import FaultBox
from workbench.gateway.faults import FaultError, Faults
from workbench.gateway.responses import error_response, json_response, read_body
from workbench.gateway.service import Service
from workbench.gateway.spoiling import spoil
from workbench.gateway.store.secret import same_token

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]
Work: TypeAlias = Callable[[Request, bytes, Faults], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Api:
    """The endpoints over one service."""

    service: Service
    token: str
    faults: FaultBox

    def search(self) -> Endpoint:
        """POST /search."""
        return self._endpoint("search", lambda _, body, faults: self.service.search(requests.decode(body), faults))

    def schemas(self) -> Endpoint:
        """POST /schemas."""
        return self._endpoint("schemas", lambda _, body, faults: self.service.schemas(requests.decode(body), faults))

    def execute(self) -> Endpoint:
        """POST /execute."""

        def work(request: Request, body: bytes, faults: Faults) -> dict[str, Any]:
            key = requests.read_idempotency_key(request.headers.getlist("x-idempotency-key"))
            return self.service.execute(requests.decode(body), key, faults)

        return self._endpoint("execute", work)

    def connections(self) -> Endpoint:
        """POST /connections."""
        return self._endpoint(
            "connections", lambda _, body, faults: self.service.connect(requests.decode(body), faults)
        )

    def list(self) -> Endpoint:
        """GET the list."""

        def work(request: Request, _: bytes, faults: Faults) -> dict[str, Any]:
            return self.service.list(request.query_params.get("limit"), request.query_params.get("cursor"), faults)

        return self._endpoint("list", work)

    def admin_faults(self) -> Endpoint:
        """GET and PUT of the faults; PUT replaces them all."""

        async def endpoint(request: Request) -> Response:
            try:
                self._authorize(request)
                if request.method == "PUT":
                    self.faults.faults = Faults.from_json(requests.decode(await read_body(request)))
            except WireError as error:
                return error_response(error, _request_id())
            except FaultError as error:
                return error_response(requests.invalid(str(error)), _request_id())
            return json_response({"faults": self.faults.faults.as_json(), "active": self.faults.faults.active()})

        return endpoint

    def _endpoint(self, name: str, work: Work) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            request_id, faults = _request_id(), Faults()
            response: Response
            try:
                self._authorize(request)
                if self.faults.faults.empty_token:
                    raise _unauthorized()
                body = await read_body(request)
                faults = self.faults.take(name)
                early = _early(request, faults, request_id)
                if early is not None:
                    response = early
                else:
                    response = await asyncio.to_thread(_rendered, name, work, request, body, faults)
            except WireError as error:
                response = error_response(error, request_id)
            await asyncio.sleep(faults.slow)
            return Broken(response) if faults.drop else response

        return endpoint

    def _authorize(self, request: Request) -> None:
        given = request.headers.getlist("authorization")
        scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
        if scheme.lower() != "bearer" or not same_token(token.strip(), self.token):
            raise _unauthorized()


def _unauthorized() -> WireError:
    return WireError(401, "UNAUTHORIZED", "The token is missing or wrong.", {"WWW-Authenticate": "Bearer"})


def _request_id() -> str:
    return f"req_{uuid4().hex[:16]}"


def _rendered(name: str, work: Work, request: Request, body: bytes, faults: Faults) -> Response:
    """The answer, with everything that takes time done here, off the loop."""
    answer = work(request, body, faults)
    if faults.not_json:
        return PlainTextResponse(
            "<!doctype html><title>Sign in</title><h1>Welcome to the proxy</h1>", 200, None, "text/html"
        )
    return json_response(spoil(name, answer, faults.wrong_shapes) if faults.wrong_shapes else answer)


def _early(request: Request, faults: Faults, request_id: str) -> Response | None:
    """What a fault answers before anything is done."""
    if faults.redirect:
        port = request.url.port
        given = "".join(letter for letter in faults.redirect if "!" <= letter <= "~")
        elsewhere = f"http://localhost:{port}{request.url.path}" if given == "self" else given
        return Response(status_code=307, headers={"Location": elsewhere})
    if faults.rate_limited:
        return _rate_limited(faults, request_id)
    if faults.server_error == "code":
        return json_response({"error": "upstream_unavailable"}, 502)
    if faults.server_error == "text":
        return PlainTextResponse("upstream connect error or disconnect before headers. " * 40, 502)
    for on, error in (
        (faults.dark, WireError(404, "NOT_FOUND", "There is nothing here.")),
        (faults.unauthorized, WireError(401, "UNAUTHORIZED", "The token is not accepted any more.")),
        (faults.forbidden, WireError(403, "FORBIDDEN", "This account may not use connectors.")),
        (faults.conflict, WireError(409, "CONFLICT", "Another request is in the way.")),
        (faults.server_error, WireError(502, "UPSTREAM_ERROR", "The service behind the gateway failed.")),
    ):
        if on:
            return error_response(error, request_id)
    return None


def _rate_limited(faults: Faults, request_id: str) -> Response:
    message = "Too many requests."
    if faults.rate_limited == "flat":
        wait = round(faults.retry_after * 1000)
        return json_response({"code": "RATE_LIMITED", "message": message, "retryAfterMs": wait}, 429)
    seconds = math.ceil(faults.retry_after)
    after = formatdate(time.time() + seconds, usegmt=True) if faults.rate_limited == "date" else str(seconds)
    return error_response(WireError(429, "RATE_LIMITED", message, {"Retry-After": after}), request_id)


class Broken(Response):
    """An answer whose connection breaks in the middle."""

    def __init__(self, whole: Response) -> None:
        super().__init__(whole.body, whole.status_code, dict(whole.headers))

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Sends half of the body; the server sees that the rest is missing and closes."""
        half = bytes(self.body)[: len(self.body) // 2]
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": half, "more_body": False})
