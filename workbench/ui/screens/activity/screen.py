"""The activity screen: a list that grows at its top, and the highlighted entry beside it."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from workbench.events import ActivityChanged, Event
from workbench.session import Session
from workbench.session.activity import Entry
from workbench.session.headless import command
from workbench.ui import actions
from workbench.ui.clipboard import copy_text
from workbench.ui.footer import KeysFooter
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.screens.activity.rows import VIEWS, chosen, detail_rows, detail_text, head, list_rows
from workbench.ui.screens.help import HelpDialog
from workbench.ui.screens.text import TextDialog

_FRAME: Final = 1 / 30
_NOTHING: Final = "Nothing was looked up or called yet."


class ActivityScreen(Screen[Entry | None]):
    """Follows the session's journal. Answers the call whose tool is to be opened, or None."""

    DEFAULT_CSS = """
    ActivityScreen {
        & ViewSwitch { height: 1; margin: 0 2; }
        & Input { margin: 0 2; background: $foreground 8%; }
        & #sides { height: 1fr; }
        & LinesView { border: round $foreground 25%; border-title-style: bold; padding: 0 0 0 1; width: 1fr;
                      border-subtitle-color: $text-muted; }
        & #entries { width: 3fr; }
        & #entry { width: 2fr; }
        & LinesView:focus { border: round $primary; }
    }
    ActivityScreen.-narrow #sides { layout: vertical; }
    ActivityScreen.-narrow #sides LinesView { width: 1fr; height: 1fr; }
    """
    SCOPED_CSS = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *actions.bindings("activity"), *actions.bindings("main", only=["main.help"])
    ]  # fmt: skip
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    AUTO_FOCUS = "#entries"

    class Moved(Message):
        """The journal moved."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._shown: list[Entry] = []
        self._due = False
        self._unsubscribe: Callable[[], None] = lambda: None

    def compose(self) -> ComposeResult:
        """Views, filter, list and the highlighted entry."""
        yield ViewSwitch(VIEWS)
        yield Input(placeholder="/ filter names and outcomes", compact=True, select_on_focus=False)
        with Horizontal(id="sides"):
            yield LinesView(id="entries")
            yield LinesView(id="entry")
        yield KeysFooter()

    def on_mount(self) -> None:
        """Follows from now on."""
        self.query_one("#entries").border_title = "Activity"
        self._unsubscribe = self._session.subscribe(self._hear)
        # The list has its rows once it has its width.
        self.call_after_refresh(self._draw)

    def on_unmount(self) -> None:
        """Nothing is posted to a screen that has gone."""
        self._unsubscribe()

    def _hear(self, event: Event) -> None:
        if isinstance(event, ActivityChanged):
            self.post_message(self.Moved())

    @on(Moved)
    def _moved(self) -> None:
        if not self._due:
            self._due = True
            self.set_timer(_FRAME, self._draw)

    # Drawing

    @property
    def _list(self) -> LinesView:
        return self.query_one("#entries", LinesView)

    @property
    def entry(self) -> Entry | None:
        """The highlighted entry."""
        number = self._list.highlighted
        return next((entry for entry in self._shown if entry.number == number), None)

    @on(Input.Changed)
    def _draw(self) -> None:
        self._due = False
        entries, view = self._session.journal.entries, self.query_one(ViewSwitch).active
        at_top = bool(self._shown) and self._list.highlighted == self._shown[0].number
        self._shown = shown = chosen(entries, view, self.query_one(Input).value)
        # Whoever looks at the latest one stays with the latest; whoever reads an older one keeps it.
        cursor = shown[0].number if shown and at_top else None
        self._list.set_rows(lambda _: list_rows(shown), cursor=cursor)
        self._list.border_subtitle = Content(head(len(entries), len(shown)))
        self._draw_entry()
        self.refresh_bindings()

    @on(LinesView.Moved)
    def _draw_entry(self) -> None:
        entry = self.entry
        journal = self._session.journal
        view = self.query_one("#entry", LinesView)
        if entry is None:
            view.set_rows(lambda _: [], to_top=True)
            view.border_title = Content(_NOTHING if not journal.entries else "No entry is shown")
        else:
            rows = tuple(detail_rows(entry, journal.text))
            view.set_rows(lambda _: rows, to_top=True)
            view.border_title = Content(f"{entry.kind} {entry.number}")

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What needs an entry is dimmed without one."""
        del parameters
        if action in ("open", "copy_command", "copy_request", "copy_answer", "tool") and self.is_mounted:
            entry = self.entry
            return True if entry is not None and (action != "tool" or entry.kind == "call") else None
        return True

    @on(LinesView.Chosen, "#entries")
    def action_open(self) -> None:
        """The whole entry in a dialog."""
        if (entry := self.entry) is not None:
            text = detail_text(entry, self._session.journal.text)
            self.app.push_screen(TextDialog(f"{entry.kind} {entry.number}", text))

    def action_copy_command(self) -> None:
        """Copies the headless twin."""
        if (entry := self.entry) is not None:
            self._copy(command(entry, self._session.settings, self._session.state.servers))

    def action_copy_request(self) -> None:
        """Copies what was asked."""
        if (entry := self.entry) is not None:
            self._copy(self._session.journal.text(entry.request))

    def action_copy_answer(self) -> None:
        """Copies what was answered."""
        if (entry := self.entry) is not None:
            self._copy(self._session.journal.text(entry.answer))

    def _copy(self, text: str) -> None:
        self.run_worker(self._copied(text))

    async def _copied(self, text: str) -> None:
        folder = Path(getattr(self.app, "log_dir", "."))
        self.app.notify(await copy_text(self.app, text, folder, os.environ), markup=False)

    def action_tool(self) -> None:
        """Back to the panes, with the tool of this call."""
        entry = self.entry
        if entry is not None and entry.kind == "call":
            self.dismiss(entry)

    def action_filter(self) -> None:
        """Puts the caret into the filter."""
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _leave_filter(self) -> None:
        self._list.focus()

    def action_next_view(self) -> None:
        """The next view."""
        self._switch(self.query_one(ViewSwitch).next())

    @on(ViewSwitch.Switched)
    def _switched(self, message: ViewSwitch.Switched) -> None:
        self._switch(message.active)

    def _switch(self, view: str) -> None:
        self.query_one(ViewSwitch).active = view
        self._draw()

    def action_clear(self) -> None:
        """Forgets what has ended."""
        self._session.journal.clear()

    def action_close(self) -> None:
        """Empties the filter; without one, back to the panes."""
        field = self.query_one(Input)
        if field.value:
            field.value = ""
            self._leave_filter()
        else:
            self.dismiss(None)

    def action_help(self) -> None:
        """What this screen shows."""
        self.app.push_screen(HelpDialog("activity", getattr(self.app, "keys_in_force", None)))
