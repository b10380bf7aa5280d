"""One call as the pane follows it."""

from dataclasses import dataclass
from typing import Literal

from workbench.model import CallReport, Outcome, Progress
from workbench.ui.panes.rows import Row, Span
from workbench.ui.panes.tool.result_rows import outcome_span

_BAR = 20


@dataclass(frozen=True, slots=True)
class Run:
    """A call that waits for approval, runs, or has ended.

    `started` and `seconds` are the clock's; `report` is there once it has ended, except where it was cancelled.
    """

    name: str
    phase: Literal["approval", "running", "ended"]
    started: float
    seconds: float = 0.0
    progress: Progress | None = None
    report: CallReport | None = None
    rows: tuple[Row, ...] = ()

    @property
    def going(self) -> bool:
        """Whether it can be cancelled."""
        return self.phase != "ended"

    @property
    def words(self) -> Span:
        """A sign and a few words about where it stands."""
        if self.phase == "approval":
            return "? waits for your approval", "warn"
        if self.phase == "running":
            return "● running", "good"
        return outcome_span(self.report.outcome if self.report else Outcome.INTERRUPTED)


def run_rows(run: Run | None) -> tuple[Row, ...]:
    """The state of a call in one to three lines: words and seconds, progress, the server's message."""
    if run is None:
        return (Row((("Not called yet. F9 calls it with the arguments as they stand.", "dim"),)),)
    took = run.going or run.report is None or run.report.result is not None or run.seconds > 0
    rows = [Row((run.words,), right=((seconds_words(run.seconds), "dim"),) if took else ())]
    if run.going and run.progress is not None:
        rows.extend(_progress_rows(run.progress))
    return tuple(rows)


def seconds_words(seconds: float) -> str:
    """`0.42 s`, `12.3 s`, `4 min 05 s`."""
    if seconds < 10:
        return f"{seconds:.2f} s"
    if seconds < 120:
        return f"{seconds:.1f} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60:02} s"


def _progress_rows(progress: Progress) -> list[Row]:
    done, total = progress.progress, progress.total
    if total is not None and total > 0:
        share = min(max(done / total, 0.0), 1.0)
        full = round(share * _BAR)
        spans: tuple[Span, ...] = (
            ("━" * full, "good"),
            ("━" * (_BAR - full), "rule"),
            (f" {share:4.0%}  {done:g} of {total:g}", "dim"),
        )
    else:
        spans = ((f"progress {done:g}", "dim"),)
    return [Row(spans), *([Row(((progress.message, "text"),), lines=2)] if progress.message else [])]
