"""Keys of the configuration: real ones for known actions hold everywhere, each other one is told."""

import pytest

from tests.ui.conftest import MakeApp
from tests.ui.support import main_screen, opened, shown, until
from workbench.ui import actions
from workbench.ui.keymap import key_name, resolve, table
from workbench.ui.screens.help import HelpDialog


@pytest.mark.parametrize(
    ("text", "key"),
    [("ctrl+g", "ctrl+g"), ("F8", "f8"), ("?", "question_mark"), ("/", "slash"), ("+", "plus"), ("R", "R"),
     (" ctrl+shift+x ", "ctrl+shift+x"), ("[", "left_square_bracket"), ("Space", "space")],
)  # fmt: skip
def test_keys_as_people_write_them(text: str, key: str) -> None:
    assert key_name(text) == key


@pytest.mark.parametrize("text", ["", "ctrl+", "f99", "nonsense", "<any>", "[b]x[/b]", "\x1b"])
def test_what_is_no_key(text: str) -> None:
    assert key_name(text) is None


def test_what_can_hold_is_taken_over_and_the_rest_is_told() -> None:
    wanted = {
        "queries.add_line": "ctrl+x, f5x", "queries.next_view": "f13", "queries.add_lne": "f13",
        "servers.log": "r", "tool.call": "ctrl+q", "[b]x": "a", "servers.detach": "x,delete",
    }  # fmt: skip
    found = resolve(wanted, "workbench.yaml")
    assert found.keys == {"queries.next_view": "f13", "servers.detach": "x,delete"}
    told = {report.key.removeprefix("keys."): f"{report.problem} {report.advice}" for report in found.reports}
    assert set(told) == set(wanted) - set(found.keys)
    assert "queries.add_line" in told["queries.add_lne"]
    assert "servers.reconnect" in told["servers.log"] and "app.quit" in told["tool.call"]
    by_id = {action.id: action for action in actions.ACTIONS}
    assert found.of(by_id["servers.detach"]) == "x delete" and found.of(by_id["servers.log"]) == "l"


def test_two_entries_cannot_share_a_key_but_can_swap_areas() -> None:
    found = resolve({"servers.log": "f", "servers.problems": "f", "queries.history": "f"}, "g")
    assert found.keys == {"servers.log": "f", "queries.history": "f"}
    assert [report.key for report in found.reports] == ["keys.servers.problems"]


async def test_a_key_of_the_configuration_holds_in_pane_footer_help_and_reports(make_app: MakeApp) -> None:
    app = make_app("basics", keys={"servers.deferral": "z", "servers.what_if": "ctrl+w", "nothing": "x"})
    async with opened(app) as pilot:
        await pilot.press("f2")
        await until(pilot, lambda: "^w" in shown(app), "the footer")
        await pilot.press("z")
        await until(pilot, lambda: len(app.screen_stack) == 2, "the panel")
        await pilot.press("escape", "t")
        assert len(app.screen_stack) == 1
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, HelpDialog), "help")
        assert isinstance(app.screen, HelpDialog)
        assert "       z  Switch what loads on demand" in app.screen.whole_text()
        assert [report.key for report in main_screen(app)._reports()] == ["keys.nothing"]


def test_the_table_of_the_readme_is_the_registry() -> None:
    from tests.commands.test_core import README

    text = README.read_text(encoding="utf-8")
    start, end = "<!-- keys -->\n", "\n<!-- /keys -->"
    assert text.partition(start)[2].partition(end)[0].strip() == table(), "run python screenshots/make.py --keys"
