"""Writing a result to files that did not exist before, and opening its pictures and sounds."""

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from workbench.model import ToolResult
from workbench.ui.new_file import write_new
from workbench.ui.panes.tool.media import decoded
from workbench.ui.panes.tool.result_rows import full_text

_UNFIT: Final = re.compile(r"[^A-Za-z0-9._-]+")
_KEPT: Final = "results of this tool"

ENDINGS: Final[Mapping[str, str]] = {
    "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/bmp": "bmp",
    "audio/wav": "wav", "audio/x-wav": "wav", "audio/mpeg": "mp3", "audio/ogg": "ogg", "audio/flac": "flac",
}  # fmt: skip
"""Kinds that a viewer may be given: none of them can run anything. All else is saved as `bin` and not opened."""


def save(text: str, ending: str, tool: str, folder: Path) -> Path:
    """Writes `text` to `TOOL-result.ENDING` in `folder`, with a number where that exists. Raises OSError."""
    return write_new(text, folder, _stem(tool), ending, _KEPT)


def media(result: ToolResult) -> list[tuple[str, bytes]]:
    """The pictures and sounds of a result that can be read, each with its file's ending."""
    found = []
    for item in result.content:
        raw = item.raw
        data = decoded(raw) if item.kind in ("image", "audio") and isinstance(raw, dict) else None
        if data is not None:
            kind = raw.get("mimeType")
            found.append((ENDINGS.get(kind.lower(), "bin") if isinstance(kind, str) else "bin", data))
    return found


def save_result(result: ToolResult, tool: str, folder: Path) -> list[Path]:
    """Writes each picture and sound to a file of its own, and the whole result beside them. Raises OSError."""
    text, ending = full_text(result)
    paths = [save(text, ending, tool, folder)]
    return paths + [write_new(data, folder, _stem(tool), kind, _KEPT) for kind, data in media(result)]


def files_to_open(result: ToolResult, tool: str) -> list[Path]:
    """Writes what a viewer may be given to a new folder of the system's, for it to be opened. Raises OSError."""
    fit = [(kind, data) for kind, data in media(result) if kind != "bin"]
    folder = Path(tempfile.mkdtemp(prefix="workbench-")) if fit else Path()
    return [write_new(data, folder, _stem(tool), kind, _KEPT) for kind, data in fit]


def _stem(tool: str) -> str:
    return f"{_UNFIT.sub('_', tool).strip('._-')[:80] or 'tool'}-result"
