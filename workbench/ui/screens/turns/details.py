"""Everything about one call of a turn, to read and to copy."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import ClassVar, Final

from textual.content import Content

from workbench.bridge.planner import Plan
from workbench.bridge.turn import TurnEntry
from workbench.model import Json
from workbench.text import clip, one_line, plain
from workbench.ui.panes.tool.result_text import json_text, window
from workbench.ui.panes.tool.schema_words import shown
from workbench.ui.screens.text import TextDialog
from workbench.ui.screens.turns.lanes import state_span, times

_LONGEST: Final = 600
_BYTES: Final = 20_000
_LINES: Final = 400


class CallDetails(TextDialog):
    """The emitted call, its route, its place in the plan, and what came of it."""

    CSS_PATH: ClassVar[str | list[str | PurePath] | None] = "../dialog.tcss"

    def __init__(self, entry: TurnEntry, planned: Plan) -> None:
        name = clip(one_line(entry.routed.emitted.name), 60) or "(no name)"
        super().__init__(f"Call {entry.index + 1} · {name}", _text(entry, planned))


def _text(entry: TurnEntry, planned: Plan) -> Content:
    facts = [
        Content.assemble((label.ljust(10), "$foreground-muted"), clip(one_line(said), _LONGEST))
        for label, said in _facts(entry, planned)
        if said
    ]
    blocks = [Content("\n").join(facts)]
    for title, value in _values(entry):
        blocks.append(Content.assemble((title, "bold $text-accent"), "\n", _cut(value)))
    return Content("\n\n").join(blocks)


def _facts(entry: TurnEntry, planned: Plan) -> Iterator[tuple[str, str]]:
    routed, emitted = entry.routed, entry.routed.emitted
    group = planned.groups[entry.group]
    yield "emitted", " · ".join(part for part in (emitted.name or "(no name)", str(emitted.shape)) if part)
    yield "id", str(emitted.id)
    yield "at", emitted.position
    yield "route", str(routed.kind)
    yield "runs", ", ".join(routed.names)
    yield "why", routed.note
    yield "group", f"{entry.group + 1}, {'together' if group.parallel else 'barrier'}: {group.reason}"
    if entry.outcome is not None:
        yield "outcome", state_span(entry)[0]
        yield "time", times(entry)
        yield "approval", str(entry.approval or "")
    for call in entry.reports:
        for repair in call.check.repairs if call.check else ():
            yield "repaired", f"{repair.path} {shown(repair.before)} → {shown(repair.after)} {repair.note}"
        for note in call.notes:
            yield "note", note


def _values(entry: TurnEntry) -> Iterator[tuple[str, Json]]:
    emitted = entry.routed.emitted
    yield "Arguments as emitted", emitted.arguments
    for call in entry.reports:
        if call.arguments != emitted.arguments:
            yield f"Arguments of {clip(one_line(call.name), 80)}", dict(call.arguments)
    if entry.outcome is not None:
        yield "What the model gets", entry.payload


def _cut(value: Json) -> str:
    text = plain(value) if isinstance(value, str) else json_text(value)
    cut = window(text, _BYTES, _LINES)
    return f"{cut.head}\n── {cut.left_out:,} characters left out ──\n{cut.tail}" if cut.left_out else cut.head
