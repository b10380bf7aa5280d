"""The deferral panel: every switch acts on the session at once, and one key returns to the configuration."""

from typing import Any, cast

import pytest
from textual.pilot import Pilot

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, WIDE, opened, settle, shown, until, words_in
from workbench.model import Kind
from workbench.settings import SHIPPED, Settings, ToolSearchSettings, ToolsetSettings
from workbench.ui.app import WorkbenchApp
from workbench.ui.panes.deferral import DeferralPanel
from workbench.ui.panes.deferral.changes import (
    changed,
    differs,
    grant_all,
    grant_only,
    restored,
    step_enabled,
    step_threshold,
    toggle_grant,
    toggle_never,
    toggle_single,
    toggle_suitcase,
)
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.servers.gauges import Gauges, gauge_lines
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.screens.main import MainScreen

pytestmark = pytest.mark.anyio


def session_of(pilot: Pilot[Any]) -> Any:
    return cast(WorkbenchApp, pilot.app).session


def lines(pilot: Pilot[Any]) -> LinesView:
    return pilot.app.screen.query_one(LinesView)


async def open_panel(pilot: Pilot[Any], key: str = "f10") -> DeferralPanel:
    await pilot.press(key)
    await pilot.pause()
    panel = pilot.app.screen
    assert isinstance(panel, DeferralPanel)
    return panel


async def press_on(pilot: Pilot[Any], key: tuple[str, str], *keys: str) -> None:
    """Highlights a row, presses keys there, and waits for the state that follows."""
    lines(pilot).highlight(key)
    await pilot.pause()
    assert lines(pilot).highlighted == key
    await pilot.press(*keys)
    await pilot.pause()
    await settle(pilot)


def deferred(pilot: Pilot[Any]) -> set[str]:
    return {tool.name for tool in session_of(pilot).state.assembly.core_deferred}


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_the_panel_opens_by_either_key_and_leaves_the_gauges_in_sight_where_there_is_room(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    app = make_app("tracker", core_tools=SHIPPED)
    async with opened(app, size) as pilot:
        await open_panel(pilot)
        assert "What loads on demand" in shown(app) and "defer_core_tools" in shown(app)
        assert ("Listing budget" in shown(app)) is (size == WIDE)
        await pilot.press("escape", "f2")
        await open_panel(pilot, "t")
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)


@pytest.mark.parametrize("key", ["space", "enter"])
async def test_defer_core_tools_acts_at_once_and_the_gauges_follow(make_app: MakeApp, key: str) -> None:
    app = make_app("tracker", core_tools=SHIPPED)
    async with opened(app) as pilot:
        before = session_of(pilot).state.assembly
        await open_panel(pilot)
        await press_on(pilot, ("setting", "defer_core_tools"), key)
        after = session_of(pilot).state.assembly
        assert session_of(pilot).settings.tool_search.defer_core_tools
        assert (len(before.core_deferred), len(after.core_deferred)) == (0, 39)
        gauges = cast(MainScreen, app.screen_stack[0]).query_one(Gauges)
        assert gauges.assembly is after
        assert "10 visible · 39 deferred" in gauge_lines(after, 34)[-1].plain
        assert "10 visible · 39 deferred" in words_in(app, "#figures")
        assert "~ not as configured" in shown(app) and "~ changed F10" in shown(app)
        await pilot.press("r")
        await settle(pilot)
        assert session_of(pilot).state.assembly.definitions == before.definitions
        assert "~" not in shown(app)


async def test_enabled_steps_both_ways(make_app: MakeApp) -> None:
    async with opened(make_app("tracker")) as pilot:
        await open_panel(pilot)
        for key, value in (("right", "on"), ("right", "off"), ("left", "on"), ("space", "off"), ("enter", "auto")):
            await press_on(pilot, ("setting", "enabled"), key)
            assert session_of(pilot).settings.tool_search.enabled == value
            assert session_of(pilot).state.assembly.activated is (value != "off")


async def test_the_threshold_decides_whether_auto_defers_core_tools(make_app: MakeApp) -> None:
    async with opened(make_app(core_tools=SHIPPED, context=10_000_000)) as pilot:
        await open_panel(pilot)
        await press_on(pilot, ("setting", "defer_core_tools"), "space")
        assert not deferred(pilot)
        await press_on(pilot, ("toolset", "browser"), "right")
        assert "waits for the threshold" in shown(pilot.app)  # type: ignore[arg-type]
        await press_on(pilot, ("setting", "auto_token_threshold"), "right")
        assert session_of(pilot).settings.tool_search.auto_token_threshold == 250
        assert len(deferred(pilot)) == 39
        await press_on(pilot, ("setting", "auto_token_threshold"), "left", "left")
        assert session_of(pilot).settings.tool_search.auto_token_threshold == 0
        assert not deferred(pilot)


async def test_a_suitcase_defers_its_tools_and_says_what_that_saves(make_app: MakeApp) -> None:
    app = make_app(core_tools=SHIPPED, context=20_000)
    async with opened(app) as pilot:
        await open_panel(pilot)
        possible = next(s for s in session_of(pilot).state.assembly.toolsets if s.toolset == "browser").possible_tokens
        assert f"up to {possible:,}" in shown(app)
        await press_on(pilot, ("toolset", "browser"), "space")
        share = next(s for s in session_of(pilot).state.assembly.toolsets if s.toolset == "browser")
        assert deferred(pilot) == {tool.name for tool in session_of(pilot).own_sources[0].tools
                                   if tool.toolset == "browser"}  # fmt: skip
        row = next(line for line in shown(app).splitlines() if "[x] browser" in line)
        assert f"{share.saved:,}" in row and "10 of 10" in row and f"{share.tokens:,}" in row
        await press_on(pilot, ("toolset", "browser"), "enter")
        assert not deferred(pilot)


async def test_foundational_and_protected_tools_are_marked_and_single_ones_taken_back(make_app: MakeApp) -> None:
    app = make_app(core_tools=SHIPPED, context=5_000)
    async with opened(app) as pilot:
        await open_panel(pilot)
        await press_on(pilot, ("toolset", "memory"), "space", "right")
        rows = [line for line in shown(app).splitlines() if "protected" in line]
        assert len(rows) == 2 and not deferred(pilot)
        await press_on(pilot, ("tool", "memory"), "d")
        assert deferred(pilot) == {"memory"} and "deferred, named" in shown(app)
        await press_on(pilot, ("tool", "memory"), "d")
        assert not deferred(pilot) and session_of(pilot).settings.tool_search.defer is None
        await press_on(pilot, ("toolset", "files"), "space", "right")
        assert "foundational" in shown(app) and deferred(pilot) == {"patch"}
        await press_on(pilot, ("tool", "patch"), "space")
        assert not deferred(pilot) and "never defers" in shown(app)
        await press_on(pilot, ("tool", "patch"), "space")
        assert deferred(pilot) == {"patch"}
        before = session_of(pilot).settings
        await press_on(pilot, ("tool", "read_file"), "space")
        assert session_of(pilot).settings == before
        await until(pilot, lambda: "it never defers" in " ".join(shown(app).split()), "why")


async def test_a_toolset_folds_from_its_tools(make_app: MakeApp) -> None:
    async with opened(make_app(core_tools=SHIPPED)) as pilot:
        await open_panel(pilot)
        await press_on(pilot, ("toolset", "web"), "right")
        await press_on(pilot, ("tool", "web_search"), "left")
        assert ("tool", "web_search") not in lines(pilot).keys
        assert lines(pilot).highlighted == ("toolset", "web")


async def test_without_core_tools_two_lines_say_so_and_scope_and_enabled_remain(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app, NARROW) as pilot:
        await open_panel(pilot)
        assert "No core tools are configured" in shown(app) and "`core_tools: shipped`" in shown(app)
        assert lines(pilot).keys == (("setting", "enabled"),)
        await pilot.press("ctrl+t")
        await pilot.pause()
        assert lines(pilot).keys == (("grant", "connections"), ("grant", "mcp-tracker"))


async def test_the_scope_withdraws_grants_narrows_and_opens_again(make_app: MakeApp) -> None:
    app = make_app("tracker", "basics", core_tools=SHIPPED)
    async with opened(app) as pilot:
        await open_panel(pilot)
        await pilot.press("ctrl+t")
        await press_on(pilot, ("grant", "mcp-tracker"), "space")
        assert session_of(pilot).settings.toolsets == ToolsetSettings(None, ("mcp-tracker",))
        assert session_of(pilot).tool("mcp_tracker_create_issue") is None
        assert "19 of 20" not in shown(app) and "18 of 19 toolsets granted" in shown(app)
        await press_on(pilot, ("grant", "mcp-tracker"), "space")
        assert session_of(pilot).tool("mcp_tracker_create_issue") is not None
        await press_on(pilot, ("grant", "web"), "o")
        names = {tool.name for tool in session_of(pilot).state.assembly.visible}
        assert names == {"web_search", "web_extract"} and not session_of(pilot).state.assembly.deferred
        await press_on(pilot, ("grant", "mcp-basics"), "space")
        assert {tool.source for tool in session_of(pilot).state.assembly.deferred} == {"basics"}
        await press_on(pilot, ("grant", "web"), "a")
        assert session_of(pilot).settings.toolsets == ToolsetSettings()
        assert "as configured" in shown(app) and "not as configured" not in shown(app)


async def test_a_toolset_that_is_not_granted_says_so_in_the_deferral_view(make_app: MakeApp) -> None:
    app = make_app(core_tools=SHIPPED)
    async with opened(app) as pilot:
        await open_panel(pilot)
        await pilot.press("ctrl+t")
        await press_on(pilot, ("grant", "web"), "space")
        await pilot.press("ctrl+t", "ctrl+t", "ctrl+t")
        await press_on(pilot, ("toolset", "web"), "right")
        assert shown(app).count("not granted") == 2


async def test_the_views_switch_by_mouse_and_a_click_switches_a_row(make_app: MakeApp) -> None:
    app = make_app("tracker", core_tools=SHIPPED)
    async with opened(app) as pilot:
        panel = await open_panel(pilot)
        await pilot.click(ViewSwitch, offset=(12, 0))
        await pilot.pause()
        assert panel.view == "Scope"
        await pilot.click(ViewSwitch, offset=(1, 0))
        await pilot.click(LinesView, offset=(6, 1))
        await settle(pilot)
        assert session_of(pilot).settings.tool_search.defer_core_tools


async def test_no_size_fails(make_app: MakeApp) -> None:
    async with opened(make_app("tracker", core_tools=SHIPPED)) as pilot:
        await open_panel(pilot)
        for size in [(1, 1), (5, 3), (20, 5), (50, 14), NARROW, (300, 80)]:
            await pilot.resize_terminal(*size)
            await pilot.press("down", "right", "space", "ctrl+t", "ctrl+t")
            await pilot.pause()


async def test_gauges_say_nothing_of_core_tools_where_there_are_none(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app):
        assembly = app.session.state.assembly
        assert any(tool.kind is Kind.CORE for tool in assembly.visible)
        assert not any(line.plain.startswith("Core") for line in gauge_lines(assembly, 34))


def test_changes_are_undone_by_the_same_step_and_known_whatever_their_order() -> None:
    configured = Settings(tool_search=ToolSearchSettings(defer_builtin_toolsets=("a", "b"), never_defer_tools=("x",)))
    swapped = toggle_suitcase(toggle_suitcase(configured, "a"), "a")
    assert swapped.tool_search.defer_builtin_toolsets == ("b", "a") and not differs(swapped, configured)
    assert changed(toggle_never(configured, "x"), configured) == {"never_defer_tools"}
    assert not changed(toggle_single(toggle_single(configured, "y"), "y"), configured)
    assert step_enabled(step_enabled(configured, 1), -1) == configured
    odd = Settings(tool_search=ToolSearchSettings(auto_token_threshold=700))
    assert step_threshold(odd, 1).tool_search.auto_token_threshold == 1_000
    assert step_threshold(odd, -1).tool_search.auto_token_threshold == 500
    assert restored(grant_only(swapped, "z"), configured) == configured


@pytest.mark.parametrize(
    "toolsets", [ToolsetSettings(), ToolsetSettings(("x", "github")), ToolsetSettings(("mcp-github",), ("x",)),
                 ToolsetSettings((), ("github",)), ToolsetSettings(None, ("mcp-github",))],
)  # fmt: skip
def test_a_grant_toggles_however_the_toolset_is_named(toolsets: ToolsetSettings) -> None:
    settings = Settings(toolsets=toolsets)
    once = toggle_grant(settings, "mcp-github")
    assert once.toolsets.grants("mcp-github") is not toolsets.grants("mcp-github")
    assert toggle_grant(once, "mcp-github").toolsets.grants("mcp-github") is toolsets.grants("mcp-github")
    assert grant_all(settings).toolsets.grants("anything")
