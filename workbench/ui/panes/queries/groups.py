"""The groups of a search as rows: matches with rank, name, source, score and terms, folded or not."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from workbench.model import Json
from workbench.search.catalog import Catalog
from workbench.search.explanation import Match
from workbench.search.query import Group
from workbench.ui.format import number
from workbench.ui.panes.queries.found import GroupKey, Shown, ToolKey
from workbench.ui.panes.queries.misses import miss_rows
from workbench.ui.panes.rows import Row, Span


def group_rows(
    line: int,
    group: Group,
    result: dict[str, Json],
    width: int,
    *,
    shown: Shown,
    folded: bool = False,
    catalog: Catalog | None = None,
) -> Iterator[Row]:
    """A group under its query; a match takes one line where `width` allows it, else two. `result` is the payload's.

    A tool keeps its rank where only one source is shown. The title of a group that has matches folds it.
    """
    if not group.matches:
        yield query_row(line, group, "✗ ")
        yield from miss_rows(group.explanation, result, catalog)
        return
    matches = [(rank, match) for rank, match in enumerate(group.matches, 1) if shown.shows(match.source_name)]
    seen = None if len(matches) == len(group.matches) else len(matches)
    yield query_row(line, group, "▸ " if folded else "▾ ", key=GroupKey(line), seen=seen)
    if folded or not matches:
        return
    digits = len(str(len(group.matches)))
    column = _column([match for _, match in matches], width - digits - 10)
    for rank, match in matches:
        yield from _match_rows(line, str(rank).rjust(digits), match, column)


def query_row(line: int, group: Group, sign: str = "", *, key: GroupKey | None = None, seen: int | None = None) -> Row:
    """The title of a group: its number, its query, what came of it; `seen` is how many are shown where not all are."""
    hits = len(group.matches)
    some = "" if seen is None else f"{number(seen)} of "
    outcome: Span = (f"{some}{matches_of(hits)}", "warn" if some else "dim") if hits else ("no match", "warn")
    title: tuple[Span, ...] = ((f"{line + 1} {sign}", "dim"), (group.query, "head"))
    return Row(title, right=(outcome,), hang=2 + len(sign), lines=2, key=key)


def matches_of(value: int) -> str:
    """`1 match`, `5 matches`."""
    return f"{number(value)} match{'' if value == 1 else 'es'}"


def shares(scores: Sequence[tuple[str, float]]) -> str:
    """`creat 62% · issu 38%`: what each stem gave to a score, the largest first."""
    whole = sum(score for _, score in scores)
    ordered = sorted(scores, key=lambda pair: (-pair[1], pair[0]))
    return " · ".join(f"{term} {score / whole:.0%}" if whole > 0 else term for term, score in ordered)


def _column(matches: Sequence[Match], room: int) -> int:
    """The width of the names where every name and its details fit side by side into `room`, else 0."""
    names = max(cell_len(match.tool.name) for match in matches) + 2
    details = max(cell_len(_details(match)) for match in matches)
    return names if names + details <= room else 0


def _details(match: Match) -> str:
    terms = shares(tuple(match.term_scores.items()))
    return " · ".join([match.source_name, *(["exact name"] if match.exact else []), *([terms] if terms else [])])


def _match_rows(line: int, rank: str, match: Match, column: int) -> Iterator[Row]:
    """`column` is the width of the names where the details stand beside them, 0 where they stand below."""
    key, name, details = ToolKey(line, match.tool.name), match.tool.name, _details(match)
    title: tuple[Span, ...] = ((f" {rank} ", "dim"), (name, "name"))
    score: tuple[Span, ...] = ((f"{match.score:.2f}", "number"),)
    hang = len(rank) + 2
    if column:
        gap = " " * (column - cell_len(name))
        yield Row((*title, (gap, "text"), (details, "dim")), score, key=key)
    else:
        yield Row(title, score, hang=hang, key=key)
        yield Row(((details, "dim"),), indent=hang, key=key, lines=2)
