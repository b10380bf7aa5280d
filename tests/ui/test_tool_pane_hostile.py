"""The tool pane on the misbehaving servers of the reported faults, over stdio."""

import itertools
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.conftest import MakeApp
from tests.ui.support import opened, shown, until
from tests.ui.tool_pane_support import call, lines_of, open_tool, pane_of, write
from workbench.settings import ServerSpec
from workbench.ui.app import WorkbenchApp

pytestmark = pytest.mark.anyio

ECHO = "mcp_odd_echo"


@pytest.fixture
def hostile(make_app: MakeApp, cases: Path, tmp_path: Path) -> Any:
    def make(mode: str, *more: str) -> WorkbenchApp:
        script, log = str(cases / "hostile_server.py"), str(tmp_path / "log.jsonl")
        args = (script, "--mode", mode, "--log", log, *more)
        return make_app(ServerSpec("odd", command=sys.executable, args=args))

    return make


async def called(pilot: Pilot[Any], arguments: str = '{"text": "hello"}') -> str:
    """Calls `echo` and answers what the result view shows."""
    app: Any = pilot.app
    await open_tool(pilot, ECHO, "Arguments")
    await write(pilot, arguments)
    tool = app.session.tool(ECHO)
    await call(pilot, *(() if tool.annotations.read_only else ("y",)))
    return lines_of(app, "#Result .result")


async def test_cal_013_a_hung_call_is_cancelled_by_escape_and_at_the_server(hostile: Any, tmp_path: Path) -> None:
    app = hostile("hang-call")
    async with opened(app) as pilot:
        pane = await open_tool(pilot, ECHO, "Arguments")
        await write(pilot, '{"text": "hello"}')
        await pilot.press("f9")
        await until(pilot, lambda: pane.current is not None, "the call")
        if len(app.screen_stack) > 1 or not app.session.tool(ECHO).annotations.read_only:
            await until(pilot, lambda: len(app.screen_stack) > 1, "the question")
            await pilot.press("y")
        await until(pilot, lambda: "tools/call" in _methods(tmp_path), "the request")
        assert lines_of(app, "#Result .state").startswith("● running")
        await pilot.press("escape")
        await until(pilot, lambda: lines_of(app, "#Result .state").startswith("■ cancelled"), "the end")
        await until(pilot, lambda: "notifications/cancelled" in _methods(tmp_path), "the notification")
        await app.session.reconnect("odd")
        await app.session.settled()
        assert app.session.tool(ECHO) is not None


def _methods(folder: Path) -> list[str]:
    lines = (folder / "log.jsonl").read_text(errors="replace").splitlines()
    found = []
    for line in lines:
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        entry = entry.get("message", entry) if isinstance(entry, dict) else {}
        found.append(str(entry.get("method", "")))
    return found


async def test_cal_020_mixed_content_is_shown_item_by_item(hostile: Any) -> None:
    async with opened(hostile("mixed-content"), (120, 100)) as pilot:
        said = await called(pilot)
        report = pane_of(pilot.app).current.report  # type: ignore[arg-type, union-attr]
        assert report is not None
        assert report.result is not None
        for number in range(1, len(report.result.content) + 1):
            assert f"{number} " in said
        assert "resource_link" in said
        assert "unknown" in said


async def test_cal_025_an_image_is_type_and_size(hostile: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    launched: list[str] = []
    monkeypatch.setattr("workbench.ui.panes.tool.carrying.click.launch", lambda path: launched.append(path) or 0)
    async with opened(hostile("image-result", "--n", "200000"), (120, 60)) as pilot:
        said = await called(pilot)
        assert "image/png, 200 kB" in said
        assert len(said) < 2_000
        await pilot.press("o")
        await until(pilot, lambda: bool(launched), "the viewer")
        assert launched[0].endswith(".png")


async def test_cal_027_a_huge_result_shows_head_and_tail(hostile: Any) -> None:
    async with opened(hostile("huge-result", "--n", "5000000")) as pilot:
        said = await called(pilot)
        assert "characters of 5,0" in said or "left out" in said
        assert len(said) < 250_000
        await pilot.press("end")
        await pilot.pause()
        assert shown(pilot.app)  # type: ignore[arg-type]


async def test_cal_029_integers_keep_their_digits(hostile: Any) -> None:
    async with opened(hostile("bigint-result"), (120, 60)) as pilot:
        said = await called(pilot)
        assert "9007199254740993" in said
        assert "36893488147419103232" in said


@pytest.mark.parametrize("text", ["null", "[]", "{}", "true", "1e999", '{"a":', "[/bold]"])
async def test_cal_030_json_looking_texts_are_harmless(hostile: Any, text: str) -> None:
    async with opened(hostile("good")) as pilot:
        assert await called(pilot, json.dumps({"text": text})) == text


@pytest.mark.parametrize(
    "mode",
    ["markup-result", "ansi-result", "wide-result", "rpc-error", "error-empty", "structured-only", "structured-mismatch",
     "line-separators", "dup-keys", "deep-result", "many-items", "nan-result", "progress-odd", "error-in-text"],
)  # fmt: skip
async def test_tui_001_005_023_odd_results_are_drawn(hostile: Any, mode: str) -> None:
    app = hostile(mode)
    async with opened(app) as pilot:
        said = await called(pilot, '{"text": "[/bold]"}')
        assert said
        screen = shown(app)
        assert not set("\x1b\x07\u202e\u2028\x85\t") & set(screen)
        assert all(line.endswith(("│", "╮", "╯")) for line in screen.splitlines()[1:-1])


@pytest.mark.parametrize("mode", ["weird-names", "duplicate-names", "schema-zoo", "null-fields", "unicode-description"])
async def test_tui_008_every_tool_of_odd_servers_can_be_looked_at(hostile: Any, mode: str) -> None:
    app = hostile(mode)
    async with opened(app) as pilot:
        pane = await open_tool(pilot, ECHO)
        names = sorted(app.session.state.scope.registered)
        assert len(names) > 6
        forms = itertools.cycle(("readable", "schema", "tool_describe"))
        for name, form in zip(names, forms, strict=False):
            pane.show(name)
            pane.query_one("#Describe").form = form  # type: ignore[attr-defined]
            await pilot.pause()
            assert not set("\x1b\x07\u202e") & set(shown(app))
