"""Adds entries to `mcp_servers` of a YAML file and leaves every other byte of it as it was."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from workbench.model import Json, Report
from workbench.servers.importing_entries import ClientEntry
from workbench.servers.importing_yaml import MergeRefused, existing_names, with_entries

_MAX_BYTES: Final = 1_000_000
_OWNER_ONLY: Final = 0o600


@dataclass(frozen=True, slots=True)
class MergePlan:
    """What adding entries to a file comes to: what is added, what is skipped and why, and the bytes before and after.

    `before` is None where the file does not exist yet.
    """

    path: Path
    added: tuple[ClientEntry, ...]
    reports: tuple[Report, ...]
    before: bytes | None = field(repr=False)
    after: bytes = field(repr=False)

    def preview(self) -> list[dict[str, Json]]:
        """What would be added, for the screen: name, place it comes from, and the entry with its secrets masked."""
        return [{"name": entry.name, "from": entry.where, "entry": entry.shown()} for entry in self.added]


def plan_merge(path: Path, entries: Sequence[ClientEntry]) -> MergePlan:
    """What `merge_into` would do, without doing it.

    A name that the file has already is kept and the entry skipped with a report. Raises MergeRefused with where, what
    and what to do when the file is no YAML, has another shape, or the place for the entries cannot be told for sure.
    """
    before = _read(path)
    text = (before or b"").decode("utf-8")
    taken = existing_names(text, str(path))
    added: list[ClientEntry] = []
    reports: list[Report] = []
    for entry in entries:
        if entry.name in taken:
            problem = "the file has a server of this name"
            reports.append(Report(entry.where, entry.name, problem, used="the one in the file", advice="Rename one."))
        else:
            taken.add(entry.name)
            added.append(entry)
    settings: Mapping[str, Mapping[str, Json]] = {entry.name: entry.settings for entry in added}
    after = with_entries(text, settings, str(path)) if settings else text
    return MergePlan(path, tuple(added), tuple(reports), before, after.encode("utf-8"))


def merge_into(path: Path, entries: Sequence[ClientEntry]) -> MergePlan:
    """Adds the entries to the file and answers what was done; see `plan_merge`.

    A new file is readable by its owner only, an existing one keeps its permissions. The file is replaced as a whole or
    not at all; a symbolic link stays one. Nothing is written when nothing is added. Raises MergeRefused.
    """
    plan = plan_merge(path, entries)
    if not plan.added:
        return plan
    try:
        _replace(path.resolve(), plan.after)
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise MergeRefused(str(path), f"the file cannot be written ({reason})", "Check its permissions.") from None
    return plan


def _read(path: Path) -> bytes | None:
    try:
        data = path.read_bytes()
        data.decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise MergeRefused(str(path), "the file is not UTF-8 text", "Save it as UTF-8.") from None
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise MergeRefused(str(path), f"the file cannot be read ({reason})", "Check its permissions.") from None
    if len(data) > _MAX_BYTES:
        raise MergeRefused(str(path), f"the file is larger than {_MAX_BYTES:,} bytes", "Is it the right file?")
    return data


def _replace(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o7777 if path.exists() else _OWNER_ONLY
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
