"""Lanes, words and rows of a turn, without a screen."""

import pytest

from workbench.bridge.emitted import read_turn
from workbench.bridge.planner import Group, Plan
from workbench.bridge.route import Routed, RouteKind
from workbench.bridge.turn import TurnEntry, TurnReport, pending
from workbench.model import Json, Outcome
from workbench.ui.panes.rows import layout
from workbench.ui.screens.turns.call_rows import call_rows
from workbench.ui.screens.turns.lanes import axis, lane, state_span, times
from workbench.ui.screens.turns.reading import Reading
from workbench.ui.screens.turns.result_rows import message_rows, result_rows
from workbench.ui.screens.turns.status import status


def routed(name: str = "mcp_a_b", arguments: Json = None, kind: RouteKind = RouteKind.DIRECT) -> Routed:
    [call] = read_turn({"calls": [{"name": name, "arguments": arguments or {}}]}).calls
    return Routed(call, kind, name, arguments or {})


def entry(start: float | None, end: float | None = None, outcome: Outcome | None = None) -> TurnEntry:
    return TurnEntry(0, routed(), 0, 0, False, start, end, outcome)


def drawn(entry: TurnEntry, reach: float, now: float, width: int) -> str:
    return "".join(text for text, _ in lane(entry, reach, now, width))


def test_a_lane_stands_where_its_time_is() -> None:
    assert drawn(entry(0.0, 1.0, Outcome.DONE), 2.0, 2.0, 10) == "━━━━━─────"
    assert drawn(entry(1.0, 2.0, Outcome.DONE), 2.0, 2.0, 10) == "─────━━━━━"


def test_a_running_lane_reaches_to_now() -> None:
    assert drawn(entry(0.5), 2.0, 1.0, 8) == "──━━────"


def test_what_has_started_always_shows_and_what_has_not_never() -> None:
    assert drawn(entry(2.0, 2.0, Outcome.REFUSED), 2.0, 2.0, 8) == "───────━"
    assert drawn(entry(0.0, 0.0, Outcome.DONE), 0.0, 0.0, 4) == "━───"
    assert "━" not in drawn(entry(None, None, Outcome.INTERRUPTED), 2.0, 2.0, 8)


@pytest.mark.parametrize("width", range(40))
@pytest.mark.parametrize("start,end", [(0.0, 0.0), (0.0, 9.0), (3.3, 3.4), (9.0, 9.0), (None, None)])
def test_a_lane_and_its_axis_have_exactly_their_width(width: int, start: float | None, end: float | None) -> None:
    assert len(drawn(entry(start, end, Outcome.DONE), 9.0, 9.0, width)) == width
    assert len(axis(9.0, width)) == width


def test_every_outcome_has_a_sign_and_a_word() -> None:
    words = {state_span(entry(0.0, 1.0, outcome))[0] for outcome in Outcome}
    assert len(words) == len(Outcome)
    assert all(len(word.split(" ", 1)) == 2 for word in words)
    assert state_span(entry(None))[0] == "· waits"
    assert state_span(entry(0.1))[0] == "● running"


def test_times_are_open_while_an_entry_runs() -> None:
    assert (times(entry(None)), times(entry(0.1)), times(entry(0.1, 2.0))) == ("", "0.10–… s", "0.10–2.00 s")


@pytest.mark.parametrize("width", [1, 5, 20, 60, 99, 100, 101, 200])
@pytest.mark.parametrize("name", ["a", "x" * 300, "漢字" * 80, "[/b]\x1b[31m"])
def test_rows_fit_any_width(width: int, name: str) -> None:
    call = routed(name, {"k": "v" * 900}, RouteKind.REFUSED)
    planned = Plan((call,), (Group(False, (0,), "refused"),))
    reading = Reading("text", read_turn({"calls": [{"name": name}, 3]}), planned)
    made = layout(call_rows(reading, pending(planned), None, width), width)
    assert made.lines and all(line.text.isprintable() for line in made.lines)
    assert [item.key for item in made.items] == [0]


def test_results_of_many_megabytes_are_cut_and_say_so() -> None:
    planned = Plan((routed(),), (Group(False, (0,), "x"),))
    ended = TurnEntry(0, routed(), 0, 0, False, 0.0, 1.0, Outcome.DONE, {"text": ["line"] * 300_000})
    report = TurnReport(planned, (ended,), 1.0)
    for rows in (result_rows(report), message_rows(report)):
        assert len(rows) < 3_000
        assert any("left out" in text for row in rows for text, _ in row.spans)


def test_the_status_counts_calls_and_groups() -> None:
    planned = Plan((routed(), routed()), (Group(True, (0, 1), "lookups"),))
    turn = read_turn({"calls": [{"name": "a"}, {"name": "b"}]})
    assert status(Reading("text", turn, planned), None) == "2 calls · 1 group · F9 runs"
    assert status(Reading("text"), None) == "no calls"
    assert status(Reading(" "), None) == ""
