"""Dispatch: scope, checks, approval, one call under the real name, and outcomes told apart (spec 3.5)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.bridge.support import make_scope, make_tool, of
from workbench.bridge.call import run_one, tool_call
from workbench.bridge.scope import Scope
from workbench.model import (
    Annotations,
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

READ_ONLY = Annotations(read_only=True)


class Server:
    """Records what is sent and answers with one result, or raises."""

    def __init__(self, answer: ToolResult | Exception | None = None) -> None:
        self.sent: list[tuple[str, Json]] = []
        self.asked: list[tuple[str, Json]] = []
        self.agrees: Any = True
        self._answer = answer or ToolResult((ContentItem("text", "done", {}),))

    async def run(self, tool: Tool, arguments: Mapping[str, Json]) -> ToolResult:
        self.sent.append((tool.original_name, arguments))
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer

    async def approve(self, tool: Tool, arguments: Mapping[str, Json]) -> bool:
        self.asked.append((tool.name, arguments))
        if isinstance(self.agrees, Exception):
            raise self.agrees
        return bool(self.agrees)


async def one(server: Server, scope: Scope, name: str, arguments: Any = None, **more: Any) -> CallReport:
    ticks = iter(range(100))
    return await run_one(
        scope,
        CallRequest(name, {} if arguments is None else arguments),
        run=server.run,
        approve=server.approve,
        overrides=more.pop("overrides", {}),
        clock=lambda: float(next(ticks)),
        **more,
    )


async def many(
    server: Server, scope: Scope, raw: Json, stop: Any = lambda: False
) -> tuple[Json, tuple[CallReport, ...]]:
    return await tool_call(
        scope, raw, run=server.run, approve=server.approve, overrides={}, clock=lambda: 0.0, stop=stop
    )


async def test_cal_036_a_call_runs_once_under_its_real_name_with_what_was_approved() -> None:
    tool, server = make_tool("add", of("n", {"type": "integer"})), Server()
    report = await one(server, make_scope([tool]), tool.name, {"n": "36893488147419103232"})
    assert (report.name, report.outcome, report.seconds) == (tool.name, Outcome.DONE, 1.0)
    assert server.sent == [("add", {"n": 36893488147419103232})]
    assert server.asked == [(tool.name, {"n": 36893488147419103232})]
    assert server.sent[0][1] is server.asked[0][1]
    assert report.check is not None
    assert [repair.path for repair in report.check.repairs] == ["arguments.n"]


async def test_invalid_arguments_are_neither_asked_about_nor_sent() -> None:
    tool, server = make_tool("add", {"type": "object", "required": ["n"]}), Server()
    report = await one(server, make_scope([tool]), tool.name)
    assert (report.outcome, server.sent, server.asked) == (Outcome.INVALID, [], [])
    assert report.error is not None
    assert report.error["constraint"] == "required"


async def test_cal_008_a_withheld_name_is_not_available_and_never_its_neighbour() -> None:
    server = Server()
    scope = make_scope([make_tool("link", server="kanban")], withheld=["mcp_kanban_list"])
    report = await one(server, scope, "mcp_kanban_list")
    assert (report.outcome, server.sent) == (Outcome.REFUSED, [])
    assert report.error is not None
    assert "not available here" in report.error["error"]


@pytest.mark.parametrize("name", ["add", "ADD", "mcp-hub-add", "McpHubAdd", "hub_add", "addadd"])
async def test_a_near_name_is_suggested_and_not_run(name: str) -> None:
    tool, server = make_tool("add"), Server()
    report = await one(server, make_scope([tool, make_tool("other")]), name)
    assert (report.outcome, server.sent) == (Outcome.REFUSED, [])
    assert report.error is not None
    assert report.error["suggestions"] == [tool.name]


async def test_cat_003_an_ambiguous_bare_name_lists_all_candidates() -> None:
    tools = [make_tool("echo", server=server) for server in ("clickhouse", "oceanbase")]
    report = await one(Server(), make_scope(tools), "echo")
    assert report.error is not None
    assert report.error["suggestions"] == ["mcp_clickhouse_echo", "mcp_oceanbase_echo"]


async def test_a_visible_tool_runs_directly_and_not_through_the_bridge() -> None:
    tool, server = make_tool("now"), Server()
    scope = make_scope(visible=[tool])
    report = await one(server, scope, tool.name)
    assert (report.outcome, server.sent) == (Outcome.REFUSED, [])
    assert report.error is not None
    assert "directly" in report.error["error"]
    assert (await one(server, scope, tool.name, direct=True)).outcome is Outcome.DONE


async def test_the_bridge_cannot_run_itself() -> None:
    answer, reports = await many(Server(), make_scope(), {"name": "tool_call", "arguments": {}})
    assert "cannot be run through it" in answer["error"]
    assert reports == ()
    assert (await one(Server(), make_scope(), "tool_search", direct=True)).outcome is Outcome.REFUSED


@pytest.mark.parametrize(
    ("approval", "agrees", "outcome"),
    [
        (Approval.ALLOW, False, Outcome.DONE),
        (Approval.ASK, True, Outcome.DONE),
        (Approval.ASK, False, Outcome.NOT_APPROVED),
        (Approval.ASK, RuntimeError("no screen"), Outcome.NOT_APPROVED),
        (Approval.DENY, True, Outcome.NOT_APPROVED),
    ],
)
async def test_approval_is_settled_before_anything_is_sent(approval: Approval, agrees: Any, outcome: Outcome) -> None:
    tool, server = make_tool("add"), Server()
    server.agrees = agrees
    report = await one(server, make_scope([tool]), tool.name, overrides={"add": approval})
    assert (report.outcome, report.approval) == (outcome, approval)
    assert len(server.sent) == (outcome is Outcome.DONE)
    assert len(server.asked) == (approval is Approval.ASK)


async def test_cal_017_outcomes_are_told_apart() -> None:
    tool = make_tool("add", annotations=READ_ONLY)
    scope = make_scope([tool])
    failed = await one(Server(ToolResult((ContentItem("text", "no", {}),), is_error=True)), scope, tool.name)
    assert (failed.outcome, failed.error) == (Outcome.TOOL_ERROR, None)
    gone = await one(Server(ServerUnreachable("it stopped", "start it again")), scope, tool.name)
    assert gone.outcome is Outcome.UNREACHABLE
    assert gone.error == {"error": f"{tool.name}: it stopped", "hint": "start it again"}
    odd = await one(Server(KeyError("secret")), scope, tool.name)
    assert odd.outcome is Outcome.UNREACHABLE
    assert odd.error is not None
    assert "secret" not in odd.error["error"]


async def test_cal_012_a_failed_call_is_not_sent_again() -> None:
    tool, server = make_tool("add", annotations=READ_ONLY), Server(ServerUnreachable("it stopped"))
    await one(server, make_scope([tool]), tool.name)
    assert len(server.sent) == 1


async def test_cal_023_a_result_against_its_declared_output_is_kept_and_marked() -> None:
    output = of("celsius", {"type": "integer"})
    tool = make_tool("weather", annotations=READ_ONLY, output=output)
    result = ToolResult((ContentItem("text", "warm", {}),), structured={"celsius": "warm"}, problems=("odd item",))
    report = await one(Server(result), make_scope([tool]), tool.name)
    assert report.outcome is Outcome.DONE
    assert report.result is not None
    assert report.result.content == result.content
    assert report.result.structured == {"celsius": "warm"}
    assert report.result.problems[0] == "odd item"
    assert "does not match the declared output: structuredContent.celsius" in report.result.problems[1]
    missing = await one(Server(), make_scope([tool]), tool.name)
    assert missing.result is not None
    assert "no structured content" in missing.result.problems[0]


async def test_cat_034_search_describe_and_call_see_the_same_scope() -> None:
    from workbench.bridge.describe import tool_describe
    from workbench.bridge.search import tool_search

    scope = make_scope([make_tool("create_issue")], withheld=["mcp_mail_send"])
    assert tool_search(scope, {"queries": "send mail"}).payload["results"][0]["matches"] == []
    assert tool_search(scope, {"queries": "send mail"}).payload["total_available"] == 1
    assert tool_describe(scope, {"names": "mcp_mail_send"})["not_found"] == ["mcp_mail_send"]
    assert (await one(Server(), scope, "mcp_mail_send")).outcome is Outcome.REFUSED


async def test_one_entry_answers_with_its_own_result_and_says_how_it_was_read() -> None:
    tool, server = make_tool("wire"), Server()
    answer, (report,) = await many(server, make_scope([tool]), {"name": tool.name, "arguments.a": 1})
    assert answer == "done"
    assert server.sent == [("wire", {"a": 1})]
    assert report.check is not None
    assert report.check.repairs[0].note == "rebuilt from dotted keys"


async def test_cal_032_a_stop_between_entries_keeps_order_and_sends_nothing_more() -> None:
    tools = [make_tool(f"SEND_{at}", annotations=READ_ONLY, server="x") for at in range(4)]
    renamed = {f"connectors__mail__{at}": tool for at, tool in enumerate(tools)}
    scope = replace(make_scope(), deferred=renamed)
    server = Server()
    calls = [{"name": name, "arguments": {}} for name in renamed]
    answer, reports = await many(server, scope, {"calls": calls}, stop=lambda: len(server.sent) >= 2)
    assert [report.outcome for report in reports] == [Outcome.DONE] * 2 + [Outcome.INTERRUPTED] * 2
    assert answer["results"][:2] == ["done", "done"]
    assert [result["code"] for result in answer["results"][2:]] == ["INTERRUPTED", "INTERRUPTED"]
    assert len(server.sent) == 2
