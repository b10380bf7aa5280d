"""Where a turn stands, in a few words. No widgets here."""

from workbench.bridge.turn import TurnReport
from workbench.model import Outcome
from workbench.ui.format import count
from workbench.ui.panes.tool.run import seconds_words
from workbench.ui.screens.turns.reading import Reading
from workbench.ui.screens.turns.running import TurnRun


def status(reading: Reading, turn: TurnRun | None) -> str:
    """For the right edge above the calls; empty while there is nothing to say."""
    if turn is not None:
        return _ended(turn.report) if turn.report is not None else _going(turn)
    calls, groups = len(reading.turn.calls), len(reading.planned.groups)
    if calls:
        return f"{count(calls, 'call')} · {count(groups, 'group')} · F9 runs"
    return "" if reading.blank else "no calls"


def _going(turn: TurnRun) -> str:
    if turn.stopping:
        return "■ stopping · x again cancels"
    ended = sum(1 for entry in turn.entries if entry.outcome is not None)
    return f"● running · {ended} of {len(turn.entries)} ended · {seconds_words(turn.seconds)}"


def _ended(report: TurnReport) -> str:
    done = sum(1 for entry in report.entries if entry.outcome is Outcome.DONE)
    head = "■ stopped · " if report.stopped else ""
    return f"{head}{done} of {len(report.entries)} done · {seconds_words(report.seconds)}"
