"""The queries pane on real demo servers: typing, lines, views, choosing, and following the session."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, WIDE, opened, settle, shown, until, words_in
from workbench.model import ServerState
from workbench.settings import ServerSpec
from workbench.text import pretty_json
from workbench.ui.app import WorkbenchApp
from workbench.ui.messages import ToolChosen
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.queries import QueriesPane, asking, flow
from workbench.ui.panes.queries.found import GroupKey, ToolKey
from workbench.ui.panes.queries.query_lines import MAX_LINES, QueryLines
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.panes.tool import ToolPane

pytestmark = pytest.mark.anyio

CREATE = "mcp_tracker_create_issue"


def pane_of(app: WorkbenchApp) -> QueriesPane:
    return app.screen.query_one(QueriesPane)


def results(app: WorkbenchApp) -> LinesView:
    return pane_of(app).query_one(LinesView)


def put(pilot: Pilot[Any], text: str) -> None:
    """Writes into the current line what `type_in` types, for tests that are not about keys."""
    lines = pilot.app.screen.query_one(QueryLines)
    lines.lines[lines.current].input.value = text


async def answered(pilot: Pilot[Any]) -> None:
    pane = pilot.app.screen.query_one(QueriesPane)
    await until(pilot, lambda: pane.found.lines == pane.query_one(QueryLines).texts, "an answer to what was typed")
    await pilot.pause()


async def enter(pilot: Pilot[Any], text: str) -> None:
    put(pilot, text)
    await answered(pilot)


async def type_in(pilot: Pilot[Any], text: str) -> None:
    await pilot.press(*("space" if letter == " " else letter for letter in text))
    await answered(pilot)


async def test_results_follow_every_key(make_app: MakeApp) -> None:
    app = make_app("tracker", "basics")
    async with opened(app) as pilot:
        assert "Type what a model would ask for" in words_in(app, QueriesPane)
        for typed in ("c", "create", "create issue"):
            await type_in(pilot, typed.removeprefix("create") if typed != "create" else "reate")
            assert pane_of(app).found.lines == (typed,)
        assert results(app).keys[:2] == (GroupKey(0), ToolKey(0, CREATE))
        assert results(app).highlighted == ToolKey(0, CREATE)


async def test_a_match_shows_rank_source_score_and_shares(make_app: MakeApp) -> None:
    app = make_app("tracker", "basics")
    async with opened(app) as pilot:
        await enter(pilot, "create issue")
        match = pane_of(app).found.groups[0][1].matches[0]
        said = words_in(app, QueriesPane)
        assert f"1 {CREATE} {match.score:.2f} tracker · creat " in said
        assert "% · issu " in said
        assert "needs project, title" in said
        assert "by 1" in said


async def test_several_queries_make_groups_and_share_records(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app, (120, 60)) as pilot:
        await enter(pilot, "create issue")
        await pilot.press("ctrl+n")
        await enter(pilot, "create label")
        keys = [key for key in results(app).keys if isinstance(key, ToolKey)]
        assert {key.part for key in keys} == {0, 1, -1}
        records = [key.name for key in keys if key.part == -1]
        assert len(records) == len(set(records))
        assert set(records) == {key.name for key in keys if key.part >= 0}
        assert "by 1, 2" in words_in(app, QueriesPane)


async def test_blank_lines_are_no_queries(make_app: MakeApp) -> None:
    app = make_app("tracker", "basics")
    async with opened(app) as pilot:
        await pilot.press("ctrl+n")
        await type_in(pilot, "create issue")
        assert [number for number, _ in pane_of(app).found.groups] == [1]
        assert results(app).keys[:2] == (GroupKey(1), ToolKey(1, CREATE))


async def test_a_miss_says_which_word_no_tool_carries(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await enter(pilot, "create slack issue")
        said = words_in(app, QueriesPane)
        assert "no match" in said
        assert 'no tool carries "slack"' in said
        assert 'gate: lacks "slack"' in said
        assert "searched tracker 24" in said
        assert "hint " in said
        assert results(app).keys == ()


async def test_a_miss_says_how_many_words_were_needed(make_app: MakeApp, tmp_path: Path) -> None:
    words = ("apple", "berry", "cherry", "damson")
    tools = [{"name": word, "description": word, "inputSchema": {"type": "object"}} for word in words]
    (tmp_path / "fruit.json").write_text(json.dumps({"server": "fruit", "tools": tools}))
    app = make_app(ServerSpec("fruit", snapshot=str(tmp_path / "fruit.json")))
    async with opened(app) as pilot:
        await enter(pilot, "apple berry cherry damson")
        said = words_in(app, QueriesPane)
        assert "2 of 4 words" in said
        assert "floor: 1 of 4, needs 2" in said


async def test_lines_come_and_go(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        lines = pane_of(app).query_one(QueryLines)
        for number in range(1, MAX_LINES):
            await pilot.press("ctrl+n")
            put(pilot, str(number))
        assert lines.texts == ("", "1", "2", "3", "4", "5", "6")
        await pilot.press("ctrl+n")
        assert len(lines.lines) == MAX_LINES
        await pilot.press("up", "up", "ctrl+r")
        assert lines.texts == ("", "1", "2", "3", "5", "6")
        assert lines.current == 4
        await pilot.press("backspace", "backspace")
        assert lines.texts == ("", "1", "2", "3", "6")
        assert lines.current == 3
        await pilot.press(*["ctrl+r"] * 5)
        assert lines.texts == ("",)
        await pilot.press("backspace")
        assert lines.texts == ("",)


async def test_seven_lines_are_asked_and_removing_one_asks_again(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app, (120, 60)) as pilot:
        put(pilot, "create issue")
        for number in range(MAX_LINES - 1):
            await pilot.press("ctrl+n")
            put(pilot, f"issue {number}")
        await until(pilot, lambda: len(pane_of(app).found.groups) == MAX_LINES, "seven groups")
        await pilot.press("ctrl+r")
        await until(pilot, lambda: len(pane_of(app).found.groups) == MAX_LINES - 1, "six groups")


async def test_a_line_may_go_before_its_last_key_is_answered(make_app: MakeApp) -> None:
    app = make_app("tracker", "basics")
    async with opened(app) as pilot:
        await enter(pilot, "create issue")
        pane = pane_of(app)
        pane._changed_line = 1
        pane._flow.search(typed=True)
        assert results(app).highlighted == ToolKey(0, CREATE)


async def test_an_answer_that_comes_while_the_screen_closes_is_dropped(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "AT_ONCE", 0)
    app = make_app("tracker")
    async with opened(app) as pilot:
        await enter(pilot, "create issue")
        gone = results(app)

        async def late(*given: Any) -> Any:
            await gone.remove()
            return await asking.ask_aside(*given)

        monkeypatch.setattr(flow, "ask_aside", late)
        put(pilot, "label")
        await until(pilot, lambda: not gone.is_attached, "a part of the pane goes")
        await pilot.pause(0.2)
        assert pane_of(app).found.lines == ("create issue",)


async def test_enter_moves_on_and_in_the_last_line_opens_the_first_match(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await type_in(pilot, "create issue")
        await pilot.press("ctrl+n", "up", "enter")
        assert pane_of(app).query_one(QueryLines).current == 1
        assert app.screen.query_one(ToolPane).shown is None
        await type_in(pilot, "close issue")
        await pilot.press("enter")
        await pilot.pause()
        tool = app.screen.query_one(ToolPane).shown
        assert tool is not None
        assert tool.name == "mcp_tracker_close_issue"


async def test_enter_in_a_line_that_missed_opens_nothing(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await enter(pilot, "create issue")
        await pilot.press("ctrl+n")
        await enter(pilot, "xyzzy")
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen.query_one(ToolPane).shown is None


async def test_arrows_lead_into_the_results_and_back(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await enter(pilot, "create issue")
        await pilot.press("down")
        assert results(app).has_focus
        await pilot.press("down", "enter")
        await pilot.pause()
        tool = app.screen.query_one(ToolPane).shown
        second = pane_of(app).found.groups[0][1].matches[1].tool
        assert tool is not None
        assert tool.name == second.name
        results(app).focus()
        await pilot.press("end")
        assert results(app).highlighted == results(app).keys[-1]
        await pilot.press("home", "pagedown", "pageup", "up")
        assert pane_of(app).query_one(QueryLines).lines[0].input.has_focus


async def test_a_click_chooses(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await enter(pilot, "create issue")
        chosen: list[str] = []
        app.screen.query_one(ToolPane).show = chosen.append  # type: ignore[method-assign]
        await pilot.click(results(app), offset=(6, 3))
        await pilot.pause()
        assert chosen == [pane_of(app).found.groups[0][1].matches[1].tool.name]
        await pilot.click(results(app), offset=(6, 0))
        await pilot.pause()
        assert len(chosen) == 1


async def test_views_change_by_key_and_by_click(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app, (120, 60)) as pilot:
        await enter(pilot, "create an issue")
        pane = pane_of(app)
        await pilot.press("ctrl+t")
        assert pane.view == "Explanation"
        said = words_in(app, QueriesPane)
        assert "an function word" in said
        assert "gate" in said
        assert "refused" in said
        await pilot.press("ctrl+t")
        assert pane.view == "JSON"
        answer = pane.found.answer
        assert answer is not None
        assert results(app).text.replace(" ", "").replace("\n", "") == "".join(pretty_json(answer.payload).split())
        await pilot.press("ctrl+t")
        assert pane.view == "Results"
        await pilot.press("down", "e")
        assert pane.view == "Explanation"
        await pilot.press("e", "j")
        assert pane.view == "JSON"
        await pilot.press("j")
        assert pane.view == "Results"
        await pilot.click(pane.query_one(ViewSwitch), offset=(12, 0))
        assert pane.view == "Explanation"


async def test_letters_typed_into_a_line_change_no_view(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await type_in(pilot, "je")
        assert pane_of(app).view == "Results"
        assert pane_of(app).query_one(QueryLines).texts == ("je",)


async def test_tui_018_the_selection_survives_a_change_of_the_session(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await enter(pilot, "create issue")
        await pilot.press("down", "down", "down")
        chosen = results(app).highlighted
        await app.session.attach(ServerSpec("basics", demo="basics"))
        await settle(pilot)
        assert results(app).highlighted == chosen
        await app.session.detach("tracker")
        await settle(pilot)
        assert "no match" in words_in(app, QueriesPane)
        assert results(app).highlighted is None
        await app.session.reconnect("tracker")
        await settle(pilot)
        assert results(app).highlighted == chosen


async def test_without_deferred_tools_the_pane_says_why_it_is_empty(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app) as pilot:
        assert "No tool is deferred" in words_in(app, QueriesPane)
        await enter(pilot, "anything")
        assert "no tool is deferred" in words_in(app, QueriesPane)


async def test_while_a_server_connects_nobody_is_told_to_attach_one(make_app: MakeApp) -> None:
    app = make_app(ServerSpec("mute", command=sys.executable, args=("-c", "import sys; sys.stdin.read()")))
    async with app.run_test(size=WIDE) as pilot:
        await until(pilot, lambda: app.session.state.servers != (), "a server")
        await pilot.pause(0.1)
        assert app.session.state.servers[0].status.state is ServerState.CONNECTING
        assert "No tool is deferred" not in words_in(app, QueriesPane)


async def test_keys_that_wait_together_cost_one_search(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        asked: list[tuple[str, ...]] = []
        search = app.session.search

        def counted(queries: list[str], limit: int | None = None) -> Any:
            asked.append(tuple(queries))
            return search(queries, limit)

        monkeypatch.setattr(app.session, "search", counted)
        line = pane_of(app).query_one(QueryLines).lines[0].input
        for letter in "create issue":
            line.insert_text_at_cursor(letter)
        await until(pilot, lambda: pane_of(app).found.lines == ("create issue",), "the answer")
        assert asked[-1] == ("create issue",)
        assert len(asked) <= 2


@pytest.mark.parametrize("text", ["[", "[/]", "[bold]\\", "[@click=app.quit]x[/]", "\u202e日本語 한국어", "a" * 3_000])
async def test_tui_002_014_any_text_may_be_typed(make_app: MakeApp, text: str) -> None:
    app = make_app("tracker")
    async with opened(app, NARROW) as pilot:
        pane_of(app).query_one(QueryLines).lines[0].input.value = text
        await until(pilot, lambda: pane_of(app).found.lines == (text.strip("\u202e"),), "the answer")
        for _ in range(3):
            await pilot.press("ctrl+t")
            await pilot.pause()
        assert "\u202e" not in shown(app)


async def test_tui_006_008_hostile_tools_are_drawn_literally_and_can_be_chosen(
    make_app: MakeApp, tmp_path: Path
) -> None:
    names = ["[/red]x", "a.b/c d", "日本語", "a.b/c d", "[@click=app.quit]go[/]", "x" * 200, "1\x1b[31m"]
    tools = [
        {"name": name, "description": "[/] zebra \x1b]0;owned\x07 \u202e日本", "inputSchema": {"required": ["[/b]"]}}
        for name in names
    ]
    (tmp_path / "odd.json").write_text(json.dumps({"server": "[bold]odd", "tools": tools}))
    app = make_app(ServerSpec("[bold]odd", snapshot=str(tmp_path / "odd.json")))
    async with opened(app, (120, 60)) as pilot:
        await enter(pilot, "zebra")
        pane = pane_of(app)
        matches = pane.found.groups[0][1].matches
        assert len(matches) >= 5
        for view in ("Explanation", "JSON", "Results"):
            await pilot.press("ctrl+t")
            await pilot.pause()
            assert pane.view == view
            assert not set("\x1b\x07\u202e") & set(shown(app))
        assert "needs [/b]" in words_in(app, QueriesPane)
        for match in matches:
            pane.post_message(ToolChosen(match.tool.name))
            await pilot.pause()
            assert not set("\x1b\x07\u202e") & set(shown(app))


async def test_tui_010_every_size_is_survived(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await enter(pilot, "create issue")
        await pilot.press("down", "down")
        chosen = results(app).highlighted
        for size in ((1, 1), (3, 2), (5, 3), (20, 5), (40, 10), (80, 24), (300, 80), (120, 36)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert results(app).highlighted == chosen
        assert CREATE in shown(app)


async def test_five_thousand_tools_and_seven_queries_make_few_rows_to_draw(make_app: MakeApp, tmp_path: Path) -> None:
    tools = [
        {"name": f"get_thing_{n}", "description": "Get a thing.", "inputSchema": {"type": "object"}}
        for n in range(5_000)
    ]
    (tmp_path / "many.json").write_text(json.dumps({"server": "many", "tools": tools}))
    app = make_app(ServerSpec("many", snapshot=str(tmp_path / "many.json")))
    async with opened(app) as pilot:
        for _ in range(MAX_LINES - 1):
            put(pilot, "get")
            await pilot.press("ctrl+n")
        put(pilot, "get")
        await until(pilot, lambda: pane_of(app).found.lines == ("get",) * MAX_LINES, "the answer")
        assert len(pane_of(app).found.groups) == MAX_LINES
        assert len(app.screen.query("QueriesPane *")) < 40
        assert len(results(app).text.splitlines()) < 200
