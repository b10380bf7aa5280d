"""What goes back to the model after a turn, as rows: call by call, or the messages themselves. No widgets here."""

from collections.abc import Iterator
from typing import Final

from workbench.bridge.turn import TurnEntry, TurnReport
from workbench.model import Json
from workbench.text import clip, one_line, plain
from workbench.ui.format import count, number
from workbench.ui.panes.json_rows import json_text_rows
from workbench.ui.panes.rows import Row, paragraphs
from workbench.ui.panes.tool.result_text import MOST_BYTES, MOST_LINES, json_text, readable, window
from workbench.ui.screens.turns.lanes import state_span

_LEAST_BYTES: Final = 2_000
_LEAST_LINES: Final = 20

NOT_RUN: Final = (Row((("Not run yet. F9 runs the turn; here is then what the model would get.", "dim"),)),)

RUNNING: Final = (Row((("The turn runs. What the model would get is here when it is over.", "dim"),)),)


def result_rows(report: TurnReport) -> tuple[Row, ...]:
    """The answer to every call under its name. May take a while for megabytes: not for the event loop."""
    share = max(len(report.entries), 1)
    return tuple(row for entry in report.entries for row in _answer(entry, share))


def message_rows(report: TurnReport) -> tuple[Row, ...]:
    """The messages in the shape in which the calls came, as JSON. May take a while like `result_rows`."""
    return tuple(_window(json_text(report.messages()), as_json=True, share=1))


def _answer(entry: TurnEntry, share: int) -> Iterator[Row]:
    if entry.index:
        yield Row()
    name = clip(one_line(entry.routed.emitted.name), 200) or "(no name)"
    names = clip(", ".join(map(one_line, entry.routed.names)), 300)
    real = f"  → {names}" if names and names != name else ""
    yield Row(
        ((f"{entry.index + 1} ", "dim"), (name, "name"), (real, "dim")), right=(state_span(entry),), lines=2, hang=2
    )
    yield from _payload(entry.payload, share)


def _payload(payload: Json, share: int) -> Iterator[Row]:
    text, as_json = readable(plain(payload)) if isinstance(payload, str) else (json_text(payload), True)
    yield from _window(text, as_json, share)


def _window(text: str, as_json: bool, share: int) -> Iterator[Row]:
    shown = window(text, max(MOST_BYTES // share, _LEAST_BYTES), max(MOST_LINES // share, _LEAST_LINES))
    rows = json_text_rows if as_json else paragraphs
    yield from rows(shown.head)
    if shown.left_out:
        yield Row(((f"── {count(shown.left_out, 'character')} of {number(len(text))} left out ──", "warn"),))
        yield from rows(shown.tail)
