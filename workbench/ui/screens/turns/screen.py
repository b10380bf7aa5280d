"""The turns screen: the text of a turn above, its calls, results and messages below."""

import asyncio
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.reactive import reactive
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import ContentSwitcher, Static, TextArea
from textual.worker import Worker

from workbench.bridge.turn import TurnEntry, pending
from workbench.events import Event, StateChanged
from workbench.model import Json, Tool
from workbench.session import Session
from workbench.ui import actions
from workbench.ui.footer import KeysFooter
from workbench.ui.messages import SessionPublished
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.rows import Row
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.screens.help import HelpDialog
from workbench.ui.screens.turns.approval import TurnApproval
from workbench.ui.screens.turns.call_rows import call_rows
from workbench.ui.screens.turns.copying import Copying
from workbench.ui.screens.turns.details import CallDetails
from workbench.ui.screens.turns.editor import TurnEditor
from workbench.ui.screens.turns.filling import Filling
from workbench.ui.screens.turns.head import TurnsHead
from workbench.ui.screens.turns.reading import Reading, is_slow, read
from workbench.ui.screens.turns.result_rows import NOT_RUN, RUNNING, message_rows, result_rows
from workbench.ui.screens.turns.running import TurnRun
from workbench.ui.screens.turns.status import status

_VIEWS: Final = ("Calls", "Results", "Messages")
_REST: Final = 0.12
_FRAME: Final = 1 / 30
_TICK: Final = 0.1


class TurnsScreen(Filling, Copying, Screen[None]):
    """Routes and plans while one types; runs when asked to. It keeps its text and its last run while it is away."""

    CSS_PATH = "turns.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("turns"), *actions.bindings("main", only=["main.help"])]
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (50, "-narrow"), (120, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (14, "-low"), (30, "-high")]  # noqa: RUF012
    AUTO_FOCUS = "TurnEditor"

    view: reactive[str] = reactive("Calls", init=False)

    def __init__(self, session: Session, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.session = session
        self._clock = clock
        self._unsubscribe: Callable[[], None] = lambda: None
        self._rest: Timer | None = None
        self._ticker: Timer | None = None
        self._draw_due = False
        self._shown = False
        self._worker: Worker[None] | None = None
        self.reading = Reading()
        self.turn: TurnRun | None = None
        self.file = ""
        self._taken = ""

    def compose(self) -> ComposeResult:
        """Title, text, names of the views, the view, keys."""
        yield TurnsHead()
        with Vertical(id="text") as box:
            box.border_title = "What the model emitted"
            yield TurnEditor()
        with Vertical(id="below"):
            yield ViewSwitch(_VIEWS)
            with ContentSwitcher(initial="Calls"):
                for name in _VIEWS:
                    yield LinesView(id=name)
        yield KeysFooter()
        yield Static("The terminal is too small: 50 × 14 at least.", id="too-small", markup=False)

    def on_mount(self) -> None:
        """Listens to the session: a server that comes or goes changes routes and plan."""
        self._ticker = self.set_interval(_TICK, self._draw, pause=True)
        self._unsubscribe = self.session.subscribe(self._hear)
        self._shown = True
        self._show_results(NOT_RUN, NOT_RUN)
        self._draw()

    def on_unmount(self) -> None:
        """Nothing is posted to a screen that has gone, nor drawn on it."""
        self._shown = False
        self._unsubscribe()

    def _hear(self, event: Event) -> None:
        # Called by the session, perhaps in another thread: nothing but posting is allowed here.
        self.post_message(SessionPublished(event))

    @on(SessionPublished)
    def _published(self, message: SessionPublished) -> None:
        if isinstance(message.event, StateChanged) and self.turn is None:
            self._read_soon()

    # Reading

    @property
    def editor(self) -> TurnEditor:
        """Where the text is."""
        return self.query_one(TurnEditor)

    @property
    def calls(self) -> LinesView:
        """The view with one item a call."""
        return self.query_one("#Calls", LinesView)

    @property
    def going(self) -> bool:
        """Whether a turn runs."""
        return self.turn is not None and self.turn.going

    @property
    def entries(self) -> tuple[TurnEntry, ...]:
        """The calls as they stand: planned, running or ended."""
        return self.turn.entries if self.turn is not None else pending(self.reading.planned)

    @on(TextArea.Changed)
    def _typed(self) -> None:
        if self.editor.whole != self.reading.text:
            self._read_soon()

    def _read_soon(self) -> None:
        if self._rest is not None:
            self._rest.stop()
        self._rest = self.set_timer(_REST, lambda: self.run_worker(self._read(), group="read", exclusive=True))

    async def _read(self) -> None:
        """Reads the text as it stands now. A run of another text is forgotten."""
        if self.going or not self._shown:
            return
        text = self.editor.whole
        if is_slow(self.session, text):
            reading = await asyncio.to_thread(read, self.session, text)
        else:
            reading = read(self.session, text)
        if self.going or not self._shown:
            return
        if text != self.reading.text:
            self.turn = None
            self._show_results(NOT_RUN, NOT_RUN)
        if self.turn is None:
            self.reading = reading
        self._draw()

    def take(self, text: str, file: str = "") -> None:
        """Shows another turn, of a file or made here."""
        self.file = file
        self.editor.take(text)
        self._taken = self.editor.whole
        self.view = "Calls"
        self._read_soon()

    def saved_as(self, path: Path) -> None:
        """The text stands in a file now."""
        self.file, self._taken = str(path), self.editor.whole
        self._draw()

    # Drawing

    def _draw_soon(self) -> None:
        if not self._draw_due:
            self._draw_due = True
            self.set_timer(_FRAME, self._draw)

    def _draw(self) -> None:
        self._draw_due = False
        if not self._shown:
            return
        reading, entries, turn = self.reading, self.entries, self.turn
        self.calls.set_rows(lambda width: call_rows(reading, entries, turn, width))
        self.query_one(ViewSwitch).note = status(reading, turn)
        edited = " · edited" if self.file and self.editor.whole != self._taken else ""
        self.query_one(TurnsHead).file = self.file + edited
        self.query_one("#text", Vertical).border_subtitle = self.editor.fixed
        self.refresh_bindings()

    def _show_results(self, results: tuple[Row, ...], messages: tuple[Row, ...]) -> None:
        if not self._shown:
            return
        self.query_one("#Results", LinesView).set_rows(lambda _: results, to_top=True)
        self.query_one("#Messages", LinesView).set_rows(lambda _: messages, to_top=True)

    def watch_view(self, view: str) -> None:
        """Another view; the focus goes with it unless it is in the text."""
        self.query_one(ViewSwitch).active = view
        inside = self.focused is not self.editor
        self.query_one(ContentSwitcher).current = view
        if inside:
            self.query_one(f"#{view}").focus()

    @on(ViewSwitch.Switched)
    def _switched(self, message: ViewSwitch.Switched) -> None:
        message.stop()
        self.view = message.active
        self.query_one(f"#{message.active}").focus()

    # Running

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The text stands still while a turn runs; there is something to copy once it has."""
        del parameters
        if action in ("example", "load", "clear"):
            return not self.going
        if action == "run":
            return not self.going and (bool(self.entries) or None)
        if action == "stop":
            return self.going
        if action == "copy_messages":
            return True if self.turn is not None and self.turn.report is not None else None
        if action == "copy_command":
            return None if self.reading.blank else True
        return True

    def action_run(self) -> None:
        """Runs the turn as it is written now."""
        if not self.going:
            self._worker = self.run_worker(self._run(), group="turn")

    async def _run(self) -> None:
        self.turn = None
        await self._read()
        if not self.reading.turn.calls or self.going or not self._shown:
            return
        turn = TurnRun(self.session, self.reading.planned, self._approve, self._draw_soon, self._clock)
        self.turn = turn
        self.view = "Calls"
        self.editor.hold(True)
        self._show_results(RUNNING, RUNNING)
        self.calls.focus()
        self._tick(True)
        try:
            await turn.run()
        finally:
            self._tick(False)
            self._draw()
            if self._shown:
                self.editor.hold(False)
            if turn.report is not None and self._shown:
                self.run_worker(self._show_report(turn), group="results", exclusive=True)

    async def _show_report(self, turn: TurnRun) -> None:
        if turn.report is not None:
            results = await asyncio.to_thread(result_rows, turn.report)
            messages = await asyncio.to_thread(message_rows, turn.report)
            if self.turn is turn:
                self._show_results(results, messages)

    def _tick(self, on: bool) -> None:
        if self._ticker is not None:
            (self._ticker.resume if on else self._ticker.pause)()

    async def _approve(self, tool: Tool, arguments: Mapping[str, Json]) -> bool:
        dialog = TurnApproval(tool, arguments, self.action_stop, self.session.ran_before(tool))
        approved: bool = await self.app.push_screen_wait(dialog)
        return approved

    def action_stop(self) -> None:
        """Starts nothing more; asked again, cancels what is running."""
        if self.turn is None or not self.turn.going:
            return
        if self.turn.stopping and self._worker is not None:
            self._worker.cancel()
        self.turn.stop()

    def action_leave(self) -> None:
        """Stops a running turn; otherwise back to where one came from."""
        if self.going:
            self.action_stop()
        else:
            self.dismiss()

    # What else the keys do

    def action_next_view(self) -> None:
        """Calls, results, messages, and round again."""
        self.view = self.query_one(ViewSwitch).next()

    @on(LinesView.Chosen, "#Calls")
    def _chosen(self, message: LinesView.Chosen) -> None:
        message.stop()
        entry = next((one for one in self.entries if one.index == message.key), None)
        if entry is not None:
            self.app.push_screen(CallDetails(entry, self.reading.planned))

    def action_help(self) -> None:
        """Every key."""
        self.app.push_screen(HelpDialog("turns", getattr(self.app, "keys_in_force", None)))
