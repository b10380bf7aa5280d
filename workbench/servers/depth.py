"""Nesting: what is too deep for Python's recursion is cut, in a text before decoding and in a value after it."""

import re
from collections.abc import Iterable
from typing import Final

from workbench.model import Json

DEPTH_LIMIT: Final = 200
_TEXT_LIMIT: Final = DEPTH_LIMIT + 50  # beyond the other, so that what was cut here is noticed and reported there
CUT: Final = "… nested too deeply"

_MARKS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')


def cut_deep(value: Json, limit: int = DEPTH_LIMIT) -> tuple[Json, bool]:
    """The value with containers below `limit` levels replaced by a text, and whether that was needed.

    A value that is not too deep is returned itself, not a copy.
    """
    if not _deeper_than(value, limit):
        return value, False
    return _upper_levels(value, limit), True


def cut_deep_text(text: str, limit: int = _TEXT_LIMIT) -> str:
    """JSON text with containers below `limit` levels replaced by a JSON text; linear in its length."""
    kept: list[str] = []
    depth, start = 0, 0
    for mark in _MARKS.finditer(text):
        char = mark.group()
        if char in ("{", "["):
            depth += 1
            if depth == limit + 1:
                kept.append(text[start : mark.start()] + f'"{CUT}"')
        elif char in ("}", "]"):
            if depth == limit + 1:
                start = mark.end()
            depth -= 1
    if depth <= limit:
        kept.append(text[start:])
    return "".join(kept)


def _deeper_than(value: Json, limit: int) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(limit):
        level = [child for item in level for child in _children(item) if isinstance(child, dict | list)]
        if not level:
            return False
    return True


def _children(item: Json) -> Iterable[Json]:
    return item.values() if isinstance(item, dict) else item


def _upper_levels(value: Json, left: int) -> Json:
    if not isinstance(value, dict | list):
        return value
    if left == 0:
        return CUT
    if isinstance(value, dict):
        return {key: _upper_levels(item, left - 1) for key, item in value.items()}
    return [_upper_levels(item, left - 1) for item in value]
