"""Pictures of the whole screen in stable states, at the two sizes that must be good."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.conftest import MakeApp, OddSizes
from tests.ui.support import settle
from workbench.model import Annotations, Kind, Report, Tool
from workbench.settings import ServerSpec
from workbench.ui.app import WorkbenchApp
from workbench.ui.screens.approval import ApprovalDialog

REPORTS = (
    Report("workbench.yaml:12", "tools.tool_search.listng", "unknown key", "auto", "", "did you mean `listing`?"),
    Report("weather", "forecast", "[bold]odd[/bold] schema", "[1, 2]", "{}", "mend it", severity="error"),
)


def tools_file(name: str, count: int) -> None:
    verbs, nouns = ["create", "get", "list", "delete", "update"], ["issue", "page", "user", "file", "label", "hook"]
    tools = [
        {
            "name": f"{verbs[n % 5]}_{nouns[n // 5 % 6]}{n // 30 or ''}",
            "description": f"{verbs[n % 5].capitalize()} one {nouns[n // 5 % 6]} of the project, number {n}.",
            "inputSchema": {
                "type": "object",
                "properties": {"title": {"type": "string", "maxLength": 80}, "number": {"type": "integer"}},
                "required": ["title"],
            },
        }
        for n in range(count)
    ]
    Path(f"{name}.json").write_text(json.dumps({"server": name, "tools": tools}))


@pytest.fixture
def app(make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WorkbenchApp:
    monkeypatch.chdir(tmp_path)
    specs = []
    for name, count in (("small", 6), ("middle", 90), ("large", 1200)):
        tools_file(name, count)
        specs.append(ServerSpec(name, snapshot=f"{name}.json"))
    made = make_app(*specs, ServerSpec("broken [/b]", snapshot="missing.json"), reports=REPORTS)
    made.animation_level = "none"
    return made


def steps(*keys: str, text: str = "") -> Callable[[Pilot[Any]], Any]:
    async def run(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        for widget in pilot.app.screen.query("Input"):
            widget.cursor_blink = False  # type: ignore[attr-defined]
        await pilot.press(*("space" if letter == " " else letter for letter in text))
        await pilot.pause(0.1)
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.1)
        for widget in pilot.app.screen.query("Input"):
            widget.cursor_blink = False  # type: ignore[attr-defined]
        await pilot.pause(0.1)

    return run


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        pytest.param((), "create issue", id="queries"),
        pytest.param(("enter", "f4"), "create issue", id="tool"),
        pytest.param(("f2", "down", "down"), "", id="servers"),
        pytest.param(("f2", "end"), "", id="failed"),
        pytest.param(("f5", "tab", "tab", "enter"), "", id="attach"),
        pytest.param(("f8",), "", id="reports"),
        pytest.param(("f1",), "", id="help"),
    ],
)
def test_picture(odd_sizes: OddSizes, app: WorkbenchApp, keys: tuple[str, ...], text: str) -> None:
    assert not odd_sizes(app, steps(*keys, text=text))


def test_picture_without_servers(odd_sizes: OddSizes, make_app: MakeApp) -> None:
    assert not odd_sizes(make_app(), steps("f2"))


def test_picture_of_an_approval(odd_sizes: OddSizes, make_app: MakeApp) -> None:
    tool = Tool("mcp_notes_delete_note", "delete_note", "notes", Kind.MCP, "mcp-notes", "", {}, 1,
                annotations=Annotations(destructive=True))  # fmt: skip

    async def ask(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        pilot.app.push_screen(ApprovalDialog(tool, {"note": "[/red] shopping", "force": True}))
        await pilot.pause(0.1)

    assert not odd_sizes(make_app(), ask)
