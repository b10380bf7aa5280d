"""Arguments and calls of a tool come back, in this run and the next; secrets do not."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.ui.conftest import MakeApp
from tests.ui.support import opened, shown, until
from workbench.model import CallReport, Outcome
from workbench.ui.keeping import Keeping
from workbench.ui.panes.tool import ToolPane
from workbench.ui.panes.tool.arguments import ArgumentsView
from workbench.ui.panes.tool.remembering import CALLS, TOOLS, Remembered, holds_secret


def report(**arguments: Any) -> CallReport:
    return CallReport("t", Outcome.DONE, arguments)


@pytest.mark.parametrize(
    ("arguments", "schema", "secret"),
    [
        ({"a": 1}, {"type": "object"}, False),
        ({"deep": [{"apiKey": 1}]}, {}, True),
        ({"a": "x"}, {"properties": {"a": {"format": "password"}}}, True),
        ({"a": "x"}, {"properties": {"a": {"anyOf": [{"writeOnly": True}]}}}, True),
        ({"Authorization": ""}, True, True),
    ],
)
def test_what_may_be_a_secret(arguments: Any, schema: Any, secret: bool) -> None:
    assert holds_secret(arguments, schema) is secret


def test_secrets_and_long_texts_stay_in_this_run() -> None:
    keeping = Keeping(None)
    kept = Remembered(keeping)
    kept.note_text("a", '{"x": 1}', {})
    kept.note_text("b", '{"token": "hunter2"}', {})
    kept.note_text("c", "{" + " " * 30_000 + "}", {})
    kept.note_text("d", '{"pass', {})
    kept.note_call("b", report(token="hunter2"), 0.0, {})
    kept.note_call("a", report(x=1), 0.0, {})
    assert kept.text("b") is not None and kept.text("c") is not None
    assert set(keeping.read("arguments")) == {"a"}
    assert "hunter2" not in json.dumps([keeping.read("arguments"), keeping.read("calls")])
    again = Remembered(keeping)
    assert again.text("a") == '{"x": 1}' and again.text("b") is None
    assert [call.arguments for call in again.calls("a")] == ['{"x":1}']


def test_both_are_bounded_and_odd_files_are_no_trouble() -> None:
    keeping = Keeping(None)
    kept = Remembered(keeping)
    for number in range(TOOLS + 10):
        kept.note_text(f"t{number}", "{}", {})
        kept.note_call("one", report(n=number), 0.0, {})
    assert len(keeping.read("arguments")) == TOOLS
    assert len(kept.calls("one")) == CALLS and kept.calls("one")[0].arguments == f'{{"n":{TOOLS + 9}}}'
    for odd in (7, [], {"a": 7}, {"a": [{"at": "x"}]}, {"a": [{"at": 1e99, "outcome": "\x1b", "arguments": "{}"}]}):
        keeping.keep("arguments", odd)
        keeping.keep("calls", odd)
        for call in Remembered(keeping).calls("a"):
            assert call.label


async def test_arguments_and_calls_come_back_in_the_next_run(make_app: MakeApp, tmp_path: Path) -> None:
    path = tmp_path / "screen.json"
    app = make_app("tracker", keeping=Keeping(path))
    async with opened(app) as pilot:
        await pilot.press(*"list_issues", "enter", "f4", "ctrl+t")
        editor = app.screen.query_one(ArgumentsView).editor
        editor.text = '{"limit": 1}'
        await until(pilot, lambda: "valid" in shown(app), "the check")
        await pilot.press("f9")
        await until(pilot, lambda: "SHOP-" in shown(app), "the result")
        editor.text = '{"limit": 2}'
        await until(pilot, lambda: app.keeping.read("arguments") is not None, "kept")
        await until(pilot, lambda: "2" in json.dumps(app.keeping.read("arguments")), "the later text")
    app = make_app("tracker", keeping=Keeping(path))
    async with opened(app) as pilot:
        app.screen.query_one(ToolPane).show("mcp_tracker_list_issues")
        await pilot.press("f4")
        editor = app.screen.query_one(ArgumentsView).editor
        await until(pilot, lambda: editor.text == '{"limit": 2}', "the arguments")
        await pilot.press("h")
        await until(pilot, lambda: "done" in shown(app) and "Calls of" in shown(app), "the calls")
        await pilot.press("enter")
        await until(pilot, lambda: json.loads(editor.text) == {"limit": 1}, "the earlier arguments")
