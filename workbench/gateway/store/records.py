"""What an account holds: records of several kinds, each a small JSON object with an id."""

import json
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from workbench.gateway.errors import provider_error

Record: TypeAlias = dict[str, Any]

MOST_RECORDS: Final = 5_000
"""Records an account can hold."""


class Box:
    """One account's records, inside one transaction. `account` is its name; every failure is the provider's error."""

    def __init__(self, tx: sqlite3.Connection, account_id: int, account: str, clock: Callable[[], float]) -> None:
        self._tx = tx
        self._id = account_id
        self.account = account
        self.clock = clock

    def now(self, days: float = 0.0, hour: float | None = None) -> str:
        """The moment, moved by some days, as records show it; `hour` sets the time of that day."""
        moment = datetime.fromtimestamp(self.clock() + days * 86_400, UTC)
        if hour is not None:
            moment = moment.replace(hour=int(hour), minute=round(hour % 1 * 60), second=0)
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ")

    def add(self, kind: str, **values: Any) -> Record:
        """A new record, with an id such as `note-12`."""
        (held,) = self._tx.execute("SELECT count(*) FROM records WHERE account = ?", (self._id,)).fetchone()
        if held >= MOST_RECORDS:
            raise provider_error(f"This account is full: it holds {MOST_RECORDS} things already.", "Delete some first.")
        cursor = self._tx.execute(
            "INSERT INTO records (account, kind, body) VALUES (?, ?, ?)", (self._id, kind, json.dumps(values))
        )
        return {"id": f"{kind}-{cursor.lastrowid}", **values}

    def all(self, kind: str, fits: Callable[[Record], bool] = lambda _: True) -> list[Record]:
        """The records of a kind that fit, oldest first."""
        rows = self._tx.execute(
            "SELECT number, body FROM records WHERE account = ? AND kind = ? ORDER BY number", (self._id, kind)
        )
        records = ({"id": f"{kind}-{number}", **json.loads(body)} for number, body in rows)
        return [record for record in records if fits(record)]

    def get(self, kind: str, identity: str) -> Record:
        """The record of an id."""
        number = self._number(kind, identity)
        row = self._tx.execute(
            "SELECT body FROM records WHERE account = ? AND kind = ? AND number = ?", (self._id, kind, number)
        ).fetchone()
        if row is None:
            raise missing(kind, identity)
        return {"id": f"{kind}-{number}", **json.loads(row[0])}

    def change(self, kind: str, identity: str, **values: Any) -> Record:
        """The record of an id with some fields changed."""
        record = {**self.get(kind, identity), **values}
        body = {name: value for name, value in record.items() if name != "id"}
        self._tx.execute(
            "UPDATE records SET body = ? WHERE number = ?", (json.dumps(body), self._number(kind, identity))
        )
        return record

    def delete(self, kind: str, identity: str) -> Record:
        """Takes the record of an id away, and gives what it was."""
        record = self.get(kind, identity)
        self._tx.execute("DELETE FROM records WHERE number = ?", (self._number(kind, identity),))
        return record

    @staticmethod
    def _number(kind: str, identity: str) -> int:
        head, _, tail = identity.rpartition("-")
        if head != kind or not (tail.isascii() and tail.isdecimal()) or len(tail) > 15:
            raise missing(kind, identity)
        return int(tail)


def missing(kind: str, identity: str) -> Exception:
    """The error for something that is not there."""
    return provider_error(
        f"There is no {kind.replace('_', ' ')} {identity[:80]!r}.", "List or search first to get ids."
    )
