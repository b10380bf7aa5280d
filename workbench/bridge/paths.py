"""Places inside arguments and schemas, the way the house shows them: `arguments.a[0]["odd key"]` (spec 3.4)."""

from collections.abc import Iterable
from typing import Final

from workbench.text import clip, pretty_json

Path = tuple[str | int, ...]
"""Keys and positions from the root down."""

_LONGEST_KEY: Final = 80


def show_path(path: Iterable[str | int], root: str = "arguments") -> str:
    """One line of safe text. Identifier keys are dotted, positions and all other keys bracketed."""
    shown = root
    for part in path:
        if isinstance(part, int):
            shown += f"[{part}]"
        elif part.isidentifier() and part.isprintable() and len(part) <= _LONGEST_KEY:
            shown += f".{part}" if shown else part
        else:
            shown += f"[{pretty_json(clip(part, _LONGEST_KEY))}]"
    return shown


def show_schema_path(path: Iterable[str | int]) -> str:
    """A place inside a schema, `properties.a.type`; the schema itself is `the root`."""
    return show_path(path, root="") or "the root"
