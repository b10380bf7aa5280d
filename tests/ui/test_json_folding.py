"""Folding JSON, in rows and on the screen."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.conftest import MakeApp
from tests.ui.support import opened, until
from tests.ui.tool_pane_support import call, lines_of, open_tool, write
from workbench.text import pretty_json
from workbench.ui.panes.json_folding import Place, folded_rows, marked, numbered, places
from workbench.ui.panes.json_lines import JsonLines
from workbench.ui.panes.json_rows import json_text_rows
from workbench.ui.panes.rows import Row, paragraphs

pytestmark = pytest.mark.anyio

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet='a{}[],:"\\ \n', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(alphabet='a{["', max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


def text_of(rows: Any) -> list[str]:
    return ["".join(text for text, _ in row.spans) for row in rows]


def rows_of(value: Any) -> tuple[Row, ...]:
    return numbered(marked(tuple(json_text_rows(pretty_json(value)))))


@given(VALUES)
def test_what_a_line_opens_is_json_of_its_own(value: Any) -> None:
    rows = rows_of(value)
    for row in rows:
        if isinstance(row.key, Place) and row.key.inside:
            lines = text_of(rows[row.key.number : row.key.number + row.key.inside + 1])
            block = "\n".join(lines).strip().removesuffix(",")
            json.loads("{" + block + "}" if block.startswith('"') else block)


@given(VALUES)
def test_folding_everything_and_unfolding_it_loses_nothing(value: Any) -> None:
    rows = rows_of(value)
    assert list(folded_rows(rows, frozenset())) == list(rows)
    folded = list(folded_rows(rows, places(rows)))
    assert len(folded) <= len(rows)
    hidden = sum(row.key.inside for row in folded if isinstance(row.key, Place) and row.key in places(rows))
    assert len(folded) + hidden == len(rows)


def test_a_folded_object_says_how_many_lines_it_stands_for() -> None:
    rows = rows_of({"a": {"b": 1, "c": [2, 3]}, "d": 4})
    shown = text_of(folded_rows(rows, {place for place in places(rows) if place.number == 1}))
    assert shown == ["{", '  "a": { ▸ 5 lines },', '  "d": 4', "}"]


def test_a_text_without_json_has_no_places_and_json_cut_in_the_middle_does_not_fold() -> None:
    assert all(row.key is None for row in numbered(paragraphs("if (x) {\n  y\n}")))
    cut = numbered(marked(tuple(json_text_rows('{\n  "a": [\n    1,'))))
    assert all(row.key is None for row in cut)
    tail = numbered(marked(tuple(json_text_rows('    2\n  ],\n  "b": {\n    "c": 1\n  }\n}'))))
    assert [row.key for row in tail if isinstance(row.key, Place) and row.key.inside] == [Place(2, 2)]


async def test_a_result_folds_by_space_enter_click_and_all_at_once(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await open_tool(pilot, "mcp_tracker_list_issues", "Arguments")
        await write(pilot, "{}")
        await call(pilot)
        view = app.screen.query_one(".result", JsonLines)
        await until(pilot, lambda: '"issues": [' in view.text, "the result")
        whole = view.text
        view.focus()
        view.highlight(next(key for key in view.keys if isinstance(key, Place) and key.inside and key.number))
        await pilot.press("space")
        assert "▸" in view.text and len(view.text) < len(whole)
        await pilot.press("enter")
        assert view.text == whole
        await pilot.press("z")
        folded = view.text
        assert "▸" in folded and lines_of(app, ".result").count("▸") >= 1
        await pilot.press("z", "home")
        assert view.text == whole
        opener = next(key for key in view.keys if isinstance(key, Place) and key.inside)
        view.highlight(opener)
        await pilot.pause()
        at = next(item.top for item in view._layout.items if item.key == opener)
        await pilot.click(view, offset=(3, at - view.scroll_offset.y))
        assert "▸" in view.text
