"""Segments and their cache (spec 2.6)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from tests.search.support import ANALYZER, source, sources, tool
from workbench.model import Annotations, Kind, Source, Tool
from workbench.search.catalog import Catalog
from workbench.search.segment import SegmentCache, build_segment

TOOL = tool("read_file", "Reads a file.", "path")


def test_postings_hold_every_document_of_a_term_with_its_count() -> None:
    segment = build_segment(source("s", tool("read", "read it and read on"), tool("write"), tool("reader")), ANALYZER)
    assert segment.postings["read"] == ((0, 3),)
    assert segment.postings["s"] == ((0, 1), (1, 1), (2, 1))
    assert segment.total_length == sum(document.length for document in segment.documents)


def test_a_segment_cannot_be_changed() -> None:
    segment = build_segment(source("s", TOOL), ANALYZER)
    with pytest.raises(AttributeError):
        segment.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        segment.postings["new"] = ()  # type: ignore[index]


@given(sources())
def test_another_server_never_changes_a_segment(made: list[Source]) -> None:
    def content(segment: Any) -> Any:
        counts = [(document.tool, document.length, dict(document.counts)) for document in segment.documents]
        return segment.content_key, counts, dict(segment.postings), dict(segment.names), dict(segment.originals)

    cache = SegmentCache(ANALYZER)
    alone = [content(build_segment(one, ANALYZER)) for one in made]
    together = [cache.get(one) for one in made]
    Catalog(together)
    assert [content(segment) for segment in together] == alone


def test_equal_tools_share_a_segment_whoever_asks() -> None:
    cache = SegmentCache(ANALYZER)
    assert cache.get(source("s", TOOL)) is cache.get(source("s", replace(TOOL)))
    assert len(cache) == 1


CHANGES: list[Callable[[Tool], Tool]] = [
    lambda t: replace(t, name="mcp_s_other"),
    lambda t: replace(t, original_name="other"),
    lambda t: replace(t, description="Reads a file"),
    lambda t: replace(t, parameters={**t.parameters, "properties": {"path": {"type": "number"}}}),
    lambda t: replace(t, parameters={**t.parameters, "additionalProperties": False}),
    lambda t: replace(t, parameters={**t.parameters, "required": [True]}),
    lambda t: replace(t, parameters={**t.parameters, "required": [1]}),
    lambda t: replace(t, parameters=[]),
    lambda t: replace(t, title="Read"),
    lambda t: replace(t, annotations=Annotations(read_only=True)),
]


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_of_a_tool_makes_another_segment(change: Callable[[Tool], Tool]) -> None:
    cache = SegmentCache(ANALYZER)
    before = cache.get(source("s", TOOL, "other_tool"))
    changed = change(TOOL)
    after = cache.get(source("s", changed, "other_tool"))
    assert after is not before
    assert after.content_key != before.content_key
    assert after.documents[0].tool is changed
    assert cache.get(source("s", TOOL, "other_tool")) is before


def test_order_number_source_and_kind_belong_to_the_content() -> None:
    cache = SegmentCache(ANALYZER)
    one, two = tool("one"), tool("two")
    kinds = [Source("s", Kind.MCP, (one, two)), Source("s", Kind.MCP, (two, one)), Source("s", Kind.MCP, (one,))]
    kinds += [Source("t", Kind.MCP, (one, two)), Source("s", Kind.PLUGIN, (one, two)), Source("s", Kind.MCP)]
    assert len({cache.get(kind).content_key for kind in kinds}) == len(kinds)


def test_sea_019_the_index_is_built_once_for_the_same_tools() -> None:
    stemmed: list[str] = []

    class Counting(type(ANALYZER)):  # type: ignore[misc]
        def terms(self, text: str) -> list[str]:
            stemmed.append(text)
            return super().terms(text)  # type: ignore[no-any-return]

    cache = SegmentCache(Counting())
    made = source("s", TOOL, tool("write_file"))
    first = cache.get(made)
    read = len(stemmed)
    assert read > 0
    for _ in range(100):
        assert cache.get(source("s", *made.tools)) is first
    assert len(stemmed) == read


def test_tools_that_cannot_be_written_as_json_still_have_a_segment() -> None:
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"properties": deep}
    cycle: dict[str, Any] = {}
    cycle["properties"] = cycle
    odd = [replace(TOOL, parameters=value) for value in (deep, cycle, {"properties": {("a",): object()}})]
    cache = SegmentCache(ANALYZER)
    for one in odd:
        assert cache.get(source("s", one)) is cache.get(source("s", one))
        assert cache.get(source("s", one)) is not cache.get(source("s", replace(one)))
    while deep:  # taken apart by hand: to drop it in one piece would recurse as deep
        deep = deep.pop("properties")


def test_the_cache_is_bounded_and_drops_what_was_used_longest_ago() -> None:
    cache = SegmentCache(ANALYZER, segments=3)
    made = [source(f"s{index}", TOOL) for index in range(4)]
    kept = [cache.get(one) for one in made[:3]]
    assert cache.get(made[0]) is kept[0]
    cache.get(made[3])
    assert len(cache) == 3
    assert cache.get(made[0]) is kept[0]
    assert cache.get(made[1]) is not kept[1]


def test_the_cache_is_bounded_by_documents_too_but_keeps_the_newest() -> None:
    cache = SegmentCache(ANALYZER, documents=10)
    cache.get(source("a", *[f"tool_{index}" for index in range(6)]))
    cache.get(source("b", *[f"tool_{index}" for index in range(6)]))
    assert len(cache) == 1
    huge = source("c", *[f"tool_{index}" for index in range(50)])
    assert cache.get(huge) is cache.get(huge)
    assert len(cache) == 1
