"""The ASGI application, put together."""

from importlib import resources
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from workbench.gateway.api import Api, Endpoint
from workbench.gateway.errors import WireError
from workbench.gateway.faultbox import FaultBox
from workbench.gateway.guard import Guard, Log
from workbench.gateway.pages.accounts import AccountsPage
from workbench.gateway.pages.consent import ConsentPage
from workbench.gateway.responses import error_response
from workbench.gateway.service import Service

PREFIX: Final = "/v1/connectors"


def make_app(
    service: Service, accounts: AccountsPage, token: str, faults: FaultBox, hosts: frozenset[str], log: Log
) -> Guard:
    """The whole application. `hosts` are the values that a Host header may have, in lower case."""
    api = Api(service, token, faults)
    consent = ConsentPage(service, faults, hosts)
    routes = [
        Route(f"{PREFIX}/search", api.search(), methods=["POST"]),
        Route(f"{PREFIX}/schemas", api.schemas(), methods=["POST"]),
        Route(f"{PREFIX}/execute", api.execute(), methods=["POST"]),
        Route(f"{PREFIX}/connections", api.connections(), methods=["POST"]),
        Route(PREFIX, api.list(), methods=["GET"]),
        Route("/admin/faults", api.admin_faults(), methods=["GET", "PUT"]),
        Route("/connect/{link}", consent.show, methods=["GET"]),
        Route("/connect/{link}", consent.decide, methods=["POST"]),
        Route("/accounts", accounts.show, methods=["GET"]),
        Route("/accounts", accounts.act, methods=["POST"]),
        Route("/accounts/open/{code}", accounts.open, methods=["GET"]),
        Route("/style.css", _style(), methods=["GET"]),
    ]
    handlers: Any = {HTTPException: _http_error, ClientDisconnect: _gone}
    app = Starlette(routes=routes, exception_handlers=handlers)
    app.router.redirect_slashes = False
    return Guard(app, hosts, log)


def _style() -> Endpoint:
    style = resources.files("workbench.gateway.pages").joinpath("style.css").read_bytes()

    async def endpoint(_: Request) -> Response:
        return Response(style, media_type="text/css")

    return endpoint


async def _http_error(_: Request, error: HTTPException) -> Response:
    code = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}.get(error.status_code, f"HTTP_{error.status_code}")
    return error_response(WireError(error.status_code, code, error.detail, dict(error.headers or {})), "")


async def _gone(_: Request, __: ClientDisconnect) -> Response:
    return Response(status_code=400)
