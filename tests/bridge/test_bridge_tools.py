"""`tool_search` and `tool_describe` over hand-made scopes (spec 2.7, 3.1)."""

import json
from dataclasses import replace

import pytest

from tests.bridge.support import make_scope, make_tool
from workbench.bridge.describe import tool_describe
from workbench.bridge.search import tool_search
from workbench.settings import ToolSearchSettings


def test_the_payload_has_groups_with_names_and_each_record_once() -> None:
    schema = {"type": "object", "required": ["title", 3, "x" * 100, *(f"r{n}" for n in range(40))]}
    tool = make_tool("create_issue", schema, server="tracker", description="Create an issue. " + "x" * 600)
    scope = make_scope([tool, make_tool("add", description="Add numbers.")])
    answer = tool_search(scope, {"queries": ["create issue", "issue"], "limit": "3"})
    assert list(answer.payload) == ["queries", "total_available", "results", "tools"]
    assert answer.payload["queries"] == ["create issue", "issue"]
    assert answer.payload["total_available"] == 2
    assert answer.payload["results"] == [
        {"query": "create issue", "matches": [tool.name]},
        {"query": "issue", "matches": [tool.name]},
    ]
    record = answer.payload["tools"][tool.name]
    assert list(answer.payload["tools"]) == [tool.name]
    assert list(record) == ["source", "source_name", "description", "required"]
    assert (record["source"], record["source_name"]) == ("mcp", "tracker")
    assert len(record["description"]) == 500
    assert record["description"].endswith("…")
    assert len(record["required"]) == 32
    assert all(len(name) <= 64 for name in record["required"])
    assert [group.query for group in answer.groups] == ["create issue", "issue"]


def test_an_empty_group_names_the_sources_and_what_is_down() -> None:
    tools = [make_tool("b", server="zeta"), make_tool("a", server="alpha"), make_tool("c", server="alpha")]
    payload = tool_search(make_scope(tools, down={"mail": "it hangs"}), {"queries": "fly kites"}).payload
    (group,) = payload["results"]
    assert group["matches"] == []
    assert group["available_sources"] == [{"name": "alpha", "tool_count": 2}, {"name": "zeta", "tool_count": 1}]
    assert "mail is down: it hangs" in group["hint"]
    assert payload["tools"] == {}


def test_without_any_source_an_empty_group_has_neither_sources_nor_hint() -> None:
    assert tool_search(make_scope(), {"queries": "x"}).payload["results"] == [{"query": "x", "matches": []}]


def test_the_limit_is_clamped_to_the_settings() -> None:
    scope = make_scope(
        [make_tool(f"note_{letter}", description="Read a note.") for letter in "abcdef"],
        settings=ToolSearchSettings(search_default_limit=2, max_search_limit=4),
    )
    counts = [
        len(tool_search(scope, {"queries": ["note"], "limit": limit}).payload["results"][0]["matches"])
        for limit in (None, 1, 100, float("inf"), "x")
    ]
    assert counts == [2, 1, 4, 2, 2]


def test_too_many_queries_are_refused_before_any_work() -> None:
    answer = tool_search(make_scope(), {"queries": list("abcdefgh")})
    assert set(answer.payload) == {"error", "retry"}
    assert answer.groups == ()


def test_des_001_each_name_has_its_own_outcome() -> None:
    echo, add, now = (make_tool(name, description=f"Does {name}.") for name in ("echo", "add", "now"))
    scope = make_scope([echo, add], visible=[now], withheld=["mcp_mail_send"], down={"mail": "it hangs"})
    names = [echo.name, "nope", add.name, echo.name, "", " ADD ", now.name, "mcp_mail_send"]
    answer = tool_describe(scope, {"names": names})
    assert list(answer) == ["tools", "not_found", "hint", "errors"]
    assert list(answer["tools"]) == [echo.name, add.name]
    assert answer["tools"][add.name]["description"] == "Does add."
    assert answer["tools"][add.name]["parameters"]["type"] == "object"
    assert answer["not_found"] == ["nope", "ADD", "mcp_mail_send"]
    assert list(answer["errors"]) == [now.name]
    assert add.name in answer["hint"]
    assert "tool_search" in answer["hint"]
    assert "mail is down" in answer["hint"]


def test_when_all_is_found_there_is_nothing_else() -> None:
    tool = make_tool("echo")
    assert list(tool_describe(make_scope([tool]), {"names": tool.name})) == ["tools"]


@pytest.mark.parametrize("names", [None, [], "", [f"n{at}" for at in range(11)], [{}]])
def test_names_that_cannot_be_read_are_an_error(names: object) -> None:
    assert "error" in tool_describe(make_scope(), {"names": names})


def test_sea_007_an_empty_group_for_several_names_says_to_ask_one_by_one() -> None:
    names = ["search_graph", "trace_path", "get_snippet", "index_all"]
    scope = make_scope([make_tool(name, description="Code graph tool.") for name in names])
    for query in ("search_graph trace_path get_snippet index_all", "trace_path, index_all, get_snippet"):
        (group,) = tool_search(scope, {"queries": [query]}).payload["results"]
        assert group["matches"] == []
        assert "one by one" in group["hint"]
        assert all(f"mcp_hub_{name}" in group["hint"] for name in names if name in query)
    (group,) = tool_search(scope, {"queries": ["fly kites"]}).payload["results"]
    assert "one by one" not in group["hint"]


def test_sea_007_the_names_in_a_hint_are_bounded() -> None:
    scope = make_scope([make_tool(f"only_{letter}x") for letter in "abcdefghijklmno"])
    query = " ".join(tool.original_name for tool in scope.deferred.values())
    (group,) = tool_search(scope, {"queries": [query]}).payload["results"]
    assert group["hint"].count("mcp_hub_only") == 10


@pytest.mark.parametrize("query", ["find thing", "fly kites"])
def test_sea_022_a_server_name_of_any_length_is_repeated_clipped(query: str) -> None:
    tools = [make_tool(f"tool_{n:02}", description="Find a thing.", server="s" * 5000) for n in range(25)]
    tools = [replace(tool, name=f"mcp_s_{tool.original_name}") for tool in tools]
    payload = tool_search(make_scope(tools), {"queries": [query, query, query], "limit": 25}).payload
    assert len(json.dumps(payload)) < 8000


def test_sea_024_a_long_query_is_read_and_repeated_only_so_far() -> None:
    payload = tool_search(
        make_scope([make_tool("add")]), {"queries": ["a" * 100_000, "(" * 50_000, "[" * 4000]}
    ).payload
    assert [len(query) for query in payload["queries"]] == [4000, 4000, 4000]
    assert [group["query"] for group in payload["results"]] == payload["queries"]


def test_des_006_a_schema_with_a_loop_of_references_is_described_as_it_was_sent() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/n"}}}
    schema = {"type": "object", "properties": {"root": {"$ref": "#/$defs/n"}}, "$defs": {"n": node}}
    described = tool_describe(make_scope([make_tool("walk", schema)]), {"names": ["mcp_hub_walk"]})
    assert json.loads(json.dumps(described["tools"]["mcp_hub_walk"]["parameters"])) == schema
