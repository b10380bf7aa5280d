"""The buttons below the tool: call, cancel, save."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Button


class CallButtons(Horizontal):
    """Each is there only while it can do something; the first is dimmed instead."""

    def __init__(self) -> None:
        super().__init__(classes="buttons")

    def compose(self) -> ComposeResult:
        """The three, with their keys."""
        yield Button("Call F9", id="call", variant="primary", compact=True)
        yield Button("Cancel Esc", id="cancel", variant="warning", compact=True)
        yield Button("Save ^S", id="save", compact=True)

    def show(self, *, callable: bool, going: bool, saved: bool) -> None:
        """What can be done now: call, cancel what is going on, save what came back."""
        self.query_one("#call", Button).disabled = not callable
        self.query_one("#cancel", Button).display = going
        self.query_one("#save", Button).display = saved
