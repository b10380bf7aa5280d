"""Opening a tool in the application, and answers that a test decides on."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

import pytest
from textual.pilot import Pilot

from tests.ui.support import until
from workbench.model import Json, Progress, ToolResult
from workbench.servers.attachment import Attachment
from workbench.ui.app import WorkbenchApp
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.tool import ToolPane
from workbench.ui.panes.tool.arguments import ArgumentsView

OnProgress = Callable[[Progress], None]
Answer = Callable[[str, Mapping[str, Json], OnProgress], Awaitable[ToolResult]]


def pane_of(app: WorkbenchApp) -> ToolPane:
    return cast(ToolPane, app.screen_stack[0].query_one(ToolPane))


def lines_of(app: WorkbenchApp, selector: str) -> str:
    """The text of a view of the pane, white space made single blanks."""
    return " ".join(pane_of(app).query_one(selector, LinesView).text.split())


def verdict(app: WorkbenchApp) -> str:
    return lines_of(app, ".verdict")


async def open_tool(pilot: Pilot[Any], name: str, view: str = "Describe") -> ToolPane:
    """Shows a tool and gives the focus to one of its views."""
    pane = pane_of(cast(WorkbenchApp, pilot.app))
    pane.show(name)
    await pilot.press("f4")
    pane.view = view
    pane.focus_view()
    await pilot.pause()
    return pane


async def write(pilot: Pilot[Any], text: str) -> None:
    """Puts a text into the editor and waits for its check."""
    view = pane_of(cast(WorkbenchApp, pilot.app)).query_one(ArgumentsView)
    view.editor.load_text(text)
    await until(
        pilot,
        lambda: view.checked.text == text and (view.checked.check is not None or view.checked.parsed.arguments is None),
        f"the check of {text[:80]!r}",
    )
    await pilot.pause()


async def call(pilot: Pilot[Any], *keys: str) -> None:
    """Calls the tool, presses keys for the approval, and waits for the end."""
    app = cast(WorkbenchApp, pilot.app)
    pane = pane_of(app)
    await pilot.press("f9")
    await until(pilot, lambda: pane.current is not None, "the call")
    for key in keys:
        await until(pilot, lambda: len(app.screen_stack) > 1, "the question")
        await pilot.press(key)
    await until(pilot, lambda: pane.current is not None and not pane.current.going, "the end of the call")
    await pilot.pause()


def answer_with(monkeypatch: pytest.MonkeyPatch, answer: Answer) -> None:
    """Every call of every server is answered by `answer(name, arguments, on_progress)`."""

    async def answered(
        self: Attachment, name: str, arguments: Mapping[str, Json], on_progress: OnProgress | None = None
    ) -> ToolResult:
        del self
        return await answer(name, arguments, on_progress or (lambda _: None))

    monkeypatch.setattr(Attachment, "call", answered)
