"""The line in which words to be found are typed, and how many places hold them."""

from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from workbench.text import plain


class FindBar(Horizontal):
    """Hidden until it is opened. Enter and the arrows step, Escape closes it."""

    DEFAULT_CSS = """
    FindBar { height: 1; display: none; background: $panel; padding: 0 1; }
    FindBar.-open { display: block; }
    FindBar Input { width: 1fr; }
    FindBar Static { width: auto; min-width: 16; padding: 0 1; color: $text-muted; }
    """

    class Typed(Message):
        """Other words are looked for; empty ones when the line was closed."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words: Final = words

    class Stepped(Message):
        """The next place, or the one before."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step: Final = step

    def compose(self) -> ComposeResult:
        """The line and the count."""
        yield Input(placeholder="find in this view", compact=True)
        yield Static(markup=False)

    def open(self) -> None:
        """Shows the line, ready to type."""
        self.add_class("-open")
        self.query_one(Input).focus()

    def close(self) -> bool:
        """Hides the line and what was found; whether it was open."""
        was_open = self.has_class("-open")
        self.remove_class("-open")
        self.query_one(Input).value = ""
        return was_open

    def say(self, words: str) -> None:
        """How many places there are, and which one is looked at."""
        self.query_one(Static).update(words)

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Typed(plain(event.value).strip()))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Stepped(1))

    def on_key(self, event: events.Key) -> None:
        """The arrows step."""
        if event.key in ("down", "up"):
            event.stop()
            self.post_message(self.Stepped(1 if event.key == "down" else -1))
