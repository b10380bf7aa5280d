"""Another agent's definitions: every shape, and everything odd told."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.disclosure.support import OBJECT
from workbench.disclosure.core_tools import DEFAULT_TOOLSET, MAX_DEFINITIONS, read_definitions
from workbench.model import Json, Kind

SHAPES: list[dict[str, Any]] = [
    {"type": "function", "function": {"name": "read_file", "description": "D.", "parameters": OBJECT}},
    {"type": "function", "name": "read_file", "description": "D.", "parameters": OBJECT, "strict": True},
    {"name": "read_file", "description": "D.", "input_schema": OBJECT},
    {"name": "read_file", "description": "D.", "inputSchema": OBJECT, "annotations": {"readOnlyHint": True}},
]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("wrap", [lambda item: [item], lambda item: {"tools": [item]}, lambda i: {"functions": [i]}])
def test_every_shape_reads_the_same(shape: dict[str, Any], wrap: Any) -> None:
    (tool,), reports = read_definitions(wrap(shape), "f")
    assert (tool.name, tool.description, tool.parameters, tool.kind) == ("read_file", "D.", OBJECT, Kind.CORE)
    assert (tool.source, tool.toolset) == ("core", "files")
    assert tool.schema_tokens > 0
    assert not reports


def test_mixed_shapes_and_toolsets() -> None:
    tools, reports = read_definitions(
        [*({**shape, "toolset": "mine"} for shape in SHAPES[:1]), {"name": "deploy", "input_schema": OBJECT},
         {"name": "browser_click", "inputSchema": {}}, {"type": "web_search_20250305", "name": "web_search"}],
        "f",
    )  # fmt: skip
    assert {tool.name: tool.toolset for tool in tools} == {
        "read_file": "mine", "deploy": DEFAULT_TOOLSET, "browser_click": "browser", "web_search": "web",
    }  # fmt: skip
    assert not reports


def test_only_real_booleans_lift_an_approval() -> None:
    shape = {"name": "x", "inputSchema": {}, "annotations": {"readOnlyHint": "true", "destructiveHint": 1}}
    (tool,), _ = read_definitions([shape], "f")
    assert (tool.annotations.read_only, tool.annotations.destructive) == (None, None)


@pytest.mark.parametrize(
    ("item", "word"),
    [
        (5, "object"), (None, "object"), ({}, "name"), ({"name": 7}, "name"), ({"name": "  "}, "name"),
        ({"function": {"parameters": {}}}, "name"), ({"name": "tool_call"}, "bridge"),
        ({"name": "manage_connections"}, "session"),
    ],
)  # fmt: skip
def test_what_is_no_definition_is_reported_with_its_place(item: Json, word: str) -> None:
    tools, reports = read_definitions([{"name": "good"}, item], "tools.json")
    assert len(reports) == 1 and reports[0].where == "tools.json"
    assert [tool.name for tool in tools] == ["good"]
    assert reports[0].key == "[1]" and word in reports[0].problem


def test_a_name_is_made_safe() -> None:
    (tool,), _ = read_definitions([{"name": "fine\u202e", "description": "a\x1b[31m"}], "f")
    assert (tool.name, tool.description) == ("fine_", "a[31m")


def test_duplicates_and_floods() -> None:
    tools, reports = read_definitions([{"name": "a", "description": "1"}, {"name": "a", "description": "2"}], "f")
    assert [tool.description for tool in tools] == ["1"] and "twice" in reports[0].problem
    tools, reports = read_definitions([{"name": f"t{i}"} for i in range(MAX_DEFINITIONS + 5)], "f")
    assert len(tools) == MAX_DEFINITIONS and "1005" in reports[0].problem
    assert len(read_definitions([0] * 900, "f")[1]) <= 51


@pytest.mark.parametrize("raw", [None, 5, "text", {}, {"tools": "x"}, {"tools": {"a": 1}}])
def test_a_file_without_a_list(raw: Json) -> None:
    tools, reports = read_definitions(raw, "f")
    assert tools == () and len(reports) == 1


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["name", "function", "parameters", "input_schema", "tools", "toolset", "annotations", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(_json)
def test_it_never_raises(raw: Json) -> None:
    tools, _ = read_definitions(raw, "f")
    assert all(tool.name and tool.toolset for tool in tools)
