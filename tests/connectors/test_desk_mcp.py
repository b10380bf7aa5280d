"""MCP targets: a scripted flow, its steps, its questions, and what it may not do (spec 4.7)."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence

import pytest

from tests.connectors.scene import Scene, calm
from workbench.connectors.contract import RefusalReason, Refused, TargetKind
from workbench.connectors.flows import FlowMoves, Need
from workbench.connectors.frames import Target
from workbench.connectors.manage import run
from workbench.connectors.operation import Operation

URL = "https://login.example/authorize?state=abc"
Script = Callable[[FlowMoves], Awaitable[None]]


class Flows:
    """Runs one script for every target."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.ran: list[tuple[str, str]] = []
        self.cancelled = 0

    def known(self, action: str) -> Sequence[str]:
        return ("GitHub", "files") if action == "install" else ("files",)

    def command(self, action: str, name: str) -> str:
        return f"workbench connect --{action} {name}"

    async def run(self, target: Target, operation: Operation, moves: FlowMoves) -> None:
        assert operation.has(target.name)
        self.ran.append((target.name, str(target.state)))
        try:
            await self.script(moves)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise


def scene_with(script: Script) -> tuple[Scene, Flows, "asyncio.Task[dict[str, object]]"]:
    flows = Flows(script)
    scene = Scene(flows, gateway=False)
    return scene, flows, scene.start("GitHub", action="install", kind=TargetKind.MCP)


async def never(moves: FlowMoves) -> None:
    moves.initiated(URL)
    await asyncio.Event().wait()


async def test_a_flow_from_its_first_step_to_the_tools_that_came() -> None:
    async def script(moves: FlowMoves) -> None:
        for step in ("approve", "attach"):
            moves.step(step, "running")
            moves.step(step, "done")
        moves.initiated(URL)
        await asyncio.sleep(0)
        moves.connected(["create_issue", "close_issue"])

    scene, _, task = scene_with(script)
    result = await task
    assert scene.moves("GitHub") == [
        ("pending", "initiated", "renderer_flow"),
        ("initiated", "connected", "renderer_flow"),
    ]
    assert scene.target("GitHub")["extra"]["steps"] == [
        {"name": "approve", "state": "done", "note": ""},
        {"name": "attach", "state": "done", "note": ""},
    ]
    assert result["targets"][0]["tools"] == ["create_issue", "close_issue"]  # type: ignore[index]
    assert scene.kinds[0] == "connection.request"
    assert "https" not in json.dumps(result)


async def test_connected_at_once_steps_through_initiated() -> None:
    async def script(moves: FlowMoves) -> None:
        moves.connected()

    scene, _, task = scene_with(script)
    await task
    assert [move[1] for move in scene.moves("GitHub")] == ["initiated", "connected"]


async def test_approval_shows_the_plan_and_waits() -> None:
    seen: list[bool] = []

    async def script(moves: FlowMoves) -> None:
        seen.append(await moves.approve({"command": "npx server", "environment": ["TOKEN"]}))
        moves.connected()

    scene, _, task = scene_with(script)
    await calm()
    question = scene.target("GitHub")["extra"]["question"]
    assert question == {"kind": "approval", "plan": {"command": "npx server", "environment": ["TOKEN"]}}
    await scene.time.to(30)
    assert seen == [] and not task.done()
    scene.desk.respond("op_1", {"targets": [{"name": "GitHub", "approve": True}]})
    await task
    assert seen == [True]
    assert "question" not in scene.target("GitHub")["extra"]


async def test_missing_values_are_asked_for_and_never_shown() -> None:
    got: list[dict[str, str]] = []

    async def script(moves: FlowMoves) -> None:
        got.append(await moves.environment([Need("TOKEN", "a token", secret=True), Need("ORG")]))
        moves.connected()

    scene, _, task = scene_with(script)
    await calm()
    needs = scene.target("GitHub")["extra"]["question"]["needs"]
    assert [(need["name"], need["secret"]) for need in needs] == [("TOKEN", True), ("ORG", False)]
    for given in ({"TOKEN": "s3cret"}, {"TOKEN": "s3cret", "ORG": "o", "PATH": "x"}, {"TOKEN": 7}):
        with pytest.raises(Refused) as caught:
            scene.desk.respond("op_1", {"targets": [{"name": "GitHub", "environment": given}]})
        assert caught.value.reason is RefusalReason.INVALID_PARAMS and "s3cret" not in caught.value.message
    scene.desk.respond("op_1", {"targets": [{"name": "GitHub", "environment": {"TOKEN": "s3cret", "ORG": "o"}}]})
    result = await task
    assert got == [{"TOKEN": "s3cret", "ORG": "o"}]
    assert "s3cret" not in repr([dict(frame.payload) for frame in scene.frames]) + json.dumps(result)


async def test_not_now_cancels_the_flow() -> None:
    scene, flows, task = scene_with(never)
    await calm()
    assert scene.target("GitHub")["connect_url"] == URL
    scene.desk.respond("op_1", {"targets": {"GitHub": "skipped"}})
    result = await task
    assert (flows.cancelled, result["settled_by"]) == (1, "all_resolved")


@pytest.mark.parametrize("end", ["continue", "interrupt", "deadline"])
async def test_whatever_settles_ends_the_flow(end: str) -> None:
    scene, flows, task = scene_with(never)
    await calm()
    if end == "continue":
        scene.desk.respond("op_1", {"settled_by": "continue"})
    elif end == "interrupt":
        scene.desk.interrupt()
    else:
        await scene.time.to(301)
    result = await task
    assert (flows.cancelled, result["settled_by"]) == (1, end)


async def test_a_failed_step_says_why_and_the_person_tries_again() -> None:
    attempts = iter([False, True])

    async def script(moves: FlowMoves) -> None:
        moves.step("register", "running")
        if next(attempts):
            moves.connected(["a"])
        else:
            moves.step("register", "failed", "the server refuses new clients")
            moves.failed("invalid_client_metadata", "Registering with the server failed.")

    scene, flows, task = scene_with(script)
    await calm()
    target = scene.target("GitHub")
    assert (target["state"], target["detail"]) == ("failed", "invalid_client_metadata")
    assert target["extra"]["steps"][0]["note"] == "the server refuses new clients"
    await scene.desk.retry("op_1", ["GitHub"])
    result = await task
    assert flows.ran == [("GitHub", "pending"), ("GitHub", "initiated")]
    assert ("failed", "initiated", "user") in scene.moves("GitHub")
    assert result["settled_by"] == "all_resolved"


async def test_con_024_a_refused_consent_settles_the_target_as_failed() -> None:
    async def script(moves: FlowMoves) -> None:
        moves.initiated(URL)
        moves.failed("user said no\x1b[0m" + "x" * 900)

    scene, _, task = scene_with(script)
    await calm()
    target = scene.target("GitHub")
    assert (target["state"], target["connect_url"], len(target["detail"])) == ("failed", None, 500)
    assert target["detail"].startswith("user said no[0m")
    scene.desk.interrupt()
    await task


@pytest.mark.parametrize("fault", [RuntimeError("Bearer s3cret"), None])
async def test_a_flow_that_breaks_or_forgets_fails_without_its_text(fault: Exception | None) -> None:
    async def script(_: FlowMoves) -> None:
        if fault is not None:
            raise fault

    scene, _, task = scene_with(script)
    await calm()
    assert (scene.state("GitHub"), scene.target("GitHub")["detail"]) == ("failed", "")
    assert "s3cret" not in repr([dict(frame.payload) for frame in scene.frames])
    scene.desk.interrupt()
    await task


async def test_a_flow_of_an_earlier_attempt_has_no_hand_on_the_later_one() -> None:
    hands: list[FlowMoves] = []

    async def script(moves: FlowMoves) -> None:
        hands.append(moves)
        if len(hands) == 1:
            moves.failed("first")
        else:
            await asyncio.Event().wait()

    scene, _, task = scene_with(script)
    await calm()
    await scene.desk.retry("op_1", ["GitHub"])
    await calm()
    frames = len(scene.frames)
    hands[0].connected(["x"])
    hands[0].step("attach", "done")
    hands[0].failed("late")
    hands[0].initiated(URL)
    assert (len(scene.frames), scene.state("GitHub")) == (frames, "initiated")
    scene.desk.interrupt()
    await task


async def test_nobody_else_may_claim_an_mcp_target_connected() -> None:
    scene, _, task = scene_with(never)
    await calm()
    with pytest.raises(Refused) as caught:
        scene.desk.respond("op_1", {"targets": {"GitHub": "connected"}})
    assert caught.value.reason is RefusalReason.ILLEGAL_TRANSITION
    scene.desk.interrupt()
    await task


async def test_headless_it_is_unavailable_at_once_with_the_command() -> None:
    flows = Flows(never)
    scene = Scene(flows, gateway=False)
    raw = {"action": "install", "connectors": [{"name": "GitHub", "mcp": True}]}
    answer = await run(raw, scene.desk, tool_call_id="c", cards=False)
    assert (answer["settled_by"], answer["targets"][0]["state"]) == ("unavailable", "unavailable")
    assert answer["targets"][0]["command"] == "workbench connect --install GitHub"
    assert (flows.ran, scene.frames, scene.desk.open_operation) == ([], [], None)


async def test_an_unknown_name_is_an_error_with_the_known_ones() -> None:
    scene = Scene(Flows(never), gateway=False)
    raw = {"action": "install", "connectors": [{"name": "github", "mcp": True}]}
    answer = await run(raw, scene.desk, tool_call_id="c", cards=True)
    assert "github" in answer["error"] and "GitHub, files" in answer["error"]
    assert scene.frames == []
