"""Pictures of the queries and tool panes in stable states, at the two sizes that must be good."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from textual.pilot import Pilot

from tests.ui.conftest import OddSizes
from tests.ui.panes_app import PanesApp, settle_panes
from tests.ui.support import until
from tests.ui.tool_pane_support import OnProgress, answer_with, call, open_tool, pane_of, write
from workbench.model import Json, Progress, ToolResult
from workbench.servers.results import read_result
from workbench.session import Session
from workbench.settings import ServerSpec, Settings, ToolSearchSettings
from workbench.ui.app import WorkbenchApp
from workbench.ui.panes.queries import QueriesPane
from workbench.ui.panes.queries.query_lines import QueryInput, QueryLines
from workbench.ui.panes.tool.editor import JsonEditor

QUERIES = ("create issue", "set the label colour", "send slack message")
FILE_ISSUE = "mcp_forge_file_issue"
ISSUE = {
    "type": "object",
    "required": ["project", "title"],
    "properties": {
        "project": {"$ref": "#/$defs/key", "description": "Short key of the project."},
        "title": {"type": "string", "minLength": 1, "maxLength": 120},
        "severity": {"enum": ["low", "high", "urgent"], "default": "low"},
        "assignee": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        "links": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["url"],
                "properties": {"url": {"type": "string", "format": "uri"}, "日本語": {"type": "boolean"}},
            },
        },
    },
    "$defs": {"key": {"type": "string", "pattern": "^[A-Z]{2,6}$"}},
}
TOOLS = [
    ("file_issue", "Create an issue in a project.\n\nThe labels must exist.", ISSUE, {"destructiveHint": False}),
    ("list_issues", "List the issues of a project, newest first.", {"type": "object"}, {"readOnlyHint": True}),
    ("create_label", "Create a label with a colour, for issues.", {"required": ["name"]}, {}),
    ("drop_label", "Delete a label [bold]for good[/bold].", {"required": ["name"]}, {"destructiveHint": True}),
    ("send_mail", "Send a message to the people who watch an issue.", {"type": "object"}, {"openWorldHint": True}),
]
ANSWER = {
    "content": [
        {"type": "text", "text": '{"id":9007199254740993,"open":true}'},
        {"type": "image", "mimeType": "image/png", "data": "AAAA" * 100},
        {"type": "resource_link", "name": "report", "uri": "file:///tmp/report.txt", "mimeType": "text/plain"},
        {"type": "hologram", "depth": [1, 2]},
    ],
    "structuredContent": {"key": "CORE-17", "url": None},
}
Steps = Callable[[Pilot[Any]], Awaitable[None]]


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PanesApp:
    monkeypatch.chdir(tmp_path)
    tools = [
        {"name": name, "description": text, "inputSchema": schema, "annotations": hints}
        for name, text, schema, hints in TOOLS
    ]
    Path("forge.json").write_text(json.dumps({"server": "forge", "tools": tools}))
    settings = Settings(servers=(ServerSpec("forge", snapshot="forge.json"),), tool_search=ToolSearchSettings("on"))
    return PanesApp(Session(settings, log_dir=tmp_path / "logs", clock=lambda: 0.0, wall=lambda: 0.0))


async def still(pilot: Pilot[Any]) -> None:
    """Nothing blinks in a picture."""
    for line in pilot.app.screen_stack[0].query(QueryInput):
        line.cursor_blink = False
    pilot.app.screen_stack[0].query_one(JsonEditor).cursor_blink = False
    await pilot.pause(0.1)


def asked(*keys: str, queries: tuple[str, ...] = QUERIES) -> Steps:
    async def steps(pilot: Pilot[Any]) -> None:
        await settle_panes(pilot)
        pane = pilot.app.screen.query_one(QueriesPane)
        for number, query in enumerate(queries):
            if number:
                await pilot.press("ctrl+n")
            pane.query_one(QueryLines).lines[number].input.value = query
        await until(pilot, lambda: pane.found.lines == queries, "the answer")
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await still(pilot)

    return steps


def edited(text: str, *, calls: bool = False) -> Steps:
    async def steps(pilot: Pilot[Any]) -> None:
        await settle_panes(pilot)
        await open_tool(pilot, FILE_ISSUE, "Arguments")
        await write(pilot, text)
        if calls:
            await call(pilot, *(("y",) if '"CORE"' in text else ()))
        await still(pilot)

    return steps


def described(form: str) -> Steps:
    async def steps(pilot: Pilot[Any]) -> None:
        await settle_panes(pilot)
        pane = await open_tool(pilot, FILE_ISSUE)
        pane.query_one("#Describe").form = form  # type: ignore[attr-defined]
        await still(pilot)

    return steps


VALID = '{\n  "project": "CORE",\n  "title": "Broken",\n  "links": "[{\\"url\\": \\"https://example.com/1\\"}]"\n}'
WRONG = '{\n  "project": "core-team",\n  "severity": "fatal",\n  "links": [{"日本語": 1}]\n}'
QUERY_PICTURES = ("results", "selected", "explanation", "json", "seven")
PICTURES = {
    "results": asked(),
    "selected": asked("down", "down"),
    "explanation": asked("ctrl+t"),
    "json": asked("ctrl+t", "ctrl+t"),
    "seven": asked(queries=(*QUERIES, "list", "課題", "[bold]", "issue_of_the_day")),
    "described": described("readable"),
    "schema": described("schema"),
    "tool_describe": described("tool_describe"),
    "valid": edited(VALID),
    "failures": edited(WRONG),
    "not_json": edited('{\n  "project": CORE\n}'),
    "done": edited(VALID, calls=True),
    "not_run": edited(WRONG, calls=True),
}


@pytest.mark.parametrize("picture", list(PICTURES))
def test_picture(
    odd_sizes: OddSizes,
    app: PanesApp,
    monkeypatch: pytest.MonkeyPatch,
    picture: str,
) -> None:
    async def answer(name: str, arguments: Mapping[str, Json], on_progress: OnProgress) -> ToolResult:
        del name, arguments, on_progress
        return read_result(ANSWER)

    answer_with(monkeypatch, answer)
    app.hidden = "tool" if picture in QUERY_PICTURES else "queries"
    assert not odd_sizes(app, PICTURES[picture])


def test_picture_of_a_running_call(odd_sizes: OddSizes, app: PanesApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(name: str, arguments: Mapping[str, Json], on_progress: OnProgress) -> ToolResult:
        del name, arguments
        on_progress(Progress(3, 7, "moving the children"))
        await asyncio.Event().wait()
        return read_result(ANSWER)

    async def steps(pilot: Pilot[Any]) -> None:
        await settle_panes(pilot)
        pane = await open_tool(pilot, "mcp_forge_list_issues", "Arguments")
        pane_of(cast(WorkbenchApp, pilot.app))._calls._clock = lambda: 2.5
        await pilot.press("f9")
        await until(pilot, lambda: pane.current is not None and pane.current.progress is not None, "the progress")
        await still(pilot)

    answer_with(monkeypatch, answer)
    app.hidden = "queries"
    assert not odd_sizes(app, steps)
