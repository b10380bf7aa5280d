"""The command that runs the same turn without a screen."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from workbench.settings import Settings

_TRIES: Final = 10_000


def turn_command(path: Path, settings: Settings) -> str:
    """`workbench turn FILE` over the same configuration; without one, over the demo servers."""
    words: Sequence[str] = ("workbench", "turn", str(path))
    where = ("--config", str(settings.path)) if settings.path else ("--demo",)
    return shlex.join((*words, *where))


def save_turn(text: str, folder: Path) -> Path:
    """Writes a turn to `turn.json` in `folder`, with a number where that exists. Raises OSError."""
    for count in range(_TRIES):
        path = folder / f"turn{f'-{count + 1}' if count else ''}.json"
        try:
            with path.open("x", encoding="utf-8", errors="replace") as file:
                file.write(text)
        except FileExistsError:
            continue
        return path
    raise FileExistsError(f"{folder} holds {_TRIES:,} turns already")
