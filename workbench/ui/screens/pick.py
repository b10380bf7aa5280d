"""One of many lines to be picked in a dialog, narrowed as one types."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from workbench.text import plain
from workbench.ui.screens.dialog import Dialog

_MOST: Final = 200


class PickDialog(Dialog[int | None]):
    """Answers the place of the picked line among `lines`; None where the dialog was left."""

    CSS_PATH: ClassVar[str | list[str | PurePath] | None] = ["dialog.tcss"]
    DEFAULT_CSS = """
    PickDialog OptionList { height: auto; max-height: 1fr; background: transparent; border: none; }
    """

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._title = title
        self._lines = tuple(lines)
        self._places: list[int] = []

    def compose(self) -> ComposeResult:
        """The words, then the lines that hold them."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = "type to narrow · ↑↓ choose · enter take · esc leave"
            yield Input(placeholder="filter", compact=True)
            yield OptionList(markup=False)

    def on_mount(self) -> None:
        """Everything, the first line highlighted."""
        self._narrow("")
        self.query_one(Input).focus()

    def _narrow(self, text: str) -> None:
        words = text.casefold().split()
        self._places = [
            place for place, line in enumerate(self._lines) if all(word in line.casefold() for word in words)
        ][:_MOST]
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(Option(Content(plain(self._lines[place]))) for place in self._places)
        options.highlighted = 0 if self._places else None

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._narrow(event.value)

    def on_key(self, event: events.Key) -> None:
        """The arrows move among the lines while one types."""
        if event.key in ("down", "up") and self.query_one(Input).has_focus:
            event.stop()
            options = self.query_one(OptionList)
            (options.action_cursor_down if event.key == "down" else options.action_cursor_up)()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        highlighted = self.query_one(OptionList).highlighted
        if highlighted is not None:
            self.dismiss(self._places[highlighted])

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._places[event.option_index])
