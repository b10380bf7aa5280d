"""What verbs do: each function here is an effect, or makes one."""

from copy import deepcopy
from typing import Final, cast

from workbench.demo.grammar.store import Effect, Record, Shelf
from workbench.demo.toolbox import Arguments, DemoError
from workbench.model import Json

_PAGE: Final = 20


def create(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """Keep a new thing made of the arguments."""
    return dict(shelf.add(arguments))


def get(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """Everything about one thing."""
    return dict(shelf.find(arguments))


def find_all(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """A page of the things that fit the filters, oldest first."""
    wanted = dict(arguments)
    limit, after = int(wanted.pop("limit", _PAGE)), wanted.pop("after", None)
    part = str(wanted.pop("name_contains", "")).casefold()
    found = [
        record
        for record in shelf.records.values()
        if part in str(record.get("name", "")).casefold()
        and all(record.get(key) == value for key, value in wanted.items())
    ]
    identities = [record["id"] for record in found]
    if after is not None and after not in identities:
        raise DemoError(f"after: no {shelf.noun} in this list has the id {after!r}.")
    start = 0 if after is None else identities.index(after) + 1
    page = [dict(record) for record in found[start : start + limit]]
    answer: dict[str, Json] = {"items": page, "total": len(found)}
    return {**answer, "next_after": page[-1]["id"]} if start + limit < len(found) else answer


def change(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """Set what the arguments give, and nothing else."""
    record = shelf.find(arguments)
    record.update(shelf.values(arguments))
    return dict(record)


def delete(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """Remove one thing."""
    record = shelf.find(arguments)
    del shelf.records[record["id"]]
    return {"deleted": record["id"]}


def copy(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """Make a second thing like the first under another name."""
    source = {key: deepcopy(value) for key, value in shelf.find(arguments).items() if key not in ("id", "created")}
    return dict(shelf.add({**source, "name": arguments["new_name"], "copied_from": arguments["id"]}))


def state(word: str) -> Effect:
    """Bring a thing into a state; what else is given is kept with it."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        record.update(shelf.values(arguments), state=word)
        return dict(record)

    return effect


def append(name: str) -> Effect:
    """Add a numbered entry to one of a thing's lists."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        entries = shelf.entries(record, name)
        number = record.setdefault("counters", {}).get(name, 0) + 1
        record["counters"][name] = number
        entry = {"number": number, **shelf.values(arguments), "at": shelf.now()}
        entries.append(entry)
        return {"id": record["id"], **entry}

    return effect


def entries(name: str) -> Effect:
    """One of a thing's lists."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        return {"id": record["id"], name: list(record.get(name, ()))}

    return effect


def count(name: str) -> Effect:
    """How long one of a thing's lists is."""
    return lambda shelf, arguments: {"id": arguments["id"], "count": len(shelf.find(arguments).get(name, ()))}


def clear(name: str) -> Effect:
    """Empty one of a thing's lists."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        return {"id": record["id"], "removed": len(record.pop(name, ()))}

    return effect


def take(name: str) -> Effect:
    """Take the oldest entries off a list."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        limit, waiting = int(arguments.get("limit", 1)), record.get(name, [])
        taken, record[name] = waiting[:limit], waiting[limit:]
        return {"id": record["id"], name: taken, "left": len(record[name])}

    return effect


def entry(name: str, key: str) -> Effect:
    """One entry of a list by its number."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        return {"id": record["id"], **_numbered(record, name, arguments[key])}

    return effect


def mark(name: str, key: str, word: str) -> Effect:
    """Bring one entry of a list into a state."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        found = _numbered(record, name, arguments[key])
        found["state"] = word
        return {"id": record["id"], **found}

    return effect


def choose(name: str, key: str, place: str) -> Effect:
    """Note the number of an entry that exists as the one in use."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        record[place] = _numbered(record, name, arguments[key])["number"]
        return dict(record)

    return effect


def join(name: str, key: str) -> Effect:
    """Add a value to a set that belongs to a thing."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        members = shelf.entries(record, name)
        if arguments[key] not in members:
            members.append(arguments[key])
        return dict(record)

    return effect


def leave(name: str, key: str) -> Effect:
    """Take a value out of a set that belongs to a thing; `removed` tells whether it was there."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        members = record.setdefault(name, [])
        there = arguments[key] in members
        if there:
            members.remove(arguments[key])
        return {"id": record["id"], name: list(members), "removed": there}

    return effect


def holds(name: str, key: str) -> Effect:
    """Whether a value is in a set that belongs to a thing."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        return {"id": record["id"], key: arguments[key], "attached": arguments[key] in record.get(name, ())}

    return effect


def export(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """A thing as a document that can be kept elsewhere."""
    record = shelf.find(arguments)
    return {"exported": record["id"], "format": arguments.get("format", "json"), "document": dict(record)}


def save(name: str) -> Effect:
    """Keep a numbered copy of a thing's present values in one of its lists."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        kept = {key: deepcopy(value) for key, value in record.items() if key not in (name, "counters", "id")}
        return append(name)(shelf, {**arguments, "values": kept})

    return effect


def restore(name: str, key: str) -> Effect:
    """Bring the values of a numbered copy back."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        record.update(deepcopy(_numbered(record, name, arguments[key])["values"]))
        return {key: value for key, value in record.items() if key != name}

    return effect


def _numbered(record: Record, name: str, number: Json) -> Record:
    for found in record.get(name, ()):
        if found["number"] == number:
            return cast(Record, found)
    known = ", ".join(str(found["number"]) for found in record.get(name, ())[-10:])
    raise DemoError(f"{record['id']} has no entry {number} among its {name}; there is {known or 'none yet'}.")
