"""The lines of the catalog browser as coloured text for a width: what is cut first, and what never."""

from typing import Final

from rich.cells import cell_len

from workbench.disclosure.descriptions import short_description
from workbench.text import one_line
from workbench.ui.format import count, number, short_number
from workbench.ui.panes.rows import Row, Span, Tone, clip_cells, layout
from workbench.ui.screens.catalog.arranging import Hits, Place
from workbench.ui.screens.catalog.entries import PROBLEM_TITLES, Entry, Problem, State, gravest

SEVERITY_SIGNS: Final[dict[str, tuple[str, Tone]]] = {
    "error": ("✗", "bad"),
    "warning": ("▲", "warn"),
    "note": ("·", "dim"),
    "": (" ", "text"),
}
STATE_TONES: Final[dict[State, Tone]] = {
    "deferred": "dim",
    "visible": "good",
    "not granted": "dim",
    "refused": "bad",
}
_STATE_CELLS: Final = 8
_TOKEN_CELLS: Final = 7
_WIDE: Final = 62
"""From this width on a line has room for a description."""
_MIDDLE: Final = 44
"""From this width on a line has room for the state's word."""


def line_spans(place: Place, width: int, *, unfolded: bool, filtered: bool) -> tuple[Span, ...]:
    """One line in `width` cells."""
    if place.entry is None:
        row = _group_row(place.hits, unfolded=unfolded, filtered=filtered)
    elif place.entry.problem is not None:
        row = _problem_row(place.entry, place.entry.problem, width)
    else:
        row = _tool_row(place.entry, width)
    lines = layout([row], width).lines
    return lines[0].spans if lines else ()


def _group_row(hits: Hits, *, unfolded: bool, filtered: bool) -> Row:
    group, of, shown = hits.group, len(hits.group.entries), len(hits.entries)
    listed = group.key.startswith("problem:")
    left: list[Span] = [("▾ " if unfolded and of else "▸ " if of else "  ", "dim"), (group.name, "head")]
    if not listed and (marked := hits.marked + (gravest(group.problems) in ("error", "warning"))):
        left.append((f"  ▲ {number(marked)}", "warn"))
    if group.note:
        left.append((f"  {group.note}", "dim"))
    amount = f"{number(shown)} of {number(of)}" if filtered else number(of)
    if listed:
        return Row(tuple(left), ((f"{amount} {'problem' if of == 1 else 'problems'}", "dim"),), lines=1)
    if not of:
        return Row(tuple(left), lines=1)
    if hits.refused:
        left.append((f"  {number(hits.refused)} refused", "bad"))
        amount = f"{number(shown - hits.refused)} of {number(of)}" if filtered else number(of - hits.refused)
    word = "tool" if amount == "1" else "tools"
    return Row(tuple(left), ((f"{amount} {word}", "dim"), (f" {number(hits.tokens).rjust(9)}", "text")), lines=1)


def _tool_row(entry: Entry, width: int) -> Row:
    sign, tone = SEVERITY_SIGNS[entry.severity]
    names = min(max(width * 2 // 5 - 4, 20), 40) if width >= _WIDE else 0
    name = clip_cells(one_line(entry.name), names or width)
    left: list[Span] = [("  ", "text"), (f"{sign} ", tone), (name, "bad" if entry.state == "refused" else "text")]
    if names:
        left.append(("  " + " " * max(names - cell_len(name), 0), "text"))
        left.append((_what(entry), "dim"))
    right: list[Span] = []
    if width >= _MIDDLE:
        right.append((entry.state.ljust(_STATE_CELLS), STATE_TONES[entry.state]))
    tokens = "" if entry.tool is None else number(entry.tokens)
    right.append((tokens.rjust(_TOKEN_CELLS), "text"))
    return Row(tuple(left), tuple(right), lines=1)


def _what(entry: Entry) -> str:
    if entry.tool is None:
        return one_line(entry.problems[0].report.problem) if entry.problems else ""
    said = entry.tool.description
    return (short_description(said) if isinstance(said, str) else "") or "(no description)"


def _problem_row(entry: Entry, problem: Problem, width: int) -> Row:
    sign, tone = SEVERITY_SIGNS[problem.report.severity]
    left: list[Span] = [("  ", "text"), (f"{sign} ", tone), (clip_cells(one_line(entry.name), width // 3), "text")]
    left.append(("  ", "text"))
    left.append((one_line(problem.report.problem), "dim"))
    source = clip_cells(one_line(entry.source), width // 4)
    return Row(tuple(left), ((source, "dim"),) if source and width >= _MIDDLE else (), lines=1)


def head_spans(entries: int, groups: int, tokens: int, of: int | None, *, problems: bool) -> tuple[Span, ...]:
    """The totals above the list; `of` is how many there would be without the filter."""
    word = "problem" if problems else "tool"
    sums = f"{number(entries)} of {count(of, word)}" if of is not None else count(entries, word)
    where = count(groups, "kind") if problems else f"of {count(groups, 'source')}"
    spans: list[Span] = [("Catalog", "head"), ("  ", "text"), (sums, "name")]
    rest = f" · {where}" if problems else f" {where} · {short_number(tokens)} tok"
    return (*spans, (rest, "dim"))


def kind_title(problem: Problem) -> str:
    """What a kind of problem is called."""
    return PROBLEM_TITLES[problem.kind]
