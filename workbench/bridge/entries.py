"""The entries of a `tool_call`: which shapes are accepted, which are rebuilt and said, which are refused (spec 3.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from workbench.bridge.arguments import MAX_NAMES
from workbench.bridge.errors import BridgeError
from workbench.bridge.jsontext import UnreadableJson, read_json, read_values, same
from workbench.bridge.names import show_name
from workbench.bridge.showing import show_names
from workbench.disclosure.deferral import BRIDGE_NAMES
from workbench.model import CallRequest, Json, Repair

CONNECTOR_PREFIX: Final = "connectors__"
"""Names that begin so run at the gateway and may be sent several in one call."""

_ALIASES: Final = ("parameters", "args", "input", "params")
_ENVELOPE: Final = frozenset({"id", "type", "index"})
"""Keys that some producers put around a call; without `arguments` beside them they may be the arguments themselves."""

_PREFIX: Final = "arguments."


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry as read: what to call, and how its arguments were rebuilt where they were not in place."""

    request: CallRequest
    repairs: tuple[Repair, ...] = ()

    @property
    def is_local(self) -> bool:
        """Whether the entry runs on a server of the session and not at the gateway."""
        return not self.request.name.startswith(CONNECTOR_PREFIX)


def read_calls(raw: Json) -> list[Entry]:
    """The entries of what a model emitted, none run yet.

    Accepts `{"calls": [...]}`, `calls` as one object or as JSON text, and the old `{name, arguments}`. Raises
    BridgeError naming the entry (`calls[i]`) that cannot be used, or where several are sent that must go one by one.
    """
    found = _entries(raw)
    names = [_name(entry, place) for place, entry in found]
    local = [at for at, name in enumerate(names) if not name.startswith(CONNECTOR_PREFIX)]
    if len(found) > 1 and local:
        raise BridgeError(
            f"One call takes one entry for a local tool, but {len(found)} were sent, {len(local)} of them local. "
            "Nothing was run. Send them one by one.",
            retry={"calls": [found[local[0]][1]]},
        )
    if len(found) > MAX_NAMES:
        raise BridgeError(
            f"One call takes at most {MAX_NAMES} connector entries, but {len(found)} were sent. Nothing was run.",
            retry={"calls": [entry for _, entry in found[:MAX_NAMES]]},
        )
    return [_read(entry, name, place) for (place, entry), name in zip(found, names, strict=True)]


def _entries(raw: Json) -> list[tuple[str, dict[str, Json]]]:
    """The entries as the caller wrote them, each with its place."""
    if isinstance(raw, str):
        raw = _parse(raw, "the arguments of tool_call")
    if isinstance(raw, list):
        raw = {"calls": raw}
    if not isinstance(raw, dict):
        raise BridgeError("tool_call takes an object with `calls`, a list of {name, arguments}.")
    calls = raw.get("calls")
    if isinstance(calls, str):
        calls = _parse(calls, "calls") if calls.strip() else None
    if calls is None and "name" in raw:
        return [("calls[0]", {key: value for key, value in raw.items() if key != "calls"})]
    if calls is not None and "name" in raw:
        raise BridgeError("Send either `calls` or one `name` with its `arguments`, not both. Nothing was run.")
    if isinstance(calls, dict):
        calls = [calls]
    if not isinstance(calls, list) or not calls:
        raise BridgeError("calls must be a list of {name, arguments} with at least one entry.")
    for at, entry in enumerate(calls):
        if not isinstance(entry, dict):
            raise BridgeError(f"calls[{at}] must be an object {{name, arguments}}.")
    return [(f"calls[{at}]", entry) for at, entry in enumerate(calls)]


def _name(entry: Mapping[str, Json], place: str) -> str:
    name = entry.get("name")
    if not isinstance(name, str) or not name.strip():
        raise BridgeError(f"{place}.name must be the name of a tool, as text.")
    name = name.strip()
    if name in BRIDGE_NAMES:
        raise BridgeError(f"{place}: {name} is part of the bridge and cannot be run through it; call it directly.")
    return name


def _read(entry: Mapping[str, Json], name: str, place: str) -> Entry:
    enveloped = "arguments" in entry
    others = {
        key: value
        for key, value in entry.items()
        if key not in ("name", "arguments") and not (enveloped and key in _ENVELOPE)
    }
    arguments, repairs = read_arguments(entry.get("arguments"), f"{place}.arguments")
    if others and arguments:
        raise _misplaced(name, place, others, "beside `arguments`", {**arguments, **_flattened(others)})
    if others:
        arguments, repairs = _rebuilt(name, place, others)
    return Entry(CallRequest(name, arguments), repairs)


def read_arguments(value: Json, place: str) -> tuple[dict[str, Json], tuple[Repair, ...]]:
    """The arguments object as emitted: null and blank are `{}`, text is read as JSON. Raises BridgeError at `place`."""
    repairs: tuple[Repair, ...] = ()
    if isinstance(value, str) and value.strip():
        value, repairs = _one_object(value, place)
    if value is None or value == "" or (isinstance(value, str) and not value.strip()):
        return {}, ()
    if not isinstance(value, dict):
        raise BridgeError(f"{place} must be an object. Nothing was run.")
    return value, repairs


def _one_object(text: str, place: str) -> tuple[Json, tuple[Repair, ...]]:
    """The value of argument text; one object written several times in a row counts once, and that is said."""
    try:
        values = read_values(text)
    except UnreadableJson as fault:
        raise BridgeError(f"{place} is not readable as JSON: {fault}. Nothing was run.") from None
    if len(values) == 1:
        return values[0], ()
    if not all(isinstance(value, dict) and same(value, values[0]) for value in values):
        raise BridgeError(f"{place} holds {len(values)} different values in a row. Nothing was run; send one object.")
    return values[0], (Repair("arguments", text, values[0], f"the same object stood there {len(values)} times"),)


def _rebuilt(name: str, place: str, others: dict[str, Json]) -> tuple[dict[str, Json], tuple[Repair, ...]]:
    """Arguments from where a caller put them instead. Raises BridgeError unless there is one way to read them."""
    if all(key.startswith(_PREFIX) for key in others):
        arguments = _undotted(others)
        if arguments is not None:
            return arguments, (Repair("arguments", dict(others), arguments, "rebuilt from dotted keys"),)
    elif len(others) == 1 and (key := next(iter(others))) in _ALIASES:
        arguments, repairs = read_arguments(others[key], f"{place}.{key}")
        note = Repair("arguments", dict(others), arguments, f"taken from {key!r}")
        return arguments, (*repairs, note)
    raise _misplaced(name, place, others, "where `arguments` belongs", _flattened(others))


def _undotted(others: Mapping[str, Json]) -> dict[str, Json] | None:
    """`{"arguments.a.b": 1}` as `{"a": {"b": 1}}`; None where two keys want the same place or a part is empty."""
    made: dict[str, Json] = {}
    own: set[int] = {id(made)}
    for key, value in others.items():
        parts = key.removeprefix(_PREFIX).split(".")
        if not all(parts):
            return None
        place = made
        for part in parts[:-1]:
            if part not in place:
                place[part] = {}
                own.add(id(place[part]))
            place = place[part]
            if id(place) not in own:
                return None
        if parts[-1] in place:
            return None
        place[parts[-1]] = value
    return made


def _flattened(others: Mapping[str, Json]) -> dict[str, Json]:
    """The stray keys as one object, for the entry to retry with."""
    found: dict[str, Json] = {}
    for key, value in others.items():
        if key in _ALIASES and isinstance(value, dict):
            found.update(value)
        else:
            found[key.removeprefix(_PREFIX)] = value
    return found


def _misplaced(
    name: str, place: str, others: Mapping[str, Json], where: str, arguments: Mapping[str, Json]
) -> BridgeError:
    return BridgeError(
        f"{place} ({show_name(name)}) has {show_names(others)} {where}. Nothing was run. "
        "Put every argument of the tool inside `arguments`.",
        retry={"calls": [{"name": name, "arguments": dict(arguments)}]},
    )


def _parse(text: str, place: str) -> Json:
    try:
        return read_json(text)
    except UnreadableJson as fault:
        raise BridgeError(f"{place} is not readable as JSON: {fault}. Nothing was run.") from None
