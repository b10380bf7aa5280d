"""A clock that only moves when told, a scripted gateway, and a desk on both."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from workbench.connectors.desk import ConnectionDesk
from workbench.connectors.errors import TIMEOUT, FaultKind, GatewayError
from workbench.connectors.frames import Frame
from workbench.connectors.shapes import ConnectorRow, MintAnswer, MintRow

WALL = 1_700_000_000.0

Rows = Sequence[ConnectorRow]
Mint = Callable[[Sequence[str], bool], Sequence[MintRow]]


class FakeTime:
    """A monotonic clock, a wall clock and a sleep that pass only through `to`."""

    def __init__(self) -> None:
        self.now = 100.0
        self._start = self.now
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def clock(self) -> float:
        return self.now

    def wall(self) -> float:
        return WALL + self.now - self._start

    @property
    def passed(self) -> float:
        return self.now - self._start

    async def sleep(self, seconds: float) -> None:
        future = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.now + seconds, future))
        await future

    async def to(self, moment: float) -> None:
        """Lets time pass to so many seconds after the start, waking every sleeper in its turn."""
        end = self._start + moment
        await calm()
        while True:
            self._sleepers = [(when, future) for when, future in self._sleepers if not future.done()]
            due = [sleeper for sleeper in self._sleepers if sleeper[0] <= end]
            if not due:
                break
            when, future = min(due, key=lambda sleeper: sleeper[0])
            self.now = max(self.now, when)
            future.set_result(None)
            await calm()
        self.now = max(self.now, end)
        await calm()


async def calm() -> None:
    """Lets every task run until it waits for something outside."""
    for _ in range(12):
        await asyncio.sleep(0)


class FakeGateway:
    """Answers lists by the time that has passed, and mints by a function; counts what it is asked."""

    has_credential = True

    def __init__(self, time: FakeTime, mint: Mint | None = None) -> None:
        self.time = time
        self.mint: Mint = mint or (lambda names, _: [waiting(name) for name in names])
        self.minted: list[tuple[tuple[str, ...], bool]] = []
        self.read_at: list[float] = []
        self.timeline: list[tuple[float, Rows | Exception]] = []
        self.mint_fault: Exception | None = None
        self.on_mint: Rows | None = None
        self.slow = 0.0
        self.cancelled = 0

    def at(self, moment: float, answer: Rows | Exception) -> "FakeGateway":
        """From this moment on, readings of the list answer so."""
        self.timeline.append((moment, answer))
        return self

    async def connect(self, connectors: Sequence[str], reinitiate: bool) -> MintAnswer:
        self.minted.append((tuple(connectors), reinitiate))
        await self._delay()
        if self.mint_fault is not None:
            raise self.mint_fault
        if self.on_mint is not None:
            self.timeline.insert(1, (self.time.passed, self.on_mint))
        return MintAnswer(tuple(self.mint(connectors, reinitiate)))

    async def connectors(self) -> Rows:
        self.read_at.append(self.time.passed)
        await self._delay()
        answer: Rows | Exception = ()
        for moment, given in self.timeline:
            if self.time.passed >= moment:
                answer = given
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _delay(self) -> None:
        if self.slow:
            try:
                await self.time.sleep(self.slow)
            except asyncio.CancelledError:
                self.cancelled += 1
                raise


class Scene:
    """A desk, its time, its gateway and every frame it sent."""

    def __init__(self, flows: Any = None, gateway: bool = True) -> None:
        self.time = FakeTime()
        self.gateway = FakeGateway(self.time)
        self.frames: list[Frame] = []
        self._ids = iter(f"op_{number}" for number in range(1, 1000))
        self.desk = ConnectionDesk(
            "session-1",
            gateway=lambda: self.gateway if gateway else None,
            clock=self.time.clock,
            wall=self.time.wall,
            sleep=self.time.sleep,
            flows=flows,
            new_id=lambda: next(self._ids),
        )
        self.desk.subscribe(self.frames.append)

    def start(self, *names: str, action: str = "connect", **more: Any) -> "asyncio.Task[dict[str, Any]]":
        return asyncio.ensure_future(self.desk.connect(names, action, tool_call_id="call_1", **more))

    def state(self, name: str) -> str:
        """The state of a target as the last frame has it."""
        return str(self.target(name)["state"])

    def target(self, name: str) -> dict[str, Any]:
        return next(target for target in self.frames[-1].payload["targets"] if target["name"] == name)

    @property
    def kinds(self) -> list[str]:
        return [frame.kind for frame in self.frames]

    def moves(self, name: str) -> list[tuple[str, str, str]]:
        """(from, to, actor) of every transition of a target."""
        return [
            (frame.payload["from"], frame.payload["to"], frame.payload["actor"])
            for frame in self.frames
            if frame.payload.get("target") == name
        ]


def link(name: str, number: int = 1) -> str:
    return f"https://consent.example/{name}/{number}"


def waiting(name: str, url: str | None = "", **more: Any) -> MintRow:
    return MintRow(name, "initiated", link(name) if url == "" else url, **more)


def listed(name: str, status: str, connection_id: str = "", reason: str = "") -> ConnectorRow:
    """A row of the list; `connected` follows from the status as a good gateway has it."""
    return ConnectorRow(name, True, status == "active", status, reason, connection_id)


def gateway_fault(kind: FaultKind, status: int | None = None, code: str = "") -> GatewayError:
    """A fault whose text holds something that must never be seen."""
    return GatewayError(kind, code or (TIMEOUT if kind is FaultKind.TRANSPORT else "X"), "Bearer s3cret", status=status)
