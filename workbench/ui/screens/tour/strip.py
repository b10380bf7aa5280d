"""The strip of the tour: where it stands, what changed and why, and the way on."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Button, Static

from workbench.ui import actions


class TourStrip(Vertical, can_focus=True):
    """Shows one step and asks for the next; the panes above stay usable."""

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("tour")]
    DEFAULT_CSS = """
    TourStrip {
        dock: bottom; height: auto; max-height: 8; margin: 0 0 1 0; padding: 0 1;
        border: round $accent; background: $panel;
    }
    TourStrip:focus-within, TourStrip:focus { border: round $primary; }
    TourStrip Horizontal { height: 1; }
    TourStrip Button { height: 1; min-width: 10; border: none; margin-right: 2; }
    """

    busy: reactive[bool] = reactive(False)

    class Onward(Message):
        """The presenter wants the next step."""

    class Ended(Message):
        """The presenter has had enough."""

    def compose(self) -> ComposeResult:
        """The words, and two buttons for the mouse."""
        yield Static(id="told", markup=False)
        with Horizontal():
            yield Button("Next ⏎", id="next", compact=True)
            yield Button("End esc", id="end", compact=True)

    def tell(self, place: str, title: str, facts: str, why: str) -> None:
        """Shows a step: its number and title, the figures that moved, the reason."""
        self.border_title = f"Tour {place} · {title}"
        lines = [Content.styled(facts, "bold $text-accent")] if facts else []
        self.query_one("#told", Static).update(Content("\n").join([*lines, Content(why)]))

    def watch_busy(self, busy: bool) -> None:
        """A step takes its time; meanwhile there is no next one."""
        self.border_subtitle = "working…" if busy else ""
        for button in self.query("#next").results(Button):
            button.disabled = busy

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The mouse's way."""
        event.stop()
        self.post_message(self.Ended() if event.button.id == "end" else self.Onward())

    def action_onward(self) -> None:
        """The next step."""
        if not self.busy:
            self.post_message(self.Onward())

    def action_end(self) -> None:
        """Back to where the tour was started."""
        self.post_message(self.Ended())


LAST: Final = "That was the tour. Next ends it: attach your own servers with F5."
