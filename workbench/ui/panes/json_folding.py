"""Folding the objects and arrays of JSON that is shown a line a row."""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

from workbench.ui.format import count
from workbench.ui.panes.rows import Row

_OPENING = "{["
_CLOSING = "}]"


@dataclass(frozen=True, slots=True)
class Place:
    """A line that can be highlighted: its number, and how many lines below it belong to what it opens."""

    number: int
    inside: int = 0


def marked(rows: Sequence[Row]) -> Iterator[Row]:
    """Rows of one JSON text with a `Place` each; what the text does not close does not fold."""
    inside = [0] * len(rows)
    opened: list[int] = []
    for index, row in enumerate(rows):
        text = "".join(text for text, _ in row.spans).strip()
        if text[:1] and text[0] in _CLOSING and opened:
            opener = opened.pop()
            inside[opener] = index - opener
        if text[-1:] and text[-1] in _OPENING:
            opened.append(index)
    for index, row in enumerate(rows):
        yield replace(row, key=Place(index, inside[index]))


def numbered(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows as they are where none folds; else each with a place of its own, so that the keys reach every line."""
    rows = tuple(rows)
    if not any(isinstance(row.key, Place) and row.key.inside for row in rows):
        return tuple(replace(row, key=None) if isinstance(row.key, Place) else row for row in rows)
    return tuple(
        replace(row, key=Place(number, row.key.inside if isinstance(row.key, Place) else 0))
        for number, row in enumerate(rows)
    )


def places(rows: Iterable[Row]) -> frozenset[Place]:
    """What can be folded, without the outermost objects and arrays."""
    found: set[Place] = set()
    end = -1
    for row in rows:
        if isinstance(row.key, Place) and row.key.inside:
            if row.key.number > end:
                end = row.key.number + row.key.inside
            else:
                found.add(row.key)
    return frozenset(found)


def folded_rows(rows: Sequence[Row], folded: Set[Place]) -> Iterator[Row]:
    """The rows without what is folded: its first line says how many lines it stands for."""
    index = 0
    while index < len(rows):
        row = rows[index]
        if isinstance(row.key, Place) and row.key in folded:
            last = rows[index + row.key.inside]
            end = tuple((text.strip(), tone) for text, tone in last.spans)
            yield replace(row, spans=(*row.spans, (f" ▸ {count(row.key.inside - 1, 'line')} ", "warn"), *end))
            index += row.key.inside
        else:
            yield row
        index += 1
