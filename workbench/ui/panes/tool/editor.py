"""A text area for JSON, in colours, that refuses to be flooded."""

from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.widgets import TextArea

from workbench.text import plain
from workbench.ui.format import number
from workbench.ui.panes.json_rows import json_spans

_MOST: Final = 200_000
"""Characters a text area takes without freezing the screen."""

_COLOURED: Final = 2_000
_PLACEHOLDER: Final = "empty: called without arguments"


class JsonEditor(TextArea):
    """The arguments of a call as JSON text."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "editor--key", "editor--string", "editor--number", "editor--word", "editor--dim",
    }  # fmt: skip

    def __init__(self) -> None:
        # The line of the caret would lose its colours if it were highlighted.
        super().__init__(compact=True, tab_behavior="focus", placeholder=_PLACEHOLDER, highlight_cursor_line=False)

    def get_line(self, line_index: int) -> Text:
        """The line in the colours of JSON."""
        line = super().get_line(line_index)
        if len(line) <= _COLOURED:
            position = 0
            for text, tone in json_spans(line.plain):
                style = self.get_component_rich_style(f"editor--{tone}", partial=True)
                line.stylize(style, position, position := position + len(text))
        return line

    def replace_all(self, text: str) -> None:
        """Another text in place of the whole, as one change that can be undone."""
        if text != self.text:
            self.history.checkpoint()
            self.replace(text, (0, 0), self.document.end, maintain_selection_offset=False)
            self.history.checkpoint()

    def on_paste(self, event: events.Paste) -> None:
        """Refuses what would take seconds to lay out; what is pasted is cleaned like all foreign text."""
        if len(event.text) + len(self.text) > _MOST:
            self.app.notify(f"Not pasted: more than {number(_MOST)} characters.", severity="warning", markup=False)
            event.prevent_default()
            event.stop()
        event.text = plain(event.text)
