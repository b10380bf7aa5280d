"""The groups of a search as rows: matches with their scores, misses with their reason."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len

from workbench.model import Json
from workbench.search.explanation import Explanation, Match, Refused
from workbench.search.query import Group
from workbench.ui.format import count, number
from workbench.ui.panes.queries.found import ToolKey
from workbench.ui.panes.rows import Row, Span

_NEAREST: Final = 3


def group_rows(line: int, group: Group, result: dict[str, Json], width: int) -> Iterator[Row]:
    """A group under its query; a match takes one line where `width` allows it, else two. `result` is the payload's."""
    yield query_row(line, group)
    if group.matches:
        digits = len(str(len(group.matches)))
        column = _column(group, width - digits - 10)
        for rank, match in enumerate(group.matches, 1):
            yield from _match_rows(line, str(rank).rjust(digits), match, column)
    else:
        yield from _miss_rows(group.explanation, result)


def query_row(line: int, group: Group) -> Row:
    """The title of a group: its number, its query, what came of it."""
    hits = len(group.matches)
    outcome: Span = (f"{hits} match{'es' * (hits > 1)}", "dim") if hits else ("no match", "warn")
    return Row(((f"{line + 1} ", "dim"), (group.query, "head")), right=(outcome,), hang=2, lines=2)


def shares(scores: Sequence[tuple[str, float]]) -> str:
    """`creat 62% · issu 38%`: what each stem gave to a score, the largest first."""
    whole = sum(score for _, score in scores)
    ordered = sorted(scores, key=lambda pair: (-pair[1], pair[0]))
    return " · ".join(f"{term} {score / whole:.0%}" if whole > 0 else term for term, score in ordered)


def why_missed(explanation: Explanation) -> tuple[Span, ...]:
    """Why nothing passed, in a sentence."""
    gate = explanation.gate
    absent = [" or ".join(term.words) or term.text for term in explanation.terms if term.text in gate and not term.df]
    if not explanation.documents:
        return (("no tool is deferred, so there is nothing to search", "text"),)
    if absent:
        words = " or ".join(f'"{text}"' for text in absent)
        return (("no tool carries ", "text"), (words, "warn"))
    if not gate:
        return (("the query has no word to search for", "text"),)
    needed = f"{explanation.required} of {count(explanation.answerable, 'word')}"
    return (("no tool carries the ", "text"), (needed, "warn"), (" it would need", "text"))


def refused_row(refused: Refused, *, key: ToolKey | None = None) -> Row:
    """A tool that came close, and what it lacked."""
    return Row(((refused.tool_name, "text"), (f"  {refused.reason}", "dim")), indent=5, hang=2, key=key)


def _column(group: Group, room: int) -> int:
    """The width of the names where every name and its details fit side by side into `room`, else 0."""
    names = max(cell_len(match.tool.name) for match in group.matches) + 2
    details = max(cell_len(_details(match)) for match in group.matches)
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


def _miss_rows(explanation: Explanation, result: dict[str, Json]) -> Iterator[Row]:
    yield Row((("✗ ", "warn"), *why_missed(explanation)), indent=2, hang=2)
    nearest = explanation.refused[:_NEAREST]
    if nearest:
        yield Row((("nearest", "dim"),), indent=4)
        for refused in nearest:
            yield refused_row(refused)
    sources = [entry for entry in result.get("available_sources", ()) if isinstance(entry, dict)]
    if sources:
        words = ", ".join(f"{entry.get('name')} {number(int(entry.get('tool_count', 0)))}" for entry in sources)
        yield Row((("searched  ", "dim"), (words, "text")), indent=4, hang=2, lines=4)
    if hint := result.get("hint"):
        yield Row((("hint  ", "dim"), (str(hint), "text")), indent=4, hang=2)
