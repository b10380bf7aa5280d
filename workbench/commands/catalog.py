"""Commands that look at the catalog: servers, tiers, search, describe, snapshot."""

from typing import TYPE_CHECKING

import click

from workbench.commands.options import Exit, as_json, common, in_session

if TYPE_CHECKING:
    from workbench.session import Session


@click.command()
@common
@as_json
def servers(as_json: bool) -> None:
    """Attach the servers and say how each of them is."""

    async def work(session: "Session") -> int:
        from workbench.commands import opening, printing

        views = session.state.servers
        if as_json:
            printing.print_json([view.as_json() for view in views])
        else:
            rows = [(view.name, view.transport, view.status.state, view.tools, view.schema_tokens) for view in views]
            click.echo(printing.table(rows, ("server", "transport", "state", "tools", "schema tokens")))
        return Exit.UNREACHABLE if opening.any_down(session.state) else Exit.DONE

    in_session(work)


@click.command()
@common
@as_json
@click.option("--full", is_flag=True, help="Add the tool definitions as the model gets them (with --json).")
def tiers(as_json: bool, full: bool) -> None:
    """The tier, the listing's form and what everything costs, in tokens."""

    async def work(session: "Session") -> int:
        from workbench.commands import opening, printing
        from workbench.session import tiers_json

        if as_json or full:
            printing.print_json(tiers_json(session.state, full=full))
        else:
            printing.print_tiers(session.state)
        return Exit.UNREACHABLE if opening.all_down(session.state) else Exit.DONE

    in_session(work)


@click.command()
@common
@as_json
@click.argument("queries", nargs=-1, required=True)
@click.option("--limit", type=int, help="Matches per query.")
@click.option("--explain", is_flag=True, help="Say why each tool matched or not.")
def search(queries: tuple[str, ...], as_json: bool, limit: int | None, explain: bool) -> None:
    """What `tool_search` answers to QUERIES (at most seven)."""

    async def work(session: "Session") -> int:
        from workbench.commands import opening, printing

        answer = await session.search_everywhere(queries, limit)
        opening.say_connectors(session)
        explanations = [group.explanation.as_json() for group in answer.groups]
        if as_json:
            printing.print_json({**answer.payload, "explain": explanations} if explain else answer.payload)
        else:
            printing.print_search(answer, explain=explain)
        if "error" in answer.payload:
            return Exit.USAGE
        if any(group.matches for group in answer.groups):
            return Exit.DONE
        return Exit.UNREACHABLE if opening.any_down(session.state) else Exit.NOT_FOUND

    in_session(work)


@click.command()
@common
@as_json
@click.argument("names", nargs=-1, required=True)
def describe(names: tuple[str, ...], as_json: bool) -> None:
    """What `tool_describe` answers for NAMES (at most ten)."""

    async def work(session: "Session") -> int:
        from workbench.commands import opening, printing

        answer = await session.describe_everywhere(names)
        if as_json:
            printing.print_json(answer)
        else:
            printing.print_describe(answer)
        if "error" in answer:
            return Exit.USAGE
        if answer.get("tools"):
            return Exit.DONE
        return Exit.UNREACHABLE if opening.any_down(session.state) else Exit.NOT_FOUND

    in_session(work)


@click.command()
@common
@click.argument("name")
def snapshot(name: str) -> None:
    """Write the tools of server NAME as a snapshot file to stdout."""

    async def work(session: "Session") -> int:
        from workbench.commands import opening, printing
        from workbench.servers.snapshot import snapshot_json

        view = session.state.server(name)
        if view is None:
            known = ", ".join(server.name for server in session.state.servers) or "none"
            opening.say(f"there is no server {name!r}; attached are: {known}")
            return Exit.NOT_FOUND
        if not view.listed:
            return Exit.UNREACHABLE
        printing.print_json(snapshot_json(name, session.raw_tools(name)))
        return Exit.DONE

    in_session(work)
