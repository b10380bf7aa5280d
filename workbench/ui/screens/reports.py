"""What was read with a repair, ignored or refused, to read and to copy."""

from collections.abc import Iterator, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from workbench.model import Report
from workbench.text import clip, one_line
from workbench.ui.format import count, number
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.rows import Row, Tone
from workbench.ui.screens.dialog import CopyDialog

_SHOWN: Final = 300
_LONGEST: Final = 600
_FEW: Final = 4
"""So many reports are laid out to measure the box; more of them get all the room there is."""
_SIGNS: Final[dict[str, tuple[str, Tone]]] = {
    "error": ("✗ error  ", "bad"),
    "warning": ("▲ warning", "warn"),
    "note": ("· note   ", "dim"),
}


class ReportsDialog(CopyDialog):
    """Lists reports, the grave ones first, drawing only the lines on the screen; copying copies all of them."""

    def __init__(self, title: str, reports: Sequence[Report]) -> None:
        super().__init__()
        order = list(_SIGNS)
        self._reports = sorted(reports, key=lambda report: order.index(report.severity))
        self._heading = f"{title} · {number(len(self._reports))}" if reports else title

    def compose(self) -> ComposeResult:
        """One scrolling list."""
        many = len(self._reports) > _FEW
        with Vertical(classes="dialog tall" if many else "dialog") as box:
            box.border_title = Content(self._heading)
            box.border_subtitle = "↑↓ scroll · ctrl+y copy · esc close"
            yield LinesView(classes="" if many else "scroll")

    def on_mount(self) -> None:
        """Arrow keys scroll at once."""
        view = self.query_one(LinesView)
        view.set_rows(lambda _: report_rows(self._reports))
        view.focus()

    def whole_text(self) -> str:
        """A line a report, unshortened."""
        return "\n".join(f"{report.severity}: {one_line(str(report))}" for report in self._reports)


def report_rows(reports: Sequence[Report]) -> Iterator[Row]:
    """What is shown of them: of very many the first ones."""
    if not reports:
        yield Row((("Nothing to report: all was read as it stands.", "dim"),))
    for position, report in enumerate(reports[:_SHOWN]):
        if position:
            yield Row()
        yield from _block(report)
    if len(reports) > _SHOWN:
        yield Row()
        rest = count(len(reports) - _SHOWN, "more report")
        yield Row(((f"… and {rest}; copying takes all of them.", "dim"),))


def _block(report: Report) -> Iterator[Row]:
    sign, tone = _SIGNS[report.severity]
    place = " · ".join(_short(part) for part in (report.where, report.key) if part)
    yield Row(((sign, tone), ("  ", "text"), (place, "head")), hang=2)
    yield Row(((_short(report.problem), "text"),), indent=2)
    change = [f"given {_short(report.given)}"] if report.given else []
    change += [f"used {_short(report.used)}"] if report.used else []
    if change:
        yield Row(((" → ".join(change), "dim"),), indent=2)
    if report.advice:
        yield Row(((f"→ {_short(report.advice)}", "text"),), indent=2)


def _short(text: str) -> str:
    return clip(one_line(text), _LONGEST)
