"""Values and expectations as short text for messages: never a whole list, never a long text, never a secret."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from workbench.bridge.paths import Path
from workbench.model import Json
from workbench.text import clip, pretty_json

_LONGEST_TEXT: Final = 16
_LONGEST_NAME: Final = 60
_SHOWN: Final = 5
_SECRET: Final = re.compile(
    r"(?i)pass(?:word|wd|phrase|code)|secret|token|credential|api[-_ ]?key|private[-_ ]?key|access[-_ ]?key|"
    r"authori[sz]ation|^auth$|cookie|bearer|signature|^pwd$|^pin$|^key$"
)


def is_secret(path: Path) -> bool:
    """Whether the argument at this place is likely a secret, by the names on the way to it."""
    return any(isinstance(part, str) and _SECRET.search(part) for part in path)


def show_value(value: Json, path: Path = ()) -> str:
    """What was found, on one line: scalars clipped, containers by size, secrets by kind only."""
    if isinstance(value, dict):
        return f"an object with {_many(len(value), 'key')}"
    if isinstance(value, list):
        return f"a list of {_many(len(value), 'item')}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if is_secret(path):
        return f"a {'text' if isinstance(value, str) else 'number'} that is not shown"
    if isinstance(value, str):
        if len(value) <= _LONGEST_TEXT:
            return pretty_json(value)
        return f"{pretty_json(clip(value, _LONGEST_TEXT * 3 // 4))} (a text of {len(value)} characters)"
    if isinstance(value, int):
        bits = value.bit_length()
        return str(value) if bits <= 256 else f"an integer of about {bits * 30103 // 100000 + 1} digits"
    return repr(value) if isinstance(value, float) else f"a {type(value).__name__}"


def show_choices(values: Sequence[Json]) -> str:
    """The first few allowed values, and how many there are in all."""
    shown = ", ".join(show_value(value) for value in values[:_SHOWN])
    return shown if len(values) <= _SHOWN else f"{len(values)} values, such as {shown}"


def show_names(names: Iterable[str]) -> str:
    """The first few argument names, quoted."""
    listed = list(names)
    shown = ", ".join(pretty_json(clip(name, _LONGEST_NAME)) for name in listed[:_SHOWN])
    return shown if len(listed) <= _SHOWN else f"{shown} and {len(listed) - _SHOWN} more"


def show_type(names: Iterable[str]) -> str:
    """`string or null`."""
    return " or ".join(names)


def _many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
