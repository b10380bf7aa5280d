"""What the workbench remembers between two runs: layout, queries, arguments. One JSON file of sections."""

import json
import os
import tempfile
from pathlib import Path
from typing import Final

from workbench.model import Json

_LARGEST: Final = 8_000_000
"""Bytes beyond which a file is not one that this program wrote."""


class Keeping:
    """Sections by name, each a JSON value its owner reads at the start and keeps when it changes.

    `path` is the file; None remembers for this run only. A file that cannot be read is moved aside, never written
    over, and `problem` says so. Two running workbenches each write only the sections they changed.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._changed: dict[str, Json] = {}
        self.problem = ""
        self._sections: dict[str, Json] = self._load()

    def read(self, section: str) -> Json:
        """The value kept under this name, None where there is none. Whoever asks checks its shape."""
        return self._sections.get(section)

    def keep(self, section: str, value: Json) -> None:
        """Remembers `value` under this name; `flush` brings it to the file."""
        if self._sections.get(section) != value:
            self._sections[section] = value
            self._changed[section] = value

    @property
    def dirty(self) -> bool:
        """Whether something waits to be written."""
        return bool(self._changed) and self._path is not None

    def flush(self) -> None:
        """Writes what changed, readable by the user only. A disk that refuses is told in `problem`; nothing raises."""
        if self._path is None or not self._changed:
            return
        changed, self._changed = self._changed, {}
        try:
            sections = self._load() | changed
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=self._path.stem)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(sections, file, ensure_ascii=False)
            Path(name).replace(self._path)
        except (OSError, ValueError) as error:
            self.problem = f"{self._path} could not be written: {error}"

    def _load(self) -> dict[str, Json]:
        if self._path is None:
            return {}
        try:
            if self._path.stat().st_size > _LARGEST:
                raise ValueError("it is too large")
            found = json.loads(self._path.read_text(encoding="utf-8"))
            if not isinstance(found, dict):
                raise ValueError("it holds no sections")
            return found
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            self._set_aside(error)
            return {}

    def _set_aside(self, error: Exception) -> None:
        assert self._path is not None
        aside = self._path.with_suffix(".damaged.json")
        try:
            self._path.replace(aside)
            self.problem = f"{self._path.name} could not be read ({error}); it is kept as {aside}"
        except OSError:
            self.problem = f"{self._path} could not be read ({error}); nothing is remembered in this run"
            self._path = None
