"""Turns over a session: routed, approved, run and published; nothing outside the scope is reached on any path."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from workbench.bridge.entries import read_calls
from workbench.bridge.hooks import Hooks, Rewrite, Veto
from workbench.bridge.remote import connector_dispatch
from workbench.bridge.turn import TurnReport
from workbench.connectors.calls import execute_entries
from workbench.connectors.shapes import ExecuteRow
from workbench.events import CallEnded, CallStarted, Event
from workbench.model import Approval, CallReport, ContentItem, Json, Outcome, Tool, ToolResult
from workbench.session import Session
from workbench.settings import GatewaySettings, ServerSpec, Settings, ToolSearchSettings, ToolsetSettings

TRACKER = ServerSpec("tracker", demo="tracker")
BASICS = ServerSpec("basics", demo="basics", supports_parallel_tool_calls=True)
LIST, CREATE = "mcp_tracker_list_issues", "mcp_tracker_create_issue"
NEW = {"project": "SHOP", "title": "x"}


class World:
    """Opens sessions, runs turns in them, and keeps what was asked and published."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sessions: list[Session] = []
        self.asked: list[str] = []
        self.asking = 0
        self.events: list[Event] = []

    async def open(self, *servers: ServerSpec, **settings: Any) -> Session:
        session = Session(Settings(servers=servers, **settings), log_dir=self.folder)
        self.sessions.append(session)
        await session.start()
        await session.settled()
        session.subscribe(self.events.append)
        return session

    async def approve(self, tool: Tool, _: Mapping[str, Json]) -> bool:
        assert self.asking == 0
        self.asking += 1
        await asyncio.sleep(0)
        self.asking -= 1
        self.asked.append(tool.name)
        return True

    async def turn(self, session: Session, *calls: tuple[str, Any], **more: Any) -> TurnReport:
        """Runs a turn of these calls."""
        raw = {"calls": [{"name": name, "arguments": arguments} for name, arguments in calls]}
        planned = session.turns.plan(session.turns.read(raw))
        return await session.turns.run(planned, approve=self.approve, stop=lambda: False, **more)

    def started(self) -> list[str]:
        return [event.name for event in self.events if isinstance(event, CallStarted)]

    def ended(self) -> list[tuple[str, str]]:
        return [(event.report.name, str(event.report.outcome)) for event in self.events if isinstance(event, CallEnded)]


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = World(tmp_path / "logs")
    yield made
    for session in made.sessions:
        await session.close()


def outcomes(report: TurnReport) -> list[str]:
    """How each call ended."""
    return [str(entry.outcome) for entry in report.entries]


def routes(report: TurnReport) -> list[str]:
    """How each call was routed."""
    return [str(entry.routed.kind) for entry in report.entries]


async def test_a_mixed_turn_end_to_end(world: World) -> None:
    session = await world.open(TRACKER, BASICS)
    report = await world.turn(
        session,
        ("tool_search", {"queries": ["list issues"]}),
        ("tool_describe", {"names": [LIST]}),
        (LIST, {"limit": "1"}),
        ("tool_call", {"calls": [{"name": CREATE, "arguments": NEW}]}),
        ("manage_conections", {"action": "status"}),
        ("nope", {}),
    )
    assert routes(report) == ["direct", "direct", "auto-routed", "unwrapped", "repaired", "refused"]
    assert outcomes(report) == ["done", "done", "done", "done", "done", "refused"]
    assert [group.parallel for group in report.plan.groups] == [True, False, False, False, False]
    assert LIST in report.entries[0].payload["tools"]
    assert report.entries[1].payload["tools"][LIST]["parameters"]
    assert report.entries[2].reports[0].check.repairs  # type: ignore[union-attr]
    assert [entry.approval for entry in report.entries[2:4]] == [Approval.ALLOW, Approval.ASK]
    assert world.asked == [CREATE]
    assert len(report.messages()[0]["results"]) == 6


async def test_cal_036_events_bear_the_real_names(world: World) -> None:
    session = await world.open(TRACKER)
    await world.turn(session, (LIST, {}), ("tool_call", {"name": LIST, "arguments": {}}), ("nope", {}))
    assert world.started() == [LIST, LIST]
    assert world.ended() == [(LIST, "done"), (LIST, "done"), ("nope", "refused")]
    ids = [event.call_id for event in world.events if isinstance(event, CallEnded)]
    assert len(set(ids)) == 3


async def test_cal_033_a_deferred_tool_called_directly_and_undescribed_runs(world: World) -> None:
    session = await world.open(TRACKER)
    direct, wrapped = (
        await session.call(LIST, {"limit": 1}, approve=world.approve),
        await world.turn(session, (LIST, {"limit": 1})),
    )
    assert direct.result is not None
    assert wrapped.entries[0].reports[0].result == direct.result


async def test_calls_of_a_parallel_server_overlap_and_ask_one_at_a_time(world: World) -> None:
    session = await world.open(BASICS, approvals={"mcp_basics_*": Approval.ASK})
    report = await world.turn(session, *[("mcp_basics_list_notes", {})] * 3)
    assert [group.entries for group in report.plan.groups] == [(0, 1, 2)]
    assert outcomes(report) == ["done"] * 3
    assert len(world.asked) == 3


async def test_planning_runs_nothing(world: World) -> None:
    session = await world.open(TRACKER)
    session.turns.plan(session.turns.read({"calls": [{"name": CREATE, "arguments": NEW}]}))
    assert world.started() == []


async def test_stop_in_the_middle_of_a_turn(world: World) -> None:
    session = await world.open(TRACKER)
    planned = session.turns.plan(session.turns.read({"calls": [{"name": LIST, "arguments": {}}] * 3}))
    report = await session.turns.run(planned, approve=world.approve, stop=lambda: bool(world.started()))
    assert outcomes(report) == ["done", "interrupted", "interrupted"]
    assert world.started() == [LIST]
    assert world.ended() == [(LIST, "done"), (LIST, "interrupted"), (LIST, "interrupted")]


async def test_hooks_act_on_every_local_path(world: World) -> None:
    session = await world.open(TRACKER, tool_search=ToolSearchSettings(never_defer_tools=(CREATE,)))
    seen: list[str] = []

    def guard(name: str, arguments: Mapping[str, Json]) -> Rewrite | Veto | None:
        seen.append(name)
        return Veto("no writing") if name == CREATE else Rewrite({**arguments, "limit": 1})

    session.hooks = Hooks([guard])
    report = await world.turn(
        session,
        (LIST, {}),
        ("tool_call", {"name": LIST, "arguments": {}}),
        (CREATE, NEW),
        ("mcp_tracker_create_isue", NEW),
    )
    assert outcomes(report) == ["done", "done", "not approved", "not approved"]
    assert routes(report)[3] == "repaired"
    assert report.entries[0].reports[0].arguments == {"limit": 1}
    assert (await session.call(LIST, {}, approve=world.approve)).arguments == {"limit": 1}
    _, [called] = await session.tool_call({"name": LIST, "arguments": {}}, approve=world.approve)
    assert called.arguments == {"limit": 1}
    assert seen == [LIST, LIST, CREATE, CREATE, LIST, LIST]
    assert world.started() == [LIST] * 4


# A restricted session: the tracker exists and is not granted.


@pytest.fixture
async def restricted(world: World) -> Session:
    return await world.open(TRACKER, BASICS, toolsets=ToolsetSettings(disabled=("tracker",)))


async def test_restricted_search(world: World, restricted: Session) -> None:
    report = await world.turn(restricted, ("tool_search", {"queries": ["list issues", LIST]}))
    assert "mcp_tracker" not in str(report.entries[0].payload["tools"])
    assert all("tracker" not in str(group["matches"]) for group in report.entries[0].payload["results"])


async def test_restricted_describe(world: World, restricted: Session) -> None:
    report = await world.turn(restricted, ("tool_describe", {"names": [LIST]}))
    assert report.entries[0].payload["not_found"] == [LIST]
    assert report.entries[0].payload["tools"] == {}


async def test_restricted_tool_call(world: World, restricted: Session) -> None:
    report = await world.turn(restricted, ("tool_call", {"calls": [{"name": CREATE, "arguments": NEW}]}))
    assert (outcomes(report), world.started(), world.asked) == (["refused"], [], [])
    assert "not available here" in report.entries[0].payload["error"]


async def test_restricted_direct_call_is_not_auto_routed(world: World, restricted: Session) -> None:
    report = await world.turn(restricted, (LIST, {}))
    assert (routes(report), outcomes(report), world.started()) == (["refused"], ["refused"], [])


async def test_restricted_typo_is_not_repaired(world: World, restricted: Session) -> None:
    report = await world.turn(restricted, ("mcp_tracker_list_isues", {}), ("mcp_basics_list_issues", {}))
    assert (routes(report), world.started()) == (["refused", "refused"], [])
    assert LIST not in str([entry.payload for entry in report.entries])


async def test_restricted_own_call_and_own_name(world: World, restricted: Session) -> None:
    assert (await restricted.call(LIST, {}, approve=world.approve)).outcome is Outcome.REFUSED
    report = await world.turn(restricted, ("list_issues", {}))
    assert (routes(report), world.started()) == (["refused"], [])


async def test_restricted_plan_of_a_wider_session_grants_nothing(world: World, restricted: Session) -> None:
    wide = await world.open(TRACKER)
    raw = {"calls": [{"name": LIST, "arguments": {}}, {"name": "tool_call", "arguments": {"name": LIST}}]}
    planned = wide.turns.plan(wide.turns.read(raw))
    report = await restricted.turns.run(planned, approve=world.approve, stop=lambda: False)
    assert (outcomes(report), world.started()) == (["refused", "refused"], [])


async def test_restricted_connectors(world: World) -> None:
    session = await world.open(
        BASICS, toolsets=ToolsetSettings(disabled=("connections",)), gateway=GatewaySettings(embedded=True)
    )
    name = "connectors__mail__SEND_EMAIL"
    report = await world.turn(
        session,
        (name, {}),
        ("tool_call", {"calls": [{"name": name, "arguments": {}}]}),
        ("manage_connections", {}),
        ("tool_describe", {"names": [name]}),
        ("tool_search", {"queries": ["send email"]}),
    )
    assert outcomes(report)[:3] == ["refused"] * 3
    assert report.entries[3].payload["not_found"] == [name]
    assert "connectors__" not in str(report.entries[4].payload)


async def test_connector_calls_in_a_turn_keep_order_and_reach_the_gateway(world: World) -> None:
    session = await world.open(BASICS, gateway=GatewaySettings(embedded=True))
    seen: list[str] = []
    session.hooks = Hooks([lambda name, _: seen.append(name)])
    mail = {"to": ["a@example.org"], "subject": "Hello", "body": "x"}
    names = ["connectors__mail__SEND_EMAIL", "connectors__mail__LIST_MESSAGES"]
    report = await world.turn(
        session,
        (names[0], mail),
        ("tool_call", {"calls": [{"name": name, "arguments": mail} for name in names]}),
        ("tool_call", {"calls": [{"name": names[0]}, {"name": "mcp_basics_list_notes"}]}),
    )
    assert routes(report) == ["auto-routed", "unwrapped", "refused"]
    assert report.entries[0].payload["results"][0]["error"]["code"] == "CONNECTION_REQUIRED"
    assert [item["name"] for item in report.entries[1].payload["results"]] == names
    assert seen == [names[0], *names]
    assert "retry" in report.entries[2].payload


class Gateway:
    """Answers every call with the same data."""

    async def execute(self, connector: str, slug: str, arguments: Mapping[str, Json]) -> ExecuteRow:
        return ExecuteRow(0, connector, slug, {"card": "4111", **arguments})


def _scrub(report: CallReport) -> CallReport:
    return replace(report, result=ToolResult(structured={"card": "****"}))


def _to_text(report: CallReport) -> CallReport:
    return replace(report, result=ToolResult((ContentItem("text", "hidden", {}),)))


def _to_error(report: CallReport) -> CallReport:
    return replace(report, result=ToolResult((ContentItem("text", "blocked", {}),), is_error=True))


def _raise(_: CallReport) -> CallReport:
    raise ValueError


@pytest.mark.parametrize(
    ("post", "told"),
    [
        ([], {"response": {"card": "4111"}}),
        ([lambda _: None], {"response": {"card": "4111"}}),
        ([_scrub], {"response": {"card": "****"}}),
        ([_to_text], {"response": "hidden"}),
        ([_to_error], {"error": {"code": "TOOL_ERROR", "message": "blocked"}}),
    ],
)
async def test_what_post_hooks_make_of_a_connector_s_answer_is_what_the_model_gets(
    world: World, post: list[Any], told: Any
) -> None:
    payload = await executed(world, Hooks(post=post))
    [item] = payload["results"]
    assert {key: item[key] for key in ("response", "error") if key in item} == told


async def test_a_failing_post_hook_withholds_a_connector_s_answer(world: World) -> None:
    payload = await executed(world, Hooks(post=[_raise]))
    assert "4111" not in str(payload)
    assert "withheld" in payload["results"][0]["error"]["message"]
    assert payload["error_count"] == 1


async def executed(world: World, hooks: Hooks) -> Json:
    """What a model gets for one connector call under these hooks."""
    scope = (await world.open()).state.scope
    dispatch = connector_dispatch(scope, approve=world.approve, overrides={}, clock=lambda: 0.0, hooks=hooks)
    entries = read_calls({"name": "connectors__pay__CHARGE", "arguments": {}})
    done = await execute_entries(entries, Gateway(), dispatch, known=lambda _: None, stop=lambda: False, cards=False)
    return done.payload
