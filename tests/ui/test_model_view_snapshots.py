"""Pictures of the model view, the deferral panel and a question, at the two sizes that must be good."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.conftest import MakeApp, OddSizes
from tests.ui.support import settle, until
from workbench.core import Question
from workbench.settings import SHIPPED
from workbench.ui.screens.question import QuestionDialog


def steps(*keys: str) -> Callable[[Pilot[Any]], Any]:
    """Presses keys; `frozen` waits until a conversation has been compared, `detach` takes a server away."""

    async def run(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        for widget in pilot.app.screen.query("Input"):
            widget.cursor_blink = False  # type: ignore[attr-defined]
        app: Any = pilot.app
        for key in keys:
            if key == "frozen":
                await until(pilot, lambda: app.screen._drift is not None, "the comparison")
                app.clear_notifications()
            elif key == "detach":
                await app.session.detach("tracker")
                await settle(pilot)
                await until(pilot, lambda: app.screen._drift.stale, "the difference")
            else:
                await pilot.press(key)
                await settle(pilot)
        await pilot.pause(0.1)

    return run


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param(("f7", "end"), id="array"),
        pytest.param(("f7", "ctrl+t", "down"), id="listing"),
        pytest.param(("f10", "down", "space", "escape", "f7", "ctrl+t", "ctrl+t"), id="prompt"),
        pytest.param(("f7", "ctrl+t", "ctrl+t", "ctrl+t"), id="unfrozen"),
        pytest.param(("f7", "s", "frozen", "detach", "ctrl+t", "ctrl+t", "ctrl+t"), id="frozen"),
        pytest.param(("f10", "down", "down", "down", "right", "space", "down", "space"), id="suitcases"),
        pytest.param(("f10", "ctrl+t", "down", "space"), id="scope"),
        pytest.param(("f10", "down", "space", "escape", "f2"), id="gauges"),
    ],
)
def test_picture(odd_sizes: OddSizes, make_app: MakeApp, keys: tuple[str, ...]) -> None:
    app = make_app("tracker", "game-engine", core_tools=SHIPPED)
    assert not odd_sizes(app, steps(*keys))


def test_picture_of_the_panel_without_core_tools(odd_sizes: OddSizes, make_app: MakeApp) -> None:
    assert not odd_sizes(make_app("tracker"), steps("f10"))


def test_picture_of_a_question(odd_sizes: OddSizes, make_app: MakeApp) -> None:
    async def ask(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        pilot.app.push_screen(QuestionDialog(Question("Which board is meant: [/b] or the other?", ("Shop", "Site"))))
        await pilot.pause(0.1)
        for widget in pilot.app.screen.query("Input"):
            widget.cursor_blink = False  # type: ignore[attr-defined]
        await pilot.pause(0.1)

    assert not odd_sizes(make_app(), ask)
