"""Requests of a sign-in: to checked addresses only, with time limits, no answer larger than such answers are."""

from types import TracebackType
from typing import Final, Self

import httpx2

from workbench.servers.oauth.addresses import AddressRule

_TIMEOUT: Final = 20.0
_BODY_LIMIT: Final = 512_000


class TooLarge(Exception):
    """An answer that is larger than any answer of its kind."""


class CheckedClient:
    """Sends single requests; an `async with` block owns its connections. Redirects are handed back, never followed.

    `transport` replaces the network in tests.
    """

    def __init__(self, rule: AddressRule, transport: httpx2.AsyncBaseTransport | None = None) -> None:
        self._rule = rule
        self._client = httpx2.AsyncClient(
            transport=transport, timeout=httpx2.Timeout(_TIMEOUT), follow_redirects=False, cookies=None
        )

    async def __aenter__(self) -> Self:
        await self._client.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None = None,
        fault: BaseException | None = None,
        trace: TracebackType | None = None,
    ) -> None:
        await self._client.__aexit__(kind, fault, trace)

    async def send(self, request: httpx2.Request, field: str) -> httpx2.Response:
        """The answer, read whole. `field` says where the address came from.

        Raises Refused before anything is sent to an address that must not be asked; TooLarge, httpx2.TransportError.
        """
        await self._rule.check(str(request.url), field)
        return await self._read(request, _BODY_LIMIT)

    async def knock(self, request: httpx2.Request) -> httpx2.Response:
        """Sends a request to the server itself, whose address the person chose; the body of a success is not read."""
        return await self._read(request, 0)

    async def _read(self, request: httpx2.Request, limit: int) -> httpx2.Response:
        # A request that was not made by a client carries no time limits of its own.
        request.extensions = {**request.extensions, "timeout": httpx2.Timeout(_TIMEOUT).as_dict()}
        received = await self._client.send(request, stream=True, follow_redirects=False)
        self._client.cookies.clear()
        try:
            body = b""
            if limit:
                async for chunk in received.aiter_bytes():
                    body += chunk
                    if len(body) > limit:
                        raise TooLarge(f"the answer is larger than {limit} bytes")
        finally:
            await received.aclose()
        kept = [(name, value) for name, value in received.headers.multi_items() if name not in _ABOUT_BODY]
        answer = httpx2.Response(received.status_code, headers=kept, content=body, request=request)
        answer.next_request = received.next_request
        return answer


_ABOUT_BODY: Final = frozenset({"content-encoding", "content-length", "transfer-encoding"})
