"""The command that runs the same turn without a screen."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from workbench.settings import Settings
from workbench.ui.new_file import write_new


def turn_command(path: Path, settings: Settings) -> str:
    """`workbench turn FILE` over the same configuration; without one, over the demo servers."""
    words: Sequence[str] = ("workbench", "turn", str(path))
    where = ("--config", str(settings.path)) if settings.path else ("--demo",)
    return shlex.join((*words, *where))


def save_turn(text: str, folder: Path) -> Path:
    """Writes a turn to `turn.json` in `folder`, with a number where that exists. Raises OSError."""
    return write_new(text, folder, "turn", "json", "turns")
