"""The few questions every reader of the wire asks of decoded JSON. Wrong answers raise, nothing else does."""

from collections.abc import Mapping
from typing import Final

from workbench.connectors.errors import InvalidResponse
from workbench.model import Json
from workbench.text import clip, one_line, plain

MAX_NAME: Final = 256
MAX_TEXT: Final = 2000
MAX_LEVELS: Final = 100
"""Levels of nesting that are kept of a tool's data; deeper JSON breaks what has to write it again."""


def an_object(value: Json, where: str) -> dict[str, Json]:
    """The value, which has to be an object."""
    if not isinstance(value, dict):
        raise InvalidResponse(where, f"is {kind_of(value)}, not an object")
    return value


def a_list(value: Json, where: str, most: int) -> list[Json]:
    """The value, which has to be a list of at most `most` items."""
    if not isinstance(value, list):
        raise InvalidResponse(where, f"is {kind_of(value)}, not a list")
    if len(value) > most:
        raise InvalidResponse(where, f"has {len(value):,} items, more than the {most:,} that are taken")
    return value


def a_flag(value: Json, where: str) -> bool:
    """The value, which has to be true or false."""
    if not isinstance(value, bool):
        raise InvalidResponse(where, f"is {kind_of(value)}, neither true nor false")
    return value


def an_index(value: Json, where: str) -> int:
    """The value, which has to be a position in a list."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1_000_000:
        raise InvalidResponse(where, "is no position in a list")
    return value


def a_name(value: Json, where: str) -> str:
    """The value, which has to be a short text on one line: it identifies something, so it is never changed."""
    name = optional_name(value, where)
    if not name:
        raise InvalidResponse(where, "is empty" if isinstance(value, str) else f"is {kind_of(value)}, not a text")
    return name


def optional_name(value: Json, where: str) -> str:
    """The same, or empty where the part is absent or null."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InvalidResponse(where, f"is {kind_of(value)}, not a text")
    if len(value) > MAX_NAME or one_line(value) != value:
        raise InvalidResponse(where, "is no name: it is too long, or has characters that no name has")
    return value


def texts(value: Json, where: str, most: int) -> tuple[str, ...]:
    """A list of texts as received, in order; absent or null is none. What a text is good for is for others to judge."""
    if value is None:
        return ()
    found = a_list(value, where, most)
    for at, item in enumerate(found):
        if not isinstance(item, str):
            raise InvalidResponse(f"{where}[{at}]", f"is {kind_of(item)}, not a text")
    return tuple(found)


def text_of(value: Json, most: int = MAX_TEXT) -> str:
    """Text for people, safe and bounded; what is no text is empty, for words alone make no answer unusable."""
    return clip(plain(value), most)


def clean_data(value: Json, levels: int = MAX_LEVELS) -> Json:
    """A tool's data with every text in it `plain`; what is nested deeper than `levels` is left out as null."""
    if isinstance(value, str):
        return plain(value)
    if not isinstance(value, dict | list):
        return value
    if levels <= 0:
        return None
    if isinstance(value, list):
        return [clean_data(item, levels - 1) for item in value]
    return {plain(key): clean_data(item, levels - 1) for key, item in value.items()}


def kind_of(value: Json) -> str:
    """What people call a JSON value."""
    if value is None:
        return "missing"
    if isinstance(value, bool):
        return "a truth value"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a text"
    return "an object" if isinstance(value, Mapping) else "a list"
