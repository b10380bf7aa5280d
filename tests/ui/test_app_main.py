"""The main screen: panes, focus, sizes, keys, and how it follows the session."""

import pytest
from textual.widgets import Input, TextArea

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, WIDE, main_screen, opened, settle, shown, until, words_in
from workbench.events import StateChanged
from workbench.model import Report
from workbench.settings import ServerSpec
from workbench.ui import actions
from workbench.ui.panes.deferral import DeferralPanel
from workbench.ui.panes.queries import QueriesPane
from workbench.ui.panes.servers import ServersPane
from workbench.ui.panes.servers.server_list import ServerList
from workbench.ui.panes.tool import ToolPane
from workbench.ui.screens.activity import ActivityScreen
from workbench.ui.screens.attach import AttachDialog
from workbench.ui.screens.bars import PaneTab, TitleBar
from workbench.ui.screens.catalog import CatalogScreen
from workbench.ui.screens.help import HelpDialog
from workbench.ui.screens.main import MainScreen
from workbench.ui.screens.model import ModelScreen
from workbench.ui.screens.reports import ReportsDialog
from workbench.ui.screens.tour import TourScreen

pytestmark = pytest.mark.anyio

KEYS = {action.keys: action.id.rpartition(".")[2] for action in actions.in_area("main")}
PANES = {"servers": ServersPane, "queries": QueriesPane, "tool": ToolPane}


async def test_wide_shows_three_panes_and_narrow_one(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app, WIDE) as pilot:
        assert all(app.screen.query_one(pane).region.width > 0 for pane in PANES.values())
        await pilot.resize_terminal(*NARROW)
        await pilot.pause()
        assert [name for name, pane in PANES.items() if app.screen.query_one(pane).region.width] == ["queries"]


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.parametrize("name", list(PANES))
async def test_a_key_leads_to_each_pane(make_app: MakeApp, size: tuple[int, int], name: str) -> None:
    app = make_app("basics")
    async with opened(app, size) as pilot:
        key = next(a.keys for a in actions.in_area("main") if a.id == f"main.focus_pane.{name}")
        await pilot.press(key)
        await pilot.pause()
        assert app.screen.query_one(PANES[name]).has_focus_within
        assert app.screen.query_one(PANES[name]).region.width > 0


async def test_focus_and_content_survive_every_size(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app, WIDE) as pilot:
        await pilot.press(*"time")
        await pilot.pause()
        focused = app.focused
        assert isinstance(focused, Input)
        for size in [NARROW, (50, 14), (20, 5), (3, 2), (1, 1), NARROW, (300, 80), WIDE]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert app.focused is focused
        assert focused.value == "time"


async def test_tui_010_no_size_fails_and_a_small_one_says_so(make_app: MakeApp) -> None:
    app = make_app("basics", "tracker")
    async with opened(app, WIDE) as pilot:
        for opening in ([], ["f5"], ["f8"], ["f1"], ["f2", "l"]):
            for name in PANES if not opening else ("queries",):
                main_screen(app).pane = name
                await pilot.press(*opening)
                for size in [(1, 1), (5, 3), (20, 5), (40, 10), (80, 24), (300, 80)]:
                    await pilot.resize_terminal(*size)
                    await pilot.pause()
                    if not opening and size in [(20, 5), (40, 10)]:
                        assert "too small" in shown(app)
                if opening:
                    await pilot.press("escape")
        await pilot.resize_terminal(*WIDE)
        await pilot.pause()
        assert "too small" not in shown(app)


async def test_the_mouse_chooses_a_pane_in_a_narrow_terminal(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app, NARROW) as pilot:
        tab = next(tab for tab in app.screen.query(PaneTab) if tab.pane == "servers")
        await pilot.click(tab)
        await pilot.pause()
        assert app.screen.query_one(ServerList).has_focus


async def test_going_back_to_a_pane_finds_the_widget_one_left(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        before = app.focused
        await pilot.press("tab")
        await pilot.pause()
        after = app.focused
        assert after is not before
        await pilot.press("f2", "f3")
        await pilot.pause()
        if after is not None and app.screen.query_one(QueriesPane) in after.ancestors_with_self:
            assert app.focused is after


@pytest.mark.parametrize(("size", "pane"), [(WIDE, QueriesPane), (NARROW, ToolPane)])
async def test_a_chosen_tool_is_shown_and_takes_the_focus_only_where_the_queries_must_go(
    make_app: MakeApp, size: tuple[int, int], pane: type[QueriesPane | ToolPane]
) -> None:
    app = make_app("tracker")
    async with opened(app, size) as pilot:
        await pilot.press(*"milestone")
        await pilot.pause(0.1)
        await pilot.press("enter")
        await until(pilot, lambda: "_milestone" in words_in(app, ToolPane), "the tool")
        assert app.screen.query_one(pane).has_focus_within


async def test_every_key_of_the_screen_does_something(make_app: MakeApp) -> None:
    dialogs = {"main.help": HelpDialog, "main.attach": AttachDialog, "main.reports": ReportsDialog}
    dialogs |= {"main.model": ModelScreen, "main.deferral": DeferralPanel}
    dialogs |= {"main.activity": ActivityScreen, "main.catalog": CatalogScreen, "main.tour": TourScreen}
    assert set(dialogs) == {
        a.id
        for a in actions.in_area("main")
        if not a.id.startswith(("main.focus_pane.", "main.call_tool", "main.turns"))
    }
    app = make_app("basics")
    async with opened(app) as pilot:
        for name, dialog in dialogs.items():
            key = next(action.keys for action in actions.in_area("main") if action.id == name)
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, dialog)
            await pilot.press(key)
            await pilot.pause()
            assert len(app.screen_stack) == 2, "a dialog does not open itself again"
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(app.screen, MainScreen)


async def test_the_tool_is_called_from_another_pane(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await pilot.press(*"list issues".replace(" ", "_"), "enter")
        await pilot.press("f3", "f9")
        await until(pilot, lambda: "SHOP-" in shown(app), "the result of the call")


@pytest.mark.parametrize("key", [key for key, name in KEYS.items() if name not in ("tool", "call_tool")])
async def test_the_keys_of_the_screen_reach_it_from_the_arguments_too(make_app: MakeApp, key: str) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await pilot.press(*"list issues".replace(" ", "_"), "enter", "f4", "ctrl+t")
        await until(pilot, lambda: isinstance(app.focused, TextArea), "the arguments")
        arguments = app.focused
        await pilot.press(key)
        await pilot.pause()
        assert app.focused is not arguments


async def test_odd_answers_of_the_gateway_are_counted_in_the_title(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        app.session.connectors.degraded("odd", (Report("gateway", "hits", "is no list"),))
        await until(pilot, lambda: "⚑ 1 report F8" in shown(app), "the report")


async def test_a_click_on_the_title_opens_the_reports(make_app: MakeApp) -> None:
    app = make_app("basics", reports=(Report("workbench.yaml:3", "tools", "unknown [key]"),))
    async with opened(app) as pilot:
        await pilot.click(TitleBar)
        await pilot.pause()
        assert isinstance(app.screen, ReportsDialog)
        assert "unknown [key]" in shown(app)


async def test_a_burst_of_events_is_drawn_once(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app("basics")
    drawn: list[int] = []
    async with opened(app) as pilot:
        original = ServersPane.session_changed

        def counting(self: ServersPane, state: object) -> None:
            drawn.append(1)
            original(self, state)  # type: ignore[arg-type]

        monkeypatch.setattr(ServersPane, "session_changed", counting)
        for _ in range(200):
            app.session._publish(StateChanged(app.session.state.version))
        await pilot.pause(0.2)
        assert len(drawn) == 1


async def test_an_event_from_another_thread_is_drawn(make_app: MakeApp) -> None:
    import asyncio

    app = make_app("basics")
    async with opened(app) as pilot:
        main_screen(app).query_one(TitleBar).reports = 77
        await asyncio.to_thread(app.session._publish, StateChanged(app.session.state.version))
        await until(pilot, lambda: main_screen(app).query_one(TitleBar).reports == 0, "a redraw")


async def test_tui_021_events_after_the_end_are_dropped(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app):
        session = app.session
    session._publish(StateChanged(99))


async def test_attaching_by_name_twice_is_refused_in_words(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        await app.session.attach(ServerSpec("more", demo="tracker"))
        await settle(pilot)
        await pilot.press("f5")
        await pilot.pause()
        assert "tracker" in shown(app)
        await pilot.press("tab", *"uvx more", "tab")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "A server called more is attached already." in shown(app)
