"""A text of several lines asked for in a dialog."""

from pathlib import PurePath
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static, TextArea

from workbench.ui import actions
from workbench.ui.panes.text_box import TextBox
from workbench.ui.screens.dialog import Dialog


class AskText(Dialog[str | None]):
    """Answers the text as it stands, by key; None where the dialog was left. `note` stands above the text."""

    CSS_PATH: ClassVar[str | list[str | PurePath] | None] = ["dialog.tcss"]
    DEFAULT_CSS = """
    AskText TextArea { height: 12; max-height: 60vh; padding: 0; border: none; background: $boost; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("dialog", only=["dialog.take"])]

    def __init__(self, title: str, *, value: str = "", note: str = "") -> None:
        super().__init__()
        self._title = title
        self._value = value
        self._note = note

    def compose(self) -> ComposeResult:
        """The note, and the text."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = "ctrl+s take · esc leave"
            if self._note:
                yield Static(Content(self._note), classes="note")
            yield TextBox(self._value, compact=True, tab_behavior="focus")

    def on_mount(self) -> None:
        """Ready to type behind what is there."""
        area = self.query_one(TextArea)
        area.focus()
        area.move_cursor(area.document.end)

    def action_take(self) -> None:
        """The text as it stands."""
        self.dismiss(self.query_one(TextArea).text)
