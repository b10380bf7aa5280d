"""The calls of a turn as rows: routes, groups and barriers, and once it runs the lanes in time. No widgets here."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from workbench.bridge.planner import Group
from workbench.bridge.route import RouteKind
from workbench.bridge.turn import TurnEntry
from workbench.model import Report
from workbench.text import clip, one_line
from workbench.ui.panes.rows import Row, Span, Tone, clip_cells, paragraphs
from workbench.ui.panes.tool.schema_words import shown
from workbench.ui.screens.turns.lanes import WORDS_WIDTH, axis, lane, state_span, times
from workbench.ui.screens.turns.reading import Reading
from workbench.ui.screens.turns.running import TurnRun

_WELCOME: Final = (
    "Paste or type above what a model emitted in one turn: OpenAI tool calls, Anthropic tool_use blocks, MCP "
    'tools/call or {"calls": [{"name", "arguments"}]}, as JSON or in Markdown. It is routed and planned as you type, '
    "and nothing runs before you say so.\n\n"
    "^N  writes an example made of this session's tools\n"
    "^O  loads a file\n"
    "F9  runs the turn; tools that change something ask first"
)
_WIDE: Final = 100
_NUMBER: Final = 4
_KIND: Final = 11
_GAP: Final = 2
_TIMES: Final = 14
_TONES: Final[Mapping[RouteKind, Tone]] = {
    RouteKind.DIRECT: "dim",
    RouteKind.AUTO_ROUTED: "key",
    RouteKind.REPAIRED: "warn",
    RouteKind.UNWRAPPED: "key",
    RouteKind.REFUSED: "bad",
}
_SIGNS: Final[Mapping[str, Span]] = {"error": ("✗ ", "bad"), "warning": ("▲ ", "warn"), "note": ("· ", "dim")}


@dataclass(frozen=True, slots=True)
class _Table:
    """The columns for one width."""

    width: int
    name: int
    run: TurnRun | None

    @property
    def wide(self) -> bool:
        """Whether name, route, bar, times and outcome fit on one line."""
        return self.width >= _WIDE

    @property
    def bar(self) -> int:
        """Cells of the time axis."""
        if not self.wide:
            return max(self.width - _NUMBER - _GAP - _TIMES, 1)
        return self.width - self.bar_start - _TIMES - WORDS_WIDTH - 2 * _GAP

    @property
    def bar_start(self) -> int:
        """The cell at which the time axis begins."""
        return _NUMBER + self.name + _KIND + 2 * _GAP if self.wide else _NUMBER


def call_rows(reading: Reading, entries: Sequence[TurnEntry], run: TurnRun | None, width: int) -> Iterator[Row]:
    """Everything about the calls for a view `width` cells wide; every entry is an item with its index as key."""
    if reading.blank:
        yield from paragraphs(_WELCOME, "dim")
        return
    for report in reading.turn.reports:
        yield _report(report)
    if not entries:
        return
    if reading.turn.reports:
        yield Row()
    table = _Table(width, _name_width(entries, width), run)
    if run is not None:
        yield Row(((" " * table.bar_start + axis(run.reach, table.bar), "dim"),), lines=1)
    for number, group in enumerate(reading.planned.groups, 1):
        if number > 1:
            yield Row()
        yield _group(number, group)
        for index in group.entries:
            yield from _entry(entries[index], table)
    if reading.planned.skipped:
        yield Row()
        yield Row((("Every emitted name is visible, so there was nothing to route.", "dim"),))


def _report(report: Report) -> Row:
    place = " · ".join(part for part in (one_line(report.where), one_line(report.key)) if part)
    problem = clip(one_line(report.problem), 600)
    said: tuple[Span, ...] = (_SIGNS[report.severity], (clip(place, 200), "head"), (f"  {problem}", "text"))
    return Row(said, hang=2, lines=4)


def _name_width(entries: Sequence[TurnEntry], width: int) -> int:
    longest = max(cell_len(_name(entry)) for entry in entries)
    return max(min(longest, width * 2 // 5 if width < _WIDE else width // 3), 8)


def _name(entry: TurnEntry) -> str:
    return clip(one_line(entry.routed.emitted.name), 200) or "(no name)"


def _group(number: int, group: Group) -> Row:
    together = group.parallel
    head: tuple[Span, ...] = (
        ("═ " if together else "─ ", "good" if together else "warn"),
        (f"group {number}  ", "dim"),
        ("together" if together else "barrier", "head"),
        (f"  {clip(one_line(group.reason), 400)}", "dim"),
    )
    return Row(head, hang=2, lines=2)


def _entry(entry: TurnEntry, table: _Table) -> Iterator[Row]:
    kind = entry.routed.kind
    spans: list[Span] = [
        (f"{entry.index + 1:>{_NUMBER - 1}} ", "dim"),
        (_fit(_name(entry), table.name), "name"),
        (" " * _GAP + str(kind).ljust(_KIND), _TONES[kind]),
    ]
    run = table.run
    if run is None:
        room = table.width - _NUMBER - table.name - _KIND - 2 * _GAP
        arguments = clip_cells(clip(one_line(shown(entry.routed.emitted.arguments)), 400), room)
        yield Row((*spans, (f"{' ' * _GAP}{arguments}", "dim")), lines=1, key=entry.index)
    elif table.wide:
        bar = lane(entry, run.reach, run.seconds, table.bar)
        when: Span = (" " * _GAP + times(entry).rjust(_TIMES) + " " * _GAP, "dim")
        yield Row((*spans, (" " * _GAP, "dim"), *bar, when, state_span(entry)), lines=1, key=entry.index)
    else:
        yield Row(tuple(spans), right=(state_span(entry),), lines=1, key=entry.index)
        bar = lane(entry, run.reach, run.seconds, table.bar)
        yield Row(bar, right=((times(entry), "dim"),), indent=_NUMBER, lines=1, key=entry.index)
    yield from _meaning(entry)


def _meaning(entry: TurnEntry) -> Iterator[Row]:
    """What really runs and why it was routed so, where the first line does not tell."""
    routed = entry.routed
    note = clip(one_line(routed.note), 600)
    if routed.kind is RouteKind.REFUSED:
        yield Row((("not run: ", "bad"), (note, "text")), indent=_NUMBER, hang=2, lines=4, key=entry.index)
        return
    names = clip(", ".join(map(one_line, routed.names)), 300)
    if names == routed.emitted.name and not note:
        return
    told = bool(routed.names) and all(one_line(name) in note for name in routed.names)
    spans: tuple[Span, ...] = (("→ ", "dim"), ("" if told else f"{names}  ", "text"), (note, "dim"))
    yield Row(spans, indent=_NUMBER, hang=2, lines=2, key=entry.index)


def _fit(text: str, width: int) -> str:
    text = clip_cells(text, width)
    return text + " " * (width - cell_len(text))
