"""What is indexed of a tool, and that a bad tool costs itself only (spec 2.2)."""

from dataclasses import replace
from typing import Any

import pytest

from tests.search.support import ANALYZER, ask, catalog, found, source, tool
from workbench.model import Kind, Tool
from workbench.search.document import PARAMETER_LIMIT, Document, make_document
from workbench.search.segment import build_segment
from workbench.search.terms import TEXT_LIMIT, Analyzer


def document(made: Tool, label: str = "github") -> Document:
    return make_document(made, label, ANALYZER)[0]


def test_a_document_is_name_label_description_and_top_level_parameters() -> None:
    made = replace(
        tool("createIssue", "Opens a ticket."),
        parameters={"properties": {"repoName": {"properties": {"deep": {}}, "description": "hidden"}, "title": {}}},
    )
    counts = document(made).counts
    assert set(counts) == set(ANALYZER.terms("create issue github opens a ticket repo name title"))
    assert document(made).length == sum(counts.values()) == 9


def test_the_label_is_added_only_where_the_name_lacks_it() -> None:
    assert document(tool("github_search")).counts == {"github": 1, "search": 1}
    assert document(tool("search")).counts == {"search": 1, "github": 1}
    assert document(tool("google_search"), "google-workspace").counts == {"googl": 1, "search": 1, "workspac": 1}


def test_the_prefix_of_the_naming_scheme_is_in_no_document() -> None:
    made = tool("mcp_get_history")
    assert made.name == "mcp_s_mcp_get_history"
    assert set(document(made, "mcp-home").counts) == set(ANALYZER.terms("get history home"))


def test_a_connector_document_is_connector_slug_and_description() -> None:
    made = tool("GMAIL_SEND_EMAIL", "Sends.", "recipient", server="gmail", kind=Kind.CONNECTORS)
    read = document(made, "connectors")
    assert read.source_name == "gmail"
    assert set(read.counts) == set(ANALYZER.terms("gmail send email sends"))


ODD: list[tuple[str, Any, str]] = [
    ("description", 42, "description"),
    ("description", ["a"], "description"),
    ("parameters", [1, 2], "parameters"),
    ("parameters", "object", "parameters"),
    ("parameters", {"properties": ["a", "b"]}, "properties"),
    ("parameters", {"properties": 7}, "properties"),
]


@pytest.mark.parametrize(("field", "value", "key"), ODD)
def test_an_odd_part_is_skipped_and_reported_for_that_tool_alone(field: str, value: Any, key: str) -> None:
    odd = replace(tool("odd_one", "Fine words.", "fine_parameter"), **{field: value})
    good = tool("good_one", "Good words.", "path")
    segment = build_segment(source("s", odd, good), ANALYZER)
    assert [(report.where, report.key) for report in segment.reports] == [("s: odd_one", key)]
    assert segment.documents[1].counts == document(good, "s").counts
    assert found(catalog(source("s", odd, good)), "odd") == ["odd_one"]


@pytest.mark.parametrize("schema", [None, True, False, {}, {"properties": None}, {"type": "object"}])
def test_a_schema_without_parameters_is_nothing_to_report(schema: Any) -> None:
    _, reports = make_document(replace(tool("a"), parameters=schema), "s", ANALYZER)
    assert reports == ()


def test_parameter_names_that_are_no_text_are_passed_over() -> None:
    made = replace(tool("a"), parameters={"properties": {1: {}, None: {}, "path": {}}})
    assert set(document(made, "s").counts) == {"a", "s", "path"}


def test_huge_parts_are_indexed_in_part_and_reported() -> None:
    made = replace(
        tool("big", "word " * TEXT_LIMIT),
        parameters={"properties": {f"p{index}": {} for index in range(PARAMETER_LIMIT * 2)}},
    )
    read, reports = make_document(made, "s", ANALYZER)
    assert {(report.key, report.severity) for report in reports} == {("description", "note"), ("properties", "note")}
    assert read.length <= TEXT_LIMIT / 5 + PARAMETER_LIMIT + 3


def test_sea_019_where_indexing_fails_the_tool_is_found_by_name_and_the_explanation_says_so() -> None:
    def stem(word: str) -> str:
        if word == "poison":
            raise RuntimeError("no stem")
        return word

    analyzer = Analyzer(stem)
    hurt = source("s", tool("read_file", "The poison."), tool("write_file", "Writes."))
    segment = build_segment(hurt, analyzer)
    assert segment.degraded
    assert [(report.where, report.problem) for report in segment.reports] == [
        ("s: read_file", "could not be indexed (RuntimeError)")
    ]
    assert segment.documents[0].counts == {"read": 1, "file": 1}
    assert segment.documents[1].counts == {"write": 1, "file": 1, "s": 1, "writes": 1}
    assert ask(catalog(source("s", "fine")), "fine").explanation.degraded == ()


@pytest.mark.parametrize("name", [None, 7, "", "\ud800", "…"])
def test_a_name_that_is_no_name_never_raises(name: Any) -> None:
    odd = replace(tool("x", "Useful thing."), name=name, original_name=name)
    assert len(build_segment(source("s", odd, "fine"), ANALYZER)) == 2
