"""The catalog browser on the screen: every key, the mouse, the filter, live changes."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tests.ui.catalog_support import odd_server
from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, WIDE, main_screen, opened, settle, shown, until, words_in
from tests.ui.watchdog import watching
from workbench.ui import actions
from workbench.ui.app import WorkbenchApp
from workbench.ui.keeping import Keeping
from workbench.ui.panes.tool import ToolPane
from workbench.ui.screens.catalog import CatalogScreen
from workbench.ui.screens.catalog import screen as module
from workbench.ui.screens.catalog.arranging import Question, find
from workbench.ui.screens.catalog.screen import VIEWS
from workbench.ui.screens.help import HelpDialog


async def browse(pilot: Pilot[Any], app: WorkbenchApp) -> CatalogScreen:
    """Opens the browser and waits for its tree."""
    await pilot.press("ctrl+l")
    await until(pilot, lambda: isinstance(app.screen, CatalogScreen) and len(app.screen.listing.lines) > 0, "a tree")
    assert isinstance(app.screen, CatalogScreen)
    await answered(pilot, app.screen)
    return app.screen


async def answered(pilot: Pilot[Any], screen: CatalogScreen) -> None:
    """Waits until what is asked for is what is shown."""
    await until(pilot, lambda: screen._listed == (screen.view, screen.question), "the answer")
    await pilot.pause()


def name(screen: CatalogScreen) -> str:
    """The name on the highlighted line."""
    place = screen.listing.place
    assert place is not None
    return place.entry.name if place.entry else place.hits.group.name


async def test_the_keys_of_the_browser(make_app: MakeApp) -> None:
    app = make_app("basics", "tracker")
    async with opened(app) as pilot:
        screen = await browse(pilot, app)
        assert "Catalog 38 tools of 3 sources" in words_in(app, "#head")
        assert screen.listing.has_focus and name(screen) == "core tools"
        # Moving and folding
        await pilot.press("down", "down", "down")
        assert name(screen) == "add_note"
        assert "mcp_basics_add_note" in words_in(app, "#detail")
        await pilot.press("left")
        assert name(screen) == "basics" and "mcp:basics" not in screen.listing.lines.unfolded
        await pilot.press("right", "right")
        assert name(screen) == "add_note"
        await pilot.press("end")
        place = screen.listing.place
        assert place is not None and screen.listing.lines.line(place.key) == 40
        await pilot.press("home", "pagedown", "pageup")
        assert name(screen) == "core tools"
        await pilot.press("z")
        assert len(screen.listing.lines) == 3
        await pilot.press("z")
        assert len(screen.listing.lines) == 41
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert name(screen) == "basics" and "mcp:basics" not in screen.listing.lines.unfolded
        await pilot.press("enter", "home")
        # Orders
        orders = []
        for _ in range(3):
            await pilot.press("s")
            await answered(pilot, screen)
            first = next(hits for hits in screen.listing.lines.found if len(hits.entries) > 1)
            orders.append((first.group.name, first.entries[0].name))
        assert orders == [("basics", "add_note"), ("tracker", "update_issue"), ("basics", "add_note")]
        # Views
        await pilot.press("ctrl+t")
        await answered(pilot, screen)
        assert screen.view == VIEWS[1] and "Nothing to report" in words_in(app, "#detail")
        await pilot.press("ctrl+t")
        await answered(pilot, screen)
        assert screen.view == VIEWS[0]
        # Copying
        await pilot.press("y")
        await until(pilot, lambda: bool(app.clipboard), "a copy")
        assert app.clipboard.splitlines()[0].split()[0] in ("core", "basics")
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, HelpDialog), "help")
        await pilot.press("escape", "escape")
        await until(pilot, lambda: app.screen is main_screen(app), "the panes")


async def test_the_filter_follows_each_key_and_enter_opens_the_first_hit(make_app: MakeApp) -> None:
    app = make_app("basics", "tracker")
    async with opened(app) as pilot:
        screen = await browse(pilot, app)
        await pilot.press("slash", *"issue", "space", *"comm")
        await answered(pilot, screen)
        field = screen.query_one("#filter", Input)
        assert field.value == "issue comm"
        assert [hits.group.name for hits in screen.listing.lines.found] == ["tracker"]
        assert f"{screen.listing.lines.entries} of 38 tools of 1 source" in words_in(app, "#head")
        hits = screen.listing.lines.found[0]
        assert f"{len(hits.entries)} of 24 tools" in shown(app)
        assert all("issue" in entry.searched and "comm" in entry.searched for entry in hits.entries)
        assert name(screen) == hits.entries[0].name
        await pilot.press("enter")
        await until(pilot, lambda: screen.listing.has_focus, "the tree")
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is main_screen(app), "the panes")
        pane = main_screen(app).query_one(ToolPane)
        await until(pilot, lambda: pane.shown is not None, "the tool")
        assert pane.shown is not None and pane.shown.name == f"mcp_tracker_{hits.entries[0].name}"
        await until(pilot, lambda: pane.has_focus_within, "the focus in the tool")
        # It is as it was left; Escape empties the filter, then leaves.
        assert await browse(pilot, app) is screen
        assert field.value == "issue comm" and name(screen) == hits.entries[0].name
        await pilot.press("escape")
        await answered(pilot, screen)
        assert not field.value and screen.listing.lines.entries == 38
        await pilot.press("slash", "z", "q", "down")
        await answered(pilot, screen)
        assert screen.listing.has_focus and "Nothing here holds" in words_in(app, "#detail")
        assert screen.listing.place is None
        await pilot.press("enter", "left", "right", "z", "end", "pagedown", "y")
        await pilot.press("up")
        assert field.has_focus, "up from the first line leads to the filter"
        await pilot.press("escape", "escape")
        await until(pilot, lambda: app.screen is main_screen(app), "the panes")


async def test_an_outdated_answer_is_dropped_and_what_came_between_is_not_asked(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app("basics", "tracker")
    async with opened(app) as pilot:
        screen = await browse(pilot, app)
        gate, real, asked, drawn = threading.Event(), find, [], []

        def slow(groups: Any, question: Question) -> Any:
            asked.append(question.words)
            if question.words == ("i",):
                gate.wait(10)
            return real(groups, question)

        show = screen._show
        monkeypatch.setattr(module, "find", slow)
        monkeypatch.setattr(screen, "_show", lambda *found: (drawn.append(found[2].words), show(*found)))
        await pilot.press("slash", "i", "s", "s")
        assert asked == [("i",)] and not drawn
        gate.set()
        await answered(pilot, screen)
        assert asked == [("i",), ("iss",)] and drawn == [("iss",)]


async def test_problems_are_marked_listed_and_explained(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app(odd_server(tmp_path), "basics")
    async with opened(app) as pilot:
        screen = await browse(pilot, app)
        assert "odd[/b]" in shown(app) and "3 refused" in shown(app)
        assert "▲ silent" in shown(app) and "✗ tools[5]" in shown(app)
        await pilot.press("ctrl+t")
        await answered(pilot, screen)
        text = shown(app)
        assert all(word in text for word in ("Refused", "Sent twice", "Bad schema", "Suspicious text", "Renamed"))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "nothing to open" in " ".join(shown(app).split()), "why nothing opens")
        assert app.screen is screen
        said = words_in(app, "#detail")
        assert "what has no name, left out" in said and "where odd[/b] · tools[5]" in said and "to do Mend it" in said
        app.clear_notifications()
        # A problem of a tool opens the tool.
        await pilot.press("slash", *"silent", "enter")
        await answered(pilot, screen)
        await until(pilot, lambda: screen.listing.has_focus, "the tree")
        assert name(screen) == "silent" and "has no description" in words_in(app, "#detail")
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is main_screen(app), "the panes")
        pane = main_screen(app).query_one(ToolPane)
        await until(pilot, lambda: pane.shown is not None and pane.shown.name == "mcp_odd__b__silent", "the tool")


async def test_by_mouse_alone_in_a_narrow_terminal(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app, NARROW) as pilot:
        screen = await browse(pilot, app)
        listing = screen.listing
        await pilot.click(listing, offset=(10, 3))
        await until(pilot, lambda: len(listing.lines) == 2 + 1, "the group folded")
        await pilot.pause(0.3)
        await pilot.click(listing, offset=(10, 3))
        await until(pilot, lambda: len(listing.lines) == 2 + 25, "the group unfolded")
        await pilot.click("#orders", offset=(18, 0))
        await until(pilot, lambda: screen.question.order == "tokens", "the order")
        await answered(pilot, screen)
        await pilot.click("#views", offset=(8, 0))
        await until(pilot, lambda: screen.view == "Problems", "the problems")
        await pilot.click("#views", offset=(2, 0))
        await until(pilot, lambda: screen.view == "Tools", "the tools")
        await answered(pilot, screen)
        await pilot.pause(0.3)
        await pilot.click(listing, offset=(10, 4))
        await until(pilot, lambda: listing.place is not None and listing.place.entry is not None, "a tool")
        chosen = name(screen)
        assert app.screen is screen, "the first click only highlights"
        await pilot.pause(0.3)
        await pilot.click(listing, offset=(10, 4))
        await until(pilot, lambda: app.screen is main_screen(app), "the panes")
        pane = main_screen(app).query_one(ToolPane)
        await until(pilot, lambda: pane.shown is not None and pane.shown.name.endswith(chosen), "the tool")


async def test_it_follows_the_session_and_remembers_its_order(make_app: MakeApp) -> None:
    app = make_app("basics", "tracker")
    app.keeping = Keeping(None)
    app.keeping.keep("catalog", {"order": "name"})
    async with opened(app, WIDE) as pilot:
        screen = await browse(pilot, app)
        assert screen.question.order == "name"
        await pilot.press("slash", *"create_issue", "enter")
        await answered(pilot, screen)
        await app.session.detach("tracker")
        await settle(pilot)
        await until(pilot, lambda: not screen.listing.lines.entries, "the tools gone")
        await pilot.press("escape")
        await answered(pilot, screen)
        assert "detached" in shown(app) and "14 tools of 3 sources" in words_in(app, "#head")
        # Away from the screen it does not follow, but takes up what moved when it is back.
        await pilot.press("escape")
        await app.session.reconnect("tracker")
        await settle(pilot)
        screen = await browse(pilot, app)
        await until(pilot, lambda: screen.listing.lines.entries == 38, "the tools back")
        await pilot.press("s")
        assert app.keeping.read("catalog") == {"order": "tokens"}


async def test_odd_things_in_the_file_of_the_last_run_do_no_harm(make_app: MakeApp) -> None:
    app = make_app()
    app.keeping.keep("catalog", {"order": ["[/]"]})
    async with opened(app, NARROW) as pilot:
        screen = await browse(pilot, app)
        assert screen.question.order == "server order"
        assert "1 tool of 1 source" in words_in(app, "#head")


def test_every_key_of_the_browser_is_an_action_of_its_screen() -> None:
    for action in actions.in_area("catalog"):
        assert hasattr(CatalogScreen, f"action_{action.method.partition('(')[0]}"), action.id


async def test_the_watchdog_sees_what_holds_the_loop() -> None:
    with watching() as dog:
        dog.step = "work"
        await asyncio.sleep(0.01)
        sum(n * n for n in range(2_000_000))
        await asyncio.sleep(0.01)
        dog.step = "rest"
        for _ in range(5):
            await asyncio.sleep(0.005)
    assert dog.longest().step == "work" and dog.longest("work").busy > 5 * dog.longest("rest").busy
    assert "work" in dog.report(1)
