"""The session without a screen: opening it, waiting for its servers, saying what went wrong, asking for approvals."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import click

from workbench.model import Json, Progress, Report, ServerState, Tool
from workbench.session import Session, SessionState
from workbench.settings import Settings
from workbench.text import one_line, plain, pretty_json

Answer = TypeVar("Answer")

SHOWN_REPORTS = 3
"""Reports a server that a command prints; one odd server must not flood the terminal."""


def run(settings: Settings, log_dir: Path, data_dir: Path, work: Callable[[Session], Awaitable[Answer]]) -> Answer:
    """Opens a session, waits until its servers have settled, does the work, and ends every server again."""
    return asyncio.run(_run(settings, log_dir, data_dir, work))


async def _run(
    settings: Settings, log_dir: Path, data_dir: Path, work: Callable[[Session], Awaitable[Answer]]
) -> Answer:
    async with opened(settings, log_dir, data_dir) as session:
        return await work(session)


@contextlib.asynccontextmanager
async def opened(settings: Settings, log_dir: Path, data_dir: Path) -> AsyncIterator[Session]:
    """A session whose servers have settled; says on stderr which of them are down and what was reported."""
    session = Session(settings, log_dir=log_dir, data_dir=data_dir)
    await session.start()
    try:
        await session.settled()
        say_troubles(session.state)
        yield session
    finally:
        await session.close()


def say(text: str) -> None:
    """One message for the person, on stderr."""
    click.echo(plain(text), err=True)


def say_reports(reports: Iterable[Report]) -> None:
    """What was mended, ignored or refused, on stderr."""
    for report in reports:
        say(f"{report.severity}: {one_line(str(report))}")


def say_troubles(state: SessionState) -> None:
    """What was reported and which servers are down, on stderr."""
    of_servers = {report for server in state.servers for report in server.reports}
    say_reports(report for report in state.reports if report not in of_servers)
    for server in state.servers:
        say_reports(server.reports[:SHOWN_REPORTS])
        if len(server.reports) > SHOWN_REPORTS:
            say(f"note: {one_line(server.name)}: and {len(server.reports) - SHOWN_REPORTS} more, shown on the screen")
    for server in state.servers:
        if server.status.state in (ServerState.FAILED, ServerState.SIGN_IN):
            advice = f" ({server.status.advice})" if server.status.advice else ""
            say(one_line(f"{server.name}: {server.status.state}: {server.status.reason}{advice}"))


def say_connectors(session: Session) -> None:
    """Why connector hits are missing, where they are."""
    if session.connectors.view.trouble:
        say(f"connectors: {one_line(session.connectors.view.trouble)}; local results only")


def all_down(state: SessionState) -> bool:
    """There are servers, and none of them could be reached."""
    tried = [server for server in state.servers if server.status.state is not ServerState.DETACHED]
    return bool(tried) and not any(server.status.state is ServerState.READY for server in tried)


def any_down(state: SessionState) -> bool:
    """Some server could not be reached."""
    return any(server.status.state in (ServerState.FAILED, ServerState.SIGN_IN) for server in state.servers)


def approver(yes: bool) -> Callable[[Tool, Mapping[str, Json]], Awaitable[bool]]:
    """Asks the person on the terminal before a tool runs; without a terminal only `--yes` approves."""

    async def approve(tool: Tool, arguments: Mapping[str, Json]) -> bool:
        if yes:
            return True
        if not sys.stdin.isatty():
            say(f"{tool.name} needs an approval: it is not marked read-only. Run it again with --yes to approve.")
            return False
        say(f"{tool.name} ({tool.source}) will be called with\n{pretty_json(arguments)}")
        return await asyncio.to_thread(click.confirm, "Run it?", default=False, err=True)

    return approve


def show_progress(progress: Progress) -> None:
    """A running call's progress, on stderr."""
    total = f"/{progress.total:g}" if progress.total else ""
    say(f"progress {progress.progress:g}{total} {one_line(progress.message)}".rstrip())
