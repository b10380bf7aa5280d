"""Where the things of a grammar are kept: one shelf for each kind, in memory."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from workbench.demo.toolbox import Arguments, DemoError
from workbench.model import Json

MAX_RECORDS: Final = 2000
MAX_ENTRIES: Final = 1000

Record: TypeAlias = dict[str, Any]


@dataclass
class Shelf:
    """The things of one kind by id.

    `list_tool` is named in errors, so that the caller knows where to look; `initial` is the state a new thing has.
    """

    noun: str
    list_tool: str
    initial: str
    clock: Callable[[], float]
    records: dict[str, Record] = field(default_factory=dict)
    last_number: int = 0

    def now(self) -> str:
        """The moment as results show it."""
        return datetime.fromtimestamp(self.clock(), UTC).isoformat(timespec="seconds")

    def add(self, values: Arguments) -> Record:
        """Keep a new thing under an id of its own."""
        if len(self.records) >= MAX_RECORDS:
            raise DemoError(f"There are {MAX_RECORDS} already; delete one first.")
        self.last_number += 1
        identity = f"{self.noun.lower().replace(' ', '-')}-{self.last_number}"
        record: Record = {"id": identity, "state": self.initial, **values, "created": self.now()}
        self.records[identity] = record
        return record

    def find(self, arguments: Arguments) -> Record:
        """The thing whose id is among the arguments, or DemoError."""
        identity = arguments["id"]
        record = self.records.get(identity)
        if record is None:
            raise DemoError(f"There is no {self.noun} with the id {identity!r}; {self.list_tool} shows what there is.")
        return record

    def values(self, arguments: Arguments) -> Record:
        """The arguments without the id."""
        return {key: value for key, value in arguments.items() if key != "id"}

    def entries(self, record: Record, name: str) -> list[Json]:
        """A list that belongs to a thing; DemoError when it is full."""
        entries: list[Json] = record.setdefault(name, [])
        if len(entries) >= MAX_ENTRIES:
            raise DemoError(f"This {self.noun} holds {MAX_ENTRIES} {name} and takes no more.")
        return entries


Effect: TypeAlias = Callable[[Shelf, Arguments], dict[str, Json]]
"""What a verb does to a shelf, and what it answers. Raises DemoError."""
