"""Finding plain words in what the model view shows. Knows nothing of widgets."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from workbench.text import compact_json
from workbench.ui.panes.rows import Row, Span
from workbench.ui.screens.model.sight import Entry

FOUND: Final = "found"
"""The first part of the key of a row that holds the words."""

_SPACED: Final = re.compile(r'(?<=["\]}\w]) ?([:,]) ')


def containing(entries: Sequence[Entry], words: str) -> list[int]:
    """Places of the entries that hold the words in their name or content; letter case does not matter."""
    needle = words.casefold()
    tight = _SPACED.sub(r"\1", needle)
    return [place for place, entry in enumerate(entries) if _holds(entry, needle, tight)]


def _holds(entry: Entry, needle: str, tight: str) -> bool:
    if needle in entry.label.casefold():
        return True
    if isinstance(entry.body, str) and entry.tool is None:
        text = entry.body.casefold()
        return needle in text or tight in text
    return tight in compact_json(entry.definition).casefold()


def marked(rows: Iterable[Row], words: str) -> Iterator[Row]:
    """The same rows with the words made to stand out; each row that holds them gets the key (FOUND, its number)."""
    needle, number = words.casefold(), 0
    for row in rows:
        if needle and needle in "".join(text for text, _ in row.spans).casefold():
            yield replace(row, spans=tuple(_split(row.spans, needle)), key=(FOUND, number))
            number += 1
        else:
            yield replace(row, key=None) if needle else row


def _split(spans: Sequence[Span], needle: str) -> Iterator[Span]:
    """Cuts the spans where the words begin and end, though they may reach over several."""
    whole = "".join(text for text, _ in spans)
    low = whole.casefold()
    if len(low) != len(whole):
        yield whole, "warn"
        return
    inside = [False] * len(whole)
    start = low.find(needle)
    while start >= 0:
        inside[start : start + len(needle)] = [True] * len(needle)
        start = low.find(needle, start + len(needle))
    position = 0
    for text, tone in spans:
        begin = 0
        for index in range(1, len(text) + 1):
            if index == len(text) or inside[position + index] != inside[position + begin]:
                yield text[begin:index], "warn" if inside[position + begin] else tone
                begin = index
        position += len(text)
