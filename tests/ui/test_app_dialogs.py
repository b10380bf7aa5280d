"""Dialogs: attach, approval, reports, log, copying."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, WIDE, opened, settle, shown, until
from workbench.model import Annotations, Kind, Report, ServerState, Tool
from workbench.ui.screens.approval import ApprovalDialog, hints
from workbench.ui.screens.attach import AttachDialog
from workbench.ui.screens.log import LogScreen, last_lines
from workbench.ui.screens.main import MainScreen
from workbench.ui.screens.reports import ReportsDialog
from workbench.ui.screens.text import TextDialog

pytestmark = pytest.mark.anyio

TOOL = Tool("mcp_x_[/]", "[@click=app.quit]x[/]", "x[/red]", Kind.MCP, "mcp-x", "d", {}, 1)


async def ask(pilot: Pilot[int], answers: list[bool | None], tool: Tool = TOOL) -> None:
    pilot.app.push_screen(ApprovalDialog(tool, {"text": "[/bold]\x1b[31m", "deep": {"a": [1]}}), answers.append)
    await pilot.pause()


@pytest.mark.parametrize(
    ("keys", "answer"),
    [(["y"], True), (["n"], False), (["escape"], False), (["enter"], False), (["tab", "enter"], True)],
)
async def test_approval_by_key(make_app: MakeApp, keys: list[str], answer: bool) -> None:
    answers: list[bool | None] = []
    async with opened(make_app()) as pilot:
        await ask(pilot, answers)
        await pilot.press(*keys)
        await pilot.pause()
        assert answers == [answer]


@pytest.mark.parametrize(("button", "answer"), [("#run", True), ("#refuse", False)])
async def test_approval_by_mouse(make_app: MakeApp, button: str, answer: bool) -> None:
    answers: list[bool | None] = []
    async with opened(make_app(), NARROW) as pilot:
        await ask(pilot, answers)
        await pilot.click(button)
        await pilot.pause()
        assert answers == [answer]


async def test_tui_001_the_approval_shows_hostile_text_literally(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app) as pilot:
        await ask(pilot, [])
        text = shown(app)
        assert "mcp_x_[/]" in text and "[@click=app.quit]x[/]" in text and "x[/red]" in text
        assert '"[/bold]\\u001b[31m"' in text


async def test_an_approval_with_a_huge_argument_fits(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app, NARROW) as pilot:
        pilot.app.push_screen(ApprovalDialog(TOOL, {"text": "x" * 5_000_000}))
        await pilot.pause()
        assert "Run once" in shown(app) and "Refuse" in shown(app)


@pytest.mark.parametrize(
    ("annotations", "words"),
    [
        (Annotations(read_only=True), "only reads"),
        (Annotations(destructive=True), "may destroy or overwrite"),
        (Annotations(destructive=False, idempotent=True), "repeated safely"),
        (Annotations(read_only=False, open_world=True), "reaches beyond"),
        (Annotations(), "says nothing about"),
    ],
)
def test_hints_say_whose_claim_it_is(annotations: Annotations, words: str) -> None:
    assert words in hints(annotations)
    assert hints(annotations).startswith("The server says")


async def test_a_demo_server_is_two_keys_away(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        await pilot.press("f5")
        await pilot.pause()
        assert isinstance(app.screen, AttachDialog)
        await pilot.press("enter")
        await until(pilot, lambda: app.session.state.server("tracker") is not None, "tracker attached")
        await settle(pilot)
        view = app.session.state.server("tracker")
        assert view is not None and view.status.state is ServerState.READY


async def test_a_snapshot_is_attached_by_its_path(make_app: MakeApp, tmp_path: Path) -> None:
    file = tmp_path / "odd [name].json"
    file.write_text('{"server": "x", "tools": [{"name": "a", "description": "b", "inputSchema": {"type": "object"}}]}')
    app = make_app("basics")
    async with opened(app) as pilot:
        await pilot.press("f5", "tab")
        app.screen.query_one("#target", Input).value = str(file)
        await pilot.pause()
        assert app.screen.query_one("#name", Input).value == "odd-name"
        await pilot.press("enter")
        await until(pilot, lambda: app.session.state.server("odd-name") is not None, "the snapshot attached")
        await settle(pilot)
        view = app.session.state.server("odd-name")
        assert view is not None and (view.tools, view.callable) == (1, False)


async def test_a_name_one_typed_is_not_replaced(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app) as pilot:
        await pilot.press("f5")
        await pilot.pause()
        name, target = app.screen.query_one("#name", Input), app.screen.query_one("#target", Input)
        name.value = "mine"
        target.value = "uvx mcp-server-time"
        await pilot.pause()
        assert name.value == "mine"


async def test_faults_stand_at_their_fields_and_go_when_one_types(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app, NARROW) as pilot:
        await pilot.press("f5", "tab", "enter")
        await pilot.pause()
        fault = app.screen.query_one("#target-fault", Static)
        assert fault.display and "command line" in shown(app)
        assert app.focused is app.screen.query_one("#target", Input)
        await pilot.press("x")
        await pilot.pause()
        assert not fault.display
        await pilot.click("#cancel")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
        assert not app.session.state.servers


async def test_reports_are_listed_grave_ones_first_and_copied_whole(make_app: MakeApp) -> None:
    reports = [Report(f"tool {n}", "", "a [note]", severity="note") for n in range(400)]
    reports.append(Report("server", "list", "refused [/b]", "[1]", "{}", "mend it", severity="error"))
    app = make_app()
    async with opened(app) as pilot:
        app.push_screen(ReportsDialog("Reports", reports))
        await pilot.pause()
        text = shown(app)
        assert "✗ error" in text and "refused [/b]" in text and "given [1] → used {}" in text and "→ mend it" in text
        await pilot.press("ctrl+y")
        await until(pilot, lambda: bool(app.clipboard), "a copy")
        assert len(app.clipboard.splitlines()) == 401
        assert app.clipboard.startswith("error: server: list: refused [/b]")
        await until(pilot, lambda: "sent to the terminal" in " ".join(shown(app).split()), "what was done")


async def test_a_long_text_scrolls_by_key(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app, NARROW) as pilot:
        app.push_screen(TextDialog("T[/]", "\n".join(f"line {number}" for number in range(200))))
        await pilot.pause()
        assert "T[/]" in shown(app) and "line 199" not in shown(app)
        await pilot.press("end")
        await pilot.pause(0.5)
        assert "line 199" in shown(app)


async def test_the_log_shows_its_end_and_reads_again(make_app: MakeApp, tmp_path: Path) -> None:
    log = tmp_path / "server.log"
    log.write_text("\n".join(f"[bold]line {number}" for number in range(1000)))
    app = make_app()
    async with opened(app, WIDE) as pilot:
        app.push_screen(LogScreen("x[/]", log))
        await until(pilot, lambda: "[bold]line 999" in shown(app), "the end of the log")
        with log.open("a") as file:
            file.write("\nafter \x1b[31mthat\x07")
        await pilot.press("r")
        await until(pilot, lambda: "after [31mthat" in shown(app), "the new line without its controls")
        await pilot.press("ctrl+y")
        await until(pilot, lambda: app.clipboard.endswith("after [31mthat"), "a copy")


def test_a_log_is_read_from_its_end_only(tmp_path: Path) -> None:
    log = tmp_path / "server.log"
    log.write_bytes(b"x" * 3_000_000 + b"\nlast \xff")
    lines = last_lines(log)
    assert lines[-1] == "last \ufffd"
    assert "bytes before this" in lines[0]
    assert max(map(len, lines)) <= 2_000


def test_a_log_that_is_not_there_is_explained(tmp_path: Path) -> None:
    assert "detached" in last_lines(None)[0]
    assert str(tmp_path / "no.log") in last_lines(tmp_path / "no.log")[0]
    assert "cannot be read" in last_lines(tmp_path)[0]
    (tmp_path / "empty").touch()
    assert last_lines(tmp_path / "empty") == [f"{tmp_path / 'empty'} is empty."]
