"""Starting and stopping the gateway: inside a running loop, or as a program of its own."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.gateway.faults import Faults

if TYPE_CHECKING:
    from workbench.gateway.faultbox import FaultBox
    from workbench.gateway.pages.accounts import AccountsPage
    from workbench.gateway.quiet_server import QuietServer
    from workbench.gateway.store.database import Database

Clock = Callable[[], float]
Log = Callable[[str], None]


class GatewayStartError(Exception):
    """The gateway cannot start: its port is taken, or its data cannot be used. The text says which and what to do."""


class EmbeddedGateway:
    """A running gateway. Made by `embedded`, or by `start` where the end is not that of a block."""

    def __init__(self, parts: "_Parts") -> None:
        self.url = parts.url
        """`http://127.0.0.1:PORT`."""
        self._parts = parts

    @classmethod
    async def start(
        cls,
        data: Path,
        *,
        port: int = 0,
        faults: Faults | None = None,
        clock: Clock = time.time,
        log: Log | None = None,
    ) -> "EmbeddedGateway":
        """Starts in the running loop, with no signal handler and nothing written but to `log`.

        `port` 0 is any free one. `log` gets a line a request, without tokens, links or bodies. Raises
        `GatewayStartError`.
        """
        listening = listen(port)
        try:
            parts = await asyncio.to_thread(_assemble, data, listening, faults or Faults(), clock, log or _silent)
        except BaseException:
            listening.close()
            raise
        await parts.run(listening)
        return cls(parts)

    @property
    def token(self) -> str:
        """The bearer token; empty with the fault `empty_token`."""
        return "" if self.faults.empty_token else self._parts.token

    @property
    def faults(self) -> Faults:
        """The faults that are on. Setting them takes effect with the next request."""
        return self._parts.faults.faults

    @faults.setter
    def faults(self, faults: Faults) -> None:
        self._parts.faults.faults = faults

    async def accounts_link(self) -> str:
        """An address that opens the accounts page signed in; good once, for two minutes."""
        code = await asyncio.to_thread(self._parts.accounts.new_code)
        return f"{self.url}/accounts/open/{code}"

    async def wait(self) -> None:
        """Until the gateway has ended."""
        await self._parts.ended()

    async def close(self) -> None:
        """Ends it; a request that still runs is cut off after a moment. May be called twice."""
        await self._parts.close()


@asynccontextmanager
async def embedded(
    data: Path, *, port: int = 0, faults: Faults | None = None, clock: Clock = time.time, log: Log | None = None
) -> AsyncIterator[EmbeddedGateway]:
    """A gateway for as long as the block lasts (spec 4.9). As `EmbeddedGateway.start`."""
    gateway = await EmbeddedGateway.start(data, port=port, faults=faults, clock=clock, log=log)
    try:
        yield gateway
    finally:
        await gateway.close()


async def serve(
    data: Path,
    *,
    port: int = 0,
    faults: Faults | None = None,
    ready: Callable[[EmbeddedGateway], None] = lambda _: None,
    log: Log | None = None,
) -> None:
    """Runs a gateway until the task is cancelled; `ready` is called once it listens. Raises `GatewayStartError`."""
    async with embedded(data, port=port, faults=faults, log=log) as gateway:
        ready(gateway)
        await gateway.wait()


class _Parts:
    """What a running gateway is made of."""

    def __init__(
        self,
        url: str,
        token: str,
        faults: "FaultBox",
        accounts: "AccountsPage",
        database: "Database",
        server: "QuietServer",
    ) -> None:
        self.url = url
        self.token = token
        self.faults = faults
        self.accounts = accounts
        self._database = database
        self._server = server
        self._task: asyncio.Task[None] | None = None

    async def run(self, listening: socket.socket) -> None:
        """Serves on a socket that listens already: whoever connects from now on is answered."""
        self._task = asyncio.create_task(self._server.serve(sockets=[listening]), name="gateway")

    async def ended(self) -> None:
        if self._task is not None:
            await asyncio.wait([self._task])

    async def close(self) -> None:
        self._server.end()
        await self.ended()
        await asyncio.to_thread(self._database.close)


def listen(port: int) -> socket.socket:
    """A socket that listens on loopback; port 0 is any free one. Raises `GatewayStartError`."""
    # Named TCP, or asyncio does not recognise it and leaves Nagle's algorithm on: 40 ms more for every answer.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        listening.listen(128)
        listening.setblocking(False)
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or str(error)
        raise GatewayStartError(f"port {port} of 127.0.0.1 cannot be used: {why}; choose another with --port") from None
    return listening


def _assemble(data: Path, listening: socket.socket, faults: Faults, clock: Clock, log: Log) -> _Parts:
    """Everything but the start. Blocks: the server's libraries are loaded here."""
    import sqlite3

    from workbench.gateway.app import make_app
    from workbench.gateway.faultbox import FaultBox
    from workbench.gateway.pages.accounts import AccountsPage
    from workbench.gateway.quiet_server import make_server
    from workbench.gateway.service import Service
    from workbench.gateway.store.database import Database
    from workbench.gateway.store.secret import Links, read_token

    port = listening.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        token = read_token(data)
        database = Database(data / "gateway.sqlite3")
    except (OSError, ValueError, sqlite3.Error) as error:
        raise GatewayStartError(f"the gateway's data in {data} cannot be used: {error}") from None
    names = ["127.0.0.1", "localhost", "[::1]"]
    hosts = frozenset([*(f"{name}:{port}" for name in names), *(names if port == 80 else [])])
    box = FaultBox(faults)
    service = Service(database, Links(token), url, clock)
    accounts = AccountsPage(service, token, box, hosts)
    app = make_app(service, accounts, token, box, hosts, log)
    return _Parts(url, token, box, accounts, database, make_server(app))


def _silent(_: str) -> None:
    pass
