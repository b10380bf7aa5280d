"""Single-use tokens of forms. Only their hashes are kept."""

import hashlib
import secrets
import sqlite3
from typing import Final

_MOST: Final = 1_000


def issue(tx: sqlite3.Connection, purpose: str, expires_at: float, now: float) -> str:
    """A token that is good once, for one purpose, until it runs out."""
    tx.execute("DELETE FROM form_tokens WHERE expires_at <= ?", (now,))
    tx.execute("DELETE FROM form_tokens WHERE rowid <= (SELECT max(rowid) FROM form_tokens) - ?", (_MOST,))
    token = secrets.token_urlsafe(24)
    tx.execute(
        "INSERT INTO form_tokens (hash, purpose, expires_at) VALUES (?, ?, ?)", (_hash(token), purpose, expires_at)
    )
    return token


def use(tx: sqlite3.Connection, token: str, purpose: str, now: float) -> bool:
    """Whether a token was good for this; it is not any more."""
    cursor = tx.execute(
        "DELETE FROM form_tokens WHERE hash = ? AND purpose = ? AND expires_at > ?", (_hash(token), purpose, now)
    )
    return cursor.rowcount == 1


def drop(tx: sqlite3.Connection, purpose: str) -> None:
    """No token of this purpose is good any more."""
    tx.execute("DELETE FROM form_tokens WHERE purpose = ?", (purpose,))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
