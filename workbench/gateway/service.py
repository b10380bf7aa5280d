"""The routes' work over the database: plain functions from a decoded request to an answer (spec 4.2)."""

import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any, Final

from workbench.gateway import finding, requests
from workbench.gateway.errors import WireError
from workbench.gateway.executing import Executor
from workbench.gateway.faults import Faults
from workbench.gateway.providers.all import CONNECTORS, connector, owner_of
from workbench.gateway.store import accounts, attempts, idempotency
from workbench.gateway.store.database import Database
from workbench.gateway.store.secret import Links

HOSTILE: Final = "\x1b[31m[bold]<script>alert(1)</script>\u202etxt.exe\x07[/bold] [@click=app.quit]press[/] \x9b2J"
"""What `hostile_text` puts into descriptions and reasons."""

_BAD_LINKS: Final = {
    "javascript": "javascript:alert(document.domain)",
    "data": "data:text/html,<script>alert(1)</script>",
    "file": "file:///etc/passwd",
    "custom": "vscode://extension/run",
}


class Service:
    """What the gateway does. Every method is one transaction and may block: call them off the loop.

    `base` is the gateway's own address, of which links are made.
    """

    def __init__(self, database: Database, links: Links, base: str, clock: Callable[[], float]) -> None:
        self.database = database
        self.links = links
        self.clock = clock
        self._base = base
        self._finder = finding.Finder()
        self._executor = Executor(clock, self._offer)

    def search(self, raw: dict[str, Any], faults: Faults) -> dict[str, Any]:
        """POST /search."""
        queries = requests.read_queries(raw)
        with self.database.transaction() as tx:
            standings = {found.name: self._standing(tx, found.name, faults) for found in CONNECTORS}
        results = []
        for index, use_case in enumerate(queries):
            best, related = self._finder.find(use_case, lambda slug: _allowed(slug, standings))
            results.append(finding.result_of(index, use_case, best, related))
        slugs = dict.fromkeys(slug for result in results for slug in (*result["tools"], *result["relatedTools"]))
        names = dict.fromkeys(name for result in results for name in result["connectors"])
        waiting = [name for name in names if not standings[name].connected]
        return {
            "results": results,
            "schemas": self._schemas(slugs, faults),
            "connections": [_connection_entry(standings[name], faults) for name in names],
            "nextSteps": [f"Connect {', '.join(waiting)} first."] if waiting else [],
        }

    def schemas(self, raw: dict[str, Any], faults: Faults) -> dict[str, Any]:
        """POST /schemas."""
        slugs = requests.read_slugs(raw)
        unknown = list(dict.fromkeys(slug for slug in slugs if owner_of(slug) is None))
        meant = {slug: finding.suggestions(slug) for slug in unknown}
        return {
            "schemas": self._schemas(dict.fromkeys(slugs), faults),
            "notFound": unknown,
            "suggestions": {slug: near for slug, near in meant.items() if near},
        }

    def execute(self, raw: dict[str, Any], key: str | None, faults: Faults) -> dict[str, Any]:
        """POST /execute. The same key gets the answer that was given before, and nothing is done again."""
        calls = requests.read_calls(raw)
        with self.database.transaction() as tx:
            answer = idempotency.stored(tx, key, raw, self.clock()) if key else None
            if answer is None:
                answer = self._executor.run(tx, calls, faults)
                if key:
                    idempotency.store(tx, key, raw, answer, self.clock())
        return self._with_links(answer, faults)

    def connect(self, raw: dict[str, Any], faults: Faults) -> dict[str, Any]:
        """POST /connections."""
        names, reinitiate = requests.read_connect(raw)
        with self.database.transaction() as tx:
            rows = [self._mint(tx, name, reinitiate, faults) for name in names]
        if faults.missing_rows:
            rows = []
        count = {status: sum(row["status"] == status for row in rows) for status in ("active", "initiated", "failed")}
        return {"results": rows, "summary": {"total": len(rows), **count}}

    def list(self, limit: str | None, cursor: str | None, faults: Faults) -> dict[str, Any]:
        """GET the list: one row for each connector, in pages."""
        size, start = requests.read_limit(limit), _read_cursor(cursor)
        with self.database.transaction() as tx:
            rows = [_row(self._standing(tx, found.name, faults), faults) for found in CONNECTORS]
        if faults.duplicate_rows:
            rows = [row for pair in zip(rows, map(_dead, rows), strict=True) for row in pair]
        more = start + size < len(rows)
        if faults.endless_pages:
            return {"items": rows[start % len(rows) :][:size], "nextCursor": _cursor(start + size)}
        if faults.cursor_loop:
            return {"items": rows[start : start + size], "nextCursor": _cursor(start + size if more else 0)}
        return {"items": rows[start : start + size], "nextCursor": _cursor(start + size) if more else None}

    def connect_url(self, link_id: str) -> str:
        """The address of a consent page."""
        return f"{self._base}/connect/{self.links.link(link_id)}"

    def _standing(self, tx: sqlite3.Connection, name: str, faults: Faults) -> accounts.Standing:
        return accounts.standing(tx, name, self.clock(), faults.show_pending)

    def _mint(self, tx: sqlite3.Connection, name: str, reinitiate: bool, faults: Faults) -> dict[str, Any]:
        found = connector(name)
        if found is None:
            return _minted(name, "failed", reason=f"There is no connector {name[:80]!r}.")
        if not accounts.setting(tx, name)[0]:
            return _minted(name, "failed", reason=f"{found.title} is switched off by the owner of the account.")
        standing = accounts.standing_connection(tx, name, self.clock())
        known = standing.id if standing is not None and not faults.no_connection_id else None
        if standing is not None and (not reinitiate or faults.keep_account):
            attempts.acknowledge(tx, name)
            if standing.status != "active":
                return _minted(name, "initiated", connection=known, instruction=f"{found.title} is getting ready.")
            return _minted(name, "active", connection=known, instruction=f"{found.title} is connected.")
        if faults.mint_fails:
            reason = HOSTILE if faults.hostile_text else faults.mint_fails
            return _minted(name, "failed", connection=known, reason=reason)
        link = None if faults.no_link else self._shown_link(self._link(tx, name, reinitiate, faults, True), faults)
        instruction = f"Open the link to connect {found.title}."
        return _minted(name, "initiated", link, known, instruction, reinitiated=reinitiate)

    def _link(self, tx: sqlite3.Connection, name: str, fresh: bool, faults: Faults, asked: bool) -> str:
        """The id of a link for a connector: the one that is open, unless another is wanted."""
        known = None if fresh else attempts.open_attempt(tx, name, self.clock())
        if known is None:
            known = attempts.start(tx, name, self.links.new_id(), self.clock(), faults.link_lifetime, asked=asked)
        elif asked and not known.asked:
            attempts.ask(tx, known)
        return known.link_id

    def _offer(self, tx: sqlite3.Connection, name: str, faults: Faults) -> str | None:
        """A link that a tool call gives in passing."""
        return None if faults.mint_fails or faults.no_link else self._link(tx, name, False, faults, False)

    def _shown_link(self, link_id: str, faults: Faults) -> str:
        return _BAD_LINKS[faults.bad_link] if faults.bad_link else self.connect_url(link_id)

    def _with_links(self, answer: dict[str, Any], faults: Faults) -> dict[str, Any]:
        """An answer with its links made; they are never stored."""
        for row in answer["results"]:
            error = row["error"]
            if error and isinstance(error.get("connectUrl"), dict):
                error["connectUrl"] = self._shown_link(error["connectUrl"]["link"], faults)
            if error and faults.no_connection_id:
                error.pop("connectionId", None)
            if error and faults.hostile_text:
                error["message"] += HOSTILE
        return answer

    def _schemas(self, slugs: dict[str, None], faults: Faults) -> dict[str, Any]:
        owners = {slug: owner for slug in slugs if (owner := owner_of(slug))}
        entries = {slug: finding.schema_entry(*owner) for slug, owner in owners.items()}
        if faults.hostile_text:
            entries = {
                slug: {**entry, "description": entry["description"] + HOSTILE} for slug, entry in entries.items()
            }
        return entries


def _allowed(slug: str, standings: dict[str, accounts.Standing]) -> bool:
    owner = owner_of(slug)
    standing = standings[owner[0].name] if owner else None
    return standing is not None and standing.enabled and slug not in standing.disabled_tools


def _connection_entry(standing: accounts.Standing, faults: Faults) -> dict[str, Any]:
    state = "connected" if standing.connected else standing.reason or "not connected"
    name = standing.connection.account if standing.connected and standing.connection else ""
    text = f"{standing.connector}: {state}{f' as {name}' if name else ''}"
    return {
        "connector": standing.connector,
        "connected": standing.connected,
        "description": text + HOSTILE if faults.hostile_text else text,
    }


def _row(standing: accounts.Standing, faults: Faults) -> dict[str, Any]:
    row: dict[str, Any] = {
        "connector": standing.connector,
        "enabled": standing.enabled,
        "connected": standing.connected,
    }
    if standing.status is not None:
        row["connectionStatus"] = standing.status
    if standing.reason or faults.hostile_text:
        row["statusReason"] = HOSTILE if faults.hostile_text else standing.reason
    if standing.connection is not None and not faults.no_connection_id:
        row["connectionId"] = standing.connection.id
    return {**row, "disabledTools": list(standing.disabled_tools)}


def _dead(row: dict[str, Any]) -> dict[str, Any]:
    reason = "An account from before."
    return {
        **row,
        "connected": False,
        "connectionStatus": "revoked",
        "statusReason": reason,
        "connectionId": "conn_old",
    }


def _minted(
    name: str,
    status: str,
    url: str | None = None,
    connection: str | None = None,
    instruction: str = "",
    reason: str | None = None,
    *,
    reinitiated: bool = False,
) -> dict[str, Any]:
    return {
        "connector": name,
        "status": status,
        "connectUrl": url,
        "connectionId": connection,
        "instruction": instruction,
        "statusReason": reason,
        "reinitiated": reinitiated,
    }


def _cursor(start: int) -> str:
    """An opaque cursor; it holds characters that have to be encoded in a URL."""
    return b64encode(f"?>{start:04d}~~?".encode()).decode()


def _read_cursor(cursor: str | None) -> int:
    if cursor is None:
        return 0
    try:
        start = b64decode(cursor.encode("ascii"), validate=True).decode("ascii")[2:-3]
        if start.isdecimal() and _cursor(int(start)) == cursor:
            return int(start)
    except ValueError:
        pass
    raise WireError(400, "INVALID_CURSOR", "The cursor is not one of this list.")
