"""The form on the screen: every key of it, in step with the JSON, remembered between runs."""

import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, WIDE, opened, shown, until
from workbench.settings import ServerSpec
from workbench.ui.keeping import Keeping
from workbench.ui.panes.tool import ToolPane
from workbench.ui.panes.tool.arguments import ArgumentsView
from workbench.ui.panes.tool.form import FormView

TOOL = {
    "name": "make",
    "description": "Makes something.",
    "inputSchema": {
        "type": "object",
        "required": ["title"],
        "properties": {
            "title": {"type": "string", "minLength": 2},
            "done": {"type": "boolean"},
            "mode": {"enum": ["fast", "[b]slow[/b]"]},
            "tags": {"type": "array", "items": {"type": "string"}},
            "count": {"type": "integer"},
        },
    },
}


def arguments(pilot: Pilot[Any]) -> Any:
    return json.loads(pilot.app.screen_stack[0].query_one(ArgumentsView).editor.text or "{}")


@pytest.fixture
def spec(tmp_path: Path) -> ServerSpec:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps({"server": "made", "tools": [TOOL]}))
    return ServerSpec("made", snapshot=str(path))


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_every_key_of_the_form(make_app: MakeApp, spec: ServerSpec, size: tuple[int, int]) -> None:
    app = make_app(spec)
    async with opened(app, size) as pilot:
        pane = app.screen.query_one(ToolPane)
        await pilot.press(*"make", "enter", "f4", "ctrl+n")
        form = app.screen.query_one(FormView)
        await until(pilot, lambda: pane.view == "Arguments" and form.has_focus, "the form")
        await until(pilot, lambda: "title *" in shown(app), "the required field")

        form.highlight(("title",))
        await pilot.press("enter", *"xy", "enter")
        await until(pilot, lambda: arguments(pilot) == {"title": "xy"}, "typed text")
        form.highlight(("title",))
        await pilot.press("enter", "backspace", "enter")
        await until(pilot, lambda: arguments(pilot) == {"title": "x"}, "another text")
        await until(pilot, lambda: "✗" in form.text.split("title")[1].splitlines()[1], "the failure below its field")

        form.highlight(("done",))
        await pilot.press("space")
        await until(pilot, lambda: arguments(pilot).get("done") is False, "added")
        await pilot.press("space")
        await until(pilot, lambda: arguments(pilot).get("done") is True, "turned")
        await pilot.press("delete")
        await until(pilot, lambda: "done" not in arguments(pilot), "removed")

        form.highlight(("mode",))
        await pilot.press("enter")
        await until(pilot, lambda: len(app.screen_stack) == 2, "the choices")
        await pilot.press("down", "enter")
        await until(pilot, lambda: arguments(pilot).get("mode") == "[b]slow[/b]", "the choice")

        form.highlight(("tags",))
        await pilot.press("space")
        await until(pilot, lambda: arguments(pilot).get("tags") == [], "an array")
        form.highlight(("tags",))
        for text in ("one", "two"):
            await pilot.press("plus")
            await until(pilot, lambda: arguments(pilot)["tags"][-1:] == [""], "an item")
            await pilot.press("enter", *text, "enter")
            await until(pilot, lambda text=text: arguments(pilot)["tags"][-1] == text, text)  # type: ignore[misc]
        form.highlight(("tags", 1))
        await pilot.press("shift+up")
        await until(pilot, lambda: arguments(pilot)["tags"] == ["two", "one"], "moved up")
        await pilot.press("shift+down")
        await until(pilot, lambda: arguments(pilot)["tags"] == ["one", "two"], "moved down")
        form.highlight(("tags",))
        await pilot.press("space")
        await until(pilot, lambda: "▸ tags" in form.text, "folded")

        form.highlight(("title",))
        await pilot.press("plus", *"extra", "enter")
        await until(pilot, lambda: arguments(pilot).get("extra") == "", "another property")
        await until(pilot, lambda: "not in the schema" in form.text, "marked as such")

        form.highlight(("count",))
        await pilot.press("enter", *"9x", "enter")
        await until(pilot, lambda: "no number" in shown(app), "what is wrong")
        await pilot.press("backspace", *"007199254740993", "enter")
        await until(pilot, lambda: arguments(pilot).get("count") == 9007199254740993, "every digit")


async def test_the_json_changes_the_form_and_the_choice_is_kept(
    make_app: MakeApp, spec: ServerSpec, tmp_path: Path
) -> None:
    path = tmp_path / "screen.json"
    app = make_app(spec, keeping=Keeping(path))
    async with opened(app) as pilot:
        await pilot.press(*"make", "enter", "f4", "ctrl+n")
        form = app.screen.query_one(FormView)
        await until(pilot, lambda: form.has_focus, "the form")
        editor = app.screen.query_one(ArgumentsView).editor
        editor.text = '{"title": "by hand", "count": "4"}'
        await until(pilot, lambda: "by hand" in form.text and "becomes 4" in form.text, "the new value and its repair")
        editor.text = '{"title": "by ha'
        await until(pilot, lambda: "cannot be read" in form.text and "by hand" in form.text, "the value before")
        form.highlight(("title",))
        await pilot.press("enter", "space", "plus", "delete")
        assert len(app.screen_stack) == 1 and editor.text == '{"title": "by ha'
    app = make_app(spec, keeping=Keeping(path))
    async with opened(app) as pilot:
        app.screen.query_one(ToolPane).show("mcp_made_make")
        await pilot.press("f4", "ctrl+t")
        await until(pilot, lambda: app.screen.query_one(FormView).has_focus, "the form again")
        await pilot.press("ctrl+n")
        await until(pilot, lambda: not app.screen.query_one(FormView).display, "the JSON")
