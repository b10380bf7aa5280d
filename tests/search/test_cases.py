"""Reported faults of other tools, kept under their ids. The inputs stand beside the project."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.search.support import ANALYZER, ask
from workbench.disclosure.naming import name_tools
from workbench.model import Kind, RawTool, Source
from workbench.search.catalog import Catalog
from workbench.search.segment import build_segment
from workbench.search.terms import TEXT_LIMIT

pytestmark = pytest.mark.data


@pytest.fixture(scope="module")
def faults(cases: Path) -> dict[str, Any]:
    lines = (cases / "cases.jsonl").read_text("utf-8").splitlines()
    return {fault["id"]: fault["minimal_input"] for fault in map(json.loads, lines) if fault["area"] == "search"}


def attach(fault: Any) -> Catalog:
    servers: dict[str, list[RawTool]] = {}
    for item in fault["tools"]:
        raw = RawTool(item["name"], item["description"], input_schema=item["inputSchema"])
        servers.setdefault(text(item["server"]), []).append(raw)
    sources = [Source(server, Kind.MCP, name_tools(server, raw)[0]) for server, raw in servers.items()]
    return Catalog([build_segment(source, ANALYZER) for source in sources])


def text(given: Any) -> str:
    return given if isinstance(given, str) else given["repeat"] * given["times"]


def names(where: Catalog, query: str, limit: int = 5) -> list[str]:
    return [match.tool.original_name for match in ask(where, query, limit).matches]


@pytest.mark.parametrize("fault_id", ["SEA-001", "SEA-008", "SEA-020"])
def test_every_spelling_ranks_the_tool_first(faults: dict[str, Any], fault_id: str) -> None:
    fault = faults[fault_id]
    where = attach(fault)
    for query in fault["query"]:
        assert names(where, query)[0] == fault["expect"]["first"], query


def test_sea_003_separators_split_names(faults: dict[str, Any]) -> None:
    fault = faults["SEA-003"]
    where = attach(fault)
    for query, expected in fault["expect"].items():
        assert names(where, query)[0] == expected
        assert names(where, expected)[0] == expected


def test_sea_005_nothing_is_found_where_nothing_answers(faults: dict[str, Any]) -> None:
    where = attach(faults["SEA-005"])
    group = ask(where, faults["SEA-005"]["query"])
    assert group.matches == ()
    assert {refused.reason for refused in group.explanation.refused} == {'gate: lacks "gmail"'}
    assert where.sources() == [("betterstack", 4), ("linear", 2)]


def test_sea_007_several_exact_names_in_one_query_are_told(faults: dict[str, Any]) -> None:
    fault = faults["SEA-007"]
    where = attach(fault)
    told = ask(where, fault["query"]).explanation.several_names
    assert [name.removeprefix("mcp_codebase-memory_") for name in told] == sorted(fault["expect"]["contains"])


def test_sea_010_what_a_second_query_should_ask_for_is_told(faults: dict[str, Any]) -> None:
    fault = faults["SEA-010"]
    group = ask(attach(fault), fault["query"], fault["limit"])
    assert [match.tool.original_name for match in group.matches] == fault["expect"]["contains"]
    assert group.explanation.uncovered == ("navig",)


def test_sea_012_a_service_name_reaches_its_tools(faults: dict[str, Any]) -> None:
    where = attach(faults["SEA-012"])
    assert sorted(names(where, "linear")) == ["list_issue_statuses", "save_issue"]
    assert names(where, "linear create issue")[0] == "save_issue"


def test_sea_014_tools_without_description_surface(faults: dict[str, Any]) -> None:
    where = attach(faults["SEA-014"])
    for query, expected in faults["SEA-014"]["expect"].items():
        assert names(where, query)[0] == expected["first"]


def test_sea_015_cjk_queries_find(faults: dict[str, Any]) -> None:
    where = attach(faults["SEA-015"])
    for query, expected in faults["SEA-015"]["expect"].items():
        assert names(where, query) == expected


def test_sea_022_no_label_makes_an_explanation_long(faults: dict[str, Any]) -> None:
    fault = faults["SEA-022"]
    group = ask(attach(fault), fault["query"], fault["limit"])
    assert len(group.matches) == 25
    facts = group.explanation.as_json()
    assert all(len(entry["source"]) <= 64 for entry in facts["matches"] + facts["refused"])


def test_sea_024_a_query_is_plain_text_of_bounded_length(faults: dict[str, Any]) -> None:
    fault = faults["SEA-024"]
    where = attach(fault)
    for query in fault["query"]:
        group = ask(where, text(query))
        group.explanation.as_json()
        assert sum(len(word) for term in group.explanation.terms for word in term.words) <= TEXT_LIMIT
