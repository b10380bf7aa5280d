"""The command that calls a tool."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.commands.options import Exit, as_json, common, fail, in_session

if TYPE_CHECKING:
    from workbench.model import CallReport
    from workbench.session import Session, SessionState


@click.command()
@common
@as_json
@click.argument("name")
@click.argument("pairs", nargs=-1, metavar="[KEY=VALUE]...")
@click.option("--args", "arguments", default="{}", metavar="JSON", help="The arguments; @FILE reads a file, - stdin.")
@click.option("--yes", is_flag=True, help="Approve the call beforehand.")
def call(name: str, pairs: tuple[str, ...], arguments: str, as_json: bool, yes: bool) -> None:
    """Call the tool NAME on its server.

    Single arguments may be written as KEY=VALUE: the tool's schema decides what a VALUE means, and a KEY that is
    repeated makes a list.
    """
    sent = with_pairs(read_arguments(arguments), pairs)

    async def work(session: "Session") -> int:
        from workbench.commands import opening, printing

        report = await session.call(
            name,
            sent,
            approve=opening.approver(yes),
            on_progress=None if as_json else opening.show_progress,
            cards=False,
        )
        if as_json:
            printing.print_json(printing.call_json(report))
        else:
            printing.print_call(report)
        return exit_of(report, session.state)

    in_session(work)


def read_arguments(text: str) -> dict[str, Any]:
    """The object given as --args. Exits with 2 and the position where it is not a JSON object."""
    from workbench.bridge.jsontext import UnreadableJson, read_json

    try:
        if text == "-":
            text = sys.stdin.read()
        elif text.startswith("@"):
            text = Path(text[1:]).read_text(encoding="utf-8")
        value = read_json(text)
    except (OSError, UnicodeDecodeError) as error:
        return fail(f"--args: {error}")
    except UnreadableJson as error:
        return fail(f"--args is not JSON: {error}")
    if not isinstance(value, dict):
        fail("""--args must be a JSON object, such as '{"path": "README.md"}'""")
    return value


def with_pairs(arguments: dict[str, Any], pairs: Sequence[str]) -> dict[str, Any]:
    """The arguments with those written as KEY=VALUE: texts, or lists of texts, which are then read by the schema.

    Exits with 2 where one is no pair, or is in the arguments already.
    """
    given: dict[str, list[str]] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not key or not equals:
            fail(f"{pair!r} is not KEY=VALUE; whole arguments go with --args")
        if key in arguments:
            fail(f"{key!r} is given twice, in --args and as {pair!r}")
        given.setdefault(key, []).append(value)
    return arguments | {key: values[0] if len(values) == 1 else values for key, values in given.items()}


def exit_of(report: "CallReport", state: "SessionState") -> Exit:
    """The exit code that tells how a call ended; a name of a server that is down could not be reached."""
    from workbench.disclosure.naming import reduced
    from workbench.model import Outcome

    codes = {
        Outcome.DONE: Exit.DONE,
        Outcome.TOOL_ERROR: Exit.TOOL_ERROR,
        Outcome.INVALID: Exit.INVALID,
        Outcome.NOT_APPROVED: Exit.APPROVAL,
        Outcome.UNREACHABLE: Exit.UNREACHABLE,
        Outcome.INTERRUPTED: Exit.INTERRUPTED,
    }
    if report.error is not None and report.error.get("code") == "CONNECTION_REQUIRED":
        return Exit.APPROVAL
    if report.outcome is Outcome.REFUSED:
        down = tuple(f"mcp_{reduced(server)}_" for server in state.scope.unavailable)
        return Exit.UNREACHABLE if report.name.startswith(down) else Exit.NOT_FOUND
    return codes[report.outcome]
