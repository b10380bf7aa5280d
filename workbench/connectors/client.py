"""The gateway's client: one method a route of the contract (spec 4.2)."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote
from uuid import uuid4

from workbench.connectors.channel import Channel, Exchange, Surroundings
from workbench.connectors.errors import TOO_MANY, FaultKind, GatewayError, InvalidResponse
from workbench.connectors.retry import Routes
from workbench.connectors.shapes import (
    PROVIDER_ERROR,
    ConnectorRow,
    ExecuteError,
    ExecuteRow,
    ListPage,
    MintAnswer,
    SchemasAnswer,
    SearchAnswer,
)
from workbench.connectors.wire import (
    MAX_QUERIES,
    read_connections,
    read_execute,
    read_page,
    read_schemas,
    read_search,
)
from workbench.model import Json

if TYPE_CHECKING:
    import httpx2

__all__ = ["Exchange", "FaultKind", "GatewayClient", "GatewayError", "InvalidResponse"]

MAX_PAGES: Final = 200
PAGE_SIZE: Final = 50


class GatewayClient:
    """Speaks with one gateway. Every method raises GatewayError and nothing else; cancelling closes the connection.

    `token` is asked before each request; without one nothing is sent. `clock` is monotonic seconds, `wall` the time of
    day; `sleep` waits between attempts. `on_exchange` hears of every request that was sent.
    """

    def __init__(
        self,
        url: str,
        token: Callable[[], str | None],
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[Any]] = asyncio.sleep,
        wall: Callable[[], float] = time.time,
        transport: "httpx2.AsyncBaseTransport | None" = None,
        on_exchange: Callable[[Exchange], None] | None = None,
        new_key: Callable[[], str] = lambda: uuid4().hex,
        routes: Routes | None = None,
    ) -> None:
        self._channel = Channel(url, Surroundings(token, clock, wall, sleep, on_exchange, transport))
        self._new_key = new_key
        self._routes = routes or Routes()

    @property
    def has_credential(self) -> bool:
        """Whether there is a token to send at this moment."""
        return self._channel.read_token() is not None

    async def search(self, queries: Sequence[str]) -> SearchAnswer:
        """One request with all the queries, at most seven: the gateway's own limit, held before anything is sent."""
        if len(queries) > MAX_QUERIES:
            message = f"{len(queries)} queries, but one request takes at most {MAX_QUERIES} queries."
            raise GatewayError(FaultKind.INVALID, TOO_MANY, message)
        if not queries:
            return SearchAnswer()
        body = {"queries": [{"useCase": query} for query in queries]}
        return await self._channel.ask(self._routes.search, read_search, body=body)

    async def schemas(self, slugs: Sequence[str]) -> SchemasAnswer:
        """The schemas of vendor slugs, with those the gateway does not know."""
        if not slugs:
            return SchemasAnswer()
        return await self._channel.ask(self._routes.schemas, read_schemas, body={"tools": list(slugs)})

    async def execute(self, connector: str, slug: str, arguments: Mapping[str, Json]) -> ExecuteRow:
        """Runs one vendor tool. Every attempt carries the same idempotency key, so the tool works once.

        An answer without a row for the entry is a row with `PROVIDER_ERROR`.
        """
        body = {"tools": [{"connector": connector, "tool": slug, "arguments": dict(arguments)}]}
        headers = {"x-idempotency-key": self._new_key()}
        rows = await self._channel.ask(self._routes.execute, read_execute, body=body, headers=headers)
        unanswered = ExecuteError(PROVIDER_ERROR, "The gateway gave no answer for this entry.")
        return next((row for row in rows if row.index == 0), ExecuteRow(0, connector, slug, error=unanswered))

    async def connect(self, connectors: Sequence[str], reinitiate: bool) -> MintAnswer:
        """Asks for links for connectors. Sent once, whatever happens."""
        body = {"connectors": list(connectors), "reinitiate": reinitiate}
        return await self._channel.ask(self._routes.connections, read_connections, body=body)

    async def connectors(self) -> tuple[ConnectorRow, ...]:
        """Every connector with its account, from all pages; one with several accounts has several rows.

        Raises InvalidResponse for a cursor that comes again and for more than 200 pages.
        """
        rows: list[ConnectorRow] = []
        seen: set[str] = set()
        cursor = ""
        for _ in range(MAX_PAGES):
            page = await self._page(cursor)
            rows += page.items
            cursor = page.next_cursor
            if not cursor:
                return tuple(rows)
            if cursor in seen:
                raise InvalidResponse("nextCursor", "is one that was given before: the list never ends")
            seen.add(cursor)
        raise InvalidResponse("nextCursor", f"leads to more than {MAX_PAGES} pages")

    async def close(self) -> None:
        """Closes the connections; another request would open them anew."""
        await self._channel.close()

    async def _page(self, cursor: str) -> ListPage:
        query = f"?limit={PAGE_SIZE}" + (f"&cursor={quote(cursor, safe='')}" if cursor else "")
        return await self._channel.ask(self._routes.listing, read_page, query=query)
