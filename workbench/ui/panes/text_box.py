"""A text area that cleans what is pasted, and refuses to be flooded."""

from typing import Final

from textual import events
from textual.widgets import TextArea

from workbench.text import plain
from workbench.ui.format import number

MOST: Final = 200_000
"""Characters that a text area takes without holding the screen up."""


class TextBox(TextArea):
    """Textual's text area, for text from anywhere."""

    def on_paste(self, event: events.Paste) -> None:
        """Refuses what would take seconds to lay out; what is pasted is cleaned like all foreign text."""
        if len(event.text) + len(self.text) > MOST:
            self.app.notify(f"Not pasted: more than {number(MOST)} characters.", severity="warning", markup=False)
            event.prevent_default()
            event.stop()
        event.text = plain(event.text)
