"""The `workbench` command. Importing this loads neither textual nor mcp, so that `--help` answers at once."""

import logging
import sys

import click

from workbench.commands.call import call
from workbench.commands.catalog import describe, search, servers, snapshot, tiers
from workbench.commands.config import config
from workbench.commands.connectors import connect, connectors
from workbench.commands.gateway import gateway
from workbench.commands.options import Options, common, data_folder, fail, log_folder
from workbench.commands.turn import turn

EXIT_CODES = """\b
Exit codes:
  0  done
  2  usage or configuration
  3  nothing found
  4  a server could not be reached
  5  the tool reported an error
  6  arguments invalid
  7  approval or account needed
Results go to stdout, everything else to stderr."""


@click.group(invoke_without_command=True, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@common
@click.option("--tour", is_flag=True, help="Open with a tour through the tiers, on the demo servers.")
@click.version_option(package_name="tool-search-workbench", prog_name="workbench")
@click.pass_context
def main(context: click.Context, tour: bool) -> None:
    """See an MCP tool catalog as a model sees it: tiers, budgets, searches and calls, on your own servers.

    Without a command it opens on the screen; without a configuration it starts on its demo servers.
    """
    logging.getLogger().addHandler(logging.NullHandler())
    if tour and context.invoked_subcommand is not None:
        fail("--tour opens the screen; it stands alone, without a command")
    if context.invoked_subcommand is None:
        settings = context.ensure_object(Options).settings()
        if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
            fail("the screen needs a terminal; `workbench --help` lists the commands that work without one")
        from workbench.ui.app import run

        raise SystemExit(run(settings, log_folder(), data_folder(), tour=tour))


for command in (servers, tiers, search, describe, call, snapshot, config, connectors, connect, gateway, turn):
    main.add_command(command)
