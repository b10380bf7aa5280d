"""The activity screen follows the session and every key of it does what it says."""

import pytest

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, WIDE, main_screen, opened, shown, until
from workbench.session.activity import Entry
from workbench.ui.panes.tool import ToolPane
from workbench.ui.panes.tool.arguments import ArgumentsView
from workbench.ui.screens.activity import ActivityScreen
from workbench.ui.screens.activity.rows import chosen
from workbench.ui.screens.text import TextDialog


def entry(number: int, kind: str, name: str, outcome: str) -> Entry:
    return Entry(number, 0.0, kind, (name,), {}, outcome, 0.1)  # type: ignore[arg-type]


ENTRIES = (
    entry(1, "search", "create issue", "found 3"), entry(2, "call", "mcp_a_b", "done"),
    entry(3, "call", "mcp_a_c", "tool error"), entry(4, "describe", "mcp_a_b", "done"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("view", "words", "numbers"),
    [("All", "", [4, 3, 2, 1]), ("Lookups", "", [4, 1]), ("Calls", "", [3, 2]), ("Troubles", "", [3]),
     ("All", "A_B DONE", [4, 2]), ("Calls", "issue", [])],
)  # fmt: skip
def test_views_and_filter(view: str, words: str, numbers: list[int]) -> None:
    assert [entry.number for entry in chosen(ENTRIES, view, words)] == numbers


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_the_screen_follows_filters_copies_opens_and_goes_back_to_the_tool(
    make_app: MakeApp, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []

    async def copy(_: object, text: str, *__: object) -> str:
        copied.append(text)
        return "Copied."

    monkeypatch.setattr("workbench.ui.screens.activity.screen.copy_text", copy)
    app = make_app("tracker")
    async with opened(app, size) as pilot:
        await pilot.press("f12")
        await until(pilot, lambda: "Nothing was looked up" in shown(app), "an empty journal")
        await pilot.press("c", "y", "o", "enter")
        assert isinstance(app.screen, ActivityScreen) and not copied

        async def approve(*_: object) -> bool:
            return True

        app.session.search(["close issue"])
        await app.session.call("mcp_tracker_list_issues", {"limit": "2"}, approve=approve)
        await until(pilot, lambda: "mcp_tracker_list_issues" in shown(app) and "close issue" in shown(app), "both")
        await until(pilot, lambda: "2 of 2" not in shown(app) and "found" in shown(app), "outcomes")
        assert app.screen.entry is not None and app.screen.entry.kind == "call"
        await until(pilot, lambda: "repaired" in shown(app), "the entry beside the list")
        for key in ("c", "r", "y"):
            await pilot.press(key)
        await until(pilot, lambda: len(copied) == 3, "three copies")
        assert copied[0].startswith("workbench call mcp_tracker_list_issues --args")
        assert '"limit": 2' in copied[1] and "SHOP" in copied[2]

        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TextDialog), "the whole entry")
        await pilot.press("escape")
        await pilot.press("down")
        await until(pilot, lambda: app.screen.entry.kind == "search", "the lookup")
        await pilot.press("ctrl+t", "ctrl+t")
        await until(pilot, lambda: "close issue" not in shown(app), "calls alone")
        await pilot.press("ctrl+t", "ctrl+t", "slash", *"close", "enter")
        await until(pilot, lambda: "1 of 2" in shown(app), "the filter")
        app.screen.query_one("Input").value = ""
        await until(pilot, lambda: "1 of 2" not in shown(app), "no filter")
        app.screen._list.highlight(app.session.journal.entries[-1].number)
        await pilot.press("o")
        await until(pilot, lambda: app.screen is main_screen(app), "the way back")
        pane = app.screen.query_one(ToolPane)
        await until(pilot, lambda: pane.view == "Arguments", "the arguments")
        assert '"limit": 2' in pane.query_one(ArgumentsView).editor.text
        await pilot.press("f12")
        await until(
            pilot, lambda: "call 2" in shown(app) and "mcp_tracker_list_issues" in shown(app), "the latest entry"
        )
        await pilot.press("x")
        await until(pilot, lambda: not app.session.journal.entries, "nothing left")
        await pilot.press("f1")
        await until(pilot, lambda: "Help · Activity" in shown(app), "help")
        await pilot.press("escape", "escape")
        await until(pilot, lambda: app.screen is main_screen(app), "the way back")
