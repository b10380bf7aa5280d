"""The tools `read_file`, `write_file`, `search_files` and `patch` over the workspace folder."""

import difflib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from workbench.core.confined import MAX_BYTES, Confined
from workbench.core.results import ToolFault, data_result, text_result
from workbench.model import Json, ToolResult
from workbench.text import clip, one_line

MAX_FILES: Final = 2000
"""The most files that one search opens."""

MAX_LINE: Final = 2000
MAX_MATCH: Final = 500
_MOST_COMPARED: Final = 5000


class Files:
    """The four tools over one folder; each takes checked arguments and raises ToolFault."""

    def __init__(self, workspace: Path) -> None:
        self._folder = Confined(workspace)

    def read_file(self, arguments: Mapping[str, Json]) -> ToolResult:
        """Numbered lines."""
        path = self._folder.resolve(str(arguments["path"]))
        lines = _lines(self._folder.read_text(path))
        first, count = int(arguments.get("first_line", 1)), int(arguments.get("line_count", 500))
        chosen = lines[first - 1 : first - 1 + count]
        shown = self._folder.shown(path)
        if not chosen:
            if lines:
                raise ToolFault(f"{shown} has {len(lines)} lines; line {first} is beyond its end.")
            return text_result(f"{shown} is empty.")
        head = f"{shown}, lines {first} to {first + len(chosen) - 1} of {len(lines)}"
        width = len(str(first + len(chosen) - 1))
        numbered = (f"{number:>{width}}| {clip(line, MAX_LINE)}" for number, line in enumerate(chosen, first))
        return text_result("\n".join([head, *numbered]))

    def write_file(self, arguments: Mapping[str, Json]) -> ToolResult:
        """Writes, makes or lengthens a file."""
        given, content = str(arguments["path"]), str(arguments["content"])
        mode = arguments.get("mode", "overwrite")
        if mode == "append":
            path = self._folder.resolve(given, must_exist=False)
            content = (self._folder.read_text(path, exact=True) if path.exists() else "") + content
        path, new = self._folder.write(given, content, may_replace=mode != "create")
        return data_result(
            {
                "path": self._folder.shown(path),
                "new": new,
                "bytes": len(content.encode()),
                "lines": len(_lines(content)),
            }
        )

    def patch(self, arguments: Mapping[str, Json]) -> ToolResult:
        """Edits a file, all of the edits or none."""
        path = self._folder.resolve(str(arguments["path"]))
        before = self._folder.read_text(path, exact=True)
        after = before
        for position, edit in enumerate(arguments["edits"]):
            after = _edited(after, edit, f"edits[{position}]")
        if after == before:
            raise ToolFault("The edits change nothing.")
        if len(after) > MAX_BYTES:
            raise ToolFault(f"The file would become larger than {MAX_BYTES:,} bytes; nothing was changed.")
        self._folder.write(str(arguments["path"]), after)
        return data_result({"path": self._folder.shown(path), "changed_lines": _changed_lines(before, after)})

    def search_files(self, arguments: Mapping[str, Json]) -> ToolResult:
        """Places with a piece of text, in files or in their names."""
        folder = self._folder.resolve(str(arguments.get("path", ".")))
        limit = int(arguments.get("limit", 50))
        names = arguments.get("target", "content") == "names"
        found: list[dict[str, Json]] = []
        for place in self._names(folder, arguments) if names else self._places(folder, arguments):
            if len(found) == limit:
                return data_result({"matches": found, "more": True})
            found.append(place)
        return data_result({"matches": found, "more": False})

    def _names(self, folder: Path, arguments: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
        fits = _fits(arguments)
        for path in self._folder.files(folder, str(arguments.get("file_pattern", "*"))):
            if fits(path.name):
                yield {"path": one_line(self._folder.shown(path)), "bytes": path.lstat().st_size}

    def _places(self, folder: Path, arguments: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
        fits, around = _fits(arguments), int(arguments.get("context_lines", 0))
        for opened, path in enumerate(self._folder.files(folder, str(arguments.get("file_pattern", "*")))):
            if opened == MAX_FILES:
                return
            try:
                lines = _lines(self._folder.read_text(path))
            except ToolFault:
                continue
            for index, line in enumerate(lines):
                if fits(line):
                    place: dict[str, Json] = {"path": one_line(self._folder.shown(path)), "line": index + 1}
                    place["text"] = clip(line, MAX_MATCH)
                    if around:
                        place["before"] = [clip(near, MAX_MATCH) for near in lines[max(index - around, 0) : index]]
                        place["after"] = [clip(near, MAX_MATCH) for near in lines[index + 1 : index + 1 + around]]
                    yield place


def _fits(arguments: Mapping[str, Json]) -> Callable[[str], bool]:
    """Whether a text holds the query."""
    query = str(arguments["query"])
    if arguments.get("match_case", False):
        return lambda text: query in text
    folded = query.casefold()
    return lambda text: folded in text.casefold()


def _lines(text: str) -> list[str]:
    """Lines as editors count them."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return lines[:-1] if lines[-1] == "" else lines


def _edited(text: str, edit: Mapping[str, Json], where: str) -> str:
    old, new = str(edit["old_text"]), str(edit["new_text"])
    if old not in text and "\r\n" in text and "\r" not in old:
        # What a model reads has plain line breaks; the file keeps its own.
        old, new = old.replace("\n", "\r\n"), new.replace("\r\n", "\n").replace("\n", "\r\n")
    count = text.count(old)
    if count == 0:
        near = _nearest(text, old)
        hint = f" The nearest line is {near!r}." if near else ""
        raise ToolFault(f"{where}: the old text is not in the file. Nothing was changed.{hint}")
    if count > 1 and not edit.get("replace_all", False):
        raise ToolFault(
            f"{where}: the old text is in the file {count} times. Nothing was changed. Take more of its surroundings "
            "along, or set replace_all."
        )
    edited = text.replace(old, new)
    if len(edited) > 2 * MAX_BYTES:
        raise ToolFault(f"{where}: the file would become too large. Nothing was changed.")
    return edited


def _nearest(text: str, old: str) -> str:
    first = next((line.strip() for line in old.splitlines() if line.strip()), "")
    lines = [clip(line.strip(), 200) for line in text.splitlines()[:_MOST_COMPARED] if line.strip()]
    return next(iter(difflib.get_close_matches(clip(first, 200), lines, n=1, cutoff=0.5)), "")


def _changed_lines(before: str, after: str) -> list[dict[str, int]]:
    """The one stretch of lines that differs, from both ends inwards; linear however large the file."""
    old, new = _lines(before), _lines(after)
    start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return [{"first": start + 1, "last": max(len(new) - end, start + 1), "lines_before": len(old), "lines": len(new)}]
