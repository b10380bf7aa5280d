"""What the engine's verbs do beyond the common effects: vectors, cells of a grid, connections."""

from workbench.demo.grammar.store import Effect, Record, Shelf
from workbench.demo.toolbox import Arguments
from workbench.model import Json

_AXES = ("x", "y", "z")
_ZERO = {"x": 0.0, "y": 0.0, "z": 0.0}


def add_vector(target: str, key: str, *, divided_by: str = "") -> Effect:
    """Add a vector to one that a thing has, divided by one of the thing's numbers if so named."""

    def effect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
        record = shelf.find(arguments)
        divisor = float(record.get(divided_by, 1) or 1)
        before, given = record.get(target, _ZERO), arguments[key]
        record[target] = {axis: before[axis] + given.get(axis, 0) / divisor for axis in _AXES}
        return dict(record)

    return effect


def paint(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """Set one cell of a grid."""
    record = shelf.find(arguments)
    cells: Record = record.setdefault("cells", {})
    cells[_cell(arguments)] = arguments["level"]
    return {"id": record["id"], "painted": len(cells)}


def sample(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """The value of one cell of a grid; an unpainted one has the value zero."""
    record = shelf.find(arguments)
    return {"id": record["id"], "level": record.get("cells", {}).get(_cell(arguments), 0)}


def fill(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """Forget every painted cell."""
    record = shelf.find(arguments)
    return {"id": record["id"], "cleared": len(record.pop("cells", {}))}


def bake(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """Note what the grid looked like when it was baked."""
    record = shelf.find(arguments)
    cells = record.get("cells", {})
    record["baked"] = {"cells": len(cells), "highest": max(cells.values(), default=0), "at": shelf.now()}
    return dict(record)


def connect(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """Bind an event of a thing to a handler."""
    record = shelf.find(arguments)
    record.setdefault("handlers", {})[arguments["event"]] = arguments["handler"]
    return dict(record)


def fire(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """Count an event and tell which handler is bound to it."""
    record = shelf.find(arguments)
    event = arguments["event"]
    counts: Record = record.setdefault("fired", {})
    counts[event] = counts.get(event, 0) + 1
    return {
        "id": record["id"],
        "event": event,
        "handler": record.get("handlers", {}).get(event),
        "times": counts[event],
    }


def reset(shelf: Shelf, arguments: Arguments) -> dict[str, Json]:
    """Forget what has happened to a thing and keep what it was made of."""
    record = shelf.find(arguments)
    record.pop("fired", None)
    record["state"] = shelf.initial
    return dict(record)


def _cell(arguments: Arguments) -> str:
    return f"{arguments['column']},{arguments['row']}"
