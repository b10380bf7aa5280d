"""Asking what the query lines say: at once where that takes no time, in a thread where it would hold the screen."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from workbench.bridge.scope import Scope
from workbench.bridge.search import SearchAnswer, tool_search
from workbench.session import Session
from workbench.ui.panes.queries.found import Found

AT_ONCE: Final = 10_000
"""Tools times queries that are searched on the loop: some milliseconds, less than a change of threads is worth."""


def asked(lines: Sequence[str]) -> list[str]:
    """The queries among the lines."""
    return [line for line in lines if line.strip()]


def is_quick(session: Session, lines: Sequence[str]) -> bool:
    """Whether the answer takes no longer than a part of a frame."""
    return len(asked(lines)) * session.state.scope.catalog.size <= AT_ONCE


def ask(session: Session, lines: tuple[str, ...]) -> Found:
    """The answer at once."""
    queries = asked(lines)
    return Found(lines, session.search(queries) if queries else None, session.state.scope.catalog)


async def ask_aside(session: Session, lines: tuple[str, ...], clock: Callable[[], float]) -> Found:
    """The answer from a thread, over the catalog of this moment. Near misses are looked up for misses only."""
    scope, queries, begun = session.state.scope, asked(lines), clock()
    answer = await asyncio.to_thread(_search, scope, queries)
    session.journal.search(queries, None, answer.payload, clock() - begun)
    return Found(lines, answer, scope.catalog, explained=False)


async def explain(found: Found) -> Found:
    """The same answer with every near miss looked up, in a thread."""
    if found.answer is not None:
        await asyncio.to_thread(_look_closer, found.answer)
    return replace(found, explained=True)


def _search(scope: Scope, queries: list[str]) -> SearchAnswer:
    answer = tool_search(scope, {"queries": list(queries), "limit": None})
    _look_closer(answer, misses_only=True)
    return answer


def _look_closer(answer: SearchAnswer, *, misses_only: bool = False) -> None:
    # An explanation remembers what it was asked for once.
    for group in answer.groups:
        if not (misses_only and group.matches):
            _ = group.explanation.refused, group.explanation.several_names
