"""Local and connector tools in one ranking, one description and one dispatch (spec 2.3, 2.7, 3.1, 4.3)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.bridge.support import make_scope, make_tool, of
from workbench.bridge.describe import tool_describe
from workbench.bridge.remote import (
    connector_dispatch,
    connector_entries,
    describe_with_schemas,
    names_to_ask,
    queries_to_send,
    tool_search_with_hits,
)
from workbench.bridge.search import tool_search
from workbench.model import CallRequest, ContentItem, Json, Kind, Outcome, Source, Tool, ToolResult
from workbench.search.segment import Segment, build_segment
from workbench.search.terms import Analyzer


def hit(slug: str, description: str = "", connector: str = "gmail", schema: Any = None) -> Tool:
    """A connector tool."""
    name = f"connectors__{connector}__{slug}"
    return Tool(name, slug, connector, Kind.CONNECTORS, "connectors", description, schema or {"type": "object"}, 10)


def hits(*tools: Tool) -> Segment:
    """The connector documents of one query."""
    return build_segment(Source("connectors", Kind.CONNECTORS, tools), Analyzer())


def groups(payload: Mapping[str, Json]) -> list[list[str]]:
    """The names each query found."""
    return [group["matches"] for group in payload["results"]]


def test_sea_020_local_tools_and_hits_are_ranked_in_one_pass() -> None:
    spawn = make_tool("sessions_spawn", of("task", {"type": "string"}), server="local", description="Start a session.")
    scope = make_scope([spawn])
    found = hits(hit("LIST", "List events.", "calendly"), hit("SEND", "Send a session video.", "loom"))
    raw = {"queries": ["sessions_spawn", "spawn session", "session"]}
    payload = tool_search_with_hits(scope, raw, dict.fromkeys(raw["queries"], found)).payload
    assert [names[0] for names in groups(payload)[:2]] == [spawn.name] * 2
    assert set(groups(payload)[2]) == {spawn.name, "connectors__loom__SEND"}


def test_a_connector_record_names_its_connector() -> None:
    scope = make_scope([make_tool("mail_read", description="Read mail.")])
    tool = hit("SEND", "Send mail. " + "x" * 600, schema={"type": "object", "required": ["to"]})
    payload = tool_search_with_hits(scope, {"queries": "mail"}, {"mail": hits(tool)}).payload
    record = payload["tools"][tool.name]
    assert (record["source"], record["source_name"], record["required"]) == ("connectors", "gmail", ["to"])
    assert len(record["description"]) == 500


def test_the_limit_caps_the_group_as_a_whole_and_all_hits_are_counted_once() -> None:
    scope = make_scope([make_tool(f"mail_{at}", description="Mail.") for at in range(3)])
    one, two = hits(*(hit(f"MAIL_{at}", "Mail.") for at in range(4))), hits(hit("MAIL_0", "Mail."), hit("OTHER"))
    raw = {"queries": ["mail", "mail box"], "limit": 4}
    payload = tool_search_with_hits(scope, raw, {"mail": one, "mail box": two, "asked before": hits(hit("X"))}).payload
    assert len(groups(payload)[0]) == 4
    assert payload["total_available"] == 3 + 5


def test_hits_of_another_query_do_not_join() -> None:
    scope = make_scope([make_tool("add", description="Add.")])
    answer = tool_search_with_hits(scope, {"queries": "send mail"}, {"send mails": hits(hit("SEND", "Send mail."))})
    assert answer.payload == tool_search(scope, {"queries": "send mail"}).payload
    assert "available_sources" in answer.payload["results"][0]


def test_hits_count_in_the_statistics_of_their_query_only() -> None:
    scope = make_scope([make_tool("mail_read", description="Read mail.")])
    answer = tool_search_with_hits(scope, {"queries": ["mail", "read"]}, {"mail": hits(hit("SEND", "Send mail."))})
    assert [group.explanation.documents for group in answer.groups] == [2, 1]
    assert scope.catalog.size == 1


def test_con_032_what_will_be_refused_is_not_sent() -> None:
    scope = make_scope()
    assert queries_to_send(scope, {"queries": [" a ", "", "b"]}) == ("a", "b")
    eight = {"queries": [f"q{at}" for at in range(8)]}
    assert queries_to_send(scope, eight) == ()
    payload = tool_search_with_hits(scope, eight, {}).payload
    assert "at most 7" in payload["error"]
    assert len(payload["retry"]["queries"]) == 7
    assert queries_to_send(scope, 7) == ()


def test_each_name_is_described_from_where_it_is() -> None:
    local, tool = make_tool("echo"), hit("SEND", "Send.", schema=of("to", {"type": "string"}))
    scope = make_scope([local], visible=[make_tool("now")])
    names = [local.name, tool.name, "connectors__gmail__GONE", "connectors__gmail__LATE", "mcp_hub_now", "nope"]
    raw = {"names": names}
    assert names_to_ask(raw) == tuple(names[1:4])
    answer = describe_with_schemas(scope, raw, {tool.name: tool}, {"connectors__gmail__LATE": "not reachable now"})
    assert list(answer["tools"]) == [local.name, tool.name]
    assert answer["tools"][tool.name]["parameters"]["properties"] == {"to": {"type": "string"}}
    assert answer["not_found"] == ["connectors__gmail__GONE", "nope"]
    assert answer["errors"]["connectors__gmail__LATE"] == "not reachable now"
    assert "mcp_hub_now" in answer["errors"]


def test_without_schemas_it_is_the_local_answer() -> None:
    scope = make_scope([make_tool("echo")])
    for raw in ({"names": ["mcp_hub_echo", "connectors__a__b"]}, {"names": []}, 7):
        assert describe_with_schemas(scope, raw, {}) == tool_describe(scope, raw)
    assert names_to_ask({"names": []}) == ()


@pytest.mark.parametrize(
    ("raw", "count"),
    [
        ({"calls": [{"name": "connectors__a__b"}, {"name": "connectors__execute"}]}, 2),
        ({"name": "connectors__a__b", "arguments": "{}"}, 1),
        ({"calls": [{"name": "mcp_a_b"}]}, 0),
        ({"calls": [{"name": "connectors__a__b"}, {"name": "mcp_a_b"}]}, 0),
        ({"calls": [{"name": "connectors__a__b"}] * 11}, 0),
        ({}, 0),
    ],
)
def test_only_calls_made_of_connector_entries_go_to_the_gateway(raw: Any, count: int) -> None:
    assert len(connector_entries(raw)) == count


async def test_a_connector_call_is_checked_and_approved_as_a_local_one() -> None:
    tool = hit("SEND", schema=of("n", {"type": "integer"}, required=["n"]))
    asked: list[Any] = []

    async def approve(seen: Tool, arguments: Mapping[str, Json]) -> bool:
        asked.append((seen.name, dict(arguments)))
        return True

    async def run(_: Tool, arguments: Mapping[str, Json]) -> ToolResult:
        return ToolResult((ContentItem("text", str(arguments["n"]), {}),))

    dispatch = connector_dispatch(make_scope(), approve=approve, overrides={}, clock=lambda: 0.0)
    repairs: Sequence[Any] = ()
    good = await dispatch(tool, CallRequest(tool.name, {"n": "7"}), run, repairs)
    assert (good.name, good.outcome, asked) == (tool.name, Outcome.DONE, [(tool.name, {"n": 7})])
    bad = await dispatch(tool, CallRequest(tool.name, {}), run, repairs)
    assert (bad.outcome, len(asked)) == (Outcome.INVALID, 1)
