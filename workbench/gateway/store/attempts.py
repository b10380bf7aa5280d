"""Attempts to connect: each is one consent link with its life."""

import sqlite3
from dataclasses import dataclass
from typing import Any, Final

KEPT: Final = 200
"""Attempts of a connector that are remembered."""

DENIED: Final = "Access was denied on the consent page."
RAN_OUT: Final = "The link ran out before anybody approved."
REPLACED: Final = "A newer link took its place."


@dataclass(frozen=True, slots=True)
class Attempt:
    """One link. `state` is open, approved, denied, expired or replaced; time has already been taken into account.

    `asked` is false for a link that a tool call made in passing: nobody asked to connect, so the list does not tell.
    """

    link_id: str
    connector: str
    state: str
    reason: str
    asked: bool
    created_at: float
    expires_at: float
    ended_at: float

    @property
    def failed(self) -> bool:
        """Whether it ended without an account."""
        return self.state in ("denied", "expired")

    @property
    def status(self) -> str:
        """The connection status it reads as while nothing newer counts."""
        return {"open": "initiated", "denied": "failed", "approved": "active"}.get(self.state, "expired")


def find(tx: sqlite3.Connection, link_id: str, now: float) -> Attempt | None:
    """The attempt of a link."""
    row = tx.execute("SELECT * FROM attempts WHERE link_id = ?", (link_id,)).fetchone()
    return _attempt(row, now) if row else None


def open_attempt(tx: sqlite3.Connection, connector: str, now: float) -> Attempt | None:
    """The link of a connector that can still be used."""
    row = tx.execute(
        "SELECT * FROM attempts WHERE connector = ? AND state = 'open' AND expires_at > ? ORDER BY number DESC LIMIT 1",
        (connector, now),
    ).fetchone()
    return _attempt(row, now) if row else None


def latest_asked(tx: sqlite3.Connection, connector: str, now: float) -> Attempt | None:
    """The newest attempt that somebody asked for."""
    row = tx.execute(
        "SELECT * FROM attempts WHERE connector = ? AND asked = 1 ORDER BY number DESC LIMIT 1", (connector,)
    ).fetchone()
    return _attempt(row, now) if row else None


def start(tx: sqlite3.Connection, connector: str, link_id: str, now: float, lifetime: float, *, asked: bool) -> Attempt:
    """A new attempt; the open links before it are dead."""
    tx.execute(
        "UPDATE attempts SET state = 'replaced', reason = ?, ended_at = ? WHERE connector = ? AND state = 'open'",
        (REPLACED, now, connector),
    )
    tx.execute(
        "INSERT INTO attempts (link_id, connector, state, asked, created_at, expires_at) "
        "VALUES (?, ?, 'open', ?, ?, ?)",
        (link_id, connector, int(asked), now, now + lifetime),
    )
    tx.execute(
        "DELETE FROM attempts WHERE connector = ? AND number <= (SELECT max(number) FROM attempts) - ?",
        (connector, KEPT),
    )
    return Attempt(link_id, connector, "open", "", asked, now, now + lifetime, 0.0)


def ask(tx: sqlite3.Connection, attempt: Attempt) -> None:
    """Somebody asked to connect, and a link made in passing serves."""
    tx.execute("UPDATE attempts SET asked = 1 WHERE link_id = ?", (attempt.link_id,))


def acknowledge(tx: sqlite3.Connection, connector: str) -> None:
    """Ended attempts are no longer told in the list: somebody asked again and was told of the account that stands."""
    tx.execute("UPDATE attempts SET asked = 0 WHERE connector = ? AND state IN ('denied', 'expired')", (connector,))


def end(tx: sqlite3.Connection, attempt: Attempt, state: str, now: float) -> bool:
    """Ends an open attempt; false where somebody else was first. Compare and set."""
    reason = {"denied": DENIED, "expired": RAN_OUT}.get(state, "")
    cursor = tx.execute(
        "UPDATE attempts SET state = ?, reason = ?, ended_at = ? "
        "WHERE link_id = ? AND state = 'open' AND expires_at > ?",
        (state, reason, now, attempt.link_id, now),
    )
    return cursor.rowcount == 1


def _attempt(row: Any, now: float) -> Attempt:
    state, reason, ended = str(row["state"]), str(row["reason"]), row["ended_at"]
    if state == "open" and now >= row["expires_at"]:
        state, reason, ended = "expired", RAN_OUT, row["expires_at"]
    return Attempt(
        row["link_id"],
        row["connector"],
        state,
        reason,
        bool(row["asked"]),
        row["created_at"],
        row["expires_at"],
        ended or 0.0,
    )
