"""What a call answered, as rows: outcome, every content item by its kind, structured content, problems."""

from collections.abc import Iterator, Mapping
from typing import Final

from workbench.model import CallReport, ContentItem, Json, Outcome, ToolResult
from workbench.text import byte_length, one_line, plain
from workbench.ui.format import count, number
from workbench.ui.panes.json_folding import marked, numbered
from workbench.ui.panes.json_rows import json_text_rows
from workbench.ui.panes.rows import Row, Span, Tone, heading, paragraphs
from workbench.ui.panes.tool.checking import check_rows
from workbench.ui.panes.tool.preview import preview_rows
from workbench.ui.panes.tool.result_text import MOST_BYTES, MOST_LINES, json_text, readable, same_json, window

_SIGNS: Final[Mapping[Outcome, tuple[str, Tone]]] = {
    Outcome.DONE: ("✓ done", "good"),
    Outcome.TOOL_ERROR: ("✗ the tool reported an error", "bad"),
    Outcome.INVALID: ("■ not run: invalid arguments", "warn"),
    Outcome.REFUSED: ("■ not run: refused", "warn"),
    Outcome.NOT_APPROVED: ("■ not run: not approved", "warn"),
    Outcome.UNREACHABLE: ("⚠ no answer: server unreachable", "bad"),
    Outcome.INTERRUPTED: ("■ cancelled", "warn"),
}
_BINARY: Final = frozenset({"image", "audio"})


def outcome_span(outcome: Outcome) -> Span:
    """A sign and a few words."""
    return _SIGNS[outcome]


def result_rows(report: CallReport) -> tuple[Row, ...]:
    """Everything about an ended call below its outcome. May take a while for megabytes: not for the event loop."""
    return numbered(_rows(report))


def full_text(result: ToolResult) -> tuple[str, str]:
    """The whole result for a file, and the file's ending: one plain text as it is, anything else as JSON."""
    if len(result.content) == 1 and result.content[0].kind == "text" and result.structured is None:
        return result.content[0].text, "txt"
    answer: dict[str, Json] = {"content": [item.raw for item in result.content], "isError": result.is_error}
    if result.structured is not None:
        answer["structuredContent"] = result.structured
    return json_text(answer), "json"


def json_window_rows(value: Json) -> Iterator[Row]:
    """Any JSON value written out, with the middle left out where it is huge."""
    return _Room().show(json_text(value), as_json=True)


def _rows(report: CallReport) -> Iterator[Row]:
    noted = list(check_rows(report.check)) if report.check is not None else []
    for problem in report.result.problems if report.result is not None else ():
        noted.append(Row((("problem: ", "warn"), (one_line(problem), "text")), hang=2, lines=6))
    yield from noted
    if noted and report.result is not None:
        yield Row()
    if report.error is not None:
        yield from _error(report.error, told=report.check is not None and not report.check.valid)
    if report.result is not None:
        yield from _result(report.result)


def _error(error: Mapping[str, Json], *, told: bool) -> Iterator[Row]:
    if not told:
        yield from paragraphs(str(error.get("error", "")))
    yield Row()
    yield heading("What a model gets")
    yield from marked(tuple(json_text_rows(json_text(dict(error)))))


def _result(result: ToolResult) -> Iterator[Row]:
    room = _Room()
    many = len(result.content) > 1 or result.structured is not None
    for position, item in enumerate(result.content, 1):
        if many:
            yield Row(((f"{position} ", "dim"), (one_line(item.kind), "head")))
        if item.kind == "text" and result.structured is not None and same_json(item.text, result.structured):
            yield Row((("the structured content below, as text", "dim"),))
        else:
            yield from _item(item, room)
        if many:
            yield Row()
    if result.structured is not None:
        yield heading("structured content")
        yield from room.show(json_text(result.structured), as_json=True)
    elif not result.content:
        yield Row((("the result is empty", "dim"),))


def _item(item: ContentItem, room: "_Room") -> Iterator[Row]:
    raw = item.raw if isinstance(item.raw, Mapping) else {}
    resource = raw.get("resource")
    if item.kind == "text":
        yield from room.show(*readable(item.text))
    elif item.kind in _BINARY:
        yield Row(((item.text or item.kind, "text"),))
        if item.kind == "image":
            yield from preview_rows(raw)
    elif item.kind == "resource_link":
        yield from _link(raw, item)
    elif item.kind == "resource" and isinstance(resource, Mapping):
        yield Row(((one_line(resource.get("uri")), "key"), (f"  {one_line(resource.get('mimeType'))}", "dim")), hang=2)
        if isinstance(resource.get("text"), str):
            yield from room.show(*readable(plain(resource["text"])))
        else:
            yield Row(((item.text, "text"),))
    else:
        yield from room.show(json_text(item.raw), as_json=True)


def _link(raw: Mapping[str, Json], item: ContentItem) -> Iterator[Row]:
    name = one_line(raw.get("title")) or one_line(raw.get("name"))
    address = one_line(raw.get("uri"))
    if not name and not address:
        yield Row(((item.text, "text"),))
        return
    yield Row(((name or address, "key"), (f"  {one_line(raw.get('mimeType'))}", "dim")), hang=2)
    if address and name:
        yield Row(((address, "text"),), indent=2, lines=4)
    if description := one_line(raw.get("description")):
        yield Row(((description, "dim"),), indent=2, lines=4)


class _Room:
    """How much of the view is still free for the items to come."""

    def __init__(self) -> None:
        self._bytes = MOST_BYTES
        self._lines = MOST_LINES

    def show(self, text: str, as_json: bool = False) -> Iterator[Row]:
        """The rows of a text, with the middle left out where it does not fit."""
        shown = window(text, max(self._bytes, 600), max(self._lines, 6))
        self._bytes -= byte_length(shown.head) + byte_length(shown.tail)
        self._lines -= shown.lines
        yield from _written(shown.head, as_json)
        if shown.left_out:
            left = count(shown.left_out, "character")
            yield Row(((f"── {left} of {number(len(text))} left out ──", "warn"),))
            yield from _written(shown.tail, as_json)


def _written(text: str, as_json: bool) -> Iterator[Row]:
    return marked(tuple(json_text_rows(text))) if as_json else paragraphs(text)
