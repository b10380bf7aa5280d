"""One HTTP request and its bounded answer. Importing this imports the HTTP library, which takes a fifth of a second."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final

import httpx2

from workbench.connectors.errors import INVALID_RESPONSE, TIMEOUT, TOO_LARGE, UNREACHABLE
from workbench.connectors.reply import Reply, SendFault

MAX_FAULT_BYTES: Final = 64_000
"""Bytes read of an answer that is no success."""


class Sender:
    """Keeps connections to one gateway. Follows no redirect, keeps no cookie, asks for no compression."""

    def __init__(self, transport: httpx2.AsyncBaseTransport | None = None, *, proxied: bool = False) -> None:
        self._client = httpx2.AsyncClient(
            transport=transport,
            follow_redirects=False,
            trust_env=proxied,
            limits=httpx2.Limits(max_connections=16, max_keepalive_connections=4),
        )

    async def send(
        self, method: str, url: str, headers: Mapping[str, str], content: bytes | None, timeout: float, most: int
    ) -> Reply:
        """Sends one request, once. `timeout` bounds each wait on the network, `most` the bytes of a success.

        Raises SendFault. The caller bounds the whole.
        """
        request = self._client.build_request(method, url, headers=dict(headers), content=content, timeout=timeout)
        async with self._answer(request) as response:
            success = 200 <= response.status_code < 300
            encoding = response.headers.get("content-encoding", "identity").strip().lower()
            if encoding not in ("", "identity"):
                if success:
                    raise SendFault(INVALID_RESPONSE, "The answer came compressed, which was not asked for.")
                return Reply(response.status_code, b"", response.headers.get("retry-after", ""))
            body = await _body(response, most if success else MAX_FAULT_BYTES, whole=success)
            return Reply(response.status_code, body, response.headers.get("retry-after", ""))

    async def close(self) -> None:
        """Closes the connections."""
        await self._client.aclose()

    @asynccontextmanager
    async def _answer(self, request: httpx2.Request) -> AsyncIterator[httpx2.Response]:
        response: httpx2.Response | None = None
        try:
            response = await self._client.send(request, stream=True, auth=None)
            self._client.cookies.clear()
            yield response
        except httpx2.TimeoutException:
            raise SendFault(TIMEOUT, "The gateway did not answer in time.") from None
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError) as fault:
            raise SendFault(UNREACHABLE, _words(fault)) from None
        finally:
            if response is not None:
                await response.aclose()


async def _body(response: httpx2.Response, most: int, *, whole: bool) -> bytes:
    declared = response.headers.get("content-length", "")
    if whole and declared.isdecimal() and (len(declared) > 15 or int(declared) > most):
        raise SendFault(TOO_LARGE, f"The answer is larger than the {most:,} bytes that are taken.")
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > most:
            if whole:
                raise SendFault(TOO_LARGE, f"The answer is larger than the {most:,} bytes that are taken.")
            break
    return bytes(body[:most])


def _words(fault: Exception) -> str:
    """What happened, by the kind of fault; the library's own text only where it cannot quote what was sent."""
    if isinstance(fault, httpx2.ConnectError):
        return f"The gateway cannot be reached ({str(fault) or 'no connection'})."
    if isinstance(fault, httpx2.LocalProtocolError | httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return "The request cannot be sent in this form."
    if isinstance(fault, httpx2.RemoteProtocolError):
        return "The gateway broke off its answer, or does not speak HTTP."
    return "The connection to the gateway was lost."
