"""The configuration as it was resolved, and servers taken over from other clients."""

import os
from pathlib import Path

import click

from workbench.commands.options import Options, as_json, common, fail


@click.group(invoke_without_command=True)
@common
@as_json
@click.pass_context
def config(context: click.Context, as_json: bool) -> None:
    """Print the resolved settings, where each came from, and what was mended."""
    if context.invoked_subcommand is not None:
        return
    from workbench.commands import opening, printing
    from workbench.config import masked

    settings = context.find_root().ensure_object(Options).settings()
    if as_json:
        printing.print_json(masked(settings))
    else:
        printing.print_settings(masked(settings))
        opening.say_reports(settings.reports)


@config.command("import")
@common
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--from", "client", type=click.Choice(["claude", "cursor", "vscode"]), help="Find that client's file.")
@click.option(
    "--to",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The configuration to add to. Default: --config, else the one in use, else your own.",
)
@click.option("--dry-run", is_flag=True, help="Only show what would be added.")
def import_servers(file: Path | None, client: str | None, target: Path | None, dry_run: bool) -> None:
    """Add the servers of another client's JSON FILE (Claude Desktop, Claude Code, Cursor, VS Code)."""
    from workbench.commands import importing

    if (file is None) == (client is None):
        fail("config import takes a FILE or --from CLIENT, one of them")
    options = click.get_current_context().find_root().ensure_object(Options)
    importing.run(file, client, target or options.config, dry_run=dry_run, environ=os.environ, cwd=Path.cwd())
