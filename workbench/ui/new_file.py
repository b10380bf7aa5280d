"""Writing what the person saves, without ever writing over anything."""

from pathlib import Path
from typing import Final

_TRIES: Final = 10_000


def write_new(content: str | bytes, folder: Path, stem: str, ending: str, kept: str) -> Path:
    """Writes `content` to `STEM.ENDING` in `folder`, with a number where that exists. Raises OSError.

    `kept` says of what there are too many, when no number is free.
    """
    held = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
    for count in range(_TRIES):
        path = folder / f"{stem}{f'-{count + 1}' if count else ''}.{ending}"
        try:
            with path.open("xb") as file:
                file.write(held)
        except FileExistsError:
            continue
        return path
    raise FileExistsError(f"{folder} holds {_TRIES:,} {kept} already")
