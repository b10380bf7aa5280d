"""The views of a search as rows: results with groups folded and narrowed to one source, explanation, JSON."""

from collections.abc import Iterator

from workbench.ui.panes.json_rows import json_rows
from workbench.ui.panes.queries.explanation import explanation_rows
from workbench.ui.panes.queries.found import Found, Shown, SourceKey, View
from workbench.ui.panes.queries.groups import group_rows
from workbench.ui.panes.queries.records import record_rows
from workbench.ui.panes.rows import Row


def view_rows(found: Found, view: View, width: int, shown: Shown) -> Iterator[Row]:
    """What a view shows of an answer. Only the results heed `shown`."""
    if found.answer is not None and view == "JSON":
        yield from json_rows(found.answer.payload)
    elif found.error:
        yield Row((("✗ ", "bad"), (found.error, "text")), hang=2)
    elif view == "Explanation":
        yield from explanation_rows(found)
    else:
        yield from result_rows(found, width, shown)


def result_rows(found: Found, width: int, shown: Shown) -> Iterator[Row]:
    """Groups, then records."""
    if shown.source:
        yield _source_row(found, shown)
        yield Row()
    for position, (line, group) in enumerate(found.groups):
        if position:
            yield Row()
        folded = found.lines[line] in shown.folded
        result = found.result(position)
        yield from group_rows(line, group, result, width, shown=shown, folded=folded, catalog=found.catalog)
    yield Row()
    yield from record_rows(found, shown.source)


def _source_row(found: Found, shown: Shown) -> Row:
    sources = [match.source_name for _, group in found.groups for match in group.matches]
    words = f"{sum(map(shown.shows, sources))} of {len(sources)} shown: {shown.source}"
    return Row((("▼ ", "warn"), (words, "warn"), ("  choose this line to show all", "dim")), hang=2, key=SourceKey())
