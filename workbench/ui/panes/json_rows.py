"""JSON as coloured rows."""

import re
from collections.abc import Iterator
from typing import Final

from workbench.model import Json
from workbench.text import pretty_json
from workbench.ui.panes.rows import Row, Span, Tone

_TOKEN: Final = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<string>"(?:[^"\\]|\\.)*")'
    r"|(?P<number>-?\d[\d.eE+-]*)|(?P<word>\b(?:true|false|null|NaN|Infinity)\b)"
)
_COLOURED: Final = 4_000
"""Longer lines are not taken apart: thousands of pieces would cost more than their colours are worth."""


def json_rows(value: Json, *, indent: int = 0) -> Iterator[Row]:
    """`value` as `pretty_json` writes it, one row a line."""
    return json_text_rows(pretty_json(value), indent=indent)


def json_text_rows(text: str, *, indent: int = 0) -> Iterator[Row]:
    """JSON text one row a line; a line that folds keeps its indentation."""
    for line in text.split("\n"):
        blank = len(line) - len(line.lstrip(" "))
        yield Row(tuple(json_spans(line)), indent=indent, hang=min(blank + 2, 24))


def json_spans(line: str) -> Iterator[Span]:
    """One line of JSON text in its colours; what is not JSON comes out as plain text."""
    if len(line) > _COLOURED:
        yield line, "text"
        return
    position = 0
    for match in _TOKEN.finditer(line):
        if match.start() > position:
            yield line[position : match.start()], "dim"
        yield match.group(), _tone(match.lastgroup)
        position = match.end()
    if position < len(line) or not line:
        yield line[position:], "dim"


def _tone(group: str | None) -> Tone:
    match group:
        case "key":
            return "key"
        case "string":
            return "string"
        case "number":
            return "number"
    return "word"
