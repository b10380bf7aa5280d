"""Requests to one gateway: the token, the time-outs, the retries and the faults of each (spec 4.2)."""

import asyncio
import contextlib
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

from workbench.connectors.envelopes import decode, not_json, read_fault
from workbench.connectors.errors import (
    BAD_REQUEST,
    BAD_URL,
    NO_TOKEN,
    TIMEOUT,
    UNREACHABLE,
    FaultKind,
    GatewayError,
    InvalidResponse,
)
from workbench.connectors.links import safe_link
from workbench.connectors.reply import Reply, SendFault
from workbench.connectors.retry import PREFIX, Attempts, Route, allowed
from workbench.masking import MASK, harmless
from workbench.model import Json

if TYPE_CHECKING:
    import httpx2

    from workbench.connectors.sending import Sender

_TOKEN: Final = re.compile(r"[\x21-\x7e]{1,8192}")

_LARGE: Final = 500_000
"""Bytes of an answer from which on it is read in a thread, so that a screen goes on drawing."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request for an activity log: never a body, a header or a query.

    `status` is None where no response came; `code` is empty for a success.
    """

    method: str
    route: str
    status: int | None
    seconds: float
    code: str = ""


@dataclass(frozen=True)
class Surroundings:
    """What a channel is given by its owner: clocks, a way to sleep, the token, and who hears of each request."""

    token: Callable[[], str | None] = field(repr=False)
    clock: Callable[[], float]
    wall: Callable[[], float]
    sleep: Callable[[float], Awaitable[Any]]
    on_exchange: Callable[[Exchange], None] | None
    transport: "httpx2.AsyncBaseTransport | None"


class Channel:
    """The way to one gateway. Its token goes to the scheme, host and port of `url` and nowhere else."""

    def __init__(self, url: str, around: Surroundings) -> None:
        self._base = base_address(url)
        self._around = around
        self._sender: Sender | None = None
        self._making = asyncio.Lock()

    async def ask(
        self,
        route: Route,
        read: Callable[[Json], T],
        *,
        body: Json = None,
        query: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> T:
        """Sends a request, and again as far as the table allows, and reads the answer. Raises GatewayError.

        Faults are raised outside of any handler, so that no exception of the HTTP library hangs on to them: those hold
        the request with its headers.
        """
        content = None if body is None else _encoded(body)
        if content == _UNFIT:
            raise GatewayError(FaultKind.INVALID, BAD_REQUEST, "The arguments cannot be written as JSON.")
        if not self._base:
            message = (
                "The gateway's address must be http:// or https:// with a host, without a user, query or fragment."
            )
            raise GatewayError(FaultKind.TRANSPORT, BAD_URL, message)
        clock = self._around.clock
        started = clock()
        attempts = Attempts()
        while True:
            limit = allowed(route, clock() - started)
            outcome = await self._attempt(route, read, query, content, headers or {}, limit)
            if not isinstance(outcome, GatewayError):
                return outcome
            pause = attempts.pause(route, outcome, clock() - started)
            if pause is None:
                raise outcome
            await self._around.sleep(pause)

    def read_token(self) -> str | None:
        """The token of this moment; None where there is none that could be sent."""
        try:
            token = self._around.token()
        except Exception:
            return None
        token = token.strip() if isinstance(token, str) else ""
        return token if _TOKEN.fullmatch(token) else None

    async def close(self) -> None:
        """Closes the connections; another request would open them anew."""
        sender, self._sender = self._sender, None
        if sender is not None:
            await sender.close()

    async def _attempt(
        self,
        route: Route,
        read: Callable[[Json], T],
        query: str,
        content: bytes | None,
        headers: Mapping[str, str],
        limit: float,
    ) -> T | GatewayError:
        """One request; a fault is returned."""
        token = self.read_token()
        if token is None:
            message = "There is no token for the gateway, or it has characters that no token has. Nothing was sent."
            return GatewayError(FaultKind.AUTH, NO_TOKEN, message)
        sent = {"authorization": f"Bearer {token}", "accept": "application/json", "accept-encoding": "identity"}
        if content is not None:
            sent["content-type"] = "application/json"
        sender = await self._ready()
        started = self._around.clock()
        reply = await self._reply(sender, route, query, {**sent, **headers}, content, limit)
        if isinstance(reply, GatewayError):
            outcome: T | GatewayError = reply
        elif len(reply.body) > _LARGE:
            outcome = await asyncio.to_thread(self._judge, reply, read, token)
        else:
            outcome = self._judge(reply, read, token)
        status = reply.status if isinstance(reply, Reply) else None
        code = outcome.code if isinstance(outcome, GatewayError) else ""
        seconds = max(self._around.clock() - started, 0.0)
        self._tell(Exchange(route.method, route.path, status, seconds, code))
        return outcome

    async def _reply(
        self,
        sender: "Sender",
        route: Route,
        query: str,
        headers: Mapping[str, str],
        content: bytes | None,
        limit: float,
    ) -> Reply | GatewayError:
        url = f"{self._base}{route.path}{query}"
        try:
            async with asyncio.timeout(limit):
                return await sender.send(route.method, url, headers, content, limit, route.most_bytes)
        except TimeoutError:
            code, words = TIMEOUT, ""
        except SendFault as fault:
            code, words = fault.code, fault.words
        if code == TIMEOUT:
            words = f"The gateway did not answer within {route.timeout:g} seconds."
        return GatewayError(FaultKind.TRANSPORT if code in (TIMEOUT, UNREACHABLE) else FaultKind.INVALID, code, words)

    def _judge(self, reply: Reply, read: Callable[[Json], T], token: str) -> T | GatewayError:
        def mask(text: str) -> str:
            return _masked(text, token)

        if not 200 <= reply.status < 300:
            return read_fault(reply.status, reply.body, reply.retry_after, self._around.wall(), mask)
        try:
            raw = decode(reply.body, mask)
        except ValueError:
            return not_json(reply.status)
        try:
            return read(raw)
        except InvalidResponse as fault:
            return InvalidResponse(fault.where, fault.what, status=reply.status)

    async def _ready(self) -> "Sender":
        async with self._making:
            if self._sender is None:
                secure = self._base.startswith("https:")
                self._sender = await asyncio.to_thread(_make_sender, self._around.transport, secure)
            return self._sender

    def _tell(self, exchange: Exchange) -> None:
        if self._around.on_exchange is not None:
            with contextlib.suppress(Exception):
                self._around.on_exchange(exchange)


def base_address(url: str) -> str:
    """The part of a configured address that the routes are put behind; empty where the address cannot be used."""
    link = safe_link(url.strip()) if isinstance(url, str) else None
    if link is None:
        return ""
    parts = urlsplit(link)
    if parts.query or parts.fragment:
        return ""
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/').removesuffix(PREFIX).rstrip('/')}"


_UNFIT: Final = b""


def _encoded(body: Json) -> bytes:
    """The body as ASCII JSON; empty where it is no JSON."""
    try:
        return json.dumps(body, separators=(",", ":"), allow_nan=False).encode("ascii")
    except (ValueError, TypeError, RecursionError):
        return _UNFIT


def _masked(text: str, token: str) -> str:
    """The text without the token, also as JSON that escapes `/` has it."""
    if harmless(token) or '"' in token or "\\" in token:
        return text
    return text.replace(token, MASK).replace(token.replace("/", "\\/"), MASK)


def _make_sender(transport: "httpx2.AsyncBaseTransport | None", secure: bool) -> "Sender":
    """Runs in a thread: the library's import and the certificates take a fifth of a second.

    A proxy of the environment is used for https alone, where it cannot read the token.
    """
    from workbench.connectors.sending import Sender

    return Sender(transport, proxied=secure)
