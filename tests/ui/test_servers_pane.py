"""The servers pane on real demo servers: gauges, list, facts, keys."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, WIDE, opened, settle, shown, until, words_in
from workbench.config import load
from workbench.model import Report, ServerState
from workbench.settings import ServerSpec
from workbench.ui import actions
from workbench.ui.app import WorkbenchApp
from workbench.ui.panes.deferral import DeferralPanel
from workbench.ui.panes.servers.gauges import Gauges, gauge_lines
from workbench.ui.panes.servers.rows import row
from workbench.ui.panes.servers.server_list import ServerList
from workbench.ui.screens.attach import AttachDialog
from workbench.ui.screens.bars import TitleBar
from workbench.ui.screens.log import LogScreen
from workbench.ui.screens.main import MainScreen
from workbench.ui.screens.reports import ReportsDialog
from workbench.ui.screens.text import TextDialog

pytestmark = pytest.mark.anyio

HOSTILE = "a[/]b [bold]日本[/bold]"


def servers(pilot: Pilot[int]) -> ServerList:
    return pilot.app.query_one(ServerList)


async def choose(pilot: Pilot[int], name: str) -> None:
    await pilot.press("f2")
    found = [view.name for view in pilot.app.session.state.servers]  # type: ignore[attr-defined]
    servers(pilot).highlighted = found.index(name)
    await pilot.pause()


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_the_gauges_show_the_assembly(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app("tracker")
    async with opened(app, size) as pilot:
        await pilot.press("f2")
        await pilot.pause()
        assembly, text = app.session.state.assembly, shown(app)
        assert "Tier 1 · every tool listed" in text
        assert f"{assembly.listing_tokens:,} / {assembly.listing_budget:,}" in text
        assert f"{assembly.eager_tokens:,}" in text
        assert f"{assembly.eager_tokens - assembly.visible_tokens - assembly.bridge_tokens:,}" in text
        assert "24 tools" in text


async def test_the_gauges_move_as_a_server_comes_and_goes(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        before = app.query_one(Gauges).assembly
        await app.session.attach(ServerSpec("engine", demo="game-engine"))
        await settle(pilot)
        between = app.query_one(Gauges).assembly
        await app.session.detach("engine")
        await settle(pilot)
        after = app.query_one(Gauges).assembly
        assert before and between and after
        assert between.eager_tokens > before.eager_tokens == after.eager_tokens
        assert between.listing_form != before.listing_form == after.listing_form


async def test_tier_0_has_words_of_its_own(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app):
        assert "Tier 0 · " in shown(app)
        assert "Press a to attach one" in words_in(app, ".empty")


@pytest.mark.parametrize("width", [10, 34, 63, 64, 100])
async def test_gauge_lines_have_one_width(make_app: MakeApp, width: int) -> None:
    async with opened(make_app("tracker")) as pilot:
        assembly = pilot.app.session.state.assembly  # type: ignore[attr-defined]
        lines = gauge_lines(assembly, width)
        if width >= 34:
            assert {line.cell_length for line in lines} == {width}


async def test_large_numbers_cost_the_word_and_never_a_digit(make_app: MakeApp) -> None:
    async with opened(make_app("tracker")) as pilot:
        assembly = pilot.app.session.state.assembly  # type: ignore[attr-defined]
        large = replace(assembly, deferred_count=51_684, deferred_tokens=12_604_561)
        line = next(line.plain for line in gauge_lines(large, 34) if line.plain.startswith("Deferred"))
        assert line.split() == ["Deferred", "51,684", "12,604,561"]


async def test_the_bars_of_all_servers_have_one_scale(make_app: MakeApp) -> None:
    async with opened(make_app("tracker")) as pilot:
        view = pilot.app.session.state.servers[0]  # type: ignore[attr-defined]
        lines = [row(replace(view, listing_tokens=tokens), 34, 4_000).plain.splitlines()[2] for tokens in (9, 3_999)]
        assert len({sum(line.count(sign) for sign in "━╸─") for line in lines}) == 1


async def test_a_connecting_server_never_has_nought_tools(make_app: MakeApp, tmp_path: Path) -> None:
    silent = tmp_path / "silent.py"
    silent.write_text("import sys\nfor line in sys.stdin: pass\n")
    app = make_app(ServerSpec("silent", command=sys.executable, args=(str(silent),)))
    async with app.run_test(size=WIDE) as pilot:
        await until(pilot, lambda: "connecting" in shown(app), "the word connecting")
        await until(pilot, lambda: "tools not known yet" in words_in(app, ServerList), "what is not known")
        assert "◌ silent" in words_in(app, ServerList)
        assert "0 tools" not in words_in(app, ServerList)


async def test_a_failed_server_says_why_and_what_to_do(make_app: MakeApp) -> None:
    app = make_app("basics", ServerSpec("gone", command="no-such-command-anywhere"))
    async with opened(app) as pilot:
        await choose(pilot, "gone")
        view = app.session.state.server("gone")
        assert view is not None and view.status.state is ServerState.FAILED
        await until(pilot, lambda: "✗ failed since 00:00:00" in words_in(app, ".facts"), "the facts")
        facts = words_in(app, ".facts")
        assert view.status.reason[:46] in facts and "→ " + view.status.advice in facts


async def test_tui_008_hostile_names_are_labels_and_nothing_more(make_app: MakeApp) -> None:
    app = make_app(ServerSpec(HOSTILE, demo="basics"), ServerSpec("a.b/c d", demo="tracker"))
    async with opened(app) as pilot:
        assert HOSTILE in shown(app)
        for key in ("enter", "p", "l"):
            await choose(pilot, HOSTILE)
            await pilot.press(key)
            await pilot.pause()
            assert not isinstance(app.screen, MainScreen)
            assert HOSTILE in shown(app)
            await pilot.press("escape")


async def test_tui_018_the_highlight_stays_on_its_server(make_app: MakeApp) -> None:
    app = make_app("basics", "tracker")
    async with opened(app) as pilot:
        await choose(pilot, "tracker")
        await app.session.attach(ServerSpec("zz", demo="basics"))
        await settle(pilot)
        selected = servers(pilot).selected
        assert selected is not None and selected.name == "tracker"
        await app.session.reconnect("tracker")
        await settle(pilot)
        selected = servers(pilot).selected
        assert selected is not None and selected.name == "tracker"


async def test_detach_and_reconnect_by_key(make_app: MakeApp) -> None:
    app = make_app("basics", "tracker")
    async with opened(app) as pilot:
        await choose(pilot, "basics")
        await pilot.press("d")
        await until(pilot, lambda: state(app, "basics") is ServerState.DETACHED, "basics detached")
        await settle(pilot)
        assert "○ basics" in shown(app)
        await pilot.press("r")
        await until(pilot, lambda: state(app, "basics") is ServerState.READY, "basics ready again")
        await settle(pilot)
        assert "● basics" in shown(app)


def state(app: WorkbenchApp, name: str) -> ServerState | None:
    view = app.session.state.server(name)
    return view.status.state if view else None


async def test_every_key_of_the_pane_does_something(make_app: MakeApp) -> None:
    dialogs = {"servers.attach": AttachDialog, "servers.log": LogScreen, "servers.problems": ReportsDialog,
               "servers.details": TextDialog, "servers.deferral": DeferralPanel,
               "servers.what_if": DeferralPanel, "servers.forms": DeferralPanel}  # fmt: skip
    elsewhere = {
        "servers.detach",
        "servers.reconnect",
        "servers.context.more",
        "servers.context.less",
        "servers.restore",
    }
    assert set(dialogs) | elsewhere == {action.id for action in actions.in_area("servers")}
    app = make_app("basics")
    async with opened(app) as pilot:
        for action in actions.in_area("servers"):
            if action.id in dialogs:
                await pilot.press("f2", action.keys)
                await pilot.pause()
                assert isinstance(app.screen, dialogs[action.id]), action.id
                await pilot.press("escape")
                await pilot.pause()


async def test_a_click_highlights_and_opens_nothing(make_app: MakeApp) -> None:
    app = make_app("basics", "tracker")
    async with opened(app) as pilot:
        await pilot.click(ServerList, offset=(4, 4))
        await pilot.pause()
        selected = servers(pilot).selected
        assert selected is not None and selected.name == "tracker"
        assert isinstance(app.screen, MainScreen)


async def test_keys_that_need_a_server_are_dimmed_without_one(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app) as pilot:
        await pilot.press("f2", "d", "r", "l", "p", "enter")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)


async def test_problems_are_marked_at_the_server(make_app: MakeApp, tmp_path: Path) -> None:
    file = tmp_path / "tools.json"
    file.write_text('{"server": "odd", "tools": [{"name": "a", "inputSchema": 7}, {"name": "tool_call"}, 5]}')
    app = make_app(ServerSpec("odd", snapshot=str(file)))
    async with opened(app) as pilot:
        view = app.session.state.server("odd")
        assert view is not None and view.reports
        text = shown(app)
        assert f"⚑ {len(view.reports)} problem" in text
        assert "reports F8" in text or "report F8" in text
        await choose(pilot, "odd")
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(app.screen, ReportsDialog)
        assert "tool_call" in shown(app)


async def test_two_hundred_servers_are_listed_and_scrolled(make_app: MakeApp) -> None:
    specs = [ServerSpec(f"s{number:03}", command="no-such-command") for number in range(200)]
    app = make_app(*specs)
    async with opened(app) as pilot:
        await pilot.press("f2", "end")
        await pilot.pause()
        assert "✗ s199" in shown(app)
        await app.session.detach("s100")
        await settle(pilot)
        assert "✗ s199" in shown(app)


async def test_reports_of_the_settings_are_counted_in_the_title(make_app: MakeApp) -> None:
    app = make_app("basics", reports=(Report("workbench.yaml:3", "tools", "unknown key"),))
    async with opened(app):
        assert "⚑ 1 report F8" in shown(app)


async def test_the_title_tells_the_demo_from_the_command_line() -> None:
    spec = ServerSpec("a", demo="basics")
    settings = [load(None, demo=demo, environ={}, cwd=Path(), extra_servers=[spec]) for demo in (True, False)]
    assert [TitleBar(each)._where for each in settings] == ["demo", "command line"]
