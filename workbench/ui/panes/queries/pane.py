"""The queries pane: query lines above, what they found below, searched again with every key."""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.timer import Timer
from textual.widgets import Static

from workbench.session import Session, SessionState
from workbench.text import one_line
from workbench.ui import actions
from workbench.ui.format import count
from workbench.ui.keeping import Keeping
from workbench.ui.messages import ToolChosen
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.queries.asking import asked
from workbench.ui.panes.queries.empty import empty_words
from workbench.ui.panes.queries.flow import SearchFlow
from workbench.ui.panes.queries.found import Found, GroupKey, Shown, SourceKey, ToolKey, View
from workbench.ui.panes.queries.history import History, label
from workbench.ui.panes.queries.query_lines import MAX_LINES, QueryLines
from workbench.ui.panes.queries.results import view_rows
from workbench.ui.panes.rows import Row, paragraphs
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.screens.pick import PickDialog

_FRAME: Final = 1 / 60
_SETTLED: Final = 1.5
"""Seconds after which a batch counts as asked, and not as being typed."""

_VIEWS: Final[tuple[View, ...]] = ("Results", "Explanation", "JSON")


class QueriesPane(Vertical):
    """Shows what `tool_search` finds for the lines the user types; posts ToolChosen for a chosen tool."""

    DEFAULT_CSS = (Path(__file__).parent / "queries.tcss").read_text(encoding="utf-8")
    SCOPED_CSS = False
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("queries")]

    found: reactive[Found] = reactive(Found(), init=False, always_update=True)
    view: reactive[View] = reactive("Results", init=False)

    def __init__(self, session: Session, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(id="queries")
        self.border_title = "Queries F3"
        self._session = session
        self._clock = clock
        self._searched_at = -1.0
        self._due = False
        self._changed_line: int | None = None
        self._to_open: int | None = None
        self._shown = Shown()
        self._history = History(Keeping(None))
        self._resting: Timer | None = None
        self._flow = SearchFlow(session, self, texts=self._texts, show=self._take, whole=self._is_whole, clock=clock)

    def compose(self) -> ComposeResult:
        """Lines, the names of the views, the view."""
        yield QueryLines()
        yield ViewSwitch(_VIEWS)
        yield Static(classes="degraded", markup=False)
        yield LinesView()

    def on_mount(self) -> None:
        """The empty pane explains itself; what was asked last is there again."""
        # A tour has a session of its own, and asks what no person asked.
        own = getattr(self.app, "session", self._session) is self._session
        self._history = History(getattr(self.app, "keeping", Keeping(None)) if own else Keeping(None))
        self._draw()
        self.connectors_changed()
        if self._history.last:
            self.call_after_refresh(self._restore)

    def on_unmount(self) -> None:
        """What was typed just before the end is there in the next run."""
        if self._resting is not None:
            self._history.add(self.found.lines)

    async def _restore(self) -> None:
        lines = self.query_one(QueryLines)
        if not asked(lines.texts):
            await lines.set_texts(self._history.last)

    # Searching

    def session_changed(self, state: SessionState) -> None:
        """The catalog may differ: the same queries are asked again, the selection stays."""
        del state
        self.connectors_changed()
        self._flow.search(typed=False)

    def connectors_changed(self) -> None:
        """Says why connector hits are missing, and since which cause (spec 4.3)."""
        view = self._session.connectors.view
        line = self.query_one(".degraded", Static)
        line.display = view.in_scope and bool(view.trouble)
        line.update(Content.styled(f"▲ local results only: {one_line(view.trouble)}", "$text-warning"))

    @on(QueryLines.Changed)
    def _lines_changed(self, message: QueryLines.Changed) -> None:
        # Keys that wait together, or come within a frame, cost one search.
        self._changed_line = message.line
        self._to_open = None
        if self._resting is not None:
            self._resting.stop()
        self._resting = self.set_timer(_SETTLED, self._note_batch)
        if not self._due:
            self._due = True
            wait = self._searched_at + _FRAME - self._clock()
            if wait > 0:
                self.set_timer(wait, self._search_now)
            else:
                self.call_later(self._search_now)

    def _note_batch(self) -> None:
        self._history.add(self._texts())

    def _texts(self) -> tuple[str, ...]:
        return self.query_one(QueryLines).texts

    def _is_whole(self) -> bool:
        """A screen that closes takes its parts away one after the other."""
        return all(self.query(part) for part in (QueryLines, ViewSwitch, LinesView))

    def _search_now(self) -> None:
        self._due = False
        self._searched_at = self._clock()
        self._flow.search(typed=True)

    def _take(self, found: Found, typed: bool) -> None:
        self.found = found
        if typed:
            self._changed_line = None
            if self._to_open is not None:
                self._open_first(self._to_open)

    def watch_found(self) -> None:
        """New results: the view starts at the line that was typed, or stays where it is."""
        self._shown = replace(self._shown, folded=self._shown.folded & set(self.found.lines))
        self._draw()

    # Drawing

    def watch_view(self, view: View) -> None:
        """Another way to look at the same answer."""
        self.query_one(ViewSwitch).active = view
        self._draw(keep=False)

    def _draw(self, *, keep: bool = True) -> None:
        view = self.query_one(LinesView)
        typed = self._changed_line
        first = None if typed is None else self.found.first_item(typed, self._shown)
        view.set_rows(self._rows, to_top=typed is not None or not keep, cursor=first)
        self._show_note()
        lines = len(self.found.lines)
        self.border_subtitle = Content(f"{lines} of {MAX_LINES} queries") if lines > 1 else Content()

    def _show_note(self) -> None:
        note = count(len(self.found.records), "tool") if self.found.answer else ""
        # `5+… tools` while the gateway may still add to them; a narrow pane keeps the first word.
        self.query_one(ViewSwitch).note = note.replace(" ", "+… ", 1) if self._flow.asking_gateway else note

    def _rows(self, width: int) -> Iterable[Row]:
        if self.found.answer is None:
            return paragraphs(empty_words(self._session.state), "dim")
        return view_rows(self.found, self.view, width, self._shown)

    # Acting

    @on(LinesView.Chosen)
    def _chosen(self, message: LinesView.Chosen) -> None:
        message.stop()
        if isinstance(message.key, ToolKey):
            self._note_batch()
            self.post_message(ToolChosen(message.key.name))
        elif isinstance(message.key, GroupKey):
            self.action_fold()
        elif isinstance(message.key, SourceKey):
            self.action_all_sources()

    @on(QueryLines.Submitted)
    def _submitted(self, message: QueryLines.Submitted) -> None:
        message.stop()
        if self._due:
            self._search_now()
        if self.found.lines == self._texts():
            self._open_first(message.line)
        else:
            self._to_open = message.line

    def _open_first(self, line: int) -> None:
        self._to_open = None
        first = self.found.first_match(line, self._shown.source)
        if first is not None:
            self._note_batch()
            self.query_one(LinesView).highlight(self.found.first_item(line, self._shown) or first)
            self.post_message(ToolChosen(first.name))

    @on(QueryLines.LeftAtBottom)
    def _into_results(self) -> None:
        self.query_one(LinesView).focus()

    @on(LinesView.LeftAtTop)
    def _back_to_lines(self) -> None:
        self.query_one(QueryLines).go(MAX_LINES)

    @on(ViewSwitch.Switched)
    def _switched(self, message: ViewSwitch.Switched) -> None:
        message.stop()
        self.view = _view(message.active)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A line can be added while there is room, all sources shown again while they are not."""
        del parameters
        if action == "add_line" and self.is_mounted:
            return True if len(self.query_one(QueryLines).lines) < MAX_LINES else None
        return action != "all_sources" or bool(self._shown.source)

    async def action_add_line(self) -> None:
        """One more query."""
        if await self.query_one(QueryLines).add():
            self._after_lines()

    async def action_remove_line(self) -> None:
        """One query less."""
        await self.query_one(QueryLines).remove_current()
        self._after_lines()

    def _after_lines(self) -> None:
        self._flow.search(typed=True)
        self.refresh_bindings()

    def action_shift(self, step: int) -> None:
        """Moves the query up or down among the lines."""
        self.query_one(QueryLines).shift(step)

    def action_history(self) -> None:
        """Asks which earlier batch is to be asked again."""
        self.run_worker(self._pick_earlier(), group="history")

    async def _pick_earlier(self) -> None:
        self._note_batch()
        batches = list(self._history.batches)
        place = await self.app.push_screen_wait(PickDialog("Queries asked before", list(map(label, batches))))
        if place is not None:
            await self.query_one(QueryLines).set_texts(batches[place])

    def action_fold(self) -> None:
        """Folds the group of the highlighted match, or unfolds the folded one."""
        line = self._highlighted_line()
        if line >= 0 and self.view == "Results":
            self._fold(self._shown.folded ^ {self.found.lines[line]})

    def action_fold_all(self) -> None:
        """Folds every group, or unfolds all where none is left to fold."""
        whole = frozenset(self.found.lines[line] for line, group in self.found.groups if group.matches)
        if whole and self.view == "Results":
            self._fold(frozenset() if whole <= self._shown.folded else whole)

    def _highlighted_line(self) -> int:
        key = self.query_one(LinesView).highlighted
        return key.line if isinstance(key, GroupKey) else key.part if isinstance(key, ToolKey) else -1

    def _fold(self, folded: frozenset[str]) -> None:
        line = self._highlighted_line()
        self._shown = replace(self._shown, folded=folded)
        self._draw()
        if line >= 0:
            self.query_one(LinesView).highlight(GroupKey(line))

    def action_source(self) -> None:
        """Narrows what is shown to one source after the other, then shows all again."""
        names = ("", *self.found.sources)
        at = names.index(self._shown.source) if self._shown.source in names else 0
        self._show_source(names[(at + 1) % len(names)])

    def action_all_sources(self) -> None:
        """Shows the tools of every source again."""
        self._show_source("")

    def _show_source(self, source: str) -> None:
        self._shown = replace(self._shown, source=source)
        self._draw(keep=False)
        lines = [line for line, _ in self.found.groups]
        firsts = filter(None, (self.found.first_item(line, self._shown) for line in lines))
        if (first := next(firsts, None)) is not None:
            self.query_one(LinesView).highlight(first)
        self.refresh_bindings()

    def action_move(self, step: int) -> None:
        """Up or down among the lines, and from the last one into the results."""
        self.query_one(QueryLines).move(step)

    def action_next_view(self) -> None:
        """Results, explanation, JSON, and round again."""
        self.view = _view(self.query_one(ViewSwitch).next())

    def action_show_explanation(self) -> None:
        """The explanation, or back to the results."""
        self.view = "Results" if self.view == "Explanation" else "Explanation"

    def action_show_json(self) -> None:
        """What a model would get, or back to the results."""
        self.view = "Results" if self.view == "JSON" else "JSON"


def _view(name: str) -> View:
    return next(view for view in _VIEWS if view == name)
