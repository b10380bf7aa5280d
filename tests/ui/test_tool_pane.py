"""The tool pane on real demo servers: describing, arguments and their check, what is remembered."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, opened, settle, shown, until, words_in
from tests.ui.tool_pane_support import lines_of, open_tool, pane_of, verdict, write
from workbench.model import Annotations, Approval, Kind, Tool
from workbench.settings import ServerSpec
from workbench.text import pretty_json
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.panes.tool import ToolPane
from workbench.ui.panes.tool.arguments import ArgumentsView
from workbench.ui.panes.tool.describe import DescribeView
from workbench.ui.panes.tool.editor import JsonEditor
from workbench.ui.panes.tool.header import approval_words

pytestmark = pytest.mark.anyio

CREATE = "mcp_tracker_create_issue"
DELETE = "mcp_basics_delete_note"


def snapshot(folder: Path, name: str, *tools: dict[str, Any]) -> ServerSpec:
    (folder / "tools.json").write_text(json.dumps({"server": name, "tools": tools}))
    return ServerSpec(name, snapshot=str(folder / "tools.json"))


async def test_an_empty_pane_says_what_it_is_for(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        assert "Choose a tool in the queries" in words_in(app, ToolPane)
        await pilot.press("f4", "f9", "ctrl+t", "ctrl+s", "escape", "j", "ctrl+r")
        assert "Choose a tool in the queries" in words_in(app, ToolPane)


async def test_the_head_names_the_tool_its_origin_its_effects_and_its_cost(make_app: MakeApp) -> None:
    app = make_app("tracker", "basics")
    async with opened(app) as pilot:
        await open_tool(pilot, DELETE)
        tool = app.session.tool(DELETE)
        assert tool is not None
        assert lines_of(app, ".head") == (
            f"{DELETE} {tool.schema_tokens} tok delete_note of basics deferred · destructive "
            "? will ask before it runs: marked destructive"
        )
        await open_tool(pilot, "mcp_basics_read_note")
        assert "read-only ✓ runs at once: marked read-only" in lines_of(app, ".head")
        await open_tool(pilot, "mcp_nowhere_x")
        assert "no such tool" in lines_of(app, ".head")


@pytest.mark.parametrize(
    ("hints", "approval", "changed", "words"),
    [
        (Annotations(), Approval.ASK, False, "will ask before it runs: not marked read-only"),
        (Annotations(read_only=True), Approval.ALLOW, False, "runs at once: marked read-only"),
        (Annotations(read_only=True, destructive=True), Approval.ASK, False, "will ask before it runs: marked destr"),
        (Annotations(read_only=True), Approval.ASK, False, "will ask before it runs: the configuration asks"),
        (Annotations(read_only=True), Approval.ASK, True, "will ask before it runs: its definition changed"),
        (Annotations(), Approval.ALLOW, False, "runs at once: allowed without a question"),
        (Annotations(read_only=True), Approval.DENY, False, "never runs: the configuration refuses it"),
    ],
)
def test_what_approval_follows_is_said(hints: Annotations, approval: Approval, changed: bool, words: str) -> None:
    tool = Tool("t", "t", "s", Kind.MCP, "", "", {}, 1, annotations=hints)
    assert words in approval_words(tool, approval, changed=changed)[0]


async def test_a_directly_listed_tool_and_a_recorded_one_are_told(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app(snapshot(tmp_path, "rec", {"name": "a", "inputSchema": {"type": "object"}}))
    async with opened(app) as pilot:
        await open_tool(pilot, "mcp_rec_a")
        assert "recorded, not callable" in lines_of(app, ".head") and "runs" not in lines_of(app, ".head")
        expected = "deferred" if "mcp_rec_a" in app.session.state.scope.deferred else "directly listed"
        assert expected in lines_of(app, ".head")


async def test_the_description_has_three_forms(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app, (120, 90)) as pilot:
        pane = await open_tool(pilot, CREATE)
        tool = app.session.tool(CREATE)
        assert tool is not None
        assert "Parameters * required project* string" in lines_of(app, "#Describe LinesView")
        await pilot.press("j")
        assert lines_of(app, "#Describe LinesView") == " ".join(pretty_json(tool.parameters).split())
        await pilot.press("j")
        assert lines_of(app, "#Describe LinesView") == " ".join(pretty_json(app.session.describe([CREATE])).split())
        await pilot.press("j")
        assert pane.query_one(DescribeView).form == "readable"
        await pilot.click(pane.query_one(DescribeView).query_one(ViewSwitch), offset=(11, 0))
        assert pane.query_one(DescribeView).form == "schema"


async def test_views_change_by_key_and_click_and_take_the_focus_along(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, CREATE)
        await pilot.press("ctrl+t")
        assert pane.view == "Arguments"
        assert isinstance(app.focused, JsonEditor)
        await pilot.press("ctrl+t")
        assert pane.view == "Result"
        assert pane.has_focus_within
        await pilot.press("ctrl+t")
        assert pane.view == "Describe"
        await pilot.click(pane.query_one(ViewSwitch), offset=(12, 0))
        assert pane.view == "Arguments"
        assert isinstance(app.focused, JsonEditor)


async def test_required_arguments_are_filled_in_and_checked(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, CREATE, "Arguments")
        assert json.loads(pane.query_one(JsonEditor).text) == {"project": "", "title": ""}
        assert verdict(app).startswith("✗ 2 failures arguments.project pattern")
        assert "arguments.title minLength" in verdict(app)


async def test_every_key_is_checked(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, CREATE, "Arguments")
        await write(pilot, "")
        await pilot.press(*'{"project": "CO"')
        await until(pilot, lambda: "not JSON" in verdict(app), "the broken text")
        await pilot.press("}")
        await until(pilot, lambda: "arguments.title" in verdict(app) or "required" in verdict(app), "the failure")
        assert pane.query_one(ArgumentsView).checked.parsed.arguments == {"project": "CO"}


async def test_text_that_is_no_json_is_told_with_its_place_and_not_called(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, CREATE, "Arguments")
        await write(pilot, '{\n  "title": oops\n}')
        assert verdict(app) == "✗ not JSON line 2, column 12 expecting value"
        pane.view = "Describe"
        await pilot.press("f9")
        await pilot.pause()
        assert pane.view == "Arguments"
        assert pane.current is None
        assert pane.query_one(JsonEditor).cursor_location == (1, 11)
        await write(pilot, "[1]")
        assert "must be an object" in verdict(app)


async def test_all_failures_are_listed_with_path_constraint_and_sentence(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app, (120, 60)) as pilot:
        await open_tool(pilot, CREATE, "Arguments")
        await write(pilot, '{"project": 7, "details": {"priority": "never"}}')
        check = pane_of(app).query_one(ArgumentsView).checked.check
        assert check is not None
        assert len(check.failures) >= 3
        for failure in check.failures:
            assert f"{failure.path} {failure.constraint}" in verdict(app)
        assert "found 7" in verdict(app)


async def test_repairs_are_shown_as_was_and_became(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await open_tool(pilot, CREATE, "Arguments")
        await write(pilot, '{"project": "CORE", "title": "x", "details": {"labels": "bug"}}')
        assert verdict(app) == '✓ valid arguments.details.labels: "bug" → ["bug"]'


async def test_what_is_not_checked_is_said_with_the_reason(make_app: MakeApp, tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"a": {"$ref": "https://example.com/x.json"}}}
    app = make_app(snapshot(tmp_path, "rec", {"name": "a", "inputSchema": schema}))
    async with opened(app) as pilot:
        await open_tool(pilot, "mcp_rec_a", "Arguments")
        await write(pilot, '{"a": 1}')
        assert verdict(app).startswith("✓ valid as far as checked")
        assert "not checked: " in verdict(app)


async def test_large_schemas_are_checked_beside_the_screen_with_the_same_verdict(
    make_app: MakeApp, tmp_path: Path
) -> None:
    values = [f"value_{n:04}" for n in range(2000)]
    schema = {"type": "object", "properties": {"country": {"enum": values}}, "required": ["country"]}
    app = make_app(snapshot(tmp_path, "zoo", {"name": "huge", "inputSchema": schema}))
    async with opened(app) as pilot:
        await open_tool(pilot, "mcp_zoo_huge")
        assert '"value_0000"' in lines_of(app, "#Describe LinesView")
        assert "… (2,000 values)" in lines_of(app, "#Describe LinesView")
        pane_of(app).view = "Arguments"
        await write(pilot, '{"country": "x"}')
        assert "arguments.country enum" in verdict(app)
        assert len(verdict(app)) < 700
        await write(pilot, '{"country": "value_1999"}')
        assert verdict(app) == "✓ valid"


async def test_arguments_are_remembered_per_tool_and_can_be_reset(make_app: MakeApp) -> None:
    app = make_app("tracker", "basics")
    async with opened(app) as pilot:
        await open_tool(pilot, CREATE, "Arguments")
        await write(pilot, '{"project": "MINE"}')
        await open_tool(pilot, DELETE, "Arguments")
        assert "MINE" not in pane_of(app).query_one(JsonEditor).text
        await open_tool(pilot, CREATE, "Arguments")
        assert pane_of(app).query_one(JsonEditor).text == '{"project": "MINE"}'
        await pilot.press("ctrl+r")
        assert json.loads(pane_of(app).query_one(JsonEditor).text) == {"project": "", "title": ""}


async def test_a_tool_that_goes_and_comes_back_is_told_and_keeps_its_arguments(make_app: MakeApp) -> None:
    app = make_app("tracker", "basics")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, CREATE, "Arguments")
        await write(pilot, '{"project": "MINE"}')
        await app.session.detach("tracker")
        await settle(pilot)
        assert "gone from the catalog" in lines_of(app, ".head")
        assert pane.query_one("#call").disabled
        assert pane.query_one(JsonEditor).text == '{"project": "MINE"}'
        await app.session.reconnect("tracker")
        await settle(pilot)
        assert "deferred" in lines_of(app, ".head")
        assert not pane.query_one("#call").disabled
        assert pane.query_one(JsonEditor).text == '{"project": "MINE"}'


async def test_a_flood_is_not_pasted_and_what_is_pasted_is_cleaned(make_app: MakeApp) -> None:
    from textual.events import Paste

    app = make_app("tracker")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, CREATE, "Arguments")
        await write(pilot, "")
        editor = pane.query_one(JsonEditor)
        app.post_message(Paste("x" * 300_000))
        await pilot.pause()
        assert editor.text == ""
        app.post_message(Paste('{"a": "\x1b[31m\u202e[/]"}'))
        await until(pilot, lambda: bool(editor.text), "the text")
        assert editor.text == '{"a": "[31m[/]"}'


@pytest.mark.parametrize("size", [NARROW, (120, 36)])
async def test_tui_001_023_hostile_tools_are_drawn_literally_in_every_view(
    make_app: MakeApp, tmp_path: Path, size: tuple[int, int]
) -> None:
    evil = "[/red] [@click=app.quit]x[/] \x1b[31m \x1b]0;owned\x07 \u202e日本\u2028語"
    schema = {
        "type": "object",
        "properties": {evil: {"type": "string", "description": evil, "default": evil}, "e": {"enum": [evil]}},
        "required": [evil],
    }
    app = make_app(
        snapshot(tmp_path, "odd[/]", {"name": evil, "title": evil, "description": evil, "inputSchema": schema})
    )
    async with opened(app, size) as pilot:
        (name,) = (name for name in app.session.state.scope.registered if name.startswith("mcp_"))
        pane = await open_tool(pilot, name)
        for keys in (("j",), ("j",), ("j", "ctrl+t"), ("f9",), ("ctrl+t",)):
            await pilot.press(*keys)
            await pilot.pause()
            assert not set("\x1b\x07\u202e\u2028") & set(shown(app))
        assert pane.is_attached
        assert "[@click=app.quit]x[/]" in lines_of(app, "#Describe LinesView")


async def test_tui_010_every_size_is_survived(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, CREATE, "Arguments")
        for size in ((1, 1), (3, 2), (5, 3), (20, 5), (40, 10), (80, 24), (300, 80), (120, 36)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert pane.view == "Arguments"
        drawn = [view for view in pane.query("#Arguments LinesView").results(LinesView) if view.display]
        assert drawn and all(view.region.width > 0 for view in drawn)
