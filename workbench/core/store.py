"""The workbench's own store: facts, steps and what was said, in one SQLite file that is made when first needed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from workbench.core.results import ToolFault

FILE_NAME: Final = "core.sqlite3"
VERSION: Final = 1
MAX_RECORDS: Final = 20_000
"""What was said and called, oldest forgotten first."""

_SCHEMA: Final = """
CREATE TABLE memory (id INTEGER PRIMARY KEY, target TEXT NOT NULL, content TEXT NOT NULL);
CREATE TABLE todo (session TEXT NOT NULL, position INTEGER NOT NULL, id TEXT NOT NULL, content TEXT NOT NULL,
                   status TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (session, id));
CREATE TABLE record (id INTEGER PRIMARY KEY, session TEXT NOT NULL, at REAL NOT NULL, kind TEXT NOT NULL,
                     text TEXT NOT NULL);
CREATE INDEX record_session ON record (session);
"""


class Store:
    """Hands out connections; each is for one piece of work in one thread. Nothing is touched before the first."""

    def __init__(self, data_dir: Path) -> None:
        self.path = data_dir / FILE_NAME

    @contextmanager
    def work(self) -> Iterator[sqlite3.Connection]:
        """A connection inside one transaction that holds the only right to write. Raises ToolFault."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with closing(sqlite3.connect(self.path, timeout=5, isolation_level=None)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                _prepare(connection)
                yield connection
                connection.execute("COMMIT")
        except sqlite3.OperationalError as fault:
            raise ToolFault(f"The workbench's store cannot be used now: {fault}.") from None
        except sqlite3.DatabaseError:
            raise ToolFault(f"The workbench's store {self.path.name} is damaged; it has to be moved away.") from None
        except OSError as fault:
            raise ToolFault(f"The workbench's store cannot be opened: {fault.strerror}.") from None


def _prepare(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == VERSION:
        return
    if version != 0:
        raise ToolFault("The workbench's store was made by a newer version of the workbench.")
    for statement in _SCHEMA.split(";"):
        if statement.strip():
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")
