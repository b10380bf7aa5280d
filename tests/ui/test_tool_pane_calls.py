"""Calling from the tool pane: approval, clock, progress, cancel, outcomes, saving."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, opened, shown, until
from tests.ui.tool_pane_support import OnProgress, answer_with, call, lines_of, open_tool, pane_of, write
from workbench.model import Json, Outcome, Progress, ServerUnreachable, ToolResult
from workbench.servers.results import read_result
from workbench.ui.panes.tool.result_text import MOST_LINES
from workbench.ui.screens.approval import ApprovalDialog

pytestmark = pytest.mark.anyio

CREATE = "mcp_tracker_create_issue"
DELETE = "mcp_basics_delete_note"
COUNT = "mcp_basics_count_slowly"
LIST = "mcp_basics_list_notes"


def result(app: object) -> str:
    return lines_of(app, "#Result .result")  # type: ignore[arg-type]


def state(app: object) -> str:
    return lines_of(app, "#Result .state")  # type: ignore[arg-type]


def texts(*values: str, error: bool = False) -> ToolResult:
    return read_result({"content": [{"type": "text", "text": value} for value in values], "isError": error})


async def test_a_read_only_tool_is_called_without_a_question(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, COUNT, "Result")
        assert state(app) == "Not called yet. F9 calls it with the arguments as they stand."
        await write(pilot, '{"to": 2, "seconds": 0}')
        await call(pilot)
        assert pane.view == "Result"
        assert state(app) == "✓ done 0.00 s"
        assert "Counted to 2." in result(app)
        assert '"counted": 2' in result(app)


@pytest.mark.parametrize("how", ["f9", "ctrl+j", "button"])
async def test_a_call_starts_by_key_and_by_button(make_app: MakeApp, how: str) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, COUNT, "Arguments")
        await write(pilot, '{"to": 1, "seconds": 0}')
        await (pilot.click("#call") if how == "button" else pilot.press(how))
        await until(pilot, lambda: pane.current is not None and not pane.current.going, "the end")
        assert state(app).startswith("✓ done")


async def test_a_tool_that_changes_something_asks_first(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, DELETE, "Arguments")
        await write(pilot, '{"id": "1"}' if '"string"' in json.dumps(_parameters(app, DELETE)) else '{"id": 1}')
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, ApprovalDialog), "the question")
        assert state(app).startswith("? waits for your approval")
        await pilot.press("n")
        await until(pilot, lambda: pane.current is not None and not pane.current.going, "the end")
        assert state(app) == "■ not run: not approved"
        assert "What a model gets" in result(app)
        await call(pilot, "escape")
        assert state(app) == "■ not run: not approved"
        await call(pilot, "y")
        assert pane.current is not None
        assert pane.current.report is not None
        assert pane.current.report.outcome in (Outcome.DONE, Outcome.TOOL_ERROR)


def _parameters(app: object, name: str) -> Json:
    tool = app.session.tool(name)  # type: ignore[attr-defined]
    return tool.parameters


async def test_invalid_arguments_are_not_run_and_the_models_answer_is_shown(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(name: str, arguments: Mapping[str, Json], on_progress: OnProgress) -> ToolResult:
        raise AssertionError(name, arguments, on_progress)

    answer_with(monkeypatch, never)
    app = make_app("tracker")
    async with opened(app, (120, 60)) as pilot:
        await open_tool(pilot, CREATE, "Arguments")
        await write(pilot, '{"project": 7}')
        await call(pilot)
        assert state(app) == "■ not run: invalid arguments"
        assert "arguments.title required" in result(app) or "arguments required" in result(app)
        assert '"constraint"' in result(app)


async def test_what_is_sent_is_what_the_repairs_made(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Mapping[str, Json]] = []

    async def answer(name: str, arguments: Mapping[str, Json], on_progress: OnProgress) -> ToolResult:
        del name, on_progress
        sent.append(arguments)
        return texts("ok")

    answer_with(monkeypatch, answer)
    app = make_app("basics")
    async with opened(app) as pilot:
        await open_tool(pilot, COUNT, "Arguments")
        await write(pilot, '{"to": "12"}')
        await call(pilot)
        assert sent == [{"to": 12}]
        assert 'arguments.to: "12" → 12' in result(app)
        assert result(app).endswith("ok")


async def test_an_error_of_the_tool_is_told_apart_from_a_server_that_cannot_be_reached(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer(name: str, arguments: Mapping[str, Json], on_progress: OnProgress) -> ToolResult:
        del name, on_progress
        if arguments.get("to") == 1:
            return texts("no [/red] such thing", error=True)
        raise ServerUnreachable("the process ended", "look at its log")

    answer_with(monkeypatch, answer)
    app = make_app("basics")
    async with opened(app) as pilot:
        await open_tool(pilot, COUNT, "Arguments")
        await write(pilot, '{"to": 1}')
        await call(pilot)
        assert state(app).startswith("✗ the tool reported an error")
        assert result(app) == "no [/red] such thing"
        await write(pilot, '{"to": 2}')
        await call(pilot)
        assert state(app).startswith("⚠ no answer: server unreachable")
        assert "the process ended" in result(app)


async def test_progress_moves_and_escape_cancels(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []
    go_on = asyncio.Event()

    async def answer(name: str, arguments: Mapping[str, Json], on_progress: OnProgress) -> ToolResult:
        del name, arguments
        on_progress(Progress(1, 4, "first [/b]"))
        try:
            await go_on.wait()
            on_progress(Progress(3, 4, "third"))
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise
        return texts("never")

    answer_with(monkeypatch, answer)
    app = make_app("basics")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, COUNT, "Arguments")
        await pilot.press("f9")
        await until(pilot, lambda: "25% 1 of 4 first [/b]" in state(app), "the first progress")
        assert state(app).startswith("● running")
        assert pane.query_one("#call").disabled
        go_on.set()
        await until(pilot, lambda: "75% 3 of 4 third" in state(app), "more progress")
        await pilot.press("f9")
        await pilot.press("escape")
        await until(pilot, lambda: ended == ["cancelled"], "the cancelled call")
        await until(pilot, lambda: state(app).startswith("■ cancelled"), "the words")
        assert not pane.query_one("#call").disabled
        assert not pane.query_one("#cancel").display


async def test_the_button_cancels_too_and_each_tool_keeps_its_own_call(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer(name: str, arguments: Mapping[str, Json], on_progress: OnProgress) -> ToolResult:
        del arguments, on_progress
        if name == "count_slowly":
            await asyncio.Event().wait()
        return texts(f"{name} answered")

    answer_with(monkeypatch, answer)
    app = make_app("basics")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, COUNT, "Arguments")
        await pilot.press("f9")
        await until(pilot, lambda: state(app).startswith("● running"), "the call")
        await open_tool(pilot, LIST, "Arguments")
        await write(pilot, "{}")
        await call(pilot)
        assert "list_notes answered" in result(app)
        await open_tool(pilot, COUNT, "Result")
        assert state(app).startswith("● running")
        await pilot.click("#cancel")
        await until(pilot, lambda: state(app).startswith("■ cancelled"), "the end")
        await open_tool(pilot, LIST, "Result")
        assert "list_notes answered" in result(app)
        assert pane.query_one("#save").display


async def test_escape_is_free_while_nothing_runs(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, COUNT, "Arguments")
        assert pane.check_action("cancel", ()) is False
        await pilot.press("escape")
        assert pane.current is None


async def test_quitting_during_a_call_is_clean(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(name: str, arguments: Mapping[str, Json], on_progress: OnProgress) -> ToolResult:
        del name, arguments
        for step in range(10_000):
            on_progress(Progress(step, None, "busy"))
            await asyncio.sleep(0)
        await asyncio.Event().wait()
        return texts("never")

    answer_with(monkeypatch, answer)
    app = make_app("basics")
    async with opened(app) as pilot:
        await open_tool(pilot, COUNT, "Arguments")
        await pilot.press("f9", "ctrl+q")
    assert app.return_code == 0


@pytest.mark.parametrize("size", [NARROW, (120, 36)])
async def test_tui_016_a_huge_result_is_shown_in_part_and_saved_whole(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, size: tuple[int, int]
) -> None:
    text = "first line\n" + "x" * 5_000_000 + "\nlast line"

    async def answer(name: str, arguments: Mapping[str, Json], on_progress: OnProgress) -> ToolResult:
        del name, arguments, on_progress
        return texts(text)

    answer_with(monkeypatch, answer)
    app = make_app("basics")
    async with opened(app, size) as pilot:
        await open_tool(pilot, LIST, "Arguments")
        await call(pilot)
        assert result(app).startswith("first line")
        assert result(app).endswith("last line")
        assert "left out" in result(app)
        assert len(result(app)) < 250_000
        await pilot.press("end", "home", "pagedown", "down")
        await pilot.press("ctrl+s")
        saved = tmp_path / f"{LIST}-result.txt"
        await until(pilot, saved.exists, "the file")
        await until(pilot, lambda: saved.read_text() == text, "the whole text")
        await pilot.press("ctrl+s")
        await until(pilot, (tmp_path / f"{LIST}-result-2.txt").exists, "a second file beside the first")


async def test_a_file_that_cannot_be_written_is_told(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def answer(name: str, arguments: Mapping[str, Json], on_progress: OnProgress) -> ToolResult:
        del name, arguments, on_progress
        return texts("a")

    answer_with(monkeypatch, answer)
    app = make_app("basics")
    async with opened(app) as pilot:
        await open_tool(pilot, COUNT, "Arguments")
        await call(pilot)
        monkeypatch.setattr("workbench.ui.panes.tool.saving.save", _cannot)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: "Not saved: no room" in shown(app), "the message")
    assert not list(tmp_path.glob("*-result*"))


def _cannot(*_: object) -> Path:
    raise OSError(28, "no room")


async def test_many_lines_scroll_without_a_widget_a_line(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(name: str, arguments: Mapping[str, Json], on_progress: OnProgress) -> ToolResult:
        del name, arguments, on_progress
        return texts("\n".join(f"line {number}" for number in range(100_000)))

    answer_with(monkeypatch, answer)
    app = make_app("basics")
    async with opened(app) as pilot:
        await open_tool(pilot, COUNT, "Arguments")
        await call(pilot)
        assert len(app.screen.query("ToolPane *")) < 40
        view = pane_of(app).query_one("#Result .result")
        assert view.virtual_size.height <= MOST_LINES + 10
        await pilot.press("end")
        await until(pilot, lambda: "line 99999" in shown(app), "the end of the text")


async def test_tui_001_005_023_hostile_results_are_drawn_literally(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = "[/red] [@click=app.quit]x[/] \x1b[31m\x1b]0;owned\x07 \u202e日本語\ttab\r\nnext \x85 \u2028"

    async def answer(name: str, arguments: Mapping[str, Json], on_progress: OnProgress) -> ToolResult:
        del name, arguments
        on_progress(Progress(1, 2, evil))
        return read_result(
            {
                "content": [
                    {"type": "text", "text": evil},
                    {"type": "resource_link", "name": evil, "uri": evil},
                    {"type": evil},
                    {"type": "image", "mimeType": evil, "data": "AAAA"},
                ],
                "structuredContent": {evil: [evil]},
            }
        )

    answer_with(monkeypatch, answer)
    app = make_app("basics")
    async with opened(app, (120, 60)) as pilot:
        await open_tool(pilot, COUNT, "Arguments")
        await call(pilot)
        assert not set("\x1b\x07\u202e\x85\u2028\t") & set(shown(app))
        assert "[/red] [@click=app.quit]x[/]" in result(app)
        lines = [line for line in shown(app).splitlines() if "日本語" in line]
        assert lines
        assert all(line.endswith("│") for line in lines)
