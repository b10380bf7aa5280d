"""Writing a result to a file that did not exist before."""

import re
from pathlib import Path
from typing import Final

from workbench.ui.new_file import write_new

_UNFIT: Final = re.compile(r"[^A-Za-z0-9._-]+")


def save(text: str, ending: str, tool: str, folder: Path) -> Path:
    """Writes `text` to `TOOL-result.ENDING` in `folder`, with a number where that exists. Raises OSError."""
    stem = _UNFIT.sub("_", tool).strip("._-")[:80] or "tool"
    return write_new(text, folder, f"{stem}-result", ending, "results of this tool")
