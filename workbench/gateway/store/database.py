"""The SQLite file: one connection, one lock, every piece of work one transaction."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Final

VERSION: Final = 1

_SCHEMA: Final = """
CREATE TABLE connectors (
    name TEXT PRIMARY KEY,
    enabled INTEGER NOT NULL DEFAULT 1,
    disabled_tools TEXT NOT NULL DEFAULT '[]'
);
CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    connector TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at REAL NOT NULL,
    UNIQUE (connector, name)
);
CREATE TABLE connections (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    connector TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id),
    status TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    ready_at REAL NOT NULL,
    changed_at REAL NOT NULL
);
CREATE INDEX connections_by_connector ON connections (connector, number);
CREATE TABLE attempts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    link_id TEXT NOT NULL UNIQUE,
    connector TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    asked INTEGER NOT NULL,
    created_at REAL NOT NULL,
    expires_at REAL NOT NULL,
    ended_at REAL
);
CREATE INDEX attempts_by_connector ON attempts (connector, number);
CREATE TABLE form_tokens (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    expires_at REAL NOT NULL
);
CREATE TABLE idempotency (
    key TEXT PRIMARY KEY,
    request TEXT NOT NULL,
    answer TEXT NOT NULL,
    created_at REAL NOT NULL
);
CREATE TABLE records (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX records_by_kind ON records (account, kind, number);
"""


class Database:
    """The gateway's file. Safe from any thread; another process may use the same file.

    Raises sqlite3.Error where the file cannot be used, ValueError where a newer program wrote it.
    """

    def __init__(self, path: Path) -> None:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        self._lock = Lock()
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10.0)
        try:
            self._connection.row_factory = sqlite3.Row
            for pragma in ("journal_mode = WAL", "foreign_keys = ON", "synchronous = NORMAL"):
                self._connection.execute(f"PRAGMA {pragma}")
            self._create()
        except BaseException:
            self._connection.close()
            raise

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All of a piece of work or nothing of it."""
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def close(self) -> None:
        """Closes the file, once the work that is going on is done."""
        with self._lock:
            self._connection.close()

    def _create(self) -> None:
        with self.transaction() as tx:
            found = int(tx.execute("PRAGMA user_version").fetchone()[0])
            if found > VERSION:
                raise ValueError("the gateway's data was written by a newer version of this program")
            if found == VERSION:
                return
            for statement in _SCHEMA.split(";"):
                if statement.strip():
                    tx.execute(statement)
            tx.execute(f"PRAGMA user_version = {VERSION}")


@contextmanager
def savepoint(tx: sqlite3.Connection) -> Iterator[None]:
    """A part of a transaction that is undone alone when it fails."""
    tx.execute("SAVEPOINT part")
    try:
        yield
    except BaseException:
        tx.execute("ROLLBACK TO part")
        tx.execute("RELEASE part")
        raise
    tx.execute("RELEASE part")
