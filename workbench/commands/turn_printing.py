"""What the turn command prints, and its stop by Ctrl-C."""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator

import click

from workbench.bridge.emitted import Emitted, Turn
from workbench.bridge.planner import Plan
from workbench.bridge.route import Routed
from workbench.bridge.turn import TurnEntry, TurnReport, pending
from workbench.commands.opening import say, show_progress
from workbench.commands.printing import call_json, table
from workbench.events import CallProgressed, CallStarted, Event
from workbench.model import Json
from workbench.text import clip, compact_json, one_line, plain


@contextlib.contextmanager
def stopping() -> Iterator[Callable[[], bool]]:
    """A stop flag that the first Ctrl-C sets; the next one cancels, as it would have without."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()

    def stop() -> None:
        say("stopping: nothing more is started; Ctrl-C again cancels what is running")
        stopped.set()
        loop.remove_signal_handler(signal.SIGINT)
        if callable(before):
            signal.signal(signal.SIGINT, before)

    before = signal.getsignal(signal.SIGINT)
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
        loop.add_signal_handler(signal.SIGINT, stop)
    try:
        yield stopped.is_set
    finally:
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            if loop.remove_signal_handler(signal.SIGINT) and callable(before):
                signal.signal(signal.SIGINT, before)


def tell(event: Event) -> None:
    """What runs and how far it is, on stderr."""
    if isinstance(event, CallStarted):
        say(f"running {one_line(event.name)}")
    elif isinstance(event, CallProgressed):
        show_progress(event.progress)


def plan_json(emitted: Turn, planned: Plan) -> dict[str, Json]:
    """The object that `workbench turn --dry-run --json` prints."""
    return {
        **_head(emitted, planned),
        "entries": [_planned_json(entry) for entry in pending(planned)],
    }


def turn_json(emitted: Turn, report: TurnReport) -> dict[str, Json]:
    """The object that `workbench turn --json` prints."""
    return {
        **_head(emitted, report.plan),
        "entries": [_entry_json(entry) for entry in report.entries],
        "messages": report.messages(),
        "stopped": report.stopped,
        "seconds": round(report.seconds, 3),
    }


def print_plan(planned: Plan) -> None:
    """Routes and groups for a person."""
    rows = [(*_route_cells(entry), _when(entry)) for entry in pending(planned)]
    if rows:
        click.echo(table(rows, ("#", "emitted", "route", "runs", "group")))
    _print_notes(planned)


def print_turn(report: TurnReport) -> None:
    """Routes, lanes and outcomes for a person; then what the model would get for each call."""
    rows = [
        (
            *_route_cells(entry),
            _when(entry),
            "" if entry.start is None or entry.end is None else f"{entry.start:.2f}-{entry.end:.2f} s",
            str(entry.approval or ""),
            str(entry.outcome or ""),
        )
        for entry in report.entries
    ]
    click.echo(table(rows, ("#", "emitted", "route", "runs", "group", "time", "approval", "outcome")))
    _print_notes(report.plan)
    for entry in report.entries:
        for call in entry.reports:
            for repair in call.check.repairs if call.check else ():
                say(f"{entry.index + 1}: repaired {repair.path} {one_line(repair.note)}".rstrip())
            for note in call.notes:
                say(f"{entry.index + 1}: {note}")
        payload = entry.payload if isinstance(entry.payload, str) else compact_json(entry.payload)
        click.echo(f"\n{entry.index + 1} {one_line(entry.routed.emitted.name)}\n{plain(payload)}")


def _head(emitted: Turn, planned: Plan) -> dict[str, Json]:
    return {
        "problems": [{"at": report.where, "problem": report.problem} for report in emitted.reports],
        "routing_skipped": planned.skipped,
        "groups": planned.as_json(),
    }


def _emitted_json(call: Emitted) -> dict[str, Json]:
    return {
        "id": call.id,
        "name": call.name,
        "arguments": call.arguments,
        "shape": str(call.shape),
        "at": call.position,
    }


def _planned_json(entry: TurnEntry) -> dict[str, Json]:
    routed = entry.routed
    answer: dict[str, Json] = {
        "index": entry.index,
        "emitted": _emitted_json(routed.emitted),
        "route": str(routed.kind),
        "name": routed.name,
        "arguments": routed.arguments,
        "runs": list(routed.names),
        "group": entry.group,
        "lane": entry.lane,
        "parallel": entry.parallel,
    }
    if routed.note:
        answer["note"] = routed.note
    if routed.error is not None:
        answer["error"] = routed.error
    return answer


def _entry_json(entry: TurnEntry) -> dict[str, Json]:
    return {
        **_planned_json(entry),
        "start": None if entry.start is None else round(entry.start, 3),
        "end": None if entry.end is None else round(entry.end, 3),
        "approval": None if entry.approval is None else str(entry.approval),
        "outcome": str(entry.outcome),
        "payload": entry.payload,
        "calls": [call_json(report) for report in entry.reports],
    }


def _route_cells(entry: TurnEntry) -> tuple[int, str, str, str]:
    routed: Routed = entry.routed
    names = clip(", ".join(map(one_line, routed.names)), 60)
    return entry.index + 1, clip(one_line(routed.emitted.name), 40) or "?", str(routed.kind), names or "?"


def _when(entry: TurnEntry) -> str:
    return f"{entry.group + 1}, lane {entry.lane + 1}" if entry.parallel else f"{entry.group + 1}, barrier"


def _print_notes(planned: Plan) -> None:
    for at, routed in enumerate(planned.calls, 1):
        if routed.note:
            say(f"{at}: {one_line(routed.note)}")
    for number, group in enumerate(planned.groups, 1):
        say(f"group {number}: {'together' if group.parallel else 'barrier'}: {one_line(group.reason)}")
