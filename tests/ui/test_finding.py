"""Finding one's way: the palette, jump mode, help where one is, themes and what is remembered."""

from pathlib import Path

import pytest
from textual.command import CommandPalette

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, main_screen, opened, shown, until
from workbench.ui.keeping import Keeping
from workbench.ui.palette import possible
from workbench.ui.panes.servers.server_list import ServerList
from workbench.ui.screens.help import HelpDialog
from workbench.ui.screens.jump import JumpScreen, targets


async def test_the_palette_offers_what_is_possible_now_and_does_it(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        offered = {found.action.id for found in possible(app, app.screen)}
        assert {"queries.add_line", "servers.detach", "main.attach", "app.quit", "connectors.sign"} <= offered
        assert "tool.cancel" not in offered and "turns.run" not in offered
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette), "the palette")
        await pilot.press(*"scope")
        await until(pilot, lambda: "Forms" in shown(app) or "Scope" in shown(app) or "Deferral" in shown(app), "a hit")
        await pilot.press(*["backspace"] * 5, *"servers: log")
        await until(pilot, lambda: "Servers: Log" in shown(app), "the action of another pane")
        await pilot.press("down", "enter")
        await until(pilot, lambda: type(app.screen).__name__ == "LogScreen", "its log")


async def test_a_theme_that_was_chosen_is_there_in_the_next_run(make_app: MakeApp, tmp_path: Path) -> None:
    path = tmp_path / "screen.json"
    app = make_app("basics", theme="workbench-paper", keeping=Keeping(path))
    async with opened(app) as pilot:
        await until(pilot, lambda: app.theme == "workbench-paper", "the configured theme")
        app.theme = "workbench-night"
        await pilot.pause()
    app = make_app("basics", theme="workbench-paper", keeping=Keeping(path))
    async with opened(app) as pilot:
        await until(pilot, lambda: app.theme == "workbench-night", "the chosen theme")
    app = make_app("basics", theme="pink")
    async with opened(app) as pilot:
        assert app.theme == "textual-dark"
        report = next(report for report in main_screen(app)._reports() if report.key == "ui.theme")
        assert "nord" in report.advice


async def test_jump_mode_puts_a_letter_on_what_can_be_reached(make_app: MakeApp) -> None:
    app = make_app("basics")
    async with opened(app) as pilot:
        letters = {type(widget).__name__: letter for letter, widget in targets(app.screen)}
        await pilot.press("ctrl+g")
        await until(pilot, lambda: isinstance(app.screen, JumpScreen), "the letters")
        assert f" {letters['ServerList']} " in shown(app)
        await pilot.press(letters["ServerList"])
        await until(pilot, lambda: isinstance(app.focused, ServerList), "the focus")
        for leave in ("escape", "9"):
            await pilot.press("ctrl+g")
            await until(pilot, lambda: isinstance(app.screen, JumpScreen), "the letters again")
            await pilot.press(leave)
            await until(pilot, lambda: app.screen is main_screen(app), "the way out")
            assert isinstance(app.focused, ServerList)


@pytest.mark.parametrize("size", [NARROW, (120, 36)])
async def test_help_explains_what_has_the_focus(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app("basics")
    async with opened(app, size) as pilot:
        for key, words in (("f2", "Help · Servers"), ("f3", "Help · Queries"), ("f6", "Help · Connectors")):
            await pilot.press(key, "f1")
            await until(pilot, lambda: isinstance(app.screen, HelpDialog), "help")
            await until(pilot, lambda words=words: words in shown(app), words)  # type: ignore[misc]
            await pilot.press("escape")
        await pilot.press("f7", "f1")
        await until(pilot, lambda: "Help · Model view" in shown(app), "the model view's page")
