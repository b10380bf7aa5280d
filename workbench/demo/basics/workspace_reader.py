"""Reading the workspace folder: nothing outside it, nothing that is not a plain file, never more than a bound."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from workbench.demo.toolbox import READ, Answer, Arguments, DemoError, DemoTool, ReportProgress, parameters
from workbench.model import Json

MAX_ENTRIES: Final = 500
MAX_BYTES: Final = 1_000_000
"""The most that is read of one file."""

MAX_FILES: Final = 2000
"""The most files that one search opens."""

MAX_LINE: Final = 500


class WorkspaceReader:
    """Reads below one folder; every path is resolved first, so neither `..` nor a link leads out."""

    def __init__(self, root: Path) -> None:
        self._root = Path(os.path.realpath(root))

    def list_folder(self, arguments: Arguments) -> Answer:
        """The entries of a folder by name, with kind and size."""
        folder = self._resolve(str(arguments.get("path", ".")))
        if not folder.is_dir():
            raise DemoError(f"{self._shown(folder)} is not a folder.")
        try:
            found = sorted(os.scandir(folder), key=lambda entry: entry.name)
            entries = [_entry(entry) for entry in found[:MAX_ENTRIES]]
        except OSError as error:
            raise DemoError(f"The folder cannot be read: {error.strerror}.") from None
        lines = [f"{item['kind']:6} {item.get('bytes', ''):>9} {item['name']}" for item in entries]
        if len(found) > MAX_ENTRIES:
            lines.append(f"… and {len(found) - MAX_ENTRIES} more")
        return Answer("\n".join(lines) or "The folder is empty.", {"entries": entries, "total": len(found)})

    def read_file(self, arguments: Arguments) -> Answer:
        """Lines of a text file, numbered from one."""
        path = self._resolve(str(arguments["path"]))
        lines = self._text(path).splitlines()
        start, count = int(arguments.get("first_line", 1)), int(arguments.get("line_count", 400))
        chosen = lines[start - 1 : start - 1 + count]
        if not chosen and lines:
            raise DemoError(f"{self._shown(path)} has {len(lines)} lines; line {start} is beyond its end.")
        text = "\n".join(chosen)
        return Answer(text, {"path": self._shown(path), "first_line": start, "lines": len(chosen), "total": len(lines)})

    def find(self, arguments: Arguments) -> Answer:
        """Lines with a piece of text, in the files below a folder whose names fit a pattern."""
        folder, wanted = self._resolve(str(arguments.get("path", "."))), str(arguments["text"])
        fold = not arguments.get("match_case", False)
        limit, pattern = int(arguments.get("limit", 50)), str(arguments.get("file_pattern", "*"))
        matches: list[dict[str, Json]] = []
        for path in self._files(folder, pattern):
            try:
                lines = self._text(path).splitlines()
            except DemoError:
                continue
            for number, line in enumerate(lines, 1):
                if (wanted.casefold() in line.casefold()) if fold else (wanted in line):
                    matches.append({"path": self._shown(path), "line": number, "text": line[:MAX_LINE]})
                    if len(matches) >= limit:
                        return _found(matches, more=True)
        return _found(matches, more=False)

    def _resolve(self, given: str) -> Path:
        try:
            path = Path(os.path.realpath(self._root / given))
            there = path.is_relative_to(self._root) and path.exists()
        except (ValueError, OSError):
            raise DemoError("This path cannot be read.") from None
        if not path.is_relative_to(self._root):
            raise DemoError("This path leads out of the workspace folder; give one inside it.")
        if not there:
            raise DemoError(f"There is no {given[:200]!r} in the workspace folder.")
        return path

    def _text(self, path: Path) -> str:
        # A pipe or a device would block or never end.
        if not path.is_file():
            raise DemoError(f"{self._shown(path)} is not a file.")
        try:
            with path.open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        except OSError as error:
            raise DemoError(f"{self._shown(path)} cannot be read: {error.strerror}.") from None
        if b"\0" in data:
            raise DemoError(f"{self._shown(path)} is not a text file.")
        if len(data) > MAX_BYTES:
            raise DemoError(f"{self._shown(path)} is larger than {MAX_BYTES:,} bytes.")
        return data.decode("utf-8", "replace")

    def _files(self, folder: Path, pattern: str) -> Iterator[Path]:
        """Plain files in a fixed order; links are not followed and hidden folders not entered."""
        opened = 0
        for parent, folders, files in os.walk(folder):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(files):
                path = Path(parent, name)
                if path.is_symlink() or not fnmatch(name, pattern):
                    continue
                opened += 1
                if opened > MAX_FILES:
                    return
                yield path

    def _shown(self, path: Path) -> str:
        return path.relative_to(self._root).as_posix()


def _entry(entry: os.DirEntry[str]) -> dict[str, Json]:
    if entry.is_symlink():
        return {"name": entry.name, "kind": "link"}
    if entry.is_dir():
        return {"name": entry.name, "kind": "folder"}
    if entry.is_file():
        return {"name": entry.name, "kind": "file", "bytes": entry.stat(follow_symlinks=False).st_size}
    return {"name": entry.name, "kind": "other"}


def _found(matches: list[dict[str, Json]], *, more: bool) -> Answer:
    lines = [f"{match['path']}:{match['line']}: {match['text']}" for match in matches]
    return Answer("\n".join(lines) or "Nothing found.", {"matches": matches, "more": more})


def tools(workspace: Path) -> Iterable[DemoTool]:
    """The three tools over one folder."""
    reader = WorkspaceReader(workspace)
    path = {"type": "string", "description": "Path from the workspace folder.", "maxLength": 1000}
    whole = {"type": "integer", "minimum": 1}
    yield DemoTool(
        "list_folder",
        "List a folder",
        "List the files and folders in a folder of the workspace.",
        parameters({"path": {**path, "default": "."}}),
        READ,
        _in_thread(reader.list_folder),
    )
    yield DemoTool(
        "read_text_file",
        "Read a text file",
        "Read lines of a text file in the workspace.",
        parameters(
            {
                "path": path,
                "first_line": {**whole, "default": 1},
                "line_count": {**whole, "maximum": 2000, "default": 400},
            },
            ["path"],
        ),
        READ,
        _in_thread(reader.read_file),
    )
    yield DemoTool(
        "find_in_files",
        "Find in files",
        "Find the lines that contain a piece of text in workspace files.",
        parameters(
            {
                "text": {"type": "string", "minLength": 1, "maxLength": 200},
                "path": {**path, "default": "."},
                "file_pattern": {"type": "string", "default": "*", "examples": ["*.py"], "maxLength": 100},
                "match_case": {"type": "boolean", "default": False},
                "limit": {**whole, "maximum": 200, "default": 50},
            },
            ["text"],
        ),
        READ,
        _in_thread(reader.find),
    )


def _in_thread(function: Callable[[Arguments], Answer]) -> Callable[[Arguments, ReportProgress], Awaitable[Answer]]:
    async def run(arguments: Arguments, _report: ReportProgress) -> Answer:
        return await asyncio.to_thread(function, arguments)

    return run
