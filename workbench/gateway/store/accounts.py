"""How each connector stands: the connections that were approved, and what became of the one that counts."""

import json
import secrets
import sqlite3
from dataclasses import dataclass
from typing import Any, Final

from workbench.gateway.store.attempts import Attempt, latest_asked

OUTCOME_SHOWN: Final = 60.0
"""Seconds for which a row tells that a new sign-in failed while the account before it still stands."""

REASONS: Final = {
    "expired": "The provider says that the access has run out.",
    "revoked": "The owner of the account took the access back.",
    "inactive": "The owner of the account has paused it.",
}


@dataclass(frozen=True, slots=True)
class Connection:
    """One approved connection. `status` is of the contract: active, initializing, expired, revoked, inactive."""

    number: int
    id: str
    connector: str
    account_id: int
    account: str
    status: str
    reason: str
    changed_at: float

    @property
    def stands(self) -> bool:
        """Whether the account is connected, be it still getting ready."""
        return self.status in ("active", "initializing")


@dataclass(frozen=True, slots=True)
class Standing:
    """How one connector reads in the list (spec 4.2). `status` None: never connected."""

    connector: str
    enabled: bool
    disabled_tools: tuple[str, ...]
    status: str | None
    reason: str
    connection: Connection | None

    @property
    def connected(self) -> bool:
        """Whether tool calls are carried out."""
        return self.status == "active"


def setting(tx: sqlite3.Connection, connector: str) -> tuple[bool, tuple[str, ...]]:
    """Whether the owner lets a connector be used, and the tools of it that are switched off."""
    row = tx.execute("SELECT enabled, disabled_tools FROM connectors WHERE name = ?", (connector,)).fetchone()
    return (bool(row[0]), tuple(json.loads(row[1]))) if row else (True, ())


def change_setting(tx: sqlite3.Connection, connector: str, enabled: bool, disabled: list[str]) -> None:
    """Keeps what the owner allows."""
    tx.execute(
        "INSERT INTO connectors (name, enabled, disabled_tools) VALUES (?, ?, ?) "
        "ON CONFLICT (name) DO UPDATE SET enabled = excluded.enabled, disabled_tools = excluded.disabled_tools",
        (connector, int(enabled), json.dumps(sorted(disabled))),
    )


def connections(tx: sqlite3.Connection, connector: str, now: float, limit: int = 20) -> list[Connection]:
    """The connections of a connector, the newest first."""
    rows = tx.execute(
        "SELECT connections.*, accounts.name AS account_name FROM connections "
        "JOIN accounts ON accounts.id = connections.account "
        "WHERE connections.connector = ? ORDER BY connections.number DESC LIMIT ?",
        (connector, limit),
    )
    return [_connection(row, now) for row in rows]


def standing_connection(tx: sqlite3.Connection, connector: str, now: float) -> Connection | None:
    """The connection through which tools act, if there is one."""
    return next((found for found in connections(tx, connector, now, 1) if found.stands), None)


def standing(tx: sqlite3.Connection, connector: str, now: float, show_pending: bool = False) -> Standing:
    """How a connector reads now.

    An account goes on reading as it did while another sign-in for it is open. A sign-in that failed meanwhile shows for
    a minute, then the account that still stands shows again. Reading changes nothing.
    """
    enabled, disabled = setting(tx, connector)
    connection = next(iter(connections(tx, connector, now, 1)), None)
    attempt = latest_asked(tx, connector, now)
    status, reason = _reading(connection, attempt, now, show_pending)
    shown = connection if connection is not None and status == connection.status else None
    return Standing(connector, enabled, disabled, status, reason, shown)


def approve(tx: sqlite3.Connection, attempt: Attempt, name: str, now: float, initializing: float) -> tuple[int, bool]:
    """Connects an account in the place of the one before; gives its id and whether it is new to the provider."""
    tx.execute(
        "UPDATE connections SET status = 'inactive', reason = ?, changed_at = ? "
        "WHERE connector = ? AND status = 'active'",
        ("Another sign-in took its place.", now, attempt.connector),
    )
    row = tx.execute("SELECT id FROM accounts WHERE connector = ? AND name = ?", (attempt.connector, name)).fetchone()
    if row is None:
        cursor = tx.execute(
            "INSERT INTO accounts (connector, name, created_at) VALUES (?, ?, ?)", (attempt.connector, name, now)
        )
        account = int(cursor.lastrowid or 0)
    else:
        account = int(row[0])
    tx.execute(
        "INSERT INTO connections (id, connector, account, status, ready_at, changed_at) "
        "VALUES (?, ?, ?, 'active', ?, ?)",
        (f"conn_{secrets.token_hex(8)}", attempt.connector, account, now + initializing, now),
    )
    return account, row is None


def change_status(tx: sqlite3.Connection, connection_id: str, status: str, now: float) -> bool:
    """Expires, revokes, pauses or (from paused) resumes a connection; false where it is not in a state for that."""
    before = "'inactive'" if status == "active" else "'active'"
    cursor = tx.execute(
        f"UPDATE connections SET status = ?, reason = ?, changed_at = ? WHERE id = ? AND status = {before} "
        "AND number = (SELECT max(number) FROM connections AS other WHERE other.connector = connections.connector)",
        (status, REASONS.get(status, ""), now, connection_id),
    )
    return cursor.rowcount == 1


def account_names(tx: sqlite3.Connection, connector: str) -> list[str]:
    """The accounts that were ever connected, for the consent page to offer."""
    rows = tx.execute("SELECT name FROM accounts WHERE connector = ? ORDER BY id DESC LIMIT 8", (connector,))
    return [str(row[0]) for row in rows]


def _reading(
    connection: Connection | None, attempt: Attempt | None, now: float, show_pending: bool
) -> tuple[str | None, str]:
    since = attempt if attempt is not None and attempt.state != "approved" else None
    if since is not None and connection is not None and since.created_at < connection.changed_at:
        since = None
    if connection is not None and connection.stands:
        if since is not None and since.state == "open" and show_pending:
            return "initiated", ""
        if since is not None and since.failed and now - since.ended_at < OUTCOME_SHOWN:
            return since.status, since.reason
        return connection.status, connection.reason
    if since is not None:
        return since.status, since.reason
    return (connection.status, connection.reason) if connection is not None else (None, "")


def _connection(row: Any, now: float) -> Connection:
    status = str(row["status"])
    if status == "active" and row["ready_at"] > now:
        status = "initializing"
    return Connection(
        row["number"], row["id"], row["connector"], row["account"], row["account_name"], status, row["reason"],
        row["changed_at"],
    )  # fmt: skip
