"""The command that runs what a model emitted in one turn."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.commands.options import Exit, as_json, common, fail, in_session

if TYPE_CHECKING:
    from collections.abc import Iterable

    from workbench.bridge.emitted import Turn
    from workbench.bridge.turn import TurnEntry
    from workbench.session import Session, SessionState


@click.command()
@common
@as_json
@click.argument("file", metavar="FILE")
@click.option("--dry-run", is_flag=True, help="Show routes and plan; run nothing.")
@click.option("--yes", is_flag=True, help="Approve the calls beforehand.")
def turn(file: str, as_json: bool, dry_run: bool, yes: bool) -> None:
    """Route, plan and run the calls in FILE (- reads stdin): what a model emitted in one turn.

    OpenAI tool calls, Anthropic tool_use blocks, MCP tools/call or {"calls": [...]}, as JSON or in Markdown.
    Ctrl-C lets the running calls end and starts no more; a second one cancels them.
    """
    text = read_file(file)

    async def work(session: "Session") -> int:
        from workbench.bridge.turn import pending
        from workbench.commands import opening, printing, turn_printing

        emitted = session.turns.read(text)
        opening.say_reports(emitted.reports)
        planned = session.turns.plan(emitted)
        if dry_run or not emitted.calls:
            if as_json:
                printing.print_json(turn_printing.plan_json(emitted, planned))
            else:
                turn_printing.print_plan(planned)
            return exit_of_turn(emitted, pending(planned), session.state)
        if not as_json:
            session.subscribe(turn_printing.tell)
        with turn_printing.stopping() as stop:
            report = await session.turns.run(planned, approve=opening.approver(yes), stop=stop, cards=False)
        if as_json:
            printing.print_json(turn_printing.turn_json(emitted, report))
        else:
            turn_printing.print_turn(report)
        return exit_of_turn(emitted, report.entries, session.state)

    in_session(work)


def read_file(name: str) -> str:
    """The text of the file, or of stdin. Exits with 2 where it cannot be read."""
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-8-sig")
    except OSError as error:
        return fail(f"{name}: {error.strerror or error}")
    except UnicodeDecodeError as error:
        return fail(f"{name} is not UTF-8 text: {error.reason} at byte {error.start}")


def exit_of_turn(emitted: "Turn", entries: "Iterable[TurnEntry]", state: "SessionState") -> Exit:
    """How a turn ended: as the first of its calls that did not end well. Without any call: 3, or 2 if unreadable."""
    from workbench.bridge.route import RouteKind
    from workbench.bridge.turn import refusal
    from workbench.commands.call import exit_of
    from workbench.model import Outcome

    if not emitted.calls:
        unreadable = any(report.severity != "note" for report in emitted.reports)
        return Exit.USAGE if unreadable else Exit.NOT_FOUND
    for entry in entries:
        outcome, reports = entry.outcome, entry.reports
        if outcome is None and entry.routed.kind is RouteKind.REFUSED:
            answer = refusal(entry.routed)
            outcome, reports = answer.outcome, answer.reports
        if outcome in (None, Outcome.DONE):
            continue
        failed = next((report for report in reports if report.outcome is outcome), None)
        if failed is not None:
            return exit_of(failed, state)
        if outcome is Outcome.INTERRUPTED:
            return Exit.INTERRUPTED
        return Exit.NOT_FOUND if outcome is Outcome.REFUSED else Exit.INVALID
    return Exit.DONE
