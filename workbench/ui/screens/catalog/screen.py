"""The catalog browser: a tree of all tools, what is wrong with them, and the details of one."""

import asyncio
import os
from collections.abc import Hashable
from pathlib import Path
from typing import ClassVar, Final, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Input

from workbench.session import Session, SessionState
from workbench.ui import actions
from workbench.ui.clipboard import copy_text
from workbench.ui.footer import KeysFooter
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.rows import Row
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.screens.catalog.arranging import ORDERS, Hits, Order, Place, Question, Tree, at_first, find, words_of
from workbench.ui.screens.catalog.details import detail_rows, empty_rows
from workbench.ui.screens.catalog.drawing import head_spans
from workbench.ui.screens.catalog.entries import Group, Shelf
from workbench.ui.screens.catalog.field import FilterInput
from workbench.ui.screens.catalog.folding import FoldingList
from workbench.ui.screens.catalog.folds import Folds
from workbench.ui.screens.catalog.reading import read_shelf
from workbench.ui.screens.help import HelpDialog

VIEWS: Final = ("Tools", "Problems")
_ORDER_WORDS: Final[dict[str, Order]] = {"Servers": "server order", "Name": "name", "Tokens": "tokens"}
_SECTION: Final = "catalog"


class CatalogScreen(Screen[str | None]):
    """Everything the session knows of its tools. Answers the name of the tool that was opened, or None.

    What is listed is read, filtered and sorted in a thread; an answer to an older question is dropped. It keeps its
    place and its filter while it is away.
    """

    # Not CSS_PATH: a screen that brings a file has every style sheet of the application read again when it opens.
    DEFAULT_CSS = (Path(__file__).parent / "catalog.tcss").read_text(encoding="utf-8")
    SCOPED_CSS = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *actions.bindings("catalog"), *actions.bindings("main", only=["main.help"])
    ]  # fmt: skip
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    AUTO_FOCUS = "FoldingList"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._read: SessionState | None = None
        self._shelf: Shelf | None = None
        self._folds = Folds()
        self._asking = False
        self._listed = ("", Question())
        """The view and the question that are on the screen."""

    def compose(self) -> ComposeResult:
        """Totals, views and orders, the filter, the tree beside the details."""
        yield LinesView(id="head")
        with Horizontal(id="switches"):
            yield ViewSwitch(VIEWS, id="views")
            yield ViewSwitch(tuple(_ORDER_WORDS), id="orders")
        yield FilterInput(id="filter", placeholder="/ filter names and descriptions", compact=True,
                          select_on_focus=False)  # fmt: skip
        with Horizontal(id="sides"):
            yield FoldingList()
            yield LinesView(id="detail")
        yield KeysFooter()

    def on_mount(self) -> None:
        """The order of the last time, and the present state."""
        self.query_one("#head", LinesView).can_focus = False
        kept = getattr(self.app, "keeping").read(_SECTION)  # noqa: B009
        order = kept.get("order") if isinstance(kept, dict) else None
        if order in ORDERS:
            self._orders.active = next(word for word, known in _ORDER_WORDS.items() if known == order)
        self._say("Reading the catalog…")
        self.session_changed(self._session.state)

    def on_screen_resume(self) -> None:
        """What moved while it was away."""
        self.session_changed(self._session.state)

    def session_changed(self, state: SessionState) -> None:
        """Reads a new state of the session."""
        if self.is_mounted and state is not self._read:
            self._read = state
            self.run_worker(self._reread(state), group="read", exclusive=True)

    async def _reread(self, state: SessionState) -> None:
        shelf = await asyncio.to_thread(read_shelf, state, self._session.own_sources)
        if self._shelf is None:
            self._folds = Folds({*at_first(shelf.groups), *(group.key for group in shelf.problems)})
        self._shelf = shelf
        self._ask()

    # Asking

    @property
    def view(self) -> str:
        """The name of the view that is on."""
        return self._views.active

    @property
    def question(self) -> Question:
        """What is asked for now."""
        return Question(words_of(self.query_one("#filter", Input).value), _ORDER_WORDS[self._orders.active])

    @property
    def listing(self) -> FoldingList:
        """The tree."""
        return self.query_one(FoldingList)

    @property
    def _views(self) -> ViewSwitch:
        return self.query_one("#views", ViewSwitch)

    @property
    def _orders(self) -> ViewSwitch:
        return self.query_one("#orders", ViewSwitch)

    def _groups(self, shelf: Shelf) -> tuple[Group, ...]:
        return shelf.groups if self.view == "Tools" else shelf.problems

    def _ask(self) -> None:
        if not self._asking:
            self._asking = True
            self.run_worker(self._answer(), group="ask")

    async def _answer(self) -> None:
        # One question at a time: what was asked meanwhile is asked next, and only the last of it.
        try:
            while (shelf := self._shelf) is not None:
                view, question = self.view, self.question
                found = await asyncio.to_thread(find, self._groups(shelf), question)
                if shelf is self._shelf and (view, question) == (self.view, self.question):
                    self._show(found, view, question)
                    return
        finally:
            self._asking = False

    def _show(self, found: tuple[Hits, ...], view: str, question: Question) -> None:
        before, self._listed = self._listed, (view, question)
        if bool(before[1].words) != bool(question.words):
            self._folds.filter_changed()
        to_top = before != (view, question)
        self._draw(found, to_top=to_top)

    def _draw(self, found: tuple[Hits, ...], *, to_top: bool = False, cursor: Hashable | None = None) -> None:
        view, question = self._listed
        keys = {hits.key for hits in found}
        unfolded = self._folds.unfolded(keys, filtered=bool(question.words))
        tree = Tree(found, unfolded)
        if to_top and question.words and found:
            # The first hit, not its group: Enter opens it.
            cursor = found[0].entries[0].key
        self.listing.show(tree, filtered=bool(question.words), to_top=to_top, cursor=cursor)
        shelf = self._shelf or Shelf()
        wrong = sum(len(group.entries) for group in shelf.problems)
        shown, every = tree.entries, wrong
        if view == "Tools":
            shown, every = shown - sum(hits.refused for hits in found), shelf.tools
        of = every if question.words else None
        spans = head_spans(shown, len(found), tree.tokens, of, problems=view == "Problems")
        self.query_one("#head", LinesView).set_rows(lambda _: [Row(spans, lines=1)])
        self.listing.border_title = view
        self.listing.border_subtitle = f"{wrong:,} problems" if wrong != 1 else "1 problem"
        self.refresh_bindings()

    def _say(self, words: str) -> None:
        self.query_one("#detail", LinesView).set_rows(lambda _: [Row(((words, "dim"),))])

    @on(FoldingList.Highlighted)
    def _highlighted(self) -> None:
        if self._shelf is None:
            return
        place, settings = self.listing.place, self._session.settings.tool_search
        rows = detail_rows(place, settings)
        if place is None:
            rows = empty_rows(self._listed[0], filtered=bool(self._listed[1].words))
        kept = tuple(rows)
        self.query_one("#detail", LinesView).set_rows(lambda _: kept, to_top=True)

    # The filter

    @on(Input.Changed)
    def _typed(self) -> None:
        self._ask()

    @on(Input.Submitted)
    @on(FilterInput.LeftAtBottom)
    def _leave_filter(self) -> None:
        self.listing.focus()

    @on(FoldingList.LeftAtTop)
    def action_filter(self) -> None:
        """Puts the caret into the filter."""
        self.query_one("#filter").focus()

    # Folding

    def _fold(self, key: str, *, unfold: bool) -> None:
        self._folds.fold([key], unfold=unfold, filtered=bool(self._listed[1].words))
        self._draw(self.listing.lines.found, cursor=key)

    def action_fold(self) -> None:
        """Folds the group of the highlighted line."""
        if (place := self.listing.place) is not None:
            self._fold(place.hits.key, unfold=False)

    def action_unfold(self) -> None:
        """Unfolds the highlighted group; from there on, the first line below it."""
        place = self.listing.place
        if place is None or place.entry is not None:
            return
        if place.hits.key in self.listing.lines.unfolded:
            self.listing.action_cursor(1)
        else:
            self._fold(place.hits.key, unfold=True)

    def action_fold_all(self) -> None:
        """Folds all, or unfolds all where all are folded."""
        found = self.listing.lines.found
        unfold = not self.listing.lines.unfolded
        self._folds.fold([hits.key for hits in found], unfold=unfold, filtered=bool(self._listed[1].words))
        if not unfold:
            self.listing.move_to_group()
        self._draw(found)

    # Keys

    def action_sort(self) -> None:
        """The next order."""
        self._sort(self._orders.next())

    def _sort(self, word: str) -> None:
        self._orders.active = word
        getattr(self.app, "keeping").keep(_SECTION, {"order": _ORDER_WORDS[word]})  # noqa: B009
        self._ask()

    @on(ViewSwitch.Switched)
    def _switched(self, message: ViewSwitch.Switched) -> None:
        if message.control is self._orders:
            self._sort(message.active)
        else:
            self._switch(message.active)

    def action_next_view(self) -> None:
        """Tools, problems, and round again."""
        self._switch(self._views.next())

    def _switch(self, view: str) -> None:
        self._views.active = view
        self._ask()

    def action_open(self) -> None:
        """Opens the tool of the highlighted line, or folds the group."""
        if (place := self.listing.place) is not None:
            self._choose(place)

    @on(FoldingList.Chosen)
    def _chosen(self, message: FoldingList.Chosen) -> None:
        self._choose(message.place)

    def _choose(self, place: Place) -> None:
        if place.entry is None:
            self._fold(place.hits.key, unfold=place.hits.key not in self.listing.lines.unfolded)
        elif place.entry.tool is not None and place.entry.state != "not granted":
            self.dismiss(place.entry.tool.name)
        else:
            why = "It is not granted to the session" if place.entry.tool else "It is not in the catalog"
            self.app.notify(f"{why}: there is nothing to open.", severity="warning", markup=False)

    def action_help(self) -> None:
        """Every key."""
        self.app.push_screen(HelpDialog("catalog", getattr(self.app, "keys_in_force", None)))

    def action_close(self) -> None:
        """Empties the filter; without one, back to the panes."""
        field = self.query_one("#filter", Input)
        if field.value:
            field.value = ""
            self.listing.focus()
        else:
            self.dismiss(None)

    def action_copy(self) -> None:
        """Copies the details as they are shown."""
        self.run_worker(self._copy(), group="copy")

    async def _copy(self) -> None:
        folder = Path(getattr(self.app, "log_dir", "."))
        text = cast(LinesView, self.query_one("#detail")).text
        self.app.notify(await copy_text(self.app, text, folder, os.environ), markup=False)
