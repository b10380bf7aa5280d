"""A text area for JSON, in colours, that refuses to be flooded."""

from typing import ClassVar, Final

from rich.text import Text

from workbench.ui.panes.json_rows import json_spans
from workbench.ui.panes.text_box import TextBox

_COLOURED: Final = 2_000
_PLACEHOLDER: Final = "empty: called without arguments"


class JsonEditor(TextBox):
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
