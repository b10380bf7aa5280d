"""A notes store that lives as long as its server."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from workbench.demo.toolbox import ADD, DESTROY, READ, Answer, Arguments, DemoError, DemoTool, at_once, parameters
from workbench.model import Json

MAX_NOTES: Final = 1000

_ID: Final = {"type": "integer", "minimum": 1, "description": "Number of the note."}
_TAG: Final = {"type": "string", "minLength": 1, "maxLength": 40}


@dataclass
class NotesStore:
    """Notes by number; a number is never given twice."""

    clock: Callable[[], float]
    notes: dict[int, dict[str, Json]] = field(default_factory=dict)
    last_id: int = 0

    def add(self, arguments: Arguments) -> Answer:
        """Keep a note and tell its number."""
        if len(self.notes) >= MAX_NOTES:
            raise DemoError(f"The store holds {MAX_NOTES} notes and is full; delete some first.")
        self.last_id += 1
        note = {
            "id": self.last_id,
            "title": arguments["title"],
            "text": arguments.get("text", ""),
            "tags": list(arguments.get("tags", [])),
            "added": datetime.fromtimestamp(self.clock(), UTC).isoformat(timespec="seconds"),
        }
        self.notes[self.last_id] = note
        return Answer(f"Added note {self.last_id}.", dict(note))

    def list(self, arguments: Arguments) -> Answer:
        """Titles and tags, newest first."""
        tag = arguments.get("tag")
        return _titles([note for note in self.notes.values() if tag is None or tag in note["tags"]])

    def search(self, arguments: Arguments) -> Answer:
        """Notes with every word of the query in their title, text or tags, whatever the case."""
        words = str(arguments["query"]).casefold().split()
        return _titles(
            note
            for note in self.notes.values()
            if all(word in f"{note['title']} {note['text']} {' '.join(note['tags'])}".casefold() for word in words)
        )

    def read(self, arguments: Arguments) -> Answer:
        """One note with its text."""
        note = self._find(arguments["id"])
        return Answer(f"# {note['title']}\n\n{note['text']}", dict(note))

    def delete(self, arguments: Arguments) -> Answer:
        """Remove one note."""
        note = self._find(arguments["id"])
        del self.notes[note["id"]]
        return Answer(f"Deleted note {note['id']}, {note['title']!r}.")

    def _find(self, number: Json) -> dict[str, Json]:
        note = self.notes.get(number)
        if note is None:
            raise DemoError(f"There is no note {number}; list_notes shows the numbers.")
        return note


def _titles(notes: Iterable[dict[str, Json]]) -> Answer:
    found = [{key: note[key] for key in ("id", "title", "tags")} for note in notes][::-1]
    lines = [f"{note['id']}. {note['title']}" for note in found]
    return Answer("\n".join(lines) or "No notes.", {"notes": found})


def tools(clock: Callable[[], float]) -> Iterable[DemoTool]:
    """The five tools over one new, empty store."""
    store = NotesStore(clock)
    add = parameters(
        {
            "title": {"type": "string", "minLength": 1, "maxLength": 120},
            "text": {"type": "string", "maxLength": 20000},
            "tags": {"type": "array", "items": _TAG, "uniqueItems": True, "maxItems": 20},
        },
        ["title"],
    )
    one = parameters({"id": _ID}, ["id"])
    query = {"type": "string", "minLength": 1, "description": "Words that must all occur."}
    return (
        DemoTool("add_note", "Add a note", "Add a note with a title, text and tags.", add, ADD, at_once(store.add)),
        DemoTool(
            "list_notes",
            "List notes",
            "List the titles of all notes, or of those with a tag.",
            parameters({"tag": _TAG}),
            READ,
            at_once(store.list),
        ),
        DemoTool(
            "search_notes",
            "Search notes",
            "Find notes by words in their title, text or tags.",
            parameters({"query": query}, ["query"]),
            READ,
            at_once(store.search),
        ),
        DemoTool("read_note", "Read a note", "Read the whole text of a note.", one, READ, at_once(store.read)),
        DemoTool("delete_note", "Delete a note", "Delete a note for good.", one, DESTROY, at_once(store.delete)),
    )
