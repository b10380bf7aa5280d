"""Opening the turns screen in the application, and turns for it."""

import json
from typing import Any, cast

from textual.pilot import Pilot

from tests.ui.support import still, until
from workbench.model import Json
from workbench.ui.app import WorkbenchApp
from workbench.ui.panes.lines import LinesView
from workbench.ui.screens.turns import TurnsScreen

ADD = "mcp_basics_add_note"
LIST = "mcp_basics_list_notes"
TIME = "mcp_basics_current_time"
COUNT = "mcp_basics_count_slowly"


def calls(*entries: tuple[str, Json]) -> str:
    """A turn in our own shape."""
    return json.dumps({"calls": [{"name": name, "arguments": arguments} for name, arguments in entries]})


def wrapped(name: str, arguments: Json) -> tuple[str, Json]:
    return "tool_call", {"calls": [{"name": name, "arguments": arguments}]}


def screen_of(app: WorkbenchApp) -> TurnsScreen:
    """The turns screen, whatever lies above it."""
    return cast(TurnsScreen, next(screen for screen in app.screen_stack if isinstance(screen, TurnsScreen)))


def lines_of(app: WorkbenchApp, view: str = "Calls") -> str:
    """The text of a view, white space made single blanks."""
    return " ".join(screen_of(app).query_one(f"#{view}", LinesView).text.split())


async def open_turns(pilot: Pilot[Any], text: str = "") -> TurnsScreen:
    """The screen with a text that has been read."""
    app = cast(WorkbenchApp, pilot.app)
    await pilot.press("f11")
    await until(pilot, lambda: isinstance(app.screen, TurnsScreen) and app.screen.is_mounted, "the screen")
    screen = screen_of(app)
    if text:
        await write(pilot, text)
    return screen


async def write(pilot: Pilot[Any], text: str) -> None:
    """Puts a text into the editor and waits until it has been read and drawn."""
    screen = screen_of(cast(WorkbenchApp, pilot.app))
    screen.editor.load_text(text)
    await read(pilot)


async def read(pilot: Pilot[Any]) -> None:
    """Waits until the text in the editor has been read."""
    screen = screen_of(cast(WorkbenchApp, pilot.app))
    await until(pilot, lambda: screen.reading.text == screen.editor.whole, "the reading")
    await pilot.pause()


async def ended(pilot: Pilot[Any]) -> None:
    """Waits for the end of the run, its results drawn."""
    screen = screen_of(cast(WorkbenchApp, pilot.app))
    await until(pilot, lambda: screen.turn is not None and not screen.turn.going, "the end")
    groups = ("turn", "results")
    await until(
        pilot, lambda: all(worker.is_finished for worker in screen.workers if worker.group in groups), "the results"
    )
    await pilot.pause(0.05)


async def view_of(pilot: Pilot[Any], view: str) -> str:
    """The text of a view that is shown for it; afterwards the calls are shown again."""
    app = cast(WorkbenchApp, pilot.app)
    await _switch(pilot, view)
    text = lines_of(app, view)
    await _switch(pilot, "Calls")
    return text


async def _switch(pilot: Pilot[Any], view: str) -> None:
    screen = screen_of(cast(WorkbenchApp, pilot.app))
    screen.view = view
    await until(pilot, lambda: screen.query_one(f"#{view}", LinesView).scrollable_content_region.width > 0, view)
    await still(pilot, 2)


def outcomes(app: WorkbenchApp) -> list[str]:
    return [str(entry.outcome) for entry in screen_of(app).entries]
