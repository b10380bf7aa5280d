"""Hooks see the real name, may rewrite or veto, and fail closed (spec 3.5)."""

import asyncio
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.bridge.support import make_scope, make_tool, of
from tests.bridge.test_remote import hit
from workbench.bridge.call import run_one, tool_call
from workbench.bridge.hooks import Hooks, Rewrite, Veto
from workbench.bridge.remote import connector_dispatch
from workbench.bridge.results import model_result
from workbench.model import (
    Approval,
    CallReport,
    CallRequest,
    ContentItem,
    Json,
    Outcome,
    ServerUnreachable,
    Tool,
    ToolResult,
)

SCHEMA = of("n", {"type": "integer", "maximum": 9}, required=["n"], additionalProperties=False)
TOOL = make_tool("count", SCHEMA)
SCOPE = make_scope([TOOL])


class Server:
    """Notes what was sent and what was asked."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.asked: list[Any] = []

    async def run(self, tool: Tool, arguments: Mapping[str, Json]) -> ToolResult:
        self.sent.append((tool.name, dict(arguments)))
        return ToolResult((ContentItem("text", "secret 7", {"type": "text", "text": "secret 7"}),))

    async def approve(self, tool: Tool, arguments: Mapping[str, Json]) -> bool:
        self.asked.append((tool.name, dict(arguments)))
        return True


async def called(hooks: Hooks, arguments: Any = None, server: Server | None = None) -> tuple[CallReport, Server]:
    """The report of one call through `tool_call`, and the server."""
    server = server or Server()
    raw = {"calls": [{"name": TOOL.name, "arguments": {"n": 1} if arguments is None else arguments}]}
    _, [report] = await tool_call(
        SCOPE,
        raw,
        run=server.run,
        approve=server.approve,
        overrides={},
        clock=lambda: 0.0,
        stop=lambda: False,
        hooks=hooks,
    )
    return report, server


async def test_cal_036_a_hook_sees_the_real_name_and_the_repaired_arguments() -> None:
    seen: list[Any] = []
    report, server = await called(Hooks([lambda name, arguments: seen.append((name, arguments))]), {"n": "3"})
    assert seen == [("mcp_hub_count", {"n": 3})]
    assert (report.outcome, server.sent) == (Outcome.DONE, [("mcp_hub_count", {"n": 3})])


async def test_rewritten_arguments_are_what_is_approved_run_and_shown() -> None:
    async def rewrite(_: str, arguments: Mapping[str, Json]) -> Rewrite:
        return Rewrite({"n": arguments["n"] + 1})

    report, server = await called(Hooks([rewrite, rewrite]))
    assert server.asked == server.sent == [("mcp_hub_count", {"n": 3})]
    assert report.arguments == {"n": 3}
    assert report.check is not None
    assert [(repair.before, repair.after) for repair in report.check.repairs] == [
        ({"n": 1}, {"n": 2}),
        ({"n": 2}, {"n": 3}),
    ]
    assert all("rewrite" in repair.note for repair in report.check.repairs)


@pytest.mark.parametrize("made", [{"n": 10}, {}, {"n": "x"}, {"n": 1, "extra": 1}])
async def test_rewritten_arguments_are_checked_again(made: dict[str, Any]) -> None:
    report, server = await called(Hooks([lambda *_: Rewrite(made)]))
    assert (report.outcome, server.sent, server.asked) == (Outcome.INVALID, [], [])
    assert report.error is not None
    assert report.error["path"].startswith("arguments")


async def test_rewritten_arguments_are_coerced_as_any_others() -> None:
    _, server = await called(Hooks([lambda *_: Rewrite({"n": "4"})]))
    assert server.sent == [("mcp_hub_count", {"n": 4})]


async def test_a_veto_ends_it_with_its_reason() -> None:
    later: list[str] = []
    hooks = Hooks([lambda *_: Veto("not on\x1b[31m fridays"), lambda name, _: later.append(name)])
    report, server = await called(hooks)
    assert (report.outcome, server.sent, server.asked, later) == (Outcome.NOT_APPROVED, [], [], [])
    assert model_result(report) == {"error": "mcp_hub_count was not run: not on[31m fridays", "code": "VETOED"}
    assert "vetoed by the hook" in report.notes[0]


def _raises(*_: Any) -> Any:
    raise ValueError("the key is hunter2")


def _exits(*_: Any) -> Any:
    raise SystemExit(3)


async def _raises_later(*_: Any) -> Any:
    raise KeyError("late")


@pytest.mark.parametrize(
    "hook",
    [
        _raises,
        _exits,
        _raises_later,
        lambda *_: True,
        lambda *_: {"n": 2},
        lambda *_: Rewrite(None),  # type: ignore[arg-type]
        lambda *_: Rewrite([1]),  # type: ignore[arg-type]
        lambda: None,
        7,
    ],
)
async def test_a_pre_hook_that_fails_vetoes_and_is_told_to_people_only(hook: Any) -> None:
    report, server = await called(Hooks([hook]))
    assert (report.outcome, server.sent) == (Outcome.NOT_APPROVED, [])
    assert report.error is not None
    assert report.error["code"] == "VETOED"
    assert "hunter2" not in str(model_result(report))
    assert report.notes


async def test_a_hook_cannot_change_arguments_behind_the_back() -> None:
    def sly(_: str, arguments: Any) -> None:
        arguments["n"] = 9

    given = {"n": 1}
    _, server = await called(Hooks([sly]), given)
    assert server.sent == [("mcp_hub_count", {"n": 1})]
    assert given == {"n": 1}


async def test_hooks_are_not_asked_about_what_will_not_run_anyway() -> None:
    seen: list[str] = []
    hooks = Hooks([lambda name, _: seen.append(name)], [lambda report: seen.append(report.name)])
    await called(hooks, {"n": "x"})
    assert seen == []


async def test_a_denied_tool_stays_denied_whatever_a_hook_says() -> None:
    server = Server()
    report = await run_one(
        SCOPE,
        CallRequest(TOOL.name, {"n": 1}),
        run=server.run,
        approve=server.approve,
        overrides={TOOL.name: Approval.DENY},
        clock=lambda: 0.0,
        hooks=Hooks([lambda *_: Rewrite({"n": 2})]),
    )
    assert (report.outcome, server.sent) == (Outcome.NOT_APPROVED, [])


def _cleaned(report: CallReport) -> CallReport:
    assert report.result is not None
    return replace(report, result=ToolResult((ContentItem("text", "clean", {}),)), name="else", arguments={"n": 5})


async def test_a_post_hook_may_replace_the_result_and_nothing_of_what_happened() -> None:
    report, _ = await called(Hooks(post=[_cleaned]))
    assert (model_result(report), report.name, report.arguments) == ("clean", TOOL.name, {"n": 1})
    assert "changed by the hook" in report.notes[0]


@pytest.mark.parametrize(
    "hook", [_raises, _exits, lambda _: "clean", lambda report: replace(report, result="x"), lambda: None]
)
async def test_a_post_hook_that_fails_withholds_the_result(hook: Callable[..., Any]) -> None:
    report, server = await called(Hooks(post=[hook]))
    assert len(server.sent) == 1
    assert report.result is None
    told = model_result(report)
    assert told["code"] == "WITHHELD"
    assert "secret" not in str(told)
    assert report.notes


async def test_post_hooks_see_calls_that_failed_at_the_server() -> None:
    class Down(Server):
        async def run(self, *_: Any) -> ToolResult:
            raise ServerUnreachable("gone")

    seen: list[Outcome] = []
    await called(Hooks(post=[lambda report: seen.append(report.outcome)]), server=Down())
    assert seen == [Outcome.UNREACHABLE]


async def test_connector_calls_pass_the_same_hooks_under_their_composed_name() -> None:
    tool, server = hit("SEND", schema=of("to", {"type": "string"})), Server()
    seen: list[str] = []

    def rewrite(name: str, _: Mapping[str, Json]) -> Rewrite:
        seen.append(name)
        return Rewrite({"to": "me"})

    hooks = Hooks([rewrite], [_cleaned])
    dispatch = connector_dispatch(make_scope(), approve=server.approve, overrides={}, clock=lambda: 0.0, hooks=hooks)
    report = await dispatch(tool, CallRequest(tool.name, {"to": "you"}), server.run, ())
    assert seen == [tool.name]
    assert server.sent == [(tool.name, {"to": "me"})]
    assert model_result(report) == "clean"


async def test_a_hook_that_blocks_holds_nothing_up_and_vetoes_when_its_time_is_over() -> None:
    released = threading.Event()
    turns = 0

    def blocks(*_: Any) -> None:
        released.wait(60)

    async def beat() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    beating = asyncio.create_task(beat())
    try:
        report, server = await called(Hooks(pre=(blocks,), seconds=0.05))
    finally:
        released.set()
        beating.cancel()
    assert turns > 10
    assert report.outcome is Outcome.NOT_APPROVED and not server.sent
    assert "no answer within 0.05 seconds" in " ".join(report.notes)


async def test_a_post_hook_that_never_answers_withholds_the_result() -> None:
    async def hangs(_: CallReport) -> None:
        await asyncio.Event().wait()

    report, server = await called(Hooks(post=(hangs,), seconds=0.05))
    assert server.sent and report.result is None
    assert report.error is not None and report.error["code"] == "WITHHELD"


async def test_a_time_out_of_the_hook_s_own_is_told_as_its_own() -> None:
    def fails(*_: Any) -> None:
        raise TimeoutError("the policy service")

    report, _ = await called(Hooks(pre=(fails,)))
    assert "the policy service" in " ".join(report.notes)


async def test_cancelling_a_call_cancels_the_wait_for_its_hook() -> None:
    released = threading.Event()
    task = asyncio.create_task(called(Hooks(pre=(lambda *_: released.wait(60),))))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    released.set()
