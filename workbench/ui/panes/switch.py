"""One line of names of which one is on; a click changes it. What the names stand for is the owner's affair."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

_GAP: Final = 2


class ViewSwitch(Widget):
    """`Results   Explanation   JSON`. Assign `active`; `note`, or its first word, stands at the right edge."""

    DEFAULT_CSS = (Path(__file__).parent / "switch.tcss").read_text(encoding="utf-8")
    COMPONENT_CLASSES: ClassVar[set[str]] = {"switch--on", "switch--off"}
    ALLOW_SELECT = False

    active: reactive[str] = reactive("")
    note: reactive[str] = reactive("")

    class Switched(Message):
        """The user clicked on the name `active`."""

        def __init__(self, switch: "ViewSwitch", active: str) -> None:
            super().__init__()
            self.switch: Final = switch
            self.active: Final = active

        @property
        def control(self) -> "ViewSwitch":
            """The switch that was clicked."""
            return self.switch

    def __init__(self, names: Sequence[str], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._names = tuple(names)
        self.set_reactive(ViewSwitch.active, self._names[0])

    def next(self, step: int = 1) -> str:
        """The name after the active one, round and round."""
        return self._names[(self._names.index(self.active) + step) % len(self._names)]

    def render(self) -> Content:
        """The names with the active one marked, and the note."""
        parts = [Content.styled(name, self._style(name)) for name in self._names]
        line = Content(" " * _GAP).join(parts)
        for note in (self.note, self.note.partition(" ")[0]):
            room = self.size.width - line.cell_length - cell_len(note)
            if note and room > 1:
                return line + Content(" " * room) + Content.styled(note, self.get_visual_style("switch--off"))
        return line

    def _style(self, name: str) -> Style:
        return self.get_visual_style("switch--on" if name == self.active else "switch--off")

    def on_click(self, event: events.Click) -> None:
        """Tells which name is under the mouse."""
        offset = event.get_content_offset(self)
        position = 0
        for name in self._names:
            if offset is not None and position <= offset.x < position + cell_len(name):
                self.post_message(self.Switched(self, name))
            position += cell_len(name) + _GAP
