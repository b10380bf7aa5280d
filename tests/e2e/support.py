"""A session on a real gateway over HTTP, a person with a browser, and time that passes only when told."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2

from tests.gateway.support import Wire
from workbench.events import Event
from workbench.gateway import EmbeddedGateway, Faults, embedded
from workbench.model import Json, Tool
from workbench.session import Session
from workbench.settings import GatewaySettings, ServerSpec, Settings

TOKEN_ENV = "E2E_GATEWAY_TOKEN"
TRACKER = ServerSpec("tracker", demo="tracker")
Answer = dict[str, Any]

_STEPS = 4000
_PAUSE = 0.002


async def yes(_tool: Tool, _arguments: Json) -> bool:
    return True


class FakeTime:
    """Clocks and a sleep for session and gateway alike. Waiting costs only the time that real requests take."""

    def __init__(self) -> None:
        self.now = 100.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def clock(self) -> float:
        return self.now

    def wall(self) -> float:
        return 1_800_000_000.0 + self.now

    async def sleep(self, seconds: float) -> None:
        future = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.now + seconds, future))
        await future

    def jump(self, seconds: float) -> None:
        """So much time passes at once; whoever sleeps wakes late, as after a suspend."""
        self.now += seconds

    async def until(self, ready: Callable[[], object]) -> None:
        """Wakes one sleeper after the other until `ready`. Fails where that never comes."""
        for _ in range(_STEPS):
            if ready():
                return
            self._step()
            await asyncio.sleep(_PAUSE)
        raise AssertionError("it never came to that")

    async def tick(self, seconds: float) -> None:
        """Lets time pass in the steps of those who sleep."""
        end = self.now + seconds
        await self.until(lambda: self.now >= end)

    def _step(self) -> None:
        waiting = [sleeper for sleeper in self._sleepers if not sleeper[1].done()]
        self._sleepers = waiting
        if waiting:
            when, future = min(waiting, key=lambda sleeper: sleeper[0])
            self.now = max(self.now, when)
            future.set_result(None)


class World:
    """One session with its gateway and the person before it."""

    def __init__(
        self, session: Session, gateway: EmbeddedGateway, person: Wire, time: FakeTime, log: list[str]
    ) -> None:
        self.session = session
        self.gateway = gateway
        self.person = person
        self.time = time
        self.log = log
        self.events: list[Event] = []
        session.subscribe(self.events.append)

    @property
    def hub(self) -> Any:
        return self.session.connectors

    @property
    def op_id(self) -> str:
        return str(self.hub.frames[-1]["op_id"])

    def requests(self, route: str) -> int:
        """How often a route of the gateway was asked so far."""
        return sum(line.startswith(route + " ") for line in self.log)

    async def manage(self, action: str, *names: str, cards: bool = True, **more: Json) -> Answer:
        """The tool `manage_connections` to its end."""
        answer: Answer = await self.session.manage({"action": action, "connectors": list(names), **more}, cards=cards)
        return answer

    async def begin(self, action: str, *names: str, **more: Json) -> "asyncio.Task[Answer]":
        """The same with cards, as far as its request frame."""
        before = len(self.hub.frames)
        task = asyncio.ensure_future(self.manage(action, *names, **more))
        await self.time.until(lambda: task.done() or len(self.hub.frames) > before)
        return task

    async def begin_soon(self, action: str, *names: str) -> "asyncio.Task[Answer]":
        """The same, not even as far as an answer of the gateway."""
        task = asyncio.ensure_future(self.manage(action, *names))
        await self.time.until(lambda: self.hub.desk.open_operation)
        return task

    def target(self, name: str) -> Answer:
        """A target as the last frame has it."""
        found: Answer = next(target for target in self.hub.frames[-1]["targets"] if target["name"] == name)
        return found

    def state(self, name: str) -> str:
        return str(self.target(name)["state"])

    async def reaches(self, name: str, state: str) -> None:
        """Until a target is in a state."""
        await self.time.until(lambda: self.state(name) == state)

    async def decide(self, name: str, decision: str, account: str = "someone@example.org") -> None:
        """The person opens the card's link and presses a button there."""
        answer = await self.person.decide(self.target(name)["connect_url"], decision, account)
        assert answer.status_code == 200, answer.text

    def skip(self, *names: str) -> None:
        self.hub.desk.respond(self.op_id, {"targets": dict.fromkeys(names, "skipped")})

    def go_on(self) -> Answer:
        answer: Answer = self.hub.desk.respond(self.op_id, {"settled_by": "continue"})
        return answer

    async def finish(self, task: "asyncio.Task[Answer]") -> Answer:
        """The result of an operation that ends by itself."""
        await self.time.until(task.done)
        return await task

    async def connected(self, name: str, account: str = "someone@example.org") -> None:
        """An account is connected the short way."""
        task = await self.begin("connect", name)
        await self.decide(name, "approve", account)
        assert (await self.finish(task))["targets"][0]["state"] == "connected"

    async def call(self, name: str, *, cards: bool = True, **arguments: Json) -> Answer:
        """What a model gets for one connector call."""
        raw = {"calls": [{"name": name, "arguments": arguments}]}
        work = asyncio.ensure_future(self.session.tool_call(raw, approve=yes, cards=cards))
        await self.time.until(work.done)
        answer, _ = await work
        [item] = answer["results"]
        return dict(item)

    async def soon(self, work: Awaitable[Any]) -> Any:
        """What a piece of work comes to, time passing as it needs it."""
        task = asyncio.ensure_future(work)
        await self.time.until(task.done)
        return await task

    def states(self) -> Mapping[str, str]:
        return {target["name"]: target["state"] for target in self.hub.frames[-1]["targets"]}

    def shown(self) -> str:
        """Everything a model is given before it asks for anything."""
        return str(self.session.state.assembly.definitions)


@asynccontextmanager
async def world(folder: Path, *servers: ServerSpec, **settings: Any) -> AsyncIterator[World]:
    """A world whose session speaks to its gateway by address, as to one elsewhere; the environment has its token."""
    time, log = FakeTime(), list[str]()
    async with (
        embedded(folder / "gateway", clock=time.wall, log=log.append) as gateway,
        httpx2.AsyncClient(base_url=gateway.url, timeout=20) as client,
    ):
        import os

        os.environ[TOKEN_ENV] = gateway.token
        gateway_settings = settings.pop("gateway", GatewaySettings(url=gateway.url, token_env=TOKEN_ENV))
        session = Session(
            Settings(servers=servers, gateway=gateway_settings, **settings),
            log_dir=folder / "logs",
            data_dir=folder / "data",
            clock=time.clock,
            wall=time.wall,
            sleep=time.sleep,
        )
        here = World(session, gateway, Wire(gateway, client), time, log)
        await session.start()
        try:
            settled = asyncio.ensure_future(session.settled())
            await time.until(settled.done)
            await settled
            yield here
        finally:
            gateway.faults = Faults()
            await session.close()
            os.environ.pop(TOKEN_ENV, None)


def links_in(text: str) -> list[str]:
    """Consent addresses in a text."""
    return re.findall(r"https?://[^\s\"']*/connect/[^\s\"']+", text)
