"""Answers kept under the key of their request, so that a request that came twice acts once (spec 4.2)."""

import hashlib
import json
import sqlite3
from typing import Any, Final

from workbench.gateway.errors import WireError

KEPT_SECONDS: Final = 86_400.0


def stored(tx: sqlite3.Connection, key: str, request: Any, now: float) -> Any:
    """The answer that was given under a key, None for a new one. Another request under a used key is a conflict."""
    tx.execute("DELETE FROM idempotency WHERE created_at < ?", (now - KEPT_SECONDS,))
    row = tx.execute("SELECT request, answer FROM idempotency WHERE key = ?", (key,)).fetchone()
    if row is None:
        return None
    if row[0] != _fingerprint(request):
        raise WireError(409, "IDEMPOTENCY_KEY_REUSED", "This idempotency key belongs to another request.")
    return json.loads(row[1])


def store(tx: sqlite3.Connection, key: str, request: Any, answer: Any, now: float) -> None:
    """Keeps an answer under its key."""
    tx.execute(
        "INSERT INTO idempotency (key, request, answer, created_at) VALUES (?, ?, ?, ?)",
        (key, _fingerprint(request), json.dumps(answer), now),
    )


def _fingerprint(request: Any) -> str:
    return hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()
