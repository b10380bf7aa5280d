"""A scrolling view of rows that draws only the lines on the screen; rows may be choosable items."""

from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from workbench.ui.panes.rows import Layout, Line, Row, layout
from workbench.ui.panes.tones import ToneStyles

Build = Callable[[int], Iterable[Row]]
"""Makes the rows of a view for a width in cells."""


def _nothing(_: int) -> Iterable[Row]:
    return ()


class LinesView(ScrollView, can_focus=True):
    """Shows the rows that `build` makes for the present width.

    The highlighted item is remembered by its key, so that new rows keep it; where it is gone, the item that took its
    place is highlighted. Without items the keys scroll.
    """

    DEFAULT_CSS = (Path(__file__).parent / "lines.tcss").read_text(encoding="utf-8")
    COMPONENT_CLASSES: ClassVar[set[str]] = {"lines--cursor"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor(-1)", "Up", show=False),
        Binding("down", "cursor(1)", "Down", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("home", "edge(-1)", "First", show=False),
        Binding("end", "edge(1)", "Last", show=False),
        Binding("enter", "choose", "Open", show=False),
    ]

    class Chosen(Message):
        """The user chose the item with `key`, by Enter or by a click."""

        def __init__(self, view: "LinesView", key: Hashable) -> None:
            super().__init__()
            self.view: Final = view
            self.key: Final = key

        @property
        def control(self) -> "LinesView":
            """The view the item is in."""
            return self.view

    class Moved(Message):
        """The user highlighted another item."""

        def __init__(self, view: "LinesView") -> None:
            super().__init__()
            self.view: Final = view

        @property
        def control(self) -> "LinesView":
            """The view the item is in."""
            return self.view

    class LeftAtTop(Message):
        """The user pressed Up on the first item."""

        def __init__(self, view: "LinesView") -> None:
            super().__init__()
            self.view: Final = view

        @property
        def control(self) -> "LinesView":
            """The view that was left."""
            return self.view

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._build: Build = _nothing
        self._width = 0
        self._height = 0
        self._layout = Layout()
        self._cursor = 0
        self._wanted: Hashable | None = None
        self._tones = ToneStyles(self)

    # Rows

    def set_rows(self, build: Build, *, to_top: bool = False, cursor: Hashable | None = None) -> None:
        """Shows other rows. `cursor` is the key to highlight; without it the highlighted item stays."""
        self._build = build
        if cursor is not None:
            self._wanted = cursor
        elif to_top:
            self._cursor, self._wanted = 0, None
        self._lay_out()
        if to_top:
            self.scroll_to(y=0, animate=False)
        if cursor is not None:
            self._show_cursor()
        self.refresh(layout=bool(self.styles.height and self.styles.height.is_auto))

    @property
    def text(self) -> str:
        """All lines as they are folded now."""
        return "\n".join(line.text.rstrip() for line in self._layout.lines)

    @property
    def highlighted(self) -> Hashable | None:
        """The key of the highlighted item."""
        items = self._layout.items
        return items[self._cursor].key if items else None

    @property
    def keys(self) -> tuple[Hashable, ...]:
        """The keys of all items, from the top."""
        return tuple(item.key for item in self._layout.items)

    def highlight(self, key: Hashable) -> None:
        """Highlights the item with `key` and scrolls it into sight, where there is one."""
        self._wanted = key
        self._find_cursor()
        self._show_cursor()

    def on_resize(self) -> None:
        """Folds the rows again where the width changed; the highlighted item stays in sight."""
        seen, self._height = self._height, self.size.height
        items = self._layout.items
        top = items[self._cursor].top - self.scroll_offset.y if items else -1
        if self.scrollable_content_region.width != self._width:
            self._lay_out()
        if self._cursor and 0 <= top < seen:
            self.call_after_refresh(self._show_cursor)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines the rows need at `width`."""
        del container, viewport
        inner = width - self.scrollbar_size_vertical
        return len(layout(self._build(inner), inner).lines)

    def _lay_out(self) -> None:
        self._width = max(self.scrollable_content_region.width, 0)
        self._layout = layout(self._build(self._width), self._width) if self._width > 0 else Layout()
        self.virtual_size = Size(self._width, len(self._layout.lines))
        self._find_cursor()
        self.refresh()

    def _find_cursor(self) -> None:
        items = self._layout.items
        if not items:
            return
        found = next((index for index, item in enumerate(items) if item.key == self._wanted), None)
        self._cursor = min(self._cursor, len(items) - 1) if found is None else found
        if found is None and self._wanted is None:
            return
        self._wanted = items[self._cursor].key

    # Moving

    def action_cursor(self, step: int) -> None:
        """The item above or below; a line where there are no items."""
        items = self._layout.items
        if not items:
            if step < 0 and self.scroll_y <= 0:
                self.post_message(self.LeftAtTop(self))
            self.scroll_relative(y=step, animate=False)
            return
        if step < 0 and self._cursor == 0:
            if self.scroll_y > 0:
                self.scroll_to(y=0, animate=False)
            self.post_message(self.LeftAtTop(self))
            return
        self._move_to(self._cursor + step)

    def action_page(self, step: int) -> None:
        """A page up or down."""
        items = self._layout.items
        page = max(self.size.height - 1, 1)
        if not items:
            self.scroll_relative(y=step * page, animate=False)
            return
        line = items[self._cursor].top + step * page
        index = self._cursor
        while 0 <= index + step < len(items) and (items[index].top - line) * step < 0:
            index += step
        self._move_to(index)

    def action_edge(self, step: int) -> None:
        """The first or the last item."""
        if not self._layout.items:
            self.scroll_to(y=0 if step < 0 else self.max_scroll_y, animate=False)
            return
        self._move_to(0 if step < 0 else len(self._layout.items) - 1)

    def action_choose(self) -> None:
        """Chooses the highlighted item."""
        if self._layout.items:
            self.post_message(self.Chosen(self, self.highlighted))

    def on_click(self, event: events.Click) -> None:
        """Highlights and chooses the item under the mouse."""
        if self.screen.get_selected_text():
            return
        offset = event.get_content_offset(self)
        line = -1 if offset is None else offset.y + self.scroll_offset.y
        if 0 <= line < len(self._layout.lines) and (item := self._layout.lines[line].item) is not None:
            self._move_to(item)
            self.action_choose()

    def _move_to(self, index: int) -> None:
        items = self._layout.items
        self._cursor = min(max(index, 0), len(items) - 1)
        self._wanted = items[self._cursor].key
        self.post_message(self.Moved(self))
        self._show_cursor()

    def _show_cursor(self) -> None:
        items = self._layout.items
        self.refresh()
        if not items or not self.size.height:
            return
        item = items[self._cursor]
        top = 0 if self._cursor == 0 else item.top
        height = item.top + item.height - top
        self.scroll_to_region(Region(0, top, self._width, min(height, self.size.height)), animate=False, force=True)

    # Drawing

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        width = self.size.width
        number = y + self.scroll_offset.y
        base = self.rich_style
        if number >= len(self._layout.lines):
            return Strip.blank(width, base)
        line = self._layout.lines[number]
        extra = Style()
        if line.item is not None and line.item == self._cursor:
            extra = Style(bgcolor=self.get_component_rich_style("lines--cursor").bgcolor)
        strip = Strip([Segment(text, style + extra) for text, style in self._styled(line, number, base)])
        return strip.crop_extend(0, width, base + extra).apply_offsets(0, number)

    def _styled(self, line: Line, number: int, base: Style) -> Iterable[tuple[str, Style]]:
        selection = self.text_selection
        span = selection.get_span(number) if selection is not None else None
        chosen = self.screen.get_component_rich_style("screen--selection") if span else Style()
        start, end = span or (0, 0)
        position, end = 0, len(line.text) if end == -1 else end
        tones = self._tones.on(base)
        for text, tone in line.spans:
            style = tones[tone]
            low, high = max(start - position, 0), min(end - position, len(text))
            if span and low < high:
                yield from ((text[:low], style), (text[low:high], style + chosen), (text[high:], style))
            else:
                yield text, style
            position += len(text)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The text under a mouse selection."""
        picked = []
        for number, line in enumerate(self._layout.lines):
            if (span := selection.get_span(number)) is not None:
                picked.append(line.text[span[0] : None if span[1] == -1 else span[1]])
        return "\n".join(picked), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Draws the selection."""
        del selection
        self.refresh()
