"""A list of one-line entries that draws only what is on the screen, however many there are."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from workbench.text import one_line
from workbench.ui.format import number
from workbench.ui.panes.rows import Row, Span, layout
from workbench.ui.panes.tones import ToneStyles
from workbench.ui.screens.model.sight import Entry

_NOTE: Final = 16
_WIDE: Final = 44


class EntryList(ScrollView, can_focus=True):
    """Label, word and tokens on one line each. The highlight stays on its label when entries come and go."""

    DEFAULT_CSS = (Path(__file__).parent / "entries.tcss").read_text(encoding="utf-8")
    COMPONENT_CLASSES: ClassVar[set[str]] = {"entries--cursor"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor(-1)", "Up", show=False),
        Binding("down", "cursor(1)", "Down", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("home", "edge(-1)", "First", show=False),
        Binding("end", "edge(1)", "Last", show=False),
    ]

    class Highlighted(Message):
        """Another entry is highlighted, or the highlighted one has changed."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._entries: tuple[Entry, ...] = ()
        self._cursor = 0
        self._height = 0
        self._tones = ToneStyles(self)

    @property
    def selected(self) -> Entry | None:
        """The highlighted entry."""
        return self._entries[self._cursor] if self._entries else None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of them."""
        return self._entries

    @property
    def position(self) -> int:
        """Its place in the list."""
        return self._cursor

    def show(self, entries: Sequence[Entry], *, to_top: bool = False) -> None:
        """Lists these."""
        before = self.selected
        self._entries = tuple(entries)
        self._cursor = min(self._cursor, max(len(self._entries) - 1, 0))
        if to_top:
            self._cursor = 0
        elif before is not None and (self.selected is None or self.selected.label != before.label):
            found = (index for index, entry in enumerate(self._entries) if entry.label == before.label)
            self._cursor = next(found, self._cursor)
        self.virtual_size = Size(max(self.scrollable_content_region.width, 0), len(self._entries))
        self._show_cursor()
        if to_top or self.selected != before:
            self.post_message(self.Highlighted())

    def on_resize(self) -> None:
        """The lines reach from edge to edge; the highlighted one stays in sight."""
        seen, self._height = self._height, self.size.height
        self.virtual_size = Size(max(self.scrollable_content_region.width, 0), len(self._entries))
        if 0 <= self._cursor - self.scroll_offset.y < seen:
            self.call_after_refresh(self._show_cursor)

    # Moving

    def action_cursor(self, step: int) -> None:
        """The entry above or below."""
        self._move_to(self._cursor + step)

    def action_page(self, step: int) -> None:
        """A page up or down."""
        self._move_to(self._cursor + step * max(self.size.height - 1, 1))

    def action_edge(self, step: int) -> None:
        """The first or the last entry."""
        self._move_to(0 if step < 0 else len(self._entries) - 1)

    def on_click(self, event: events.Click) -> None:
        """Highlights the entry under the mouse."""
        offset = event.get_content_offset(self)
        if offset is not None and 0 <= (line := offset.y + self.scroll_offset.y) < len(self._entries):
            self._move_to(line)

    def go_to(self, index: int) -> None:
        """Highlights the entry at this place."""
        self._move_to(index)

    def _move_to(self, index: int) -> None:
        index = min(max(index, 0), max(len(self._entries) - 1, 0))
        if index != self._cursor:
            self._cursor = index
            self.post_message(self.Highlighted())
        self._show_cursor()

    def _show_cursor(self) -> None:
        self.refresh()
        if self._entries and self.size.height:
            self.scroll_to_region(Region(0, self._cursor, 1, 1), animate=False, force=True)

    # Drawing

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        width, base = self.size.width, self.rich_style
        index = y + self.scroll_offset.y
        if index >= len(self._entries):
            return Strip.blank(width, base)
        extra = Style()
        if index == self._cursor:
            extra = Style(bgcolor=self.get_component_rich_style("entries--cursor").bgcolor)
        spans = entry_line(self._entries[index], self.scrollable_content_region.width)
        tones = self._tones.on(base)
        strip = Strip([Segment(text, tones[tone] + extra) for text, tone in spans])
        return strip.crop_extend(0, width, base + extra)


def entry_line(entry: Entry, width: int) -> tuple[Span, ...]:
    """An entry in `width` cells: the label is cut first, the tokens never."""
    note = one_line(entry.note)
    note = note if len(note) <= _NOTE else note[: _NOTE - 1] + "…"
    figure = number(entry.tokens).rjust(7)
    right: tuple[Span, ...] = ((note, "dim"), (figure, "text")) if width >= _WIDE else ((figure, "text"),)
    label = one_line(entry.label) or "(no name)"
    row = Row(((label, "name" if entry.marked else "text"),), right=right, lines=1)
    lines = layout([row], width).lines
    return lines[0].spans if lines else ()
