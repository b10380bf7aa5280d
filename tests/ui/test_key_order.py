"""Keys that come in one burst, as a terminal on a slow line sends them, do what they do one by one."""

import pytest
from textual.events import Key
from textual.widgets import Input

from tests.ui.conftest import MakeApp
from tests.ui.support import opened, until
from workbench.ui.app import WorkbenchApp
from workbench.ui.panes.queries.query_lines import QueryLines
from workbench.ui.screens.catalog import CatalogScreen
from workbench.ui.screens.main import MainScreen

pytestmark = pytest.mark.anyio


def burst(app: WorkbenchApp, *keys: str) -> None:
    for key in keys:
        app.post_message(Key(key, key if len(key) == 1 else "/" if key == "slash" else None))


async def test_what_is_typed_after_a_new_line_is_in_that_line(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        burst(app, *"label", "ctrl+n", *"issue", "ctrl+n", *"list", "up", "x", "ctrl+r", "y")
        lines = app.screen.query_one(QueryLines)
        await until(pilot, lambda: lines.texts == ("label", "listy"), "every key in its place")


async def test_keys_for_a_screen_that_is_about_to_open_reach_it(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        burst(app, "ctrl+l", "slash", *"label")
        await until(pilot, lambda: isinstance(app.screen, CatalogScreen), "the catalog")
        await until(pilot, lambda: app.screen.query_one("#filter", Input).value == "label", "what was typed")


async def test_a_widget_that_goes_with_its_key_holds_up_none_of_the_others(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        for _ in range(3):
            burst(app, "f1", "escape", "ctrl+n", "a", "ctrl+r", "ctrl+r")
        burst(app, *"end")
        lines = app.screen_stack[0].query_one(QueryLines)
        await until(pilot, lambda: isinstance(app.screen, MainScreen) and lines.texts == ("end",), "the last word")
