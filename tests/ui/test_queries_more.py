"""History, order, folding and sources of the queries pane."""

import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.conftest import MakeApp
from tests.ui.support import opened, shown, until
from workbench.ui.keeping import Keeping
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.queries import QueriesPane
from workbench.ui.panes.queries.found import GroupKey
from workbench.ui.panes.queries.history import MOST, History
from workbench.ui.panes.queries.query_lines import QueryLines


def test_a_batch_asked_again_moves_to_the_front_and_old_ones_go() -> None:
    keeping = Keeping(None)
    history = History(keeping)
    history.add(("", " "))
    assert history.batches == []
    for number in range(MOST + 5):
        history.add((f"query {number}", ""))
    history.add(("query 50",))
    assert len(history.batches) == MOST and history.batches[:2] == [("query 50",), (f"query {MOST + 4}",)]
    again = History(keeping)
    assert again.batches == history.batches and again.last == ("query 50",)


@pytest.mark.parametrize(
    "kept", [7, [], {"last": 3, "history": "x"}, {"last": [1, None, "a\x1b[2J"], "history": [[], 4]}]
)
def test_an_odd_file_is_no_trouble(kept: Any) -> None:
    keeping = Keeping(None)
    keeping.keep("queries", kept)
    history = History(keeping)
    assert history.batches == [] and "\x1b" not in "".join(history.last)


def texts(pilot: Pilot[Any]) -> tuple[str, ...]:
    return pilot.app.screen.query_one(QueryLines).texts


async def test_queries_are_there_in_the_next_run_and_earlier_ones_can_be_picked(
    make_app: MakeApp, tmp_path: Path
) -> None:
    path = tmp_path / "screen.json"
    app = make_app("tracker", keeping=Keeping(path))
    async with opened(app) as pilot:
        await pilot.press(*"close", "enter")
        await pilot.press("f3", "ctrl+n", *"labels")
        await pilot.press("pageup")
        await until(pilot, lambda: "Queries asked before" in shown(app), "the history")
        await pilot.press("escape")
    assert json.loads(path.read_text())["queries"]["last"] == ["close", "labels"]
    app = make_app("tracker", keeping=Keeping(path))
    async with opened(app) as pilot:
        await until(pilot, lambda: texts(pilot) == ("close", "labels"), "the last queries")
        await until(pilot, lambda: "mcp_tracker_close_issue" in shown(app), "their results")
        await pilot.press("pageup", *"close", "down", "up", "down", "enter")
        await until(pilot, lambda: texts(pilot) == ("close",), "the earlier batch")


async def test_lines_change_places(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await pilot.press(*"one", "ctrl+n", *"two", "ctrl+n", *"three")
        await pilot.press("shift+up")
        assert texts(pilot) == ("one", "three", "two")
        await pilot.press("shift+up", "shift+up")
        assert texts(pilot) == ("three", "one", "two")
        await pilot.press("shift+down", *"!")
        assert texts(pilot) == ("one", "three!", "two")
        pane = app.screen.query_one(QueriesPane)
        await until(pilot, lambda: pane.found.lines == ("one", "three!", "two"), "the search in this order")


async def test_groups_fold_and_one_source_stands_alone(make_app: MakeApp) -> None:
    app = make_app("tracker", "basics")
    async with opened(app) as pilot:
        await pilot.press(*"notes", "ctrl+n", *"milestone")
        await until(pilot, lambda: "mcp_basics_list_notes" in shown(app), "matches of both servers")
        view = app.screen.query_one(QueriesPane).query_one(LinesView)
        view.focus()
        view.action_edge(-1)
        await pilot.press("space")
        await until(pilot, lambda: "1 ▸" in shown(app), "a folded group")
        assert view.highlighted == GroupKey(0)
        await pilot.press("enter")
        await until(pilot, lambda: "▸" not in shown(app), "unfolded again")
        await pilot.press("s")
        await until(pilot, lambda: "shown: basics" in shown(app), "one source alone")
        assert "mcp_tracker" not in view.text, view.text
        assert "0 of 3 matches" in view.text, view.text
        await pilot.press("s")
        await until(pilot, lambda: "shown: tracker" in shown(app), "the other")
        await pilot.press("s")
        await until(pilot, lambda: "shown:" not in shown(app), "all")
