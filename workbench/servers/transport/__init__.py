"""The ways to a server. This folder alone imports mcp, which takes most of a second: import it in a worker thread."""

import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import anyio.to_thread
import httpx2
from mcp.client._memory import InMemoryTransport
from mcp.client.session import ClientSession
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation

from workbench.servers.faults import RequestFailed, ended
from workbench.servers.framing import LINE_LIMIT
from workbench.servers.logs import ServerLog
from workbench.servers.secrets import Masker
from workbench.servers.transport.connection import Connection
from workbench.servers.transport.dispatch import Dispatcher
from workbench.servers.transport.guard import GuardedClient
from workbench.servers.transport.recording import RecordedRead, RecordedWrite
from workbench.servers.transport.stdio import open_stdio
from workbench.settings import ServerSpec

__all__ = ["Connection", "open_connection"]


@contextlib.asynccontextmanager
async def open_connection(
    spec: ServerSpec,
    masker: Masker,
    log: ServerLog,
    workspace: Path,
    on_list_changed: Callable[[], None],
    gate: AbstractAsyncContextManager[None],
    auth: httpx2.Auth | None = None,
) -> AsyncIterator[Connection]:
    """Opens the transport that the entry names and a session on it; the handshake is left to `negotiate`.

    `gate` is held while a process is started, `auth` signs requests over HTTP. Raises whatever the transport raises,
    in nested groups: `faults.explain` makes sense of it. Enter and leave it in the same task.
    """
    _keep_libraries_quiet()
    if spec.command:
        async with _over_stdio(spec, masker, log, on_list_changed, gate) as connection:
            yield connection
        return
    client = None if spec.demo else GuardedClient(spec, masker, log, auth)
    async with _streams(spec, client, workspace) as (read, write):
        dispatcher = Dispatcher(RecordedRead(read, log), RecordedWrite(write, log), on_list_changed)
        if client is not None and spec.transport == "sse":
            client.on_refused = dispatcher.ended.set  # the SDK's transport sends nothing more after a refused message

        async def obituary() -> RequestFailed:
            return (client.last_fault if client else None) or ended(None, "")

        async with ClientSession(dispatcher=dispatcher, client_info=_identity()) as session:
            probe = spec.transport_name != "sse"
            yield Connection(spec, masker, session, dispatcher, probe=probe, obituary=obituary)


@contextlib.asynccontextmanager
async def _over_stdio(
    spec: ServerSpec,
    masker: Masker,
    log: ServerLog,
    on_list_changed: Callable[[], None],
    gate: AbstractAsyncContextManager[None],
) -> AsyncIterator[Connection]:
    connections: list[Connection] = []

    def unreadable(request_id: int | str | None) -> None:
        for connection in connections:
            connection.unreadable(request_id)

    async with open_stdio(spec, log, unreadable, gate) as link:
        dispatcher = Dispatcher(link.read, link.write, on_list_changed)
        async with ClientSession(dispatcher=dispatcher, client_info=_identity()) as session:
            connection = Connection(spec, masker, session, dispatcher, probe=False, obituary=link.obituary)
            connections.append(connection)
            yield connection


@contextlib.asynccontextmanager
async def _streams(spec: ServerSpec, client: GuardedClient | None, workspace: Path) -> AsyncIterator[tuple[Any, Any]]:
    if client is None:
        server = await anyio.to_thread.run_sync(_make_demo, spec.demo, workspace)
        async with InMemoryTransport(server) as streams:
            yield streams
    elif spec.transport == "sse":

        def made(*_: Any, **__: Any) -> GuardedClient:
            return client

        async with sse_client(spec.url, httpx_client_factory=made) as streams:
            yield streams
    else:
        async with (
            client,
            streamable_http_client(spec.url, http_client=client, max_sse_event_size=LINE_LIMIT) as streams,
        ):
            yield streams


def _make_demo(name: str, workspace: Path) -> Any:
    from workbench.demo import make_server

    return make_server(name, workspace)


def _identity() -> Implementation:
    return Implementation(name="tool-search-workbench", version="0.1.0")


def _keep_libraries_quiet() -> None:
    """Gives the libraries' loggers a place to go: without one, Python prints their warnings over the screen."""
    for name in ("mcp", "client", "httpx2", "httpcore2", "asyncio"):
        logger = logging.getLogger(name)
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())
