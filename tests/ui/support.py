"""Opening the application in a test and waiting for what it shows."""

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any, cast

from textual.pilot import Pilot
from textual.widget import Widget

from workbench.ui.app import WorkbenchApp
from workbench.ui.screens.main import MainScreen

WIDE = (120, 36)
NARROW = (80, 24)
_TRIES = 400


async def until(pilot: Pilot[Any], true: Callable[[], bool], what: str) -> None:
    """Lets the application work until `true`; fails with `what` after many turns of the loop."""
    for _ in range(_TRIES):
        if true():
            return
        await pilot.pause(0.02)
    raise AssertionError(f"never came about: {what}")


async def settle(pilot: Pilot[Any]) -> None:
    """Waits until every server has settled and the screen shows the session's present state."""
    app = cast(WorkbenchApp, pilot.app)
    await until(pilot, lambda: app.session.state.version > 0, "the session's first state")
    await app.session.settled()
    main = main_screen(app)
    await until(pilot, lambda: main.state is app.session.state, "the present state on the screen")
    await pilot.pause()


async def still(pilot: Pilot[Any], turns: int = 5) -> None:
    """Waits until the screen has looked the same for some turns of the loop."""
    before, same = None, 0
    for _ in range(_TRIES):
        await pilot.pause(0.03)
        now = pilot.app.screen._compositor.render_strips(pilot.app.size)
        same = same + 1 if now == before else 0
        before = now
        if same >= turns:
            return
    raise AssertionError("the screen never stood still")


def main_screen(app: WorkbenchApp) -> MainScreen:
    """The main screen, whatever lies above it."""
    return cast(MainScreen, app.screen_stack[0])


@contextlib.asynccontextmanager
async def opened(app: WorkbenchApp, size: tuple[int, int] = WIDE) -> AsyncIterator[Pilot[Any]]:
    """The application with its servers settled."""
    async with app.run_test(size=size, notifications=True) as pilot:
        await settle(pilot)
        yield pilot


def shown(app: WorkbenchApp) -> str:
    """Every line of the screen as text."""
    width, height = app.size
    lines = app.screen._compositor.render_strips(app.size) if width and height else []
    return "\n".join(strip.text.rstrip() for strip in lines)


def words_in(app: WorkbenchApp, widget: type[Widget] | str) -> str:
    """What a widget shows, its lines joined by single blanks."""
    region = app.screen.query_one(widget, Widget).content_region
    lines = shown(app).splitlines()[region.y : region.bottom]
    return " ".join(" ".join(line[region.x : region.right] for line in lines).split())
