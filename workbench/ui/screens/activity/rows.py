"""The journal as rows: the list, and one entry whole. Knows nothing of widgets."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from workbench.model import Json
from workbench.session.activity import RUNNING, Entry
from workbench.text import clip
from workbench.ui.format import time_of_day
from workbench.ui.panes.json_rows import json_text_rows
from workbench.ui.panes.rows import Row, Span, Tone

VIEWS: Final = ("All", "Lookups", "Calls", "Troubles")


def chosen(entries: Sequence[Entry], view: str, words: str) -> list[Entry]:
    """The entries of a view that have every word in their names, kind or outcome; the latest first."""
    wanted = words.casefold().split()
    return [entry for entry in reversed(entries) if _in_view(entry, view) and _has(entry, wanted)]


def _in_view(entry: Entry, view: str) -> bool:
    match view:
        case "Lookups":
            return entry.kind != "call"
        case "Calls":
            return entry.kind == "call"
        case "Troubles":
            return not entry.good
    return True


def _has(entry: Entry, words: Iterable[str]) -> bool:
    text = " ".join((*entry.names, entry.kind, entry.outcome)).casefold()
    return all(word in text for word in words)


def list_rows(entries: Sequence[Entry]) -> Iterator[Row]:
    """One line an entry."""
    for entry in entries:
        sign, tone = _sign(entry)
        spans: tuple[Span, ...] = (
            (time_of_day(entry.at), "dim"), (f" {sign} ", tone), (entry.kind.ljust(9), "dim"),
            (" · ".join(entry.names), "name" if entry.kind == "call" else "text"),
        )  # fmt: skip
        right: tuple[Span, ...] = ((entry.outcome, tone), (_took(entry).rjust(9), "dim"))
        yield Row(spans, right=right, hang=21, lines=2, key=entry.number)


def detail_rows(entry: Entry, text: Callable[[Json], str]) -> Iterator[Row]:
    """One entry: how it went, what was asked, what was answered."""
    sign, tone = _sign(entry)
    yield Row(((f"{sign} ", tone), (" · ".join(entry.names), "head")))
    yield Row(((f"{entry.kind}, {entry.outcome}, {_took(entry) or 'not ended'}", tone),))
    facts = [("approval", entry.approval)] if entry.approval else []
    facts += [("repaired", repair) for repair in entry.repairs] + [("note", note) for note in entry.notes]
    for name, fact in facts:
        yield Row(((f"{name:9}", "dim"), (fact, "warn" if name != "approval" else "text")), hang=9)
    for title, value in (("Request", entry.request), ("Answer", entry.answer)):
        yield Row()
        yield Row(((title, "head"),))
        yield from json_text_rows(text(value)) if value is not None else [Row((("none yet", "dim"),))]


def detail_text(entry: Entry, text: Callable[[Json], str]) -> str:
    """The same as plain text, to be copied."""
    return "\n".join("".join(part for part, _ in row.spans) for row in detail_rows(entry, text))


def _sign(entry: Entry) -> tuple[str, Tone]:
    if entry.outcome == RUNNING:
        return "◌", "warn"
    return ("●", "good") if entry.good else ("✗", "bad")


def _took(entry: Entry) -> str:
    if entry.seconds is None:
        return ""
    if entry.seconds < 1:
        return f"{1000 * entry.seconds:.1f} ms"
    return f"{entry.seconds:.1f} s"


def head(entries: int, shown: int) -> str:
    """How many there are."""
    return clip(f"{shown:,} of {entries:,}" if shown != entries else f"{entries:,}", 40)
