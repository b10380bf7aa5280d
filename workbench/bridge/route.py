"""How each call of a turn is routed: direct, auto-routed, repaired, unwrapped or refused (spec 1.4, 3.5)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from workbench.bridge.emitted_call import Emitted
from workbench.bridge.entries import CONNECTOR_PREFIX, Entry, read_arguments, read_calls
from workbench.bridge.errors import BridgeError
from workbench.bridge.names import find_tool, show_name
from workbench.bridge.near import NearNames
from workbench.bridge.scope import Scope
from workbench.disclosure.deferral import BRIDGE_NAMES
from workbench.model import CallRequest, Json

SEARCH, DESCRIBE, CALL = BRIDGE_NAMES


MOST_UNKNOWN: Final = 8
"""Different unknown names of a turn for which near ones are looked for; a catalog may hold tens of thousands."""


class RouteKind(StrEnum):
    """What routing made of a call."""

    DIRECT = "direct"
    AUTO_ROUTED = "auto-routed"
    REPAIRED = "repaired"
    UNWRAPPED = "unwrapped"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the model has beside the scope's tools: the bridge, where it is active, and connectors, where in scope."""

    bridge: bool = True
    connectors: bool = False


USUAL: Final = Surroundings()


@dataclass(frozen=True, slots=True)
class Routed:
    """One call with its route.

    `name` and `arguments` are those after routing, the emitted ones untouched where nothing had to change. `entries`
    are the real calls behind it: none for a search, a description, and what cannot be read. `error` is what a refused
    call is answered with; `readable` is False where nobody can say what it would run.
    """

    emitted: Emitted
    kind: RouteKind
    name: str
    arguments: Json
    note: str = ""
    entries: tuple[Entry, ...] = ()
    error: dict[str, Json] | None = None
    readable: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """The real names: those of the tools behind a wrapper, else the routed name."""
        return tuple(entry.request.name for entry in self.entries) or ((self.name,) if self.name else ())


@dataclass(frozen=True, slots=True)
class Routes:
    """The calls of a turn with their routes, in input order. `skipped`: every name was visible, nothing was looked
    for and nothing changed."""

    calls: tuple[Routed, ...]
    skipped: bool


def route_turn(scope: Scope, calls: Sequence[Emitted], around: Surroundings = USUAL) -> Routes:
    """Routes a whole turn. Where every emitted name is visible the step is skipped; else only matching calls change."""
    skipped = all(not call.problem and _is_visible(scope, call.name, around) for call in calls)
    near = NearNames(scope, _bridge_names(around), MOST_UNKNOWN)
    routed = tuple(route(scope, call, around, near) for call in calls)
    return Routes(routed, skipped)


def route(scope: Scope, call: Emitted, around: Surroundings = USUAL, near: NearNames | None = None) -> Routed:
    """Routes one call. Never raises.

    An exact name is settled before anything near it is looked at: visible ones run, deferred ones become `tool_call`
    with the same arguments, withheld ones are refused. Only then may a typo be read as the one visible name closest to
    it, and never where a name that is not visible is as close. `near` remembers what was looked for in this scope.
    """
    if call.problem:
        return _refused(call, {"error": f"This call {call.problem}. Nothing was run."}, readable=False)
    if _is_visible(scope, call.name, around):
        return _visible(scope, call, call.name, RouteKind.DIRECT, "")
    if call.name in BRIDGE_NAMES:
        return _refused(call, {"error": f"{call.name} is not available here. Call the tools directly."})
    if call.name in scope.deferred or (around.connectors and call.name.startswith(CONNECTOR_PREFIX)):
        return _auto_routed(call)
    near = near or NearNames(scope, _bridge_names(around))
    if call.name not in scope.registered and not call.name.startswith(CONNECTOR_PREFIX):
        found = near.closest(call.name)
        if found is not None:
            name, similarity = found
            note = f"{show_name(call.name)} read as {name}, {similarity:.2f} alike"
            return _visible(scope, call, name, RouteKind.REPAIRED, note)
    return _unknown(call, near)


def _bridge_names(around: Surroundings) -> tuple[str, ...]:
    return BRIDGE_NAMES if around.bridge else ()


def _is_visible(scope: Scope, name: str, around: Surroundings) -> bool:
    return name in scope.visible or name in _bridge_names(around)


def _visible(scope: Scope, call: Emitted, name: str, kind: RouteKind, note: str) -> Routed:
    """A call to a name that stands in the model's array: a tool's or the bridge's."""
    if name == CALL:
        return _unwrapped(scope, call, note)
    if name in (SEARCH, DESCRIBE):
        return Routed(call, kind, name, call.arguments, note)
    return _with_entry(call, Routed(call, kind, name, call.arguments, note))


def _auto_routed(call: Emitted) -> Routed:
    wrapped = {"calls": [{"name": call.name, "arguments": call.arguments}]}
    note = f"{call.name} loads on demand: sent through {CALL}"
    return _with_entry(call, Routed(call, RouteKind.AUTO_ROUTED, CALL, wrapped, note), call.name)


def _with_entry(call: Emitted, routed: Routed, name: str = "") -> Routed:
    """The route with its one real call; refused where its arguments cannot be read."""
    name = name or routed.name
    try:
        arguments, repairs = read_arguments(call.arguments, f"{name}: arguments")
    except BridgeError as fault:
        return replace(_refused(call, fault.payload, readable=False), name=name)
    return replace(routed, entries=(Entry(CallRequest(name, arguments), repairs),))


def _unwrapped(scope: Scope, call: Emitted, note: str) -> Routed:
    """A `tool_call`, taken apart; refused as a whole where it cannot be, and where its only tool cannot be reached."""
    try:
        entries = tuple(read_calls(call.arguments))
    except BridgeError as fault:
        return _refused(call, fault.payload, readable=False)
    routed = Routed(call, RouteKind.UNWRAPPED, CALL, call.arguments, note, entries)
    if note:
        routed = replace(routed, kind=RouteKind.REPAIRED)
    [first, *_] = entries
    if not first.is_local:
        return routed
    try:
        find_tool(scope, first.request.name)
    except BridgeError as fault:
        return replace(_refused(call, fault.payload), entries=entries)
    return routed


def _unknown(call: Emitted, near: NearNames) -> Routed:
    routed = _refused(call, near.refusal(call.name))
    try:
        arguments, repairs = read_arguments(call.arguments, "arguments")
    except BridgeError:
        return routed
    return replace(routed, entries=(Entry(CallRequest(call.name, arguments), repairs),))


def _refused(call: Emitted, error: dict[str, Json], *, readable: bool = True) -> Routed:
    return Routed(
        call, RouteKind.REFUSED, call.name, call.arguments, str(error["error"]), error=error, readable=readable
    )
