"""Connectors without a screen: their accounts, signing in, and connecting them."""

from typing import TYPE_CHECKING

import click

from workbench.commands.options import Exit, as_json, common, fail, in_session

if TYPE_CHECKING:
    from workbench.session import Session


@click.command()
@common
@as_json
@click.option("--sign-in", is_flag=True, help="Sign in to the embedded gateway; remembered until --sign-out.")
@click.option("--sign-out", is_flag=True, help="Sign out of the embedded gateway. Its accounts are kept.")
def connectors(as_json: bool, sign_in: bool, sign_out: bool) -> None:
    """List the connectors with the state of their accounts."""
    if sign_in and sign_out:
        fail("--sign-in and --sign-out exclude each other")

    async def work(session: "Session") -> int:
        from workbench.commands import opening, printing

        hub = session.connectors
        if sign_in and (refusal := await hub.sign_in()):
            opening.say(refusal)
            return Exit.USAGE
        if sign_out:
            await hub.sign_out()
            opening.say("signed out")
            return Exit.DONE
        if as_json:
            printing.print_json(printing.connectors_json(hub.view))
        else:
            printing.print_connectors(hub.view)
        if not hub.view.signed_in:
            return Exit.APPROVAL
        return Exit.UNREACHABLE if hub.view.read_at is None else Exit.DONE

    in_session(work, attach=False)


@click.command()
@common
@as_json
@click.argument("names", nargs=-1, required=True)
@click.option("--reconnect", is_flag=True, help="Renew accounts that no longer work.")
@click.option("--force", is_flag=True, help="With --reconnect: another account, also where one works.")
@click.option("--wait", is_flag=True, help="Wait for the outcome; Ctrl-C ends it cleanly.")
@click.option("--open", "open_links", is_flag=True, help="Open the links in the browser.")
@click.option("--mcp", type=click.Choice(["install", "enable", "authorize"]), help="NAMES are MCP servers.")
def connect(
    names: tuple[str, ...],
    as_json: bool,
    reconnect: bool,
    force: bool,
    wait: bool,
    open_links: bool,
    mcp: str | None,
) -> None:
    """Connect the accounts of the connectors NAMES: links at once, or with --wait the outcome."""
    if force and not reconnect:
        fail("--force goes with --reconnect")
    if mcp and (reconnect or force):
        fail("--mcp goes without --reconnect and --force")

    async def work(session: "Session") -> int:
        from workbench.commands import connecting

        action = mcp or ("reconnect" if reconnect else "connect")
        request = connecting.Request(names, action, force=force, mcp=mcp is not None, open_links=open_links)
        return await connecting.run(session, request, wait=wait or mcp is not None, as_json=as_json)

    in_session(work, attach=False)
