"""How much of a result a screen takes: the head and the tail of a text, with what was left out counted."""

import json
import re
from dataclasses import dataclass
from typing import Final

from workbench.model import Json
from workbench.text import byte_length, compact_json, pretty_json
from workbench.ui.panes.tool.schema_words import shown

MOST_BYTES: Final = 200_000
MOST_LINES: Final = 2_000
_PRETTY: Final = 1_000_000
"""JSON of more characters than this is shown as it came: making it pretty would take seconds."""

_TOKENS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_STEP: Final = "  "


@dataclass(frozen=True, slots=True)
class Window:
    """The beginning of a text and, where it is too long, its end; `left_out` counts the characters between."""

    head: str
    left_out: int = 0
    tail: str = ""

    @property
    def lines(self) -> int:
        """How many lines are shown."""
        return self.head.count("\n") + self.tail.count("\n") + 1


def window(text: str, most: int = MOST_BYTES, lines: int = MOST_LINES) -> Window:
    """Cuts the middle out of a text of more than `most` bytes or `lines`; two thirds of the room are the head's."""
    size = len(text) if text.isascii() else byte_length(text)
    characters = most * len(text) // size if size else most
    head, tail = _forward(text, characters * 2 // 3, lines * 2 // 3), _backward(text, characters // 3, lines // 3)
    if head >= tail or (len(text) <= characters and text.count("\n") < lines):
        return Window(text)
    return Window(text[:head], tail - head, text[tail:])


def readable(text: str) -> tuple[str, bool]:
    """A text for the screen, and whether it is JSON: an object or list is indented, all else stays itself.

    Only blanks and escapes change: every digit and every repeated key is still there.
    """
    start = text.lstrip()[:1]
    if start not in ("{", "[") or len(text) > _PRETTY:
        return text, False
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text, False
    return (_indented(text), True) if value else (text.strip(), True)


def json_text(value: Json) -> str:
    """A value written out; compact where it is large. Never raises."""
    text = shown(value)
    return pretty_json(value) if len(text) <= _PRETTY and text == _compact(value) else text


def same_json(text: str, value: Json) -> bool:
    """Whether a text is the JSON of `value`: servers repeat structured content as text."""
    if len(text) > _PRETTY:
        return False
    try:
        return _compact(json.loads(text)) == _compact(value)
    except (ValueError, RecursionError):
        return False


def _indented(text: str) -> str:
    written: list[str] = []
    tokens = _TOKENS.findall(text)
    depth = 0
    for position, token in enumerate(tokens):
        if token in ("}", "]"):
            depth -= 1
            if tokens[position - 1] not in ("{", "["):
                written.append("\n" + _STEP * depth)
        elif position and tokens[position - 1] in ("{", "[", ","):
            written.append("\n" + _STEP * depth)
        if token in ("{", "["):
            depth += 1
        written.append(pretty_json(json.loads(token)) if token[0] == '"' and "\\u" in token else token)
        if token == ":":
            written.append(" ")
    return "".join(written)


def _compact(value: Json) -> str | None:
    try:
        return compact_json(value)
    except (RecursionError, TypeError, ValueError):
        return None


def _forward(text: str, characters: int, lines: int) -> int:
    position = 0
    for _ in range(lines):
        found = text.find("\n", position, characters)
        if found < 0:
            return min(characters, len(text))
        position = found + 1
    return position


def _backward(text: str, characters: int, lines: int) -> int:
    lowest = max(len(text) - characters, 0)
    position = len(text)
    for _ in range(lines):
        found = text.rfind("\n", lowest, position)
        if found < 0:
            return lowest
        position = found
    return position + 1
