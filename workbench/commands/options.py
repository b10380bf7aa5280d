"""What every command shares: the common options, the session they open, the exit codes."""

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from workbench.session import Session
    from workbench.settings import Settings

Command = TypeVar("Command", bound=Callable[..., Any])


class Exit(IntEnum):
    """Exit codes of every command."""

    DONE = 0
    USAGE = 2
    NOT_FOUND = 3
    UNREACHABLE = 4
    TOOL_ERROR = 5
    INVALID = 6
    APPROVAL = 7
    INTERRUPTED = 130


@dataclass
class Options:
    """What the common options said, wherever on the command line they stood."""

    config: Path | None = None
    demo: bool = False
    snapshots: list[Path] = field(default_factory=list)
    servers: list[str] = field(default_factory=list)
    context: int | None = None

    def settings(self) -> "Settings":
        """The resolved settings. Exits with 2 and one clear message where they cannot be read."""
        from workbench.config import ConfigError, command_line_servers, load

        try:
            return load(
                self.config,
                demo=self.demo,
                environ=os.environ,
                cwd=Path.cwd(),
                extra_servers=command_line_servers(self.servers, self.snapshots, Path.cwd(), os.environ),
                context=self.context,
            )
        except ConfigError as error:
            fail(str(error))


def fail(message: str) -> NoReturn:
    """One message on stderr and exit code 2."""
    click.echo(f"workbench: {message}", err=True)
    raise SystemExit(Exit.USAGE)


def common(command: Command) -> Command:
    """The options that every command takes, before or after its name."""

    def keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
        options = context.find_root().ensure_object(Options)
        name = str(parameter.name)
        if isinstance(value, tuple):
            getattr(options, name).extend(value)
        elif value:
            setattr(options, name, value)

    kept: dict[str, Any] = {"expose_value": False, "callback": keep}
    path = click.Path(exists=True, path_type=Path)
    for option in reversed(
        (
            click.option("--config", type=path, metavar="FILE", help="Read this configuration.", **kept),
            click.option("--demo", is_flag=True, help="Use the demo servers, whatever is configured.", **kept),
            click.option(
                "--snapshot", "snapshots", type=path, multiple=True, metavar="FILE",
                help="Attach a recorded tools list, or every one in a folder. Repeatable.", **kept,
            ),
            click.option(
                "--server", "servers", multiple=True, metavar="NAME=COMMAND-OR-URL",
                help="Attach one more server. Repeatable.", **kept,
            ),
            click.option(
                "--context", type=click.IntRange(min=1), metavar="N", help="The model's context, in tokens.", **kept
            ),
        )
    ):  # fmt: skip
        command = option(command)
    return command


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def log_folder() -> Path:
    """Where the servers' logs go."""
    from platformdirs import user_log_path

    return user_log_path("tool-search-workbench", appauthor=False)


def data_folder() -> Path:
    """Where the embedded gateway keeps its accounts, and the workbench the secrets of MCP servers."""
    from platformdirs import user_data_path

    return user_data_path("tool-search-workbench", appauthor=False)


def in_session(work: Callable[["Session"], Awaitable[int]], *, attach: bool = True) -> NoReturn:
    """Runs one command over a session of the settings, then exits with the code that `work` answers.

    Without `attach` the servers are only known, not started: the command is about something else.
    """
    from workbench.commands.opening import run

    settings = click.get_current_context().find_root().ensure_object(Options).settings()
    if not attach:
        settings = replace(settings, servers=tuple(replace(spec, enabled=False) for spec in settings.servers))
    try:
        code = run(settings, log_folder(), data_folder(), work)
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
    raise SystemExit(code)
