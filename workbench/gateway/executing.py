"""Carrying out tool calls on the accounts that are connected (spec 4.2)."""

import sqlite3
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from workbench.gateway.errors import ToolFailure, provider_error
from workbench.gateway.faults import Faults
from workbench.gateway.finding import suggestions
from workbench.gateway.providers.all import connector, owner_of
from workbench.gateway.providers.kit import Connector, ProviderTool
from workbench.gateway.store import accounts
from workbench.gateway.store.database import savepoint
from workbench.gateway.store.records import Box
from workbench.text import clip

Call = tuple[str, str, dict[str, Any]]


class Executor:
    """Runs calls inside one transaction; a call that fails undoes only what it did itself.

    `offer(tx, connector, faults)` gives the id of a link through which the connector can be connected.
    """

    def __init__(
        self, clock: Callable[[], float], offer: Callable[[sqlite3.Connection, str, Faults], str | None]
    ) -> None:
        self._clock = clock
        self._offer = offer
        self._validator = lru_cache(maxsize=None)(_validator)

    def run(self, tx: sqlite3.Connection, calls: list[Call], faults: Faults) -> dict[str, Any]:
        """The answer to a request with these calls. Links stand in it as `{"link": ID}`."""
        results = [self._row(tx, index, call, faults) for index, call in enumerate(calls)]
        failed = sum(result["error"] is not None for result in results)
        counts = {"successCount": len(results) - failed, "errorCount": failed, "totalCount": len(results)}
        return {"results": [] if faults.unanswered else results, **counts}

    def _row(self, tx: sqlite3.Connection, index: int, call: Call, faults: Faults) -> dict[str, Any]:
        name, slug, arguments = call
        row: dict[str, Any] = {"index": index, "connector": name, "tool": slug, "data": None, "error": None}
        try:
            with savepoint(tx):
                row["data"] = self._call(tx, name, slug, arguments, faults)
        except _Unconnected as failure:
            link = self._offer(tx, name, faults)
            row["error"] = {**_error(failure), **({"connectUrl": {"link": link}} if link else {})}
        except ToolFailure as failure:
            row["error"] = _error(failure)
        return row

    def _call(
        self, tx: sqlite3.Connection, name: str, slug: str, arguments: dict[str, Any], faults: Faults
    ) -> dict[str, Any]:
        found, tool = _resolve(name, slug)
        standing = accounts.standing_connection(tx, name, self._clock())
        enabled, disabled = accounts.setting(tx, name)
        if not enabled or slug in disabled:
            what = f"{found.title} is switched off" if not enabled else f"{slug} is switched off"
            raise ToolFailure("TOOL_NOT_ALLOWED", f"{what} by the owner of the account.", connector=name)
        if standing is None or standing.status != "active":
            raise _unconnected(found, standing)
        self._check(tool, arguments)
        if faults.provider_error:
            raise provider_error(faults.provider_error)
        return tool.run(Box(tx, standing.account_id, standing.account, self._clock), arguments)

    def _check(self, tool: ProviderTool, arguments: dict[str, Any]) -> None:
        from jsonschema.exceptions import best_match

        try:
            error = best_match(self._validator(tool.slug).iter_errors(arguments))
        except RecursionError:
            raise provider_error("The arguments are nested too deeply.") from None
        if error is not None:
            where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path)
            message = f"Invalid arguments: {('arguments' + where)[:200]}: {error.message}"
            raise provider_error(clip(message, 500), f"POST /v1/connectors/schemas tells what {tool.slug} takes.")


class _Unconnected(ToolFailure):
    """A failure that a link can mend; it is made after what the failed call did was undone."""


def _unconnected(found: Connector, standing: accounts.Connection | None) -> ToolFailure:
    if standing is not None:
        message, hint = f"The {found.title} account is still getting ready.", "Try again in a moment."
        return ToolFailure("CONNECTION_REQUIRED", message, connector=found.name, connectionId=standing.id, hint=hint)
    return _Unconnected("CONNECTION_REQUIRED", f"No {found.title} account is connected.", connector=found.name)


def _error(failure: ToolFailure) -> dict[str, Any]:
    return {"code": failure.code, "message": failure.message, **failure.details}


def _resolve(name: str, slug: str) -> tuple[Connector, ProviderTool]:
    found = connector(name)
    tool = found.tool(slug) if found else None
    if found is not None and tool is not None:
        return found, tool
    near = suggestions(slug)
    hint = {"hint": f"Perhaps {' or '.join(near)}?"} if near else {}
    what = f"{found.title} has no tool {slug[:80]!r}." if found else f"There is no connector {name[:80]!r}."
    raise ToolFailure("TOOL_NOT_FOUND", what, **hint)


def _validator(slug: str) -> Any:
    from jsonschema import Draft202012Validator

    owner = owner_of(slug)
    return Draft202012Validator(owner[1].schema if owner else {})
