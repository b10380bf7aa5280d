"""Bars on a common time axis. No widgets here."""

from collections.abc import Mapping
from typing import Final

from rich.cells import cell_len

from workbench.bridge.turn import TurnEntry
from workbench.model import Outcome
from workbench.ui.panes.rows import Span, Tone

_WORDS: Final[Mapping[Outcome, tuple[str, Tone]]] = {
    Outcome.DONE: ("✓ done", "good"),
    Outcome.TOOL_ERROR: ("✗ tool error", "bad"),
    Outcome.INVALID: ("■ invalid", "warn"),
    Outcome.REFUSED: ("■ refused", "warn"),
    Outcome.NOT_APPROVED: ("■ not approved", "warn"),
    Outcome.UNREACHABLE: ("⚠ unreachable", "bad"),
    Outcome.INTERRUPTED: ("■ INTERRUPTED", "warn"),
}
WORDS_WIDTH: Final = max(cell_len(words) for words, _ in _WORDS.values())


def state_span(entry: TurnEntry) -> Span:
    """A sign and a word about where an entry of a running or ended turn stands."""
    if entry.outcome is not None:
        return _WORDS[entry.outcome]
    return ("· waits", "dim") if entry.start is None else ("● running", "key")


def times(entry: TurnEntry) -> str:
    """`0.10–0.42 s`; open while it runs, empty where it never started."""
    if entry.start is None:
        return ""
    return f"{entry.start:.2f}–… s" if entry.end is None else f"{entry.start:.2f}–{entry.end:.2f} s"


def lane(entry: TurnEntry, reach: float, now: float, width: int) -> tuple[Span, ...]:
    """The bar of one entry in `width` cells that stand for `reach` seconds; what has started shows in a cell at least.

    `now` is where the bar of a running entry ends.
    """
    if entry.start is None or width < 1:
        return (("┄" * max(width, 0), "rule"),)
    end = now if entry.end is None else entry.end
    scale = width / reach if reach > 0 else 0.0
    first = min(int(entry.start * scale), width - 1)
    last = min(max(round(end * scale), first + 1), width)
    tone = state_span(entry)[1]
    return (("─" * first, "rule"), ("━" * (last - first), tone), ("─" * (width - last), "rule"))


def axis(reach: float, width: int) -> str:
    """The scale above the bars: where they begin, and what their end stands for."""
    end = f"{reach:.2f} s"
    return f"0{end.rjust(width - 1)}" if width > len(end) else " " * max(width, 0)
