"""A tree of two levels that draws only the lines on the screen, however many there are."""

from collections.abc import Hashable
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

from workbench.ui.panes.tones import ToneStyles
from workbench.ui.screens.catalog.arranging import Place, Tree
from workbench.ui.screens.catalog.drawing import line_spans


class FoldingList(ScrollView, can_focus=True):
    """Shows a `Tree`. The highlight stays on its line's key; where that is gone, the line stays."""

    DEFAULT_CSS = (Path(__file__).parent / "folding.tcss").read_text(encoding="utf-8")
    COMPONENT_CLASSES: ClassVar[set[str]] = {"folding--cursor"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor(-1)", "Up", show=False),
        Binding("down", "cursor(1)", "Down", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("home", "edge(-1)", "First", show=False),
        Binding("end", "edge(1)", "Last", show=False),
    ]

    class Highlighted(Message):
        """Another line is highlighted, or the highlighted one has changed."""

    class Chosen(Message):
        """The highlighted line was clicked on: fold it, or open it."""

        def __init__(self, place: Place) -> None:
            super().__init__()
            self.place: Final = place

    class LeftAtTop(Message):
        """Up was pressed on the first line."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines = Tree((), ())
        self._cursor = 0
        self._height = 0
        self._filtered = False
        self._tones = ToneStyles(self)

    @property
    def lines(self) -> Tree:
        """What is shown."""
        return self._lines

    @property
    def place(self) -> Place | None:
        """The highlighted line."""
        return self._lines.place(self._cursor)

    def show(self, tree: Tree, *, filtered: bool, to_top: bool = False, cursor: Hashable | None = None) -> None:
        """Shows another tree. `cursor` is the key to highlight; without it the highlight stays on its own."""
        before = self.place
        wanted = cursor if cursor is not None else before.key if before is not None else None
        self._lines, self._filtered = tree, filtered
        if to_top and cursor is None:
            wanted, self._cursor = None, 0
        found = None if wanted is None else tree.line(wanted)
        self._cursor = min(self._cursor if found is None else found, max(len(tree) - 1, 0))
        self._measure()
        if to_top:
            self.scroll_to(y=0, animate=False)
        self._show_cursor()
        self.post_message(self.Highlighted())

    def on_resize(self) -> None:
        """The lines reach from edge to edge; the highlighted one stays in sight."""
        seen, self._height = self._height, self.size.height
        self._measure()
        if 0 <= self._cursor - self.scroll_offset.y < seen:
            self.call_after_refresh(self._show_cursor)

    def _measure(self) -> None:
        self.virtual_size = Size(max(self.scrollable_content_region.width, 0), len(self._lines))

    # Moving

    def action_cursor(self, step: int) -> None:
        """The line above or below."""
        if step < 0 and self._cursor == 0:
            self.post_message(self.LeftAtTop())
            return
        self.move_to(self._cursor + step)

    def action_page(self, step: int) -> None:
        """A page up or down."""
        self.move_to(self._cursor + step * max(self.size.height - 1, 1))

    def action_edge(self, step: int) -> None:
        """The first or the last line."""
        self.move_to(0 if step < 0 else len(self._lines) - 1)

    def move_to(self, line: int) -> None:
        """Highlights a line, the nearest there is."""
        line = min(max(line, 0), max(len(self._lines) - 1, 0))
        if line != self._cursor:
            self._cursor = line
            self.post_message(self.Highlighted())
        self._show_cursor()

    def move_to_group(self) -> None:
        """Highlights the group of the highlighted line."""
        if len(self._lines):
            self.move_to(self._lines.top(self._cursor))

    def on_click(self, event: events.Click) -> None:
        """Highlights the line under the mouse; a group, or the line that is highlighted, is chosen."""
        offset = event.get_content_offset(self)
        line = -1 if offset is None else offset.y + self.scroll_offset.y
        place = self._lines.place(line)
        if place is None:
            return
        again = line == self._cursor
        self.move_to(line)
        if again or place.entry is None:
            self.post_message(self.Chosen(place))

    def _show_cursor(self) -> None:
        self.refresh()
        if len(self._lines) and self.size.height:
            self.scroll_to_region(Region(0, self._cursor, 1, 1), animate=False, force=True)

    # Drawing

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        width, base = self.size.width, self.rich_style
        line = y + self.scroll_offset.y
        place = self._lines.place(line)
        if place is None:
            return Strip.blank(width, base)
        extra = Style()
        if line == self._cursor:
            extra = Style(bgcolor=self.get_component_rich_style("folding--cursor").bgcolor)
        inner = self.scrollable_content_region.width
        unfolded = place.hits.key in self._lines.unfolded
        spans = line_spans(place, inner, unfolded=unfolded, filtered=self._filtered)
        tones = self._tones.on(base)
        return Strip([Segment(text, tones[tone] + extra) for text, tone in spans]).crop_extend(0, width, base + extra)
