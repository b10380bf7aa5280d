"""A real MCP server behind OAuth, served in the test process, and a browser that does what a script says."""

import asyncio
import contextlib
import http.client
import secrets
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import uvicorn
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    RefreshToken,
    TokenError,
    construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions
from mcp.server.mcpserver import MCPServer
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from pydantic import AnyHttpUrl
from starlette.responses import JSONResponse, RedirectResponse

from tests.servers.conftest import until
from workbench.servers.oauth import Credentials, SignIn, StepEvent
from workbench.servers.oauth.opening import Opener
from workbench.servers.secrets_store import SecretStore
from workbench.settings import ServerSpec

Asgi = Callable[..., Awaitable[None]]


@dataclass
class Accounts:
    """An authorization server in memory, with the switches that the tests turn."""

    lifetime: int = 3600
    deny: str = ""
    refuse_tokens: bool = False
    refuse_refresh: bool = False
    refuse_code: bool = False
    issued: list[str] = field(default_factory=list)
    clients: dict[str, OAuthClientInformationFull] = field(default_factory=dict)
    codes: dict[str, AuthorizationCode] = field(default_factory=dict)
    access: dict[str, AccessToken] = field(default_factory=dict)
    refreshing: dict[str, RefreshToken] = field(default_factory=dict)

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        assert client_info.client_id
        self.clients[client_info.client_id] = client_info
        if client_info.client_secret:
            self.issued.append(client_info.client_secret)

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        if self.deny:
            back = {"error": "access_denied", "error_description": self.deny, "state": params.state}
            return construct_redirect_uri(str(params.redirect_uri), **back)
        code = self._new("code")
        self.codes[code] = AuthorizationCode(
            code=code,
            scopes=params.scopes or ["use"],
            expires_at=time.time() + 60,
            client_id=client.client_id,
            code_challenge=params.code_challenge,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            resource=params.resource,
        )
        return construct_redirect_uri(str(params.redirect_uri), code=code, state=params.state)

    async def load_authorization_code(
        self,
        client: OAuthClientInformationFull,  # noqa: ARG002
        authorization_code: str,
    ) -> AuthorizationCode | None:
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        if self.refuse_code:
            raise TokenError("invalid_grant", f"the code {authorization_code.code} is not wanted")
        del self.codes[authorization_code.code]
        return self._tokens(client.client_id, authorization_code.scopes)

    async def load_refresh_token(
        self,
        client: OAuthClientInformationFull,  # noqa: ARG002
        refresh_token: str,
    ) -> RefreshToken | None:
        return None if self.refuse_refresh else self.refreshing.get(refresh_token)

    async def exchange_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: RefreshToken, scopes: list[str]
    ) -> OAuthToken:
        del self.refreshing[refresh_token.token]
        return self._tokens(client.client_id, scopes)

    async def load_access_token(self, token: str) -> AccessToken | None:
        return None if self.refuse_tokens else self.access.get(token)

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        self.access.pop(token.token, None)
        self.refreshing.pop(token.token, None)

    def _tokens(self, client_id: str, scopes: list[str]) -> OAuthToken:
        token, refresh = self._new("access"), self._new("refresh")
        self.access[token] = AccessToken(token=token, client_id=client_id, scopes=scopes)
        self.refreshing[refresh] = RefreshToken(token=refresh, client_id=client_id, scopes=scopes)
        return OAuthToken(access_token=token, refresh_token=refresh, expires_in=self.lifetime, scope=" ".join(scopes))

    def _new(self, kind: str) -> str:
        made = f"{kind}-{secrets.token_hex(16)}"
        self.issued.append(made)
        return made


@dataclass
class Protected:
    """A running server: its accounts, what it was asked, and answers that replace its own by path."""

    url: str
    accounts: Accounts
    asked: list[str] = field(default_factory=list)
    instead: dict[str, tuple[int, Any]] = field(default_factory=dict)
    elsewhere: str = ""

    def count(self, request: str) -> int:
        return self.asked.count(request)

    def spec(self, name: str = "guarded", **more: Any) -> ServerSpec:
        return ServerSpec(name, url=self.url, start_timeout=20, list_timeout=20, call_timeout=20, **more)


@contextlib.asynccontextmanager
async def protected_server(accounts: Accounts | None = None) -> AsyncIterator[Protected]:
    """Serves the MCP server `guarded` with two tools on a free port of this computer."""
    accounts = accounts or Accounts()
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        base = f"http://127.0.0.1:{listening.getsockname()[1]}"
        server = MCPServer(
            "guarded",
            auth_server_provider=accounts,
            auth=AuthSettings(
                issuer_url=AnyHttpUrl(base),
                resource_server_url=AnyHttpUrl(f"{base}/mcp"),
                client_registration_options=ClientRegistrationOptions(
                    enabled=True, valid_scopes=["use"], default_scopes=["use"]
                ),
                required_scopes=["use"],
                validate_token_resource=False,
            ),
        )

        @server.tool()
        def greet(name: str) -> str:
            """Greets somebody."""
            return f"Hello {name}"

        @server.tool()
        def add(a: int, b: int) -> int:
            """Adds two numbers."""
            return a + b

        running = Protected(f"{base}/mcp", accounts)
        app = _watched(server.streamable_http_app(), running)
        service = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="on", timeout_graceful_shutdown=1))
        service.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        task = asyncio.create_task(service.serve(sockets=[listening]))
        await until(lambda: service.started)
        try:
            yield running
        finally:
            service.should_exit = True
            service.force_exit = True
            await task


def _watched(app: Asgi, running: Protected) -> Asgi:
    async def watched(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        running.asked.append(f"{scope['method']} {scope['path']}")
        if scope["path"] in running.instead:
            status, body = running.instead[scope["path"]]
            await JSONResponse(body, status_code=status)(scope, receive, send)
            return
        if running.elsewhere and scope["path"] == "/mcp":
            await RedirectResponse(running.elsewhere, 307)(scope, receive, send)
            return
        await app(scope, receive, send)

    return watched


@dataclass
class Page:
    """What the browser got for one address."""

    status: int
    text: str
    location: str


def visit(url: str) -> Page:
    """One GET without following anything. Not by httpx2, whose log would hold what the program must not log."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=10)
    try:
        connection.request("GET", f"{parts.path}?{parts.query}")
        answer = connection.getresponse()
        return Page(answer.status, answer.read().decode(), answer.getheader("location") or "")
    finally:
        connection.close()


class Browser:
    """An opener that follows the page's redirects at once, as somebody who agrees to everything would.

    `change` may alter the address it is sent back to; `hold` keeps it from going anywhere.
    """

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.pages: list[Page] = []
        self.hold = False
        self.change: Callable[[str], str] = lambda address: address
        self._tasks: set[asyncio.Task[None]] = set()

    async def __call__(self, url: str) -> bool:
        self.opened.append(url)
        if not self.hold:
            task = asyncio.create_task(self._go(url))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return True

    async def _go(self, url: str) -> None:
        page = await asyncio.to_thread(visit, url)
        self.pages.append(page)
        if page.location:
            self.pages.append(await asyncio.to_thread(visit, self.change(page.location)))

    @property
    def state(self) -> str:
        return parse_qs(urlsplit(self.opened[-1]).query)["state"][0]

    @property
    def redirect(self) -> str:
        return parse_qs(urlsplit(self.opened[-1]).query)["redirect_uri"][0]


class Desk:
    """Credentials over a file in the test's folder, the browser, and the steps that were named."""

    def __init__(self, folder: Path, browser: Opener | None = None, **more: Any) -> None:
        self.folder = folder
        self.steps: list[StepEvent] = []
        self.browser = Browser()
        self.store = SecretStore(folder / "data")
        self.now = time.time()
        self.credentials = Credentials(
            self.store,
            advice=lambda name: f"sign in at {name}",
            opener=browser or self.browser,
            wall=lambda: self.now,
            **more,
        )

    def sign_in(self, spec: ServerSpec, **more: Any) -> SignIn:
        return self.credentials.sign_in(spec, self.steps.append, **more)

    @property
    def names(self) -> list[str]:
        """The steps in their order, each once in a row."""
        named = [event.step.name for event in self.steps]
        return [name for index, name in enumerate(named) if index == 0 or named[index - 1] != name]


def written(folder: Path, but: str = "secrets.json") -> str:
    """Everything in the files of a folder, except the file that may hold secrets."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != but]
    return "\n".join(path.read_text(errors="replace") for path in files)
