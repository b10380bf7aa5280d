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
            "due": {"type": ["string", "null"], "format": "date"},
            "body": {"type": "string", "maxLength": 9000},
            "where": {
                "oneOf": [
                    {"title": "By name", "type": "object", "required": ["name"], "properties": {"name": {}, "n": {}}},
                    {"title": "[red]By place", "type": "object", "required": ["at"], "properties": {"at": {}, "n": {}}},
                ]
            },
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
        await pilot.press("enter", *["backspace"] * 16, "enter")
        await until(pilot, lambda: "count" not in arguments(pilot), "VAL-031: left empty, it is not sent")

        form.highlight(("due",))
        await pilot.press("enter", *"2026-1")
        await until(pilot, lambda: "not yet a date" in shown(app), "the doubt")
        await pilot.press("enter")
        await until(pilot, lambda: "must be a date" in form.text, "the failure")
        await pilot.press("n")
        await until(pilot, lambda: arguments(pilot).get("due", 1) is None, "VAL-013: null where one asks for it")
        form.highlight(("count",))
        await pilot.press("n")
        assert "count" not in arguments(pilot)

        form.highlight(("body",))
        await pilot.press("enter", *"one", "enter", *"two", "ctrl+s")
        await until(pilot, lambda: arguments(pilot).get("body") == "one\ntwo", "a text of two lines")
        form.highlight(("title",))
        await pilot.press("l", "enter", *"z", "ctrl+s")
        await until(pilot, lambda: arguments(pilot).get("title") == "x\nz", "a box where one asks for it")
        await pilot.press("u")
        await until(pilot, lambda: arguments(pilot).get("title") == "x", "taken back")

        form.highlight(("where",))
        await pilot.press("enter")
        await until(pilot, lambda: "[red]By place" in shown(app), "the forms by name")
        await pilot.press("enter")
        await until(pilot, lambda: arguments(pilot).get("where") == {"name": ""}, "the first form")
        form.highlight(("where", "n"))
        await pilot.press("enter", "7", "enter")
        await until(pilot, lambda: arguments(pilot)["where"].get("n") == 7, "inside it")
        form.highlight(("where",))
        await pilot.press("b", "down", "enter")
        await until(
            pilot, lambda: arguments(pilot).get("where") == {"at": "", "n": 7}, "the second keeps what it knows"
        )

        form.highlight(("title",))
        await pilot.press("tab")
        assert form.highlighted == ("done",)
        await pilot.press("shift+tab")
        assert form.highlighted == ("title",) and form.has_focus
        await pilot.press("shift+tab")
        await until(pilot, lambda: not form.has_focus, "the focus moves on before the first field")


async def test_the_form_with_the_mouse(make_app: MakeApp, spec: ServerSpec) -> None:
    app = make_app(spec)
    async with opened(app, NARROW) as pilot:
        await pilot.press(*"make", "enter", "f4", "ctrl+n")
        form = app.screen.query_one(FormView)
        await until(pilot, lambda: form.has_focus and "done" in form.text, "the form")

        async def click(start: str) -> None:
            line = next(at for at, text in enumerate(form.text.splitlines()) if text.strip().startswith(start))
            form.scroll_to(y=max(line - 2, 0), animate=False)
            await pilot.pause()
            await pilot.click(form, offset=(6, line - form.scroll_offset.y))

        await click("done")
        await until(pilot, lambda: arguments(pilot).get("done") is True, "a yes")
        await click("tags")
        await until(pilot, lambda: "add an item" in form.text, "an array and what adds to it")
        await click("+ add an item")
        await until(pilot, lambda: arguments(pilot).get("tags") == [""], "an item")
        await click("mode")
        await until(pilot, lambda: len(app.screen_stack) == 2, "the choices")
        await pilot.click("OptionList", offset=(2, 1))
        await until(pilot, lambda: arguments(pilot).get("mode") == "[b]slow[/b]", "the choice")


async def test_many_fields_are_shown_page_by_page_and_odd_tools_do_not_share_a_value(
    make_app: MakeApp, tmp_path: Path
) -> None:
    many = {"properties": {f"p{number}": {"type": "string"} for number in range(1000)}}
    tools = [
        {"name": "many", "description": "Many.", "inputSchema": {"type": "object", **many}},
        {"name": "none", "description": "None.", "inputSchema": {"type": "object"}},
    ]
    path = tmp_path / "tools.json"
    path.write_text(json.dumps({"server": "made", "tools": tools}))
    app = make_app(ServerSpec("made", snapshot=str(path)))
    async with opened(app) as pilot:
        pane = app.screen.query_one(ToolPane)
        pane.show("mcp_made_many")
        await pilot.press("f4", "ctrl+n")
        form = app.screen.query_one(FormView)
        await until(pilot, lambda: "p399" in form.text and "p400" not in form.text, "the first fields")
        await pilot.press("end", "enter")
        await until(pilot, lambda: "p799" in form.text, "more of them")
        app.screen.query_one(ArgumentsView).editor.text = '{"p1": "of many"}'
        await until(pilot, lambda: "of many" in form.text, "a value")
        pane.show("mcp_made_none")
        app.screen.query_one(ArgumentsView).editor.text = "{"
        pane.view = "Arguments"
        await until(pilot, lambda: "cannot be read" in form.text, "no value")
        assert "of many" not in form.text


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
