"""What is known about the text in the editor, and the rows that say it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from workbench.model import ArgumentCheck, Failure, Repair
from workbench.text import clip, one_line
from workbench.ui.format import count
from workbench.ui.panes.rows import Row, Span
from workbench.ui.panes.tool.argument_text import Parsed
from workbench.ui.panes.tool.schema_words import shown

_VALUE: Final = 60
_MOST: Final = 200


@dataclass(frozen=True, slots=True)
class Checked:
    """A text read as the arguments of `tool`, and checked (None while it is not JSON, or the check still runs)."""

    parsed: Parsed
    check: ArgumentCheck | None = None
    text: str = ""
    tool: str = ""

    @property
    def verdict(self) -> Span:
        """A sign and a word."""
        if self.parsed.arguments is None:
            return ("✗ not JSON", "bad") if self.parsed.line else ("✗ not arguments", "bad")
        if self.check is None:
            return "… checking", "dim"
        if self.check.failures:
            return f"✗ {count(len(self.check.failures), 'failure')}", "bad"
        if self.check.unchecked:
            return "✓ valid as far as checked", "warn"
        return "✓ valid", "good"


def checked_rows(checked: Checked) -> Iterator[Row]:
    """The verdict, every failure, every repair, and what was not checked."""
    parsed, check = checked.parsed, checked.check
    place = f"line {parsed.line}, column {parsed.column}" if parsed.line else ""
    yield Row((checked.verdict,), right=((place, "dim"),) if place else ())
    if parsed.error:
        yield Row(((parsed.error, "text"),), indent=2)
    if check is not None:
        yield from check_rows(check)


def check_rows(check: ArgumentCheck) -> Iterator[Row]:
    """Failures with path, constraint and sentence; repairs as `was → became`; what was not checked, and why."""
    for failure in check.failures[:_MOST]:
        yield from _failure(failure)
    if len(check.failures) > _MOST:
        yield Row(((f"… {len(check.failures) - _MOST} more", "dim"),), indent=2)
    for repair in check.repairs[:_MOST]:
        yield _repair(repair)
    for why in check.unchecked:
        yield Row((("not checked: ", "warn"), (one_line(why), "text")), hang=2, lines=4)


def _failure(failure: Failure) -> Iterator[Row]:
    yield Row(((failure.path, "key"),), right=((failure.constraint, "warn"),), hang=2)
    said = one_line(failure.message).removeprefix(failure.path).lstrip(": ")
    yield Row(((said, "text"),), indent=2, lines=6)


def _repair(repair: Repair) -> Row:
    before, after = (clip(one_line(shown(value)), _VALUE) for value in (repair.before, repair.after))
    return Row(((repair.path, "key"), (": ", "dim"), (before, "dim"), (" → ", "dim"), (after, "good")), hang=2, lines=3)
