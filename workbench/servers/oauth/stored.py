"""Using a stored sign-in for the requests of an attached server: silently, and never asking anybody."""

import asyncio
import importlib
import time
from collections.abc import AsyncGenerator, Callable, Iterable
from typing import Final

import httpx2

from workbench.model import ServerUnreachable
from workbench.servers.faults import FaultKind, RequestFailed
from workbench.servers.oauth.addresses import AddressRule, Refused, Resolve, resolve
from workbench.servers.oauth.callback import HOST, PATH
from workbench.servers.oauth.faults import error_of, invalid
from workbench.servers.oauth.record import Record, RecordShelf
from workbench.servers.oauth.wire import CheckedClient, TooLarge
from workbench.servers.secrets import bare_url

_EARLY: Final = 30.0
"""Seconds before its end at which a token is refreshed: it must still be good when it arrives."""

_LOOKS: Final = 4
_LOOK_PAUSE: Final = 0.2


class StoredAuth(httpx2.Auth):
    """Puts the stored token on each request and refreshes it when it is due, or once when it is refused.

    Requests run side by side; only the refresh itself is done by one at a time. `learn` is told every secret, so that
    it can be masked. What cannot be refreshed raises RequestFailed: SIGN_IN where the person has to act (a worthless
    sign-in is forgotten at once, so that no later attempt repeats it), LOST where trying again may help.
    """

    def __init__(
        self,
        url: str,
        shelf: RecordShelf,
        record: Record,
        *,
        learn: Callable[[Iterable[str]], None],
        advice: str,
        wall: Callable[[], float] = time.time,
        resolver: Resolve = resolve,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self.advice = advice
        self._url = url
        self._shelf = shelf
        self._record = record
        self._learn = learn
        self._wall = wall
        self._rule = AddressRule(url, resolver)
        self._transport = transport
        self._lock = asyncio.Lock()
        self._unproven = ""
        self._ended: RequestFailed | None = None
        learn(record.secrets())

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        """The request with a token; a second time, with a new one, where the first was refused as expired."""
        if self._ended is not None:
            raise self._again(self._ended)
        if self._due():
            async with self._lock:
                if self._due():
                    await self._refresh()
        used = self._record.access_token
        if not used:
            yield request
            return
        request.headers["Authorization"] = f"Bearer {used}"
        response = yield request
        if response.status_code != 401:
            if self._unproven == used:
                self._unproven = ""
            return
        if await self._renewed(used):
            request.headers["Authorization"] = f"Bearer {self._record.access_token}"
            yield request

    def _due(self) -> bool:
        ends = self._record.expires_at
        return bool(self._record.refresh_token) and ends is not None and self._wall() > ends - _EARLY

    async def _renewed(self, used: str) -> bool:
        """Whether there is another token now than the one that was refused."""
        async with self._lock:
            if self._record.access_token != used:
                return bool(self._record.access_token)
            stored = await self._shelf.read()
            if stored.access_token not in ("", used):
                self._adopt(stored)
                return True
            if used == self._unproven or not self._record.refresh_token:
                return False
            await self._refresh()
            self._unproven = self._record.access_token
            return True

    async def _refresh(self) -> None:
        """Gets a new token. Another process may have done so meanwhile: a refresh token is often good only once."""
        stored = await self._shelf.read()
        if stored.refresh_token != self._record.refresh_token:
            self._adopt(stored)
            if not self._due():
                return
        try:
            await self._ask()
        except Refused as fault:
            raise self._over(f"the sign-in cannot be refreshed: {fault}") from None
        except (httpx2.TransportError, TooLarge) as fault:
            where = bare_url(self._record.token_endpoint or self._url)
            raise RequestFailed(
                FaultKind.LOST, f"the sign-in cannot be refreshed: {where}: {type(fault).__name__}", "try again later"
            ) from None
        except RequestFailed:
            raise
        except ServerUnreachable as fault:
            raise RequestFailed(FaultKind.START, fault.reason, fault.advice) from None

    async def _ask(self) -> None:
        sdk = await asyncio.to_thread(importlib.import_module, "workbench.servers.oauth.provider")
        storage = sdk.Storage(self._shelf, self._record)
        provider = sdk.make_provider(self._url, storage, sdk.Client(f"http://{HOST}:{1}{PATH}"))
        prepared = await sdk.refresh_request(provider)
        if prepared is None:
            return
        request, flow = prepared
        try:
            async with CheckedClient(self._rule, self._transport) as client:
                response = await client.send(request, "token_endpoint")
            if response.status_code != 200:
                if invalid(response) and await self._others_were_first():
                    return
                raise await self._refused(response)
            await flow.asend(response)
        finally:
            await flow.aclose()
        if storage.record.access_token == self._record.access_token:
            raise self._over("the answer with the new token cannot be used")
        self._adopt(storage.record)

    async def _others_were_first(self) -> bool:
        """Whether another process has used the refresh token up at the same moment; it stores what it got for it."""
        for _ in range(_LOOKS):
            stored = await self._shelf.read()
            if stored.access_token not in ("", self._record.access_token):
                self._adopt(stored)
                return True
            await asyncio.sleep(_LOOK_PAUSE)
        return False

    async def _refused(self, response: httpx2.Response) -> RequestFailed:
        error, _ = error_of(response)
        told = error or f"HTTP {response.status_code}"
        if invalid(response):
            await self._shelf.drop_tokens(self._record.access_token)
            self._record = Record(client=self._record.client)
            return self._over(f"the sign-in has expired ({told})")
        if response.status_code == 429 or response.status_code >= 500:
            return RequestFailed(
                FaultKind.LOST, f"the authorization server cannot refresh the sign-in now ({told})", "try again later"
            )
        return self._over(f"the sign-in was not refreshed ({told})")

    def _over(self, reason: str) -> RequestFailed:
        """The fault after which only the person can help; every later request meets it too, without being sent."""
        self._ended = RequestFailed(FaultKind.SIGN_IN, reason, self.advice)
        return self._again(self._ended)

    def _again(self, fault: RequestFailed) -> RequestFailed:
        return RequestFailed(fault.kind, fault.reason, fault.advice)

    def _adopt(self, record: Record) -> None:
        self._record = record
        self._learn(record.secrets())
