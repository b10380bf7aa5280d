"""The gateway's answers as searchable tools: what counts, what is left out, and that it is said (spec 4.3)."""

from typing import Any

import pytest

from workbench.connectors.errors import FaultKind, GatewayError
from workbench.connectors.search import describe_tools, no_hits, read_hits, slugs_to_describe
from workbench.connectors.wire import read_schemas, read_search
from workbench.model import Kind, Tool
from workbench.search.segment import Segment
from workbench.search.terms import Analyzer

SCHEMA = {"type": "object", "properties": {"hidden_parameter": {}}, "required": ["hidden_parameter"]}


def entry(slug: str, connector: str = "gmail", description: str = "") -> dict[str, Any]:
    return {"connector": connector, "tool": slug, "description": description or f"Does {slug}.", "inputSchema": SCHEMA}


def row(index: int, query: str, *slugs: str, **more: Any) -> dict[str, Any]:
    return {"index": index, "useCase": query, "tools": list(slugs), **more}


def hits_of(queries: list[str], rows: list[Any], *slugs: str, **schemas: Any) -> Any:
    known = {slug: entry(slug) for slug in slugs} | schemas
    return read_hits(queries, read_search({"results": rows, "schemas": known}), Analyzer())


def names(segment: Segment) -> list[str]:
    return [document.tool.name for document in segment.documents]


def test_a_hit_is_a_tool_of_its_connector() -> None:
    hits = hits_of(["send mail"], [row(0, "send mail", "GMAIL_SEND")], GMAIL_SEND=entry("GMAIL_SEND", "Gmail", "Mail."))
    tool = hits.tools["connectors__gmail__SEND"]
    assert isinstance(tool, Tool)
    assert (tool.original_name, tool.source, tool.kind, tool.toolset) == (
        "GMAIL_SEND",
        "gmail",
        Kind.CONNECTORS,
        "connectors",
    )
    assert (tool.description, tool.parameters) == ("Mail.", SCHEMA)
    assert tool.schema_tokens > 20
    assert (hits.reports, hits.degraded) == ((), "")


def test_its_document_has_connector_slug_words_and_description_and_no_parameters() -> None:
    hits = hits_of(["q"], [row(0, "q", "POST_NOTE")], POST_NOTE=entry("POST_NOTE", "slate", "Write something."))
    (document,) = hits.segments["q"].documents
    assert {"slate", "post", "note", "write", "someth"} <= set(document.counts)
    assert not {"hidden", "paramet"} & set(document.counts)
    assert document.source_name == "slate"


def test_a_group_that_echoes_another_query_is_left_out() -> None:
    rows = [row(0, "b", "A"), row(1, "b", "B"), row(5, "c", "A"), row(1, "b", "A")]
    hits = hits_of(["a", "b"], rows, "A", "B")
    assert {query: names(segment) for query, segment in hits.segments.items()} == {"b": ["connectors__gmail__B"]}
    assert [report.problem for report in hits.reports] == [
        "echoes another query",
        "answers no query that was asked",
        "came twice",
    ]
    assert hits.degraded == "the gateway answered 1 of 2 queries"
    assert list(hits.tools) == ["connectors__gmail__B"]


def test_slugs_without_a_schema_and_without_a_name_are_left_out() -> None:
    hits = hits_of(["q"], [row(0, "q", "A", "GMAIL_", "MISSING\x1b", "A", "ODD")], "A", "GMAIL_", ODD={"connector": 1})
    assert names(hits.segments["q"]) == ["connectors__gmail__A"]
    said = " ".join(map(str, hits.reports))
    assert all(word in said for word in ("GMAIL_", "MISSING", "ODD"))
    assert "\x1b" not in said


@pytest.mark.parametrize("order", [("GMAIL_X", "X"), ("X", "GMAIL_X")])
def test_con_034_twins_are_one_tool_with_its_literal_slug(order: tuple[str, str]) -> None:
    hits = hits_of(["q"], [row(0, "q", *order)], "X", "GMAIL_X")
    assert names(hits.segments["q"]) == ["connectors__gmail__X"]
    assert hits.tools["connectors__gmail__X"].original_name == "GMAIL_X"
    assert hits.tools["connectors__gmail__X"].description == "Does GMAIL_X."
    (report,) = hits.reports
    assert "GMAIL_X and X" in report.problem


def test_con_034_twins_in_two_groups_are_settled_over_the_whole_answer() -> None:
    hits = hits_of(["a", "b"], [row(0, "a", "X"), row(1, "b", "GMAIL_X")], "X", "GMAIL_X")
    assert list(hits.segments) == ["b"]
    assert [tool.original_name for tool in hits.tools.values()] == ["GMAIL_X"]


def test_a_group_with_an_error_is_said() -> None:
    hits = hits_of(["q"], [row(0, "q", error="vendor down")])
    assert hits.degraded == "the gateway answered 0 of 1 queries"
    assert "vendor down" in str(hits.reports[0])


def test_very_many_hits_and_remarks_are_bounded() -> None:
    slugs = [f"TOOL_{at}" for at in range(900)]
    hits = hits_of(["q"], [row(0, "q", *slugs)], *slugs[:400])
    assert len(hits.segments["q"]) == 200
    assert len(hits.tools) == 200
    assert len(hits.reports) == 51


@pytest.mark.parametrize(("kind", "code"), [(FaultKind.DARK, "HTTP_404"), (FaultKind.TRANSPORT, "TIMEOUT")])
def test_a_fault_gives_no_hits_and_the_cause(kind: FaultKind, code: str) -> None:
    fault = GatewayError(kind, code, "words")
    hits = no_hits(fault)
    assert (hits.segments, hits.tools, hits.degraded) == ({}, {}, fault.cause)
    assert "words" in str(hits.reports[0])


def test_con_034_what_is_described_is_what_a_call_reaches_first() -> None:
    wanted = ["connectors__gmail__X", "connectors__gmail__Y", "mcp_a_b", "connectors__execute", "connectors__gmail__Z"]
    slugs = slugs_to_describe(wanted)
    assert slugs == ("GMAIL_X", "X", "GMAIL_Y", "Y", "GMAIL_Z", "Z")
    answer = read_schemas(
        {"schemas": {slug: entry(slug) for slug in ("X", "GMAIL_X", "Y")} | {"Z": entry("Z", "other")}}
    )
    found = describe_tools(wanted, answer)
    assert {name: tool.original_name for name, tool in found.items()} == {
        "connectors__gmail__X": "GMAIL_X",
        "connectors__gmail__Y": "Y",
    }
