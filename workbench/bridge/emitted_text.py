"""The JSON in a text: the whole of it, several values in a row, or what stands in Markdown fences."""

import re
from typing import Final

from workbench.bridge.jsontext import UnreadableJson, read_values
from workbench.model import Json, Report

MOST_VALUES: Final = 256

_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*([A-Za-z0-9_-]*)[^`]*")
_HELD: Final = frozenset({"", "json", "jsonc", "jsonl", "tool_call", "tool_calls", "tool_use", "function_call"})


def read_text(text: str) -> tuple[list[tuple[str, Json]], list[Report]]:
    """The values in a text, each with its place (empty where the text is one value), and what was not readable."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        return [], [Report("the turn", "", "is empty")]
    try:
        return _placed(read_values(text, MOST_VALUES), ""), []
    except UnreadableJson as fault:
        fences = _fences(text)
        if not fences:
            return [], [Report("the turn", "", f"is not readable as JSON: {fault}")]
    values: list[tuple[str, Json]] = []
    reports: list[Report] = []
    for at, (line, body) in enumerate(fences, 1):
        where = f"fence {at} (line {line})"
        try:
            values += _placed(read_values(body, MOST_VALUES), where)
        except UnreadableJson as fault:
            reports.append(Report(where, "", f"is not readable as JSON: {fault}"))
    return values, reports


def _placed(values: list[Json], where: str) -> list[tuple[str, Json]]:
    head = f"{where}: " if where else ""
    if len(values) == 1:
        return [(head, values[0])]
    return [(f"{head}value {at}: ", value) for at, value in enumerate(values, 1)]


def _fences(text: str) -> list[tuple[int, str]]:
    """The bodies of the fences that may hold JSON, with the line of their first; one left open ends with the text."""
    found: list[tuple[int, str]] = []
    opened, held, start = "", False, 0
    body: list[str] = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if not opened:
            fence = _FENCE.fullmatch(line)
            if fence:
                opened, held, start, body = fence[1], fence[2].lower() in _HELD, number + 1, []
        elif _closes(line, opened):
            if held:
                found.append((start, "\n".join(body)))
            opened = ""
        else:
            body.append(line)
    if opened and held:
        found.append((start, "\n".join(body)))
    return found


def _closes(line: str, opened: str) -> bool:
    mark = line.strip()
    return len(mark) >= len(opened) and not mark.strip(opened[0])
