"""The filter's input."""

from textual import events
from textual.message import Message
from textual.widgets import Input

from workbench.text import plain


class FilterInput(Input):
    """The words that must occur. Down leaves it."""

    class LeftAtBottom(Message):
        """Down was pressed."""

    def validate_value(self, value: str) -> str:
        """Pasted text may hold what a terminal would act on."""
        return plain(value).replace("\n", " ")

    def on_key(self, event: events.Key) -> None:
        """Down leads to what was found."""
        if event.key == "down":
            event.stop()
            self.post_message(self.LeftAtBottom())
