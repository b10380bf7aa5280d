"""Reported faults that show on a whole session over the misbehaving server that may lie beside the project."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.events import Event, ServerChanged, StateChanged
from workbench.model import CallReport, Json, Outcome, ServerState, Tool
from workbench.session import Session
from workbench.settings import ServerSpec, Settings
from workbench.text import plain

pytestmark = [pytest.mark.anyio, pytest.mark.data]


async def yes(_tool: Tool, _arguments: Json) -> bool:
    return True


class Hostile:
    """One session on the server in one of its modes, under the name `s`."""

    def __init__(self, script: Path, folder: Path) -> None:
        self.script = script
        self.folder = folder
        self.events: list[Event] = []
        self.session: Session

    async def __call__(self, mode: str, *args: str, settle: bool = True) -> Session:
        log = str(self.folder / "received.jsonl")
        words = (str(self.script), "--mode", mode, "--life", "60", "--log", log, *args)
        spec = ServerSpec("s", command=sys.executable, args=words)
        self.session = Session(Settings(servers=(spec,)), log_dir=self.folder / "logs")
        self.session.subscribe(self.events.append)
        await self.session.start()
        if settle:
            await self.session.settled()
        return self.session

    def received(self, method: str) -> int:
        lines = (self.folder / "received.jsonl").read_text().splitlines()
        return sum(json.loads(line).get("method") == method for line in lines)

    async def echo(self, text: str = "a") -> CallReport:
        return await self.session.call("mcp_s_echo", {"text": text}, approve=yes)


@pytest.fixture
async def hostile(cases: Path, tmp_path: Path) -> AsyncIterator[Hostile]:
    made = Hostile(cases / "hostile_server.py", tmp_path)
    yield made
    await made.session.close()


def texts(report: CallReport) -> list[str]:
    assert report.result is not None
    return [item.text for item in report.result.content]


async def test_sea_017_what_is_listed_is_found_at_once(hostile: Hostile) -> None:
    session = await hostile("good")
    (group,) = session.search(["echo text"]).groups
    assert group.matches[0].tool.name == "mcp_s_echo"


async def test_sea_023_all_tools_of_a_server_are_there_in_a_fixed_order(hostile: Hostile) -> None:
    session = await hostile("huge-list", "--n", "200")
    assert session.state.servers[0].tools == 206
    names = [tool.name for tool in session.state.assembly.deferred if tool.source == "s"]
    assert len(names) == len(set(names)) == 206
    await session.reconnect("s")
    await session.settled()
    assert [tool.name for tool in session.state.assembly.deferred if tool.source == "s"] == names


async def test_lst_009_no_number_is_given_before_it_is_known(hostile: Hostile) -> None:
    session = await hostile("slow-start", "--delay", "0.5", settle=False)

    def seen() -> list[tuple[ServerState, int | None]]:
        return [(server.status.state, server.tools) for server in session.state.servers]

    while not seen():
        await asyncio.sleep(0)
    assert seen() == [(ServerState.CONNECTING, None)]
    await session.reconnect("s")
    assert seen() == [(ServerState.CONNECTING, None)]
    await session.settled()
    assert seen() == [(ServerState.READY, 6)]


async def test_des_004_a_recursive_schema_is_described_as_it_was_sent(hostile: Hostile) -> None:
    session = await hostile("schema-zoo", "--only", "recursive")
    described: Any = session.describe(["mcp_s_recursive"])["tools"]
    sent = next(tool for tool in session.raw_tools("s") if tool.name == "recursive").input_schema
    assert described["mcp_s_recursive"]["parameters"] == sent
    assert json.dumps(described).count("#/$defs/") == json.dumps(sent).count("#/$defs/") > 0


async def test_cal_019_an_error_in_a_text_is_a_result_each_time(hostile: Hostile) -> None:
    await hostile("error-in-text")
    reports = [await hostile.echo() for _ in range(3)]
    assert [report.outcome for report in reports] == [Outcome.DONE] * 3
    assert all(texts(report)[0].startswith("Error:") for report in reports)


async def test_tra_003_a_server_that_exits_at_start_says_how_and_its_last_words(hostile: Hostile) -> None:
    status = (await hostile("exit-at-start", "--code", "7")).state.servers[0].status
    assert status.state is ServerState.FAILED
    assert "exited with 7" in status.reason
    assert "API key is not set" in status.reason


async def test_tra_005_a_slow_start_is_waited_for(hostile: Hostile) -> None:
    assert ServerSpec("s").start_timeout >= 30
    session = await hostile("slow-start", "--delay", "0.5")
    assert session.state.servers[0].status.state is ServerState.READY


async def test_tra_016_an_older_protocol_version_is_spoken(hostile: Hostile) -> None:
    await hostile("old-protocol-version")
    assert texts(await hostile.echo("a")) == ["a"]


async def test_tra_020_a_server_that_never_answers_a_ping_is_left_alone(hostile: Hostile) -> None:
    await hostile("silent-ping")
    await hostile.echo()
    assert (hostile.received("ping"), hostile.received("initialize")) == (0, 1)


@pytest.mark.parametrize("text", ["[/bold]", "[/", "[link='a]"])
async def test_tui_005_brackets_in_an_error_are_text(hostile: Hostile, text: str) -> None:
    await hostile("rpc-error")
    report = await hostile.echo(text)
    assert report.outcome is Outcome.TOOL_ERROR
    assert text in texts(report)[0]


async def test_tui_023_control_codes_are_gone_before_anything_is_measured(hostile: Hostile) -> None:
    await hostile("ansi-result")
    for text in texts(await hostile.echo()):
        assert text == plain(text)


def heard(events: list[Event], *kinds: type[Event]) -> Callable[[], int]:
    before = len(events)
    return lambda: sum(isinstance(event, kinds) for event in events[before:])


async def test_tui_025_a_storm_of_changes_moves_the_state_a_few_times(hostile: Hostile) -> None:
    session = await hostile("list-changed-storm", "--n", "200")
    states, servers = heard(hostile.events, StateChanged), heard(hostile.events, ServerChanged)
    await session.call("mcp_s_poke", {}, approve=yes)
    await hostile.echo()
    await session.settled()
    assert states() <= 6
    assert servers() == 0


async def test_tui_020_detaching_a_large_server_is_one_step(hostile: Hostile) -> None:
    session = await hostile("huge-list", "--n", "3300")
    states = heard(hostile.events, StateChanged)
    await session.detach("s")
    await session.settled()
    assert not session.state.scope.deferred
    assert states() <= 6
