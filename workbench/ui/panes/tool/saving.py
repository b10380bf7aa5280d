"""Writing a result to a file that did not exist before."""

import re
from pathlib import Path
from typing import Final

_UNFIT: Final = re.compile(r"[^A-Za-z0-9._-]+")
_TRIES: Final = 10_000


def save(text: str, ending: str, tool: str, folder: Path) -> Path:
    """Writes `text` to `TOOL-result.ENDING` in `folder`, with a number where that exists. Raises OSError."""
    stem = _UNFIT.sub("_", tool).strip("._-")[:80] or "tool"
    for count in range(_TRIES):
        path = folder / f"{stem}-result{f'-{count + 1}' if count else ''}.{ending}"
        try:
            with path.open("x", encoding="utf-8", errors="replace") as file:
                file.write(text)
        except FileExistsError:
            continue
        return path
    raise FileExistsError(f"{folder} holds {_TRIES:,} results of this tool already")
