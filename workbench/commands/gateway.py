"""The command that runs the embedded gateway alone."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.commands.options import Exit, data_folder, fail
from workbench.gateway.faults import FAULTS, FaultError, Faults

if TYPE_CHECKING:
    from workbench.gateway import EmbeddedGateway

_HELP = "\b\nFaults, each as --fault NAME or --fault NAME=VALUE, also at run time (PUT /admin/faults, /accounts):\n" + (
    "\n".join(f"  {info.usage}\n      {info.help}" for info in FAULTS)
)


@click.command(epilog=_HELP)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="The port; any free one unless told."
)
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Where accounts and token are kept."
)
@click.option("--fault", "faults", multiple=True, metavar="NAME[=VALUE]", help="Start with this fault. Repeatable.")
def gateway(port: int, data: Path | None, faults: tuple[str, ...]) -> None:
    """Run the embedded gateway alone, on this machine's loopback address.

    Prints its address and its token, then logs requests to stderr. Accounts, tools and faults are managed on its page
    /accounts. Ctrl-C ends it.
    """
    try:
        wanted = Faults.parse(faults)
    except FaultError as error:
        fail(f"--fault: {error}")
    raise SystemExit(_run(data or data_folder(), port, wanted))


def _run(data: Path, port: int, faults: Faults) -> int:
    import asyncio
    import signal

    from workbench.gateway import GatewayStartError, serve

    async def work() -> None:
        task = asyncio.ensure_future(serve(data, port=port, faults=faults, ready=_announce, log=_log))
        for number in (signal.SIGINT, signal.SIGTERM):
            try:
                asyncio.get_running_loop().add_signal_handler(number, task.cancel)
            except NotImplementedError:  # Windows: Ctrl-C arrives as KeyboardInterrupt
                break
        try:
            await task
        except asyncio.CancelledError:
            click.echo("ended", err=True)

    try:
        asyncio.run(work())
    except GatewayStartError as error:
        fail(str(error))
    except KeyboardInterrupt:
        click.echo("ended", err=True)
    return Exit.DONE


def _announce(gateway: "EmbeddedGateway") -> None:
    click.echo(f"gateway {gateway.url}")
    click.echo(f"token {gateway.token}")


def _log(line: str) -> None:
    import time

    click.echo(f"{time.strftime('%H:%M:%S')} {line}", err=True)
