"""The command that calls a tool."""

import json
import sys
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
@click.option("--args", "arguments", default="{}", metavar="JSON", help="The arguments; @FILE reads a file, - stdin.")
@click.option("--yes", is_flag=True, help="Approve the call beforehand.")
def call(name: str, arguments: str, as_json: bool, yes: bool) -> None:
    """Call the tool NAME on its server."""
    sent = read_arguments(arguments)

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
    try:
        if text == "-":
            text = sys.stdin.read()
        elif text.startswith("@"):
            text = Path(text[1:]).read_text(encoding="utf-8")
        value = json.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        return fail(f"--args: {error}")
    except ValueError as error:
        return fail(f"--args is not JSON: {error}")
    except RecursionError:
        return fail("--args is nested too deeply")
    if not isinstance(value, dict):
        fail("""--args must be a JSON object, such as '{"path": "README.md"}'""")
    return value


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
