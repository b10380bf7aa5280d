"""The tool pane: head, three views of one tool, and the buttons that act on it."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer
from textual.widgets import Button, ContentSwitcher
from textual.worker import Worker

from workbench.model import Json, Tool
from workbench.session import Session, SessionState
from workbench.text import pretty_json
from workbench.ui import actions
from workbench.ui.keeping import Keeping
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.rows import paragraphs
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.panes.tool.argument_text import parse, prefill
from workbench.ui.panes.tool.arguments import ArgumentsView
from workbench.ui.panes.tool.buttons import CallButtons
from workbench.ui.panes.tool.calls import Calls
from workbench.ui.panes.tool.carrying import open_and_tell, save_and_tell
from workbench.ui.panes.tool.describe import DescribeView
from workbench.ui.panes.tool.header import Shown, header_rows
from workbench.ui.panes.tool.remembering import Remembered
from workbench.ui.panes.tool.result import ResultView
from workbench.ui.panes.tool.run import Run, seconds_words
from workbench.ui.screens.approval import ApprovalDialog
from workbench.ui.screens.pick import PickDialog

_VIEWS: Final = ("Describe", "Arguments", "Result")
_TICK: Final = 0.1
_WELCOME: Final = (
    "Choose a tool in the queries: it is described here, its arguments are checked as you type, and F9 calls it."
)


class ToolPane(Vertical):
    """Describes, checks and calls the tool named by `show`."""

    DEFAULT_CSS = (Path(__file__).parent / "tool.tcss").read_text(encoding="utf-8")
    SCOPED_CSS = False
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("tool")]

    shown: reactive[Shown | None] = reactive(None, init=False)
    view: reactive[str] = reactive("Describe", init=False)
    current: reactive[Run | None] = reactive(None, init=False)

    class CallMoved(Message):
        """The call of the tool `name` started, waits, runs on or has ended."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name: Final = name

    def __init__(self, session: Session, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(id="tool")
        self.border_title = "Tool F4"
        self._session = session
        self._calls = Calls(session, self._approve, self._tell, clock)
        self._workers: dict[str, Worker[None]] = {}
        self._remembered = Remembered(Keeping(None))
        self._ticker: Timer | None = None

    def compose(self) -> ComposeResult:
        """Head, names of the views, the view, buttons."""
        yield LinesView(classes="head")
        yield ViewSwitch(_VIEWS)
        with ContentSwitcher(initial="nothing"):
            yield LinesView(id="nothing")
            yield DescribeView(lambda name: self._session.describe([name]), id="Describe")
            yield ArgumentsView(self._session, id="Arguments")
            yield ResultView(id="Result")
        yield CallButtons()

    def on_mount(self) -> None:
        """Nothing is shown yet; the clock of a running call stands."""
        self._remembered = Remembered(getattr(self.app, "keeping", Keeping(None)))
        self._ticker = self.set_interval(_TICK, self._tick, pause=True)
        for view in self.query(".head, #nothing").results(LinesView):
            view.can_focus = False
        welcome = tuple(paragraphs(_WELCOME, "dim"))
        self.query_one("#nothing", LinesView).set_rows(lambda _: welcome)
        self.set_class(True, "-nothing")

    def _tell(self, name: str) -> None:
        self.post_message(self.CallMoved(name))

    def on_show(self) -> None:
        """Where one pane is shown at a time, the pane left behind loses the focus to this one."""
        if self.screen.focused is None and self.shown is not None:
            self.focus_view()

    # Which tool

    def show(self, name: str) -> None:
        """Shows another tool, or the same one again; arguments and last result of each are remembered."""
        self._keep_text()
        known = self.shown is not None and self.shown.name == name
        self.shown = self._look_up(name)
        if not known:
            self.query_one(ArgumentsView).load(self.shown.tool, self._text_for(self.shown))
            self.current = self._calls.of(name)
            self.view = "Describe"
        self._show_view()

    def fill(self, name: str, arguments: Json) -> None:
        """Shows a tool with these arguments, ready to be called."""
        self.show(name)
        self.query_one(ArgumentsView).editor.text = pretty_json(arguments)
        self.view = "Arguments"

    def session_changed(self, state: SessionState) -> None:
        """The tool may have changed or gone."""
        del state
        if self.shown is not None:
            before = self.shown.tool
            self.shown = self._look_up(self.shown.name)
            if self.shown.tool is not before:
                self._keep_text()
                self.query_one(ArgumentsView).load(self.shown.tool, self._text_for(self.shown))

    def _look_up(self, name: str) -> Shown:
        tool = self._session.tool(name)
        state = self._session.state
        server = state.server(tool.source) if tool else None
        same = self.shown is not None and self.shown.name == name
        return Shown(
            name,
            tool,
            deferred=name in state.scope.deferred,
            callable=server.callable if server else True,
            before=self.shown.known if self.shown and same and tool is None else None,
            approval=self._session.approval(tool) if tool else None,
            changed=tool is not None and self._session.ran_before(tool) is not None,
        )

    def _keep_text(self) -> None:
        if (shown := self.shown) is not None:
            text, schema = self.query_one(ArgumentsView).editor.text, shown.tool.parameters if shown.tool else True
            if text != self._remembered.text(shown.name) and text != prefill(schema):
                self._remembered.note_text(shown.name, text, schema)

    def _text_for(self, shown: Shown) -> str:
        kept = self._remembered.text(shown.name)
        return kept if kept is not None else prefill(shown.tool.parameters) if shown.tool else ""

    def watch_shown(self, shown: Shown | None) -> None:
        """Draws the head and the description."""
        rows = tuple(header_rows(shown)) if shown else ()
        self.query_one(".head", LinesView).set_rows(lambda _: rows)
        self.query_one(DescribeView).shown = shown
        self.set_class(shown is None, "-nothing")
        self._show_buttons()

    # Which view

    def watch_view(self, view: str) -> None:
        """Another view of the same tool; the focus goes with it."""
        self.query_one(ViewSwitch).active = view
        self._show_view()

    def _show_view(self) -> None:
        inside = self.has_focus_within
        self.query_one(ContentSwitcher).current = self.view if self.shown else "nothing"
        if inside:
            self.focus_view()

    def focus_view(self) -> None:
        """Gives the focus to what is shown."""
        if self.view == "Arguments":
            self.query_one(ArgumentsView).focus_target.focus()
        else:
            self.query({"Describe": "#Describe LinesView", "Result": ".result"}[self.view]).first().focus()

    @on(ViewSwitch.Switched)
    def _switched(self, message: ViewSwitch.Switched) -> None:
        message.stop()
        if self.shown is not None:
            self.view = message.active
            self.focus_view()

    def action_next_view(self) -> None:
        """Describe, arguments, result, and round again."""
        if self.shown is not None:
            self.view = self.query_one(ViewSwitch).next()

    def action_show_json(self) -> None:
        """The next form of the description."""
        if self.shown is not None:
            if self.view == "Describe":
                self.query_one(DescribeView).next_form()
            self.view = "Describe"

    def action_form(self) -> None:
        """The arguments as a form, or as JSON."""
        self.view = "Arguments"
        self.query_one(ArgumentsView).switch_form()

    def action_reset(self) -> None:
        """The arguments as the schema would have them."""
        if self.shown is not None and self.shown.tool is not None:
            self.query_one(ArgumentsView).load(self.shown.tool, prefill(self.shown.tool.parameters))

    # Calling

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Escape cancels a running call and is free otherwise; the rest needs a tool, or a result."""
        del parameters
        if action == "cancel":
            return self.current is not None and self.current.going
        if action in ("call", "reset", "next_view", "show_json", "form", "history"):
            return True if self.shown is not None and self.shown.tool is not None else None
        if action in ("save", "open"):
            return True if self._saveable is not None else None
        return True

    @on(Button.Pressed, "#call")
    def action_call(self) -> None:
        """Calls the tool, unless the text is no JSON or a call of it is under way."""
        shown, view = self.shown, self.query_one(ArgumentsView)
        if shown is None or shown.tool is None or (self.current is not None and self.current.going):
            return
        view.check_now()
        arguments = view.checked.parsed.arguments
        if arguments is None:
            self.view = "Arguments"
            view.go_to_fault()
            return
        self.view = "Result"
        self.focus_view()
        self._workers[shown.name] = self.run_worker(self._calls.call(shown.name, arguments), group="calls")

    async def _approve(self, tool: Tool, arguments: Mapping[str, Json]) -> bool:
        dialog = ApprovalDialog(tool, arguments, self._session.ran_before(tool))
        approved: bool = await self.app.push_screen_wait(dialog)
        return approved

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Cancels the running call of the tool that is shown."""
        if self.shown is not None and (worker := self._workers.get(self.shown.name)) is not None:
            worker.cancel()

    @on(CallMoved)
    def _call_moved(self, message: CallMoved) -> None:
        message.stop()
        run = self._calls.of(message.name)
        if run is not None and run.report is not None:
            tool = self._session.tool(message.name)
            self._remembered.note_call(
                message.name, run.report, self._session.journal.now(), tool.parameters if tool else True
            )
        if self.shown is not None and message.name == self.shown.name:
            self.current = run

    def action_history(self) -> None:
        """Asks which earlier call's arguments are to be used again."""
        if self.shown is not None:
            self.run_worker(self._pick_call(self.shown.name), group="history", exclusive=True)

    async def _pick_call(self, name: str) -> None:
        calls = self._remembered.calls(name)
        place = await self.app.push_screen_wait(PickDialog(f"Calls of {name}", [call.label for call in calls]))
        if place is not None:
            self.fill(name, parse(calls[place].arguments).arguments or {})

    def _tick(self) -> None:
        if self.shown is not None:
            self.current = self._calls.of(self.shown.name)

    def watch_current(self, run: Run | None) -> None:
        """Draws the call; its clock runs while it does."""
        self.query_one(ResultView).current = run
        if self._ticker is not None:
            (self._ticker.resume if run is not None and run.going else self._ticker.pause)()
        self._show_buttons()

    @on(ArgumentsView.Moved)
    def _arguments_moved(self, message: ArgumentsView.Moved) -> None:
        message.stop()
        self._keep_text()
        self._show_note()

    def _show_note(self) -> None:
        run = self.current
        if run is not None and run.going:
            self.query_one(ViewSwitch).note = f"● {seconds_words(run.seconds)}"
        else:
            self.query_one(ViewSwitch).note = self.query_one(ArgumentsView).checked.verdict[0] if self.shown else ""

    def _show_buttons(self) -> None:
        going = self.current is not None and self.current.going
        known = self.shown is not None and self.shown.tool is not None
        self.query_one(CallButtons).show(callable=known and not going, going=going, saved=self._saveable is not None)
        self._show_note()
        self.refresh_bindings()

    # Saving

    @property
    def _saveable(self) -> Run | None:
        run = self.current
        return run if run is not None and run.report is not None and run.report.result is not None else None

    @on(Button.Pressed, "#save")
    def action_save(self) -> None:
        """Saves the whole result, however much of it is shown."""
        run = self._saveable
        if run is not None and run.report is not None and run.report.result is not None:
            folder = Path(self._session.settings.workspace)
            self.run_worker(save_and_tell(self.app, run.report.result, run.name, folder), group="save")

    def action_open(self) -> None:
        """Opens the pictures and sounds of the result in the system's viewer."""
        run = self._saveable
        if run is not None and run.report is not None and run.report.result is not None:
            self.run_worker(open_and_tell(self.app, run.report.result, run.name), group="open")
