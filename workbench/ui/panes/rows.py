"""Rows of coloured text and how they fold into the lines of a column. Knows nothing of widgets.

Everything drawn by `LinesView` passes through `layout`, which is also the last place where foreign text is cleaned.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rich.cells import cell_len, get_character_cell_size

from workbench.text import plain

Tone = Literal[
    "text", "name", "dim", "head", "good", "bad", "warn", "key", "string", "number", "word", "rule"
]  # fmt: skip
"""What a piece of text is; `tones.py` colours it."""


@dataclass(frozen=True, slots=True)
class Dots:
    """The colours of a character that is a part of a picture, as `#rrggbb`; an empty `back` is the view's own."""

    fore: str
    back: str = ""


Span = tuple[str, Tone | Dots]

_BREAKS: Final = {ord("\n"): " ", ord("\t"): "    ", 0x2028: " ", 0x2029: " "}
"""What would break a line or move to a tab stop in the middle of a row."""

_JOINTS: Final = "_-/."
"""Where a name is cut when it does not fit."""


@dataclass(frozen=True, slots=True)
class Row:
    """One paragraph of a view.

    `right` stands at the right edge of the first line. `indent` moves the whole row, `hang` its further lines. At most
    `lines` lines are shown, the last ending in `…`. Rows with the same `key` in succession are one choosable item.
    """

    spans: tuple[Span, ...] = ()
    right: tuple[Span, ...] = ()
    indent: int = 0
    hang: int = 0
    lines: int | None = None
    key: Hashable | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line as drawn; `item` is the number of the item it belongs to, or None."""

    spans: tuple[Span, ...]
    item: int | None = None

    @property
    def text(self) -> str:
        """The characters of the line."""
        return "".join(text for text, _ in self.spans)


@dataclass(frozen=True, slots=True)
class Item:
    """A choosable item: its key, its first line, and how many lines it has."""

    key: Hashable
    top: int
    height: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Lines for one width, and the items among them."""

    lines: tuple[Line, ...] = ()
    items: tuple[Item, ...] = ()


def layout(rows: Iterable[Row], width: int) -> Layout:
    """Folds `rows` into lines of at most `width` cells. Any width will do; below one it is taken as one."""
    lines: list[Line] = []
    items: list[Item] = []
    for row in rows:
        if row.key is None:
            lines.extend(Line(spans) for spans in _fold(row, max(width, 1)))
            continue
        folded = _fold(row, max(width, 1))
        last = items[-1] if items else None
        if last is not None and last.key == row.key and last.top + last.height == len(lines):
            items[-1] = Item(last.key, last.top, last.height + len(folded))
        else:
            items.append(Item(row.key, len(lines), len(folded)))
        lines.extend(Line(spans, len(items) - 1) for spans in folded)
    return Layout(tuple(lines), tuple(items))


def paragraphs(text: str, tone: Tone = "text", *, indent: int = 0, key: Hashable | None = None) -> Iterator[Row]:
    """One row a line of `text`; the indentation of a line is kept where it folds."""
    for line in plain(text).split("\n"):
        blank = len(line) - len(line.lstrip())
        yield Row(((line, tone),), indent=indent, hang=min(blank, 12), key=key)


def heading(text: str, right: str = "") -> Row:
    """A section's title."""
    return Row(((text, "head"),), right=((right, "dim"),) if right else ())


def clip_cells(text: str, width: int) -> str:
    """At most `width` cells of `text`, ending in `…` where something was cut."""
    if cell_len(text) <= width:
        return text
    return _head(text, width - 1) + "…" if width > 0 else ""


def _head(text: str, cells: int) -> str:
    for index, character in enumerate(text):
        cells -= get_character_cell_size(character)
        if cells < 0:
            return text[:index]
    return text


def _clean(spans: Sequence[Span]) -> list[Span]:
    return [(plain(text).translate(_BREAKS), tone) for text, tone in spans]


def _fold(row: Row, width: int) -> list[tuple[Span, ...]]:
    indent = min(row.indent, width // 3)
    inner = width - indent
    hang = min(row.hang, inner // 3)
    right = _right(row, inner // 2)
    right_cells = sum(cell_len(text) for text, _ in right)
    spans = _clean(row.spans)
    first, further = (inner - right_cells - 1 if right_cells else inner), inner - hang
    cuts = _cuts("".join(text for text, _ in spans), first, further)
    pieces = _Pieces(spans)
    folded = [pieces.cut(start, end) for start, end in cuts[: row.lines]]
    if len(folded) < len(cuts):
        folded[-1] = _with_ellipsis(folded[-1], first if len(folded) == 1 else further)
    if right_cells:
        used = sum(cell_len(text) for text, _ in folded[0])
        folded[0] += [(" " * (inner - used - right_cells), "text"), *right]
    margins = [indent, *[indent + hang] * (len(folded) - 1)]
    return [
        ((" " * margin, "text"), *piece) if margin else tuple(piece)
        for margin, piece in zip(margins, folded, strict=True)
    ]


def _right(row: Row, room: int) -> list[Span]:
    """The right part in at most `room` cells; nothing where that would be a cell or two."""
    right = _clean(row.right)
    whole = "".join(text for text, _ in right)
    if not whole or room < 3:
        return []
    return right if cell_len(whole) <= room else [(clip_cells(whole, room), right[0][1])]


def _with_ellipsis(spans: list[Span], width: int) -> list[Span]:
    room = width - 1
    kept: list[Span] = []
    for text, tone in spans:
        cells = cell_len(text)
        if cells > room:
            kept.append((_head(text, room).rstrip(), tone))
            break
        kept.append((text, tone))
        room -= cells
    return [*kept, ("…", "dim")]


class _Pieces:
    """Cuts pieces out of spans, from the front to the back."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans = spans
        self._index = 0
        self._position = 0
        """Where the span at `_index` begins."""

    def cut(self, start: int, end: int) -> list[Span]:
        """The spans between two characters; `start` never moves back."""
        pieces: list[Span] = []
        while self._index < len(self._spans):
            text, tone = self._spans[self._index]
            low, high = max(start - self._position, 0), min(end - self._position, len(text))
            if low < high:
                pieces.append((text[low:high], tone))
            if self._position + len(text) > end:
                break
            self._position += len(text)
            self._index += 1
        return pieces


def _cuts(text: str, first: int, further: int) -> list[tuple[int, int]]:
    """Where `text` is cut: at a blank that fits, else in the middle of a word; blanks at a cut are dropped."""
    narrow = text.isascii()
    cuts: list[tuple[int, int]] = []
    start, room, size = 0, first, len(text)
    while True:
        end = min(start + room, size) if narrow else _reach(text, start, room)
        if end >= size:
            return [*cuts, (start, size)]
        blank = end if text[end] == " " else text.rfind(" ", start, end)
        if blank - start > room // 4:
            cuts.append((start, blank))
            start = blank
            while start < size and text[start] == " ":
                start += 1
            if start == size:
                return cuts
        else:
            joint = max(text.rfind(sign, start + room // 2, end) for sign in _JOINTS) + 1
            end = joint if joint > start else end
            cuts.append((start, end))
            start = end
        room = further


def _reach(text: str, start: int, room: int) -> int:
    """How far `room` cells reach from `start`: at least one character."""
    piece = text[start : start + room]
    cells = cell_len(piece)
    if cells == len(piece):
        return start + len(piece)
    if cells == 2 * len(piece):
        return min(start + max(room // 2, 1), len(text))
    used = 0
    for index in range(start, len(text)):
        used += get_character_cell_size(text[index])
        if used > room:
            return max(index, start + 1)
    return len(text)
