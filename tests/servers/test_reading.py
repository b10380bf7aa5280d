"""Lenient reading of tools, results, output schemas and pages."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.model import Annotations, Json, RawTool, ServerUnreachable
from workbench.servers.depth import DEPTH_LIMIT, cut_deep, cut_deep_text
from workbench.servers.faults import FaultKind, RequestFailed
from workbench.servers.framing import decode
from workbench.servers.pages import walk_pages
from workbench.servers.reading import read_tool, read_tools
from workbench.servers.results import FlawedAnswer, read_result

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
KEYS = ("name", "description", "title", "inputSchema", "outputSchema", "annotations", "type", "text", "data", "content")
LOOKALIKE = st.dictionaries(st.sampled_from((*KEYS, "resource", "uri", "structuredContent", "isError")), ANY_JSON)


def test_a_full_tool_is_read_whole() -> None:
    raw = {
        "name": "a.b",
        "title": "T\x1b[31m",
        "description": "D",
        "inputSchema": {"type": "object"},
        "outputSchema": {"type": "object"},
        "annotations": {"title": "x", "readOnlyHint": True, "destructiveHint": False},
    }
    hints = Annotations("x", read_only=True, destructive=False)
    assert read_tool(raw) == (RawTool("a.b", "D", "T[31m", {"type": "object"}, {"type": "object"}, hints), ())


@pytest.mark.parametrize("raw", [None, 7, "x", [], {}, {"name": None}, {"name": 7}, {"name": ""}])
def test_what_has_no_name_is_left_out_and_reported(raw: Json) -> None:
    tool, reports = read_tool(raw, "srv", "tools[3]")
    assert tool is None
    assert [(report.where, report.key, report.severity) for report in reports] == [("srv", "tools[3]", "error")]


def test_cat_012_a_missing_schema_means_any_object() -> None:
    assert read_tool({"name": "a", "inputSchema": {}}) == (RawTool("a"), ())
    tool, reports = read_tool({"name": "a"})
    assert (tool, [report.used for report in reports]) == (RawTool("a"), ["any object"])


@pytest.mark.parametrize("schema", [True, [], "object", {"type": "string"}, {"type": ["object", "null"]}])
def test_cat_014_a_root_that_is_no_object_is_kept_and_flagged(schema: Json) -> None:
    tool, reports = read_tool({"name": "a", "inputSchema": schema})
    assert tool is not None
    assert tool.input_schema == schema
    assert len(reports) == 1


def test_cat_017_wrong_kinds_of_text_count_as_absent() -> None:
    raw = {"name": "a", "inputSchema": {}, "description": 7, "title": ["x"], "annotations": "readOnly"}
    tool, reports = read_tool(raw)
    assert tool == RawTool("a")
    assert [report.key for report in reports] == ["a.description", "a.title", "a.annotations"]


def test_what_is_no_list_holds_no_tools() -> None:
    assert read_tools(None, "srv")[0] == ()
    assert len(read_tools({"a": 1}, "srv")[1]) == 1


@given(st.lists(ANY_JSON | LOOKALIKE, max_size=6))
def test_reading_tools_never_raises_and_keeps_good_neighbours(items: list[Json]) -> None:
    tools, _ = read_tools([{"name": "first"}, *items, {"name": "last"}], "srv")
    assert (tools[0].name, tools[-1].name) == ("first", "last")


@given(ANY_JSON | LOOKALIKE | st.builds(lambda items: {"content": items}, st.lists(ANY_JSON | LOOKALIKE)))
def test_reading_results_never_raises_and_loses_no_item(raw: Json) -> None:
    result = read_result(raw)
    if isinstance(raw, dict) and isinstance(raw.get("content"), list):
        assert [item.raw for item in result.content] == raw["content"] or "nan" in repr(raw)


def test_cal_022_one_malformed_item_costs_no_other() -> None:
    items = [{"type": "text", "text": "first"}, {"type": "text"}, {"type": "image", "data": "not base64!"}, 5]
    result = read_result({"content": [*items, {"type": "text", "text": "last"}]})
    assert [item.text for item in result.content][::4] == ["first", "last"]
    assert len(result.problems) == 3
    assert "not base64!" not in result.content[2].text


def test_an_answer_with_an_error_beside_it_keeps_the_result() -> None:
    raw = FlawedAnswer(content=[{"type": "text", "text": "fine"}])
    raw.problem = "an error as well"
    result = read_result(raw)
    assert (result.content[0].text, result.problems) == ("fine", ("an error as well",))


def test_a_tool_that_asks_for_input_is_an_error_that_says_so() -> None:
    result = read_result({"resultType": "input_required", "inputRequests": {}})
    assert result.is_error
    assert any("asks for input" in problem for problem in result.problems)


def nested(depth: int) -> str:
    return '{"v":' + "[" * depth + '"]["' + "]" * depth + "}"


def test_deep_text_and_deep_values_are_cut_at_the_same_places() -> None:
    value, complete = decode(nested(20_000))
    assert complete
    kept, was_cut = cut_deep(value)
    assert was_cut
    assert cut_deep(kept) == (kept, False)
    shallow, _ = decode(nested(DEPTH_LIMIT - 1))
    assert cut_deep(shallow)[0] is shallow


@given(ANY_JSON)
def test_cutting_leaves_shallow_text_alone(value: Json) -> None:
    import json

    text = json.dumps(value)
    assert cut_deep_text(text) == text


async def pages_of(*answers: Any) -> Any:
    asked: list[str | None] = []

    async def fetch(cursor: str | None) -> Json:
        asked.append(cursor)
        answer = answers[min(len(asked), len(answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return answer

    found = await walk_pages(fetch, "srv", cap=5)
    return [tool.name for tool in found.tools], asked, [report.problem for report in found.reports]


def page(*names: str, **more: Any) -> dict[str, Any]:
    return {"tools": [{"name": name, "inputSchema": {}} for name in names], **more}


async def test_cat_024_overlapping_pages_list_each_tool_once() -> None:
    names, asked, reports = await pages_of(page("a", "b", nextCursor="1"), page("b", "c", nextCursor=None))
    assert (names, asked, reports) == (["a", "b", "c"], [None, "1"], [])


async def test_a_repeated_cursor_ends_before_its_page() -> None:
    names, asked, reports = await pages_of(page("a", nextCursor="1"), page("b", nextCursor="1"))
    assert (names, asked, len(reports)) == (["a"], [None, "1"], 1)


async def test_an_empty_cursor_is_followed_once() -> None:
    names, asked, reports = await pages_of(page("a", nextCursor=""), page("b", nextCursor=""))
    assert (names, asked, reports) == (["a", "b"], [None, ""], [])


async def test_pages_without_end_are_left_at_the_cap() -> None:
    names, asked, reports = await pages_of(*(page(f"t{n}", nextCursor=str(n)) for n in range(9)))
    assert (len(names), len(asked), len(reports)) == (5, 5, 1)


async def test_a_later_page_that_fails_keeps_the_earlier_ones() -> None:
    broken = RequestFailed(FaultKind.REQUEST, "no answer")
    names, _, reports = await pages_of(page("a", nextCursor="1"), broken)
    assert (names, reports) == (["a"], ["page 2 could not be read: no answer"])
    with pytest.raises(ServerUnreachable, match="no answer"):
        await pages_of(broken)


@pytest.mark.parametrize("answer", [None, [], 7, {}, {"tools": None}, {"tools": [], "nextCursor": 7}])
async def test_odd_pages_end_the_list_with_a_report(answer: Json) -> None:
    names, asked, reports = await pages_of(answer)
    assert (names, asked, bool(reports)) == ([], [None], answer != [])
