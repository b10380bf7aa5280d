"""A gateway that answers whatever a test scripts, over real HTTP, and a clock nobody waits for."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from workbench.connectors.client import Exchange, GatewayClient
from workbench.connectors.retry import Routes

TOKEN = "gateway-test-bearer-91c1f5a2"


@dataclass
class Answer:
    """One scripted answer. `drip` sends the body byte by byte for as long as anybody listens.

    `hang` never answers, `drop` closes the connection without a word, `cut` closes it in the middle of the body.
    """

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    drip: bool = False
    hang: bool = False
    drop: bool = False
    cut: bool = False
    endless: bool = False

    def payload(self) -> bytes:
        """The bytes of the body; what is neither bytes nor text goes as JSON."""
        if isinstance(self.body, bytes):
            return self.body
        return self.body.encode() if isinstance(self.body, str) else json.dumps(self.body).encode()


@dataclass(frozen=True)
class Seen:
    """One request as it arrived."""

    method: str
    target: str
    headers: dict[str, str]
    body: Any


class Script:
    """A server on loopback that gives its answers in order, the last one again and again."""

    def __init__(self, *answers: Answer | Callable[[Seen], Answer]) -> None:
        self.answers = list(answers)
        self.seen: list[Seen] = []
        self.url = ""
        self.gone = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, as many requests as it brings."""
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while (seen := await self._request(reader)) is not None:
                self.seen.append(seen)
                answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
                if not await self._answer(answer if isinstance(answer, Answer) else answer(seen), reader, writer):
                    break
        writer.close()

    async def _request(self, reader: asyncio.StreamReader) -> Seen | None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        except asyncio.IncompleteReadError:
            return None
        method, target, _ = head[0].split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        raw = await reader.readexactly(int(headers.get("content-length", "0")))
        return Seen(method, target, headers, json.loads(raw) if raw else None)

    async def _answer(self, answer: Answer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        if answer.hang or answer.drop:
            if answer.hang:
                await reader.read()
                self.gone.set()
            return False
        payload = answer.payload()
        length = {} if answer.drip or answer.endless else {"content-length": str(len(payload))}
        lines = [f"HTTP/1.1 {answer.status} Scripted"]
        lines += [f"{name}: {value}" for name, value in {**length, **answer.headers}.items()]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        if answer.endless or answer.drip:
            await self._pour(b" " if answer.drip else b" " * 65536, writer, 0.01 if answer.drip else 0.0)
        writer.write(payload[: len(payload) // 2] if answer.cut else payload)
        await writer.drain()
        return not answer.cut

    async def _pour(self, piece: bytes, writer: asyncio.StreamWriter, pause: float) -> None:
        try:
            while True:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(pause)
        except ConnectionError:
            self.gone.set()
            raise


@asynccontextmanager
async def serving(*answers: Answer | Callable[[Seen], Answer]) -> AsyncIterator[Script]:
    """A running script; its address is in `url`."""
    script = Script(*answers)
    tasks: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.add(asyncio.create_task(script.serve(reader, writer)))

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    script.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield script
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Time:
    """A clock that moves only when somebody sleeps by it."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@dataclass
class Bench:
    """A client on a script, with what it told and how long it would have slept."""

    client: GatewayClient
    script: Script
    time: Time
    exchanges: list[Exchange]

    def codes(self) -> list[tuple[int | None, str]]:
        """Status and code of each request, in order."""
        return [(exchange.status, exchange.code) for exchange in self.exchanges]


@asynccontextmanager
async def bench(
    *answers: Answer | Callable[[Seen], Answer],
    token: Callable[[], str | None] = lambda: TOKEN,
    routes: Routes | None = None,
    path: str = "",
    keys: Iterable[str] = ("key-1", "key-2", "key-3"),
) -> AsyncIterator[Bench]:
    """A client on a gateway that gives these answers."""
    time, exchanges, supply = Time(), [], iter(keys)
    async with serving(*answers) as script:
        client = GatewayClient(
            script.url + path,
            token,
            clock=time,
            wall=time,
            sleep=time.sleep,
            on_exchange=exchanges.append,
            new_key=lambda: next(supply),
            routes=routes,
        )
        try:
            yield Bench(client, script, time, exchanges)
        finally:
            await client.close()
