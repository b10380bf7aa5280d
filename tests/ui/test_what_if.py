"""What-if: numbers, servers and pins change at once, are marked, and one key returns (panel and servers pane)."""

import pytest

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, main_screen, opened, shown, until
from workbench.model import ServerState
from workbench.settings import ModelSettings, Settings, ToolSearchSettings
from workbench.ui.panes.deferral import DeferralPanel, changes
from workbench.ui.panes.deferral.what_if import contexts_for
from workbench.ui.panes.lines import LinesView

CONFIGURED = Settings(model=ModelSettings("m", 200_000))


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("context_length", "48k", 48_000), ("context_length", "1.5M", 1_500_000), ("context_length", "32,000", 32_000),
        ("threshold_pct", "2.5 %", 2.5), ("threshold_pct", "0", 0), ("listing_max_tokens", "60_000", 60_000),
    ],
)  # fmt: skip
def test_typed_numbers_are_read(name: str, text: str, value: float) -> None:
    assert changes.read_number(name, text) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [("context_length", text) for text in ("", "0", "-5", "many", "nan", "inf", "1e999", "k", "10^9")]
    + [("threshold_pct", "101"), ("listing_max_tokens", "199"), ("listing_max_tokens", "60001")],
)
def test_what_makes_no_sense_is_said(name: str, text: str) -> None:
    said = changes.read_number(name, text)
    assert isinstance(said, str) and name in said


def test_steps_go_through_the_common_values_and_stop_at_the_ends() -> None:
    settings, seen = CONFIGURED, []
    for _ in range(10):
        settings = changes.step_number(settings, "context_length", -1)
        seen.append(settings.model.context_length)
    assert seen[:5] == [128_000, 64_000, 32_000, 16_000, 8_000] and set(seen[5:]) == {8_000}
    odd = changes.with_number(CONFIGURED, "context_length", 48_000)
    assert changes.step_number(odd, "context_length", 1).model.context_length == 64_000
    unknown = Settings(model=ModelSettings("m", None))
    assert changes.step_number(unknown, "context_length", 1).model.context_length == 200_000


def test_differences_are_told_with_what_was() -> None:
    moved = changes.with_number(CONFIGURED, "context_length", 8_000)
    moved = changes.with_number(moved, "threshold_pct", 2.5)
    moved = changes.toggle_never(changes.step_listing(moved, 1), "a_tool")
    assert changes.told(moved, CONFIGURED) == (
        "context 8,000, was 200,000", "threshold_pct 2.5, was 5", "listing on, was auto", "never_defer_tools changed",
    )  # fmt: skip
    assert changes.told(CONFIGURED, CONFIGURED) == ()
    assert changes.told(Settings(tool_search=ToolSearchSettings()), Settings()) == ()


def test_the_present_size_is_among_those_of_the_chart() -> None:
    assert 48_000 in contexts_for(48_000) and len(contexts_for(None)) == len(contexts_for(200_000)) == 8


async def test_keys_of_the_servers_pane_change_the_context_and_return(make_app: MakeApp) -> None:
    app = make_app("basics", "tracker")
    async with opened(app) as pilot:
        await pilot.press("f2")
        for _ in range(5):
            await pilot.press("minus")
        await until(pilot, lambda: app.session.state.assembly.listing_budget == 400, "the small budget")
        await until(pilot, lambda: "what-if: context 8,000, was 200,000" in shown(app), "the mark")
        await until(pilot, lambda: "names" in shown(app), "the form of the servers")
        await pilot.press("plus")
        await until(pilot, lambda: app.session.state.assembly.listing_budget == 800, "one step back")
        await pilot.press("0")
        await until(pilot, lambda: app.session.state.assembly.listing_budget == 4_000, "the configuration")
        await until(pilot, lambda: "what-if:" not in shown(app), "no mark")


async def test_the_panel_steps_types_switches_servers_pins_and_restores(make_app: MakeApp) -> None:
    app = make_app("basics", "tracker")
    async with opened(app) as pilot:
        state = lambda: app.session.state  # noqa: E731
        await pilot.press("f2", "w")
        await until(pilot, lambda: isinstance(app.screen, DeferralPanel) and app.screen.view == "What-if", "what-if")
        await pilot.press("left")
        await until(pilot, lambda: app.session.settings.model.context_length == 128_000, "a step")
        await pilot.press("n")
        await pilot.press(*"4x")
        await until(pilot, lambda: "is a number" in shown(app), "what is wrong")
        await pilot.press("enter")
        assert app.session.settings.model.context_length == 128_000
        await pilot.press("backspace", "8", "k", "enter")
        await until(pilot, lambda: app.session.settings.model.context_length == 48_000, "the typed number")
        view = app.screen.query_one(LinesView)
        for name, key in (("threshold_pct", "right"), ("listing_max_tokens", "left"), ("listing", "space")):
            view.highlight(("setting", name))
            await pilot.press(key)
        search = app.session.settings.tool_search
        assert (search.threshold_pct, search.listing_max_tokens, search.listing) == (7.5, 2_000, "on")

        view.highlight(("server", "tracker"))
        await pilot.press("space")
        await until(pilot, lambda: state().assembly.deferred_count == 13, "one server fewer")
        view.highlight(("pin", ""))
        await pilot.press("enter")
        await pilot.press(*"mcp_basics_add_n", "right", "enter")
        await until(pilot, lambda: state().assembly.deferred_count == 12, "the pinned tool")
        await until(pilot, lambda: "tracker off" in shown(app), "everything named")
        view.highlight(("pin", "mcp_basics_add_note"))
        await pilot.press("space")
        await until(pilot, lambda: state().assembly.deferred_count == 13, "no pin any more")

        await pilot.press("r")
        await until(pilot, lambda: state().assembly.deferred_count == 37, "the servers again")
        assert app.session.settings == main_screen(app)._baseline.settings
        assert all(server.status.state is ServerState.READY for server in state().servers)
        await until(pilot, lambda: "as configured" in shown(app), "no mark")


async def test_the_chart_shows_where_each_server_degrades_and_follows(make_app: MakeApp) -> None:
    app = make_app("basics", "game-engine")
    async with opened(app, NARROW) as pilot:
        await pilot.press("f2", "c")
        await until(pilot, lambda: "now ▲" in shown(app), "the present size")
        lines = [line.replace("│", " ").split() for line in shown(app).splitlines()]
        rows = {words[0]: words[1:] for words in lines if len(words) > 8}
        assert rows["context"] == ["8k", "16k", "32k", "64k", "128k", "200k", "400k", "1M"]
        assert rows["basics"][-1] == "full" and set(rows["game-engine"]) == {"line"}
        await pilot.press("left", "left", "left", "left", "left")
        await until(pilot, lambda: app.session.state.assembly.listing_budget == 400, "another size")
        await pilot.press("escape")
        await pilot.press("0")
        await until(pilot, lambda: app.session.state.assembly.listing_budget == 4_000, "the configuration")
