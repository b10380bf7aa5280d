"""What was read with a repair, ignored or refused, to read and to copy."""

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from workbench.model import Report
from workbench.text import clip, one_line
from workbench.ui.format import count, number
from workbench.ui.screens.text import TextDialog

_SHOWN: Final = 300
_LONGEST: Final = 600
_SIGNS: Final = {
    "error": ("✗ error  ", "$text-error"),
    "warning": ("▲ warning", "$text-warning"),
    "note": ("· note   ", "$foreground-muted"),
}


class ReportsDialog(TextDialog):
    """Lists reports, the grave ones first; copying copies all of them."""

    def __init__(self, title: str, reports: Sequence[Report]) -> None:
        order = list(_SIGNS)
        ranked = sorted(reports, key=lambda report: order.index(report.severity))
        whole = "\n".join(f"{report.severity}: {one_line(str(report))}" for report in ranked)
        heading = f"{title} · {number(len(ranked))}" if ranked else title
        super().__init__(heading, _body(ranked), whole=whole)


def _body(reports: Sequence[Report]) -> Content:
    if not reports:
        return Content.styled("Nothing to report: all was read as it stands.", "$foreground-muted")
    blocks = [_block(report) for report in reports[:_SHOWN]]
    if len(reports) > _SHOWN:
        rest = count(len(reports) - _SHOWN, "more report")
        blocks.append(Content.styled(f"… and {rest}; copying takes all of them.", "$foreground-muted"))
    return Content("\n\n").join(blocks)


def _block(report: Report) -> Content:
    sign, colour = _SIGNS[report.severity]
    place = " · ".join(_short(part) for part in (report.where, report.key) if part)
    lines = [Content.assemble((sign, colour), "  ", (place, "bold")), Content(f"  {_short(report.problem)}")]
    change = []
    if report.given:
        change.append(f"given {_short(report.given)}")
    if report.used:
        change.append(f"used {_short(report.used)}")
    if change:
        lines.append(Content.styled("  " + " → ".join(change), "$foreground-muted"))
    if report.advice:
        lines.append(Content(f"  → {_short(report.advice)}"))
    return Content("\n").join(lines)


def _short(text: str) -> str:
    return clip(one_line(text), _LONGEST)
