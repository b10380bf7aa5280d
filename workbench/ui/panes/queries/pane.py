"""The queries pane: query lines above, what they found below, searched again with every key."""

import asyncio
import time
from collections.abc import Callable, Iterable
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

from workbench.model import ServerState
from workbench.session import Session, SessionState
from workbench.text import one_line
from workbench.ui import actions
from workbench.ui.format import count
from workbench.ui.keeping import Keeping
from workbench.ui.messages import ToolChosen
from workbench.ui.panes.json_rows import json_rows
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.queries.empty import NOTHING_DEFERRED, WELCOME
from workbench.ui.panes.queries.explanation import explanation_rows
from workbench.ui.panes.queries.found import Found, ToolKey, View
from workbench.ui.panes.queries.history import History, label
from workbench.ui.panes.queries.query_lines import MAX_LINES, QueryLines
from workbench.ui.panes.queries.results import FoldedKey, result_rows, sources_of
from workbench.ui.panes.rows import Row, paragraphs
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.screens.pick import PickDialog

_FRAME: Final = 1 / 60
_REST: Final = 0.15
"""Seconds without a key before the gateway is asked; the local results do not wait."""

_SETTLED: Final = 1.5
"""Seconds after which a batch counts as asked, and not as being typed."""

_GATEWAY: Final = "gateway"
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
        self._asking = False
        self._local = Found()
        self._in_scope = False
        self._changed_line: int | None = None
        self._folded: set[int] = set()
        self._source = ""
        self._history = History(Keeping(None))
        self._resting: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lines, the names of the views, the view."""
        yield QueryLines()
        yield ViewSwitch(_VIEWS)
        yield Static(classes="degraded", markup=False)
        yield LinesView()

    def on_mount(self) -> None:
        """The empty pane explains itself; what was asked last is there again."""
        self._history = History(getattr(self.app, "keeping", Keeping(None)))
        self._draw()
        self.connectors_changed()
        if self._history.last:
            self.call_after_refresh(self.query_one(QueryLines).set_texts, self._history.last)

    # Searching

    def session_changed(self, state: SessionState) -> None:
        """The catalog may differ: the same queries are asked again, the selection stays."""
        del state
        self.connectors_changed()
        before, scope = self._local, self._in_scope
        local = self._search()
        if local.answer is not None and local == before and self._in_scope == scope:
            return  # connector hits that are there, or on their way, stay
        self.found = local
        self._ask_gateway()

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
        self._history.add(self.query_one(QueryLines).texts)

    def _search_now(self) -> None:
        self._due = False
        self.found = self._search()
        self._changed_line = None
        self._searched_at = self._clock()
        self._ask_gateway()

    def _ask_gateway(self) -> None:
        """Asks for connector hits to the present lines; whatever was asked before is outdated."""
        self.workers.cancel_group(self, _GATEWAY)
        self._asking = bool(self.found.asked) and self._in_scope
        if self._asking:
            self.run_worker(self._join_hits(self.found.lines), group=_GATEWAY, exclusive=True)
        self._show_note()

    async def _join_hits(self, lines: tuple[str, ...]) -> None:
        await asyncio.sleep(_REST)
        answer = await self._session.search_everywhere([line for line in lines if line.strip()])
        if lines == self.query_one(QueryLines).texts:
            self._asking = False
            self.found = Found(lines, answer)

    def _search(self) -> Found:
        lines = self.query_one(QueryLines).texts
        asked = [line for line in lines if line.strip()]
        self._local = Found(lines, self._session.search(asked) if asked else None)
        self._in_scope = self._session.connectors.view.in_scope
        return self._local

    def watch_found(self) -> None:
        """New results: the view starts at the line that was typed, or stays where it is."""
        self._draw()

    # Drawing

    def watch_view(self, view: View) -> None:
        """Another way to look at the same answer."""
        self.query_one(ViewSwitch).active = view
        self._draw(keep=False)

    def _draw(self, *, keep: bool = True) -> None:
        view = self.query_one(LinesView)
        typed = self._changed_line
        first = None if typed is None else self.found.first_match(typed)
        view.set_rows(self._rows, to_top=typed is not None or not keep, cursor=first)
        self._show_note()
        lines = len(self.found.lines)
        self.border_subtitle = Content(f"{lines} of {MAX_LINES} queries") if lines > 1 else Content()

    def _show_note(self) -> None:
        note = count(len(self.found.records), "tool") if self.found.answer else ""
        # `5+… tools` while the gateway may still add to them; a narrow pane keeps the first word.
        self.query_one(ViewSwitch).note = note.replace(" ", "+… ", 1) if self._asking else note

    def _rows(self, width: int) -> Iterable[Row]:
        found = self.found
        if found.answer is None:
            state = self._session.state
            deferred = state.assembly.deferred_count
            waiting = any(server.status.state is ServerState.CONNECTING for server in state.servers)
            text = WELCOME if deferred or waiting else NOTHING_DEFERRED
            yield from paragraphs(text, "dim")
        elif self.view == "JSON":
            yield from json_rows(found.answer.payload)
        elif found.error:
            yield Row((("✗ ", "bad"), (found.error, "text")), hang=2)
        elif self.view == "Explanation":
            yield from explanation_rows(found)
        else:
            yield from result_rows(found, width, self._folded, self._source)

    # Acting

    @on(LinesView.Chosen)
    def _chosen(self, message: LinesView.Chosen) -> None:
        message.stop()
        if isinstance(message.key, ToolKey):
            self._note_batch()
            self.post_message(ToolChosen(message.key.name))
        elif isinstance(message.key, FoldedKey):
            self.action_fold()

    @on(QueryLines.Submitted)
    def _submitted(self, message: QueryLines.Submitted) -> None:
        message.stop()
        if self._due:
            self._search_now()
        first = self.found.first_match(message.line)
        if first is not None:
            self._note_batch()
            self.query_one(LinesView).highlight(first)
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
        """A line can be added while there is room."""
        del parameters
        if action == "add_line" and self.is_mounted:
            return True if len(self.query_one(QueryLines).lines) < MAX_LINES else None
        return True

    async def action_add_line(self) -> None:
        """One more query."""
        if await self.query_one(QueryLines).add():
            self._after_lines()

    async def action_remove_line(self) -> None:
        """One query less."""
        await self.query_one(QueryLines).remove_current()
        self._after_lines()

    def _after_lines(self) -> None:
        self.found = self._search()
        self._ask_gateway()
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
        key = self.query_one(LinesView).highlighted
        if isinstance(key, FoldedKey):
            self._folded.discard(key.line)
            self._draw()
            if first := self.found.first_match(key.line):
                self.query_one(LinesView).highlight(first)
        elif isinstance(key, ToolKey) and key.part >= 0:
            self._folded.add(key.part)
            self._draw()
            self.query_one(LinesView).highlight(FoldedKey(key.part))

    def action_source(self) -> None:
        """Narrows what is shown to one source after the other, then shows all again."""
        names = ("", *sources_of(self.found))
        at = names.index(self._source) if self._source in names else 0
        self._source = names[(at + 1) % len(names)]
        self._draw(keep=False)

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
