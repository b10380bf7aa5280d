"""The turns screen: reading as one types, routes, plan, running, approvals, stopping."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, opened, shown, until
from tests.ui.turns_support import (
    ADD,
    COUNT,
    LIST,
    TIME,
    calls,
    ended,
    lines_of,
    open_turns,
    outcomes,
    read,
    screen_of,
    view_of,
    wrapped,
    write,
)  # fmt: skip
from workbench.bridge.turn import TurnReport
from workbench.model import Json, ToolResult
from workbench.servers.attachment import Attachment
from workbench.servers.results import read_result
from workbench.settings import ServerSpec
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.screens.approval import ApprovalDialog
from workbench.ui.screens.help import HelpDialog
from workbench.ui.screens.main import MainScreen
from workbench.ui.screens.text import TextDialog
from workbench.ui.screens.turns.loading import LoadDialog

pytestmark = pytest.mark.anyio

PARALLEL = ServerSpec("basics", demo="basics", supports_parallel_tool_calls=True)


class Gate:
    """Answers of a server that wait until the test lets them go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.open = asyncio.Event()
        gate = self

        async def call(_: Attachment, name: str, arguments: Mapping[str, Json], on_progress: object) -> ToolResult:
            del arguments, on_progress
            gate.asked.append(name)
            await gate.open.wait()
            return read_result({"content": [{"type": "text", "text": f"answer of {name}"}]})

        monkeypatch.setattr(Attachment, "call", call)


def note(app: object) -> str:
    return screen_of(app).query_one(ViewSwitch).note  # type: ignore[arg-type]


# Reading


async def test_the_key_opens_a_screen_that_says_what_it_is_for(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        screen = await open_turns(pilot)
        assert screen.focused is screen.editor
        assert "what a model emitted in one turn" in lines_of(app)
        assert note(app) == ""


async def test_typing_routes_and_plans_without_a_further_key(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        await open_turns(pilot)
        await pilot.press(*('{"name":"tool_search","arguments":{"queries":["time"]}}'.replace(" ", "space")))
        await until(pilot, lambda: note(app) == "1 call · 1 group · F9 runs", "the plan")
        assert 'together lookups 1 tool_search direct {"queries":["time"]}' in lines_of(app)


async def test_every_route_says_its_real_name_and_why(make_app: MakeApp) -> None:
    app = make_app("basics", "tracker")
    text = calls(
        ("tool_search", {"queries": ["notes"]}),
        (LIST, {}),
        ("tool_serch", {"queries": ["x"]}),
        wrapped(ADD, {"title": "a"}),
        ("mcp_basics_lst_notes", {}),
        ("tool_call", "{oops"),
    )
    async with opened(app) as pilot:
        await open_turns(pilot, text)
        said = lines_of(app)
        assert "1 tool_search direct" in said
        assert f"2 {LIST} auto-routed {{}} → {LIST} loads on demand: sent through tool_call" in said
        assert "3 tool_serch repaired" in said and "→ tool_serch read as tool_search, 0.95 alike" in said
        assert "4 tool_call unwrapped" in said and f"→ {ADD}" in said
        assert "5 mcp_basics_lst_notes refused {} not run:" in said
        assert "6 tool_call refused" in said and "not readable as JSON" in said
        assert "barrier nobody can say what it would run" in said
        assert "barrier refused" in said


async def test_parallel_groups_and_barriers_come_with_their_reasons(make_app: MakeApp) -> None:
    app = make_app(PARALLEL, "tracker")
    text = calls(("tool_search", {"queries": ["a"]}), (LIST, {}), ("mcp_tracker_list_projects", {}), (TIME, {}))
    async with opened(app) as pilot:
        await open_turns(pilot, text)
        said = lines_of(app)
        assert "═ group 1 together lookups; basics takes calls at the same time" in said
        assert "─ group 2 barrier tracker does not say that it takes calls at the same time" in said
        assert "═ group 3 together basics takes calls at the same time" in said


async def test_text_that_cannot_be_read_says_where(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        await open_turns(pilot, '{"calls": [\n {"name": ]}')
        assert "▲ the turn is not readable as JSON" in lines_of(app) and "line 2" in lines_of(app)
        assert note(app) == "no calls"
        await pilot.press("f9")
        await pilot.pause(0.1)
        assert screen_of(app).turn is None
        await write(pilot, json.dumps({"calls": [{"name": LIST}, 7]}))
        assert "▲ calls[1] is no call" in lines_of(app)
        assert f"1 {LIST} auto-routed" in lines_of(app)


async def test_a_turn_of_visible_names_says_that_nothing_was_routed(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        await open_turns(pilot, calls(("tool_search", {"queries": ["a"]})))
        assert "Every emitted name is visible, so there was nothing to route." in lines_of(app)


async def test_a_server_that_goes_changes_the_routes(make_app: MakeApp) -> None:
    app = make_app("basics", "tracker")
    async with opened(app) as pilot:
        await open_turns(pilot, calls((LIST, {})))
        assert "auto-routed" in lines_of(app)
        await app.session.detach("basics")
        await until(pilot, lambda: "refused" in lines_of(app), "the other route")


@pytest.mark.parametrize("size", [(120, 36), NARROW])
async def test_hostile_names_are_only_text(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app("basics")
    names = ["[@click=app.quit]x[/]", "\x1b[31mred", "a" * 250, "漢字" * 60, "‮evil", "", "[/red]"]
    async with opened(app, size) as pilot:
        await open_turns(pilot, calls(*((name, {"[b]": "\x1b]0;x\x07"}) for name in names)))
        assert len(screen_of(app).entries) == len(names)
        assert "[@click=app.quit]x[/]" in lines_of(app)
        assert "(no name)" in lines_of(app)
        await pilot.press("tab", "f9")
        await ended(pilot)
        for key in ("ctrl+t", "ctrl+t", "ctrl+t", "end", "enter"):
            await pilot.press(key)
            await pilot.pause(0.05)
            assert not {"\x1b", "\x07", "‮"} & set(shown(app))
        assert isinstance(app.screen, TextDialog)


# Running


async def test_a_turn_runs_and_shows_lanes_results_and_messages(make_app: MakeApp) -> None:
    app = make_app("basics")
    text = json.dumps(
        [
            {"type": "tool_use", "id": "one", "name": "tool_search", "input": {"queries": ["time"]}},
            {"type": "tool_use", "id": "two", "name": LIST, "input": {}},
        ]
    )
    async with opened(app) as pilot:
        screen = await open_turns(pilot, text)
        await pilot.press("f9")
        await ended(pilot)
        assert screen.focused is screen.calls
        assert "0.00–0.00 s ✓ done" in lines_of(app)
        assert "━" in lines_of(app)
        assert note(app) == "2 of 2 done · 0.00 s"
        assert (await view_of(pilot, "Results")).startswith("1 tool_search ✓ done")
        assert f"2 {LIST} ✓ done" in (await view_of(pilot, "Results"))
        assert '"tool_use_id": "two"' in (await view_of(pilot, "Messages"))
        await pilot.press("ctrl+t")
        assert screen.view == "Results" and screen.focused is not None and screen.focused.id == "Results"
        await pilot.press("ctrl+t", "ctrl+t")
        assert screen.view == "Calls"


@pytest.mark.parametrize("key", ["n", "escape"])
async def test_a_call_that_is_not_approved_does_not_run(make_app: MakeApp, key: str) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        await open_turns(pilot, calls((ADD, {"title": "a"}), (TIME, {})))
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, ApprovalDialog), "the question")
        await pilot.press(key)
        await ended(pilot)
        assert outcomes(app) == ["not approved", "done"]
        assert "■ not approved" in lines_of(app)


async def test_questions_come_one_at_a_time_and_name_the_real_tool(make_app: MakeApp) -> None:
    app = make_app(PARALLEL)
    async with opened(app) as pilot:
        await open_turns(pilot, calls(wrapped(ADD, {"title": "first"}), wrapped(ADD, {"title": "second"})))
        await pilot.press("f9")
        for title in ("first", "second"):
            await until(
                pilot, lambda title=title: title in shown(app) and isinstance(app.screen, ApprovalDialog), title
            )
            assert sum(isinstance(screen, ApprovalDialog) for screen in app.screen_stack) == 1
            assert f"{ADD}" in shown(app)
            await pilot.press("y")
        await ended(pilot)
        assert outcomes(app) == ["done", "done"]


async def test_parallel_calls_run_together_and_are_seen_running(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(PARALLEL)
    async with opened(app) as pilot:
        gate = Gate(monkeypatch)
        screen = await open_turns(pilot, calls((LIST, {}), (TIME, {})))
        await pilot.press("f9")
        await until(pilot, lambda: len(gate.asked) == 2, "both calls")
        await until(pilot, lambda: lines_of(app).count("● running") == 2, "both lanes")
        assert note(app).startswith("● running · 0 of 2 ended")
        assert screen.editor.read_only
        assert "The turn runs." in (await view_of(pilot, "Results"))
        gate.open.set()
        await ended(pilot)
        assert outcomes(app) == ["done", "done"]
        assert not screen.editor.read_only


@pytest.mark.parametrize("key", ["x", "escape"])
async def test_stop_lets_what_runs_end_and_starts_nothing_more(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        gate = Gate(monkeypatch)
        await open_turns(pilot, calls((LIST, {}), (TIME, {}), (COUNT, {})))
        await pilot.press("f9")
        await until(pilot, lambda: gate.asked == ["list_notes"], "the first call")
        await pilot.press(key)
        await until(pilot, lambda: note(app).startswith("■ stopping"), "the word")
        assert "· waits" in lines_of(app)
        gate.open.set()
        await ended(pilot)
        assert gate.asked == ["list_notes"]
        assert outcomes(app) == ["done", "interrupted", "interrupted"]
        assert lines_of(app).count("■ INTERRUPTED") == 2
        assert note(app) == "■ stopped · 1 of 3 done · 0.00 s"
        assert (await view_of(pilot, "Messages")).count("INTERRUPTED") == 2


async def test_stop_again_cancels_what_runs(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        gate = Gate(monkeypatch)
        screen = await open_turns(pilot, calls((LIST, {}), (TIME, {})))
        await pilot.press("f9")
        await until(pilot, lambda: len(gate.asked) == 1, "the first call")
        await pilot.press("x", "x")
        await ended(pilot)
        assert outcomes(app) == ["interrupted", "interrupted"]
        assert "it may have run" in (await view_of(pilot, "Results")) and "was not run" in (
            await view_of(pilot, "Results")
        )
        assert not screen.editor.read_only
        await pilot.press("escape")
        assert isinstance(app.screen, MainScreen)


async def test_the_question_has_a_way_out_of_the_turn(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        await open_turns(pilot, calls((ADD, {"title": "a"}), (ADD, {"title": "b"}), (TIME, {})))
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, ApprovalDialog), "the question")
        await pilot.press("x")
        await ended(pilot)
        assert outcomes(app) == ["not approved", "interrupted", "interrupted"]


async def test_stop_asks_no_more_about_calls_that_stand_in_line(make_app: MakeApp) -> None:
    app = make_app(PARALLEL)
    async with opened(app) as pilot:
        await open_turns(pilot, calls((ADD, {"title": "a"}), (ADD, {"title": "b"})))
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, ApprovalDialog), "the question")
        await pilot.press("x")
        await ended(pilot)
        assert outcomes(app) == ["not approved", "not approved"]


async def test_another_text_forgets_the_run(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        screen = await open_turns(pilot, calls((TIME, {})))
        await pilot.press("f9")
        await ended(pilot)
        await write(pilot, calls((LIST, {})))
        assert screen.turn is None
        assert "Not run yet" in (await view_of(pilot, "Results"))


async def test_what_was_just_typed_is_what_runs(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        screen = await open_turns(pilot, calls((ADD, {"title": "old"})))
        screen.editor.load_text(calls((TIME, {})))
        await pilot.press("f9")
        await ended(pilot)
        turn = screen.turn
        assert turn is not None and isinstance(turn.report, TurnReport)
        assert [entry.routed.emitted.name for entry in turn.report.entries] == [TIME]


# The other keys


async def test_the_example_shows_searches_a_reading_and_a_writing_call(make_app: MakeApp) -> None:
    app = make_app("basics", "tracker")
    async with opened(app) as pilot:
        screen = await open_turns(pilot)
        await pilot.press("ctrl+n")
        await read(pilot)
        kinds = [str(entry.routed.kind) for entry in screen.entries]
        assert kinds == ["direct", "direct", "auto-routed", "unwrapped"]
        read_only, writing = (app.session.tool(entry.routed.names[0]) for entry in screen.entries[2:])
        assert read_only is not None and read_only.annotations.read_only
        assert writing is not None and not writing.annotations.read_only
        assert all(
            app.session.check(entry.routed.names[0], dict(entry.routed.entries[0].request.arguments)).valid
            for entry in screen.entries[2:]
        )


async def test_there_is_no_example_without_tools(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app) as pilot:
        screen = await open_turns(pilot)
        await pilot.press("ctrl+n")
        await until(pilot, lambda: "attach a server first" in shown(app), "the advice")
        assert screen.editor.text == ""


async def test_a_file_is_loaded_and_a_wrong_path_is_said(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in (("turn.json", calls((TIME, {})).encode()), ("binary.json", b"\xff\xfe\x00")):
        (tmp_path / name).write_bytes(content)
    app = make_app("basics")
    async with opened(app) as pilot:
        screen = await open_turns(pilot)
        await pilot.press("ctrl+o")
        await until(pilot, lambda: isinstance(app.screen, LoadDialog), "the dialog")
        for typed, said in (("", "Type the path"), ("none.json", "There is no file"), ("binary.json", "not UTF-8")):
            app.screen.query_one("#path").value = typed  # type: ignore[attr-defined]
            await pilot.press("enter")
            await until(pilot, lambda said=said: said in shown(app), said)
        app.screen.query_one("#path").value = "turn.json"  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is screen, "the file")
        await read(pilot)
        assert [entry.routed.names for entry in screen.entries] == [(TIME,)]
        await pilot.pause(0.1)
        assert "turn.json" in shown(app).splitlines()[0]
        screen.editor.load_text(calls((LIST, {})))
        await until(pilot, lambda: "turn.json · edited" in shown(app).splitlines()[0], "the mark")
        await pilot.press("ctrl+r")
        await read(pilot)
        assert screen.reading.blank


async def test_a_file_with_hidden_characters_is_run_as_it_is(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        screen = await open_turns(pilot)
        screen.take('{"calls": [{"name": "mcp_basics_\u202elist_notes", "arguments": {}}]}')
        await read(pilot)
        assert screen.editor.read_only and "\u202e" not in screen.editor.text
        assert "has a name with characters that no name may have" in lines_of(app)


async def test_a_large_file_is_read_whole_though_only_its_beginning_is_shown(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        screen = await open_turns(pilot)
        screen.take(calls((LIST, {"text": "x" * 150_000}), (TIME, {})))
        await read(pilot)
        assert len(screen.editor.text) < 10_000 and screen.editor.read_only
        assert len(screen.entries) == 2
        screen.take(calls((TIME, {})))
        await read(pilot)
        assert not screen.editor.read_only and len(screen.entries) == 1


async def test_the_command_is_copied_with_a_file_that_holds_the_turn(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    app = make_app("basics")
    async with opened(app) as pilot:
        screen = await open_turns(pilot, calls((TIME, {})))
        await pilot.press("tab", "c")
        await until(pilot, lambda: "workbench turn" in app.clipboard, "the command")
        assert app.clipboard == f"workbench turn {tmp_path / 'turn.json'} --demo"
        assert (tmp_path / "turn.json").read_text() == screen.editor.text
        await pilot.press("c")
        await pilot.pause(0.1)
        assert not (tmp_path / "turn-2.json").exists()
        await pilot.press("f9")
        await ended(pilot)
        await pilot.press("y")
        await until(pilot, lambda: '"results"' in app.clipboard, "the messages")
        assert json.loads(app.clipboard) == json.loads(json.dumps(screen.turn.report.messages()))  # type: ignore[union-attr]


async def test_details_help_and_the_way_back_which_keeps_the_text(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        screen = await open_turns(pilot, calls((ADD, {"title": "a"})))
        await pilot.press("tab", "enter")
        await until(pilot, lambda: isinstance(app.screen, TextDialog), "the details")
        assert "auto-routed" in shown(app) and "calls[0]" in shown(app)
        await pilot.press("escape", "f1")
        await until(pilot, lambda: isinstance(app.screen, HelpDialog), "the help")
        await pilot.press("escape", "escape")
        await until(pilot, lambda: isinstance(app.screen, MainScreen), "the panes")
        assert await open_turns(pilot) is screen
        assert ADD in screen.editor.text


async def test_a_click_on_a_name_shows_its_view(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        screen = await open_turns(pilot, calls((TIME, {})))
        await pilot.click(ViewSwitch, offset=(8, 0))
        assert screen.view == "Results"
