"""The connection operation's contract as data: states, actors, reasons and who may move what (spec 4.5)."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

OPERATION_SECONDS: Final = 300.0
"""Seconds from opening an operation to its deadline; not configurable."""

MAX_DETAIL: Final = 500
"""Characters of vendor text that are kept with a target."""


class TargetState(StrEnum):
    """What one target of an operation is doing."""

    PENDING = "pending"
    INITIATED = "initiated"
    CONNECTED = "connected"
    SKIPPED = "skipped"
    FAILED = "failed"
    EXPIRED = "expired"
    UNAVAILABLE = "unavailable"
    NOT_CONNECTED = "not_connected"


RESOLVED: Final = frozenset({TargetState.CONNECTED, TargetState.SKIPPED, TargetState.UNAVAILABLE})
"""States that need nothing more from anybody."""

LIVE: Final = frozenset({TargetState.PENDING, TargetState.INITIATED})
"""States that a reading of the gateway may still move."""

RETRIABLE: Final = frozenset({TargetState.FAILED, TargetState.EXPIRED})
"""States from which the person may try again."""


class Actor(StrEnum):
    """Who causes a move: the person, the local flow of an MCP target, the watcher of the gateway, or time."""

    USER = "user"
    RENDERER_FLOW = "renderer_flow"
    BACKEND_WATCHER = "backend_watcher"
    CLOCK = "clock"


class SettleReason(StrEnum):
    """Why an operation was settled."""

    ALL_RESOLVED = "all_resolved"
    CONTINUE = "continue"
    DEADLINE = "deadline"
    INTERRUPT = "interrupt"
    UNAVAILABLE = "unavailable"


class TargetKind(StrEnum):
    """A connector account is managed at the gateway, an MCP server is attached here."""

    CONNECTOR = "connector"
    MCP = "mcp"


_S: Final = TargetState
_USER_LEAVES: Final = {_S.INITIATED: Actor.USER, _S.SKIPPED: Actor.USER}

TRANSITIONS: Final[Mapping[tuple[TargetKind, TargetState], Mapping[TargetState, Actor]]] = MappingProxyType(
    {
        (TargetKind.CONNECTOR, _S.PENDING): {
            _S.INITIATED: Actor.BACKEND_WATCHER,
            _S.FAILED: Actor.BACKEND_WATCHER,
            _S.SKIPPED: Actor.USER,
        },
        (TargetKind.CONNECTOR, _S.INITIATED): {
            _S.CONNECTED: Actor.BACKEND_WATCHER,
            _S.FAILED: Actor.BACKEND_WATCHER,
            _S.EXPIRED: Actor.CLOCK,
            _S.SKIPPED: Actor.USER,
        },
        (TargetKind.CONNECTOR, _S.FAILED): _USER_LEAVES,
        (TargetKind.CONNECTOR, _S.EXPIRED): _USER_LEAVES,
        (TargetKind.MCP, _S.PENDING): {
            _S.INITIATED: Actor.RENDERER_FLOW,
            _S.FAILED: Actor.RENDERER_FLOW,
            _S.SKIPPED: Actor.USER,
        },
        (TargetKind.MCP, _S.INITIATED): {
            _S.CONNECTED: Actor.RENDERER_FLOW,
            _S.FAILED: Actor.RENDERER_FLOW,
            _S.SKIPPED: Actor.USER,
        },
        (TargetKind.MCP, _S.FAILED): _USER_LEAVES,
    }
)
"""(kind, from) -> to: the only actor that may cause it. What is not in here is illegal (spec 4.5)."""


class IllegalTransition(Exception):
    """A move that the table does not have, by an actor who may not cause it, or after settling. Nothing changed."""

    def __init__(self, name: str, state: str, to: str, actor: str, why: str = "") -> None:
        reason = f"; {why}" if why else ""
        super().__init__(f"{name}: {state} may not become {to} by {actor}{reason}")
        self.name = name


class RefusalReason(StrEnum):
    """Why a command of a card or a script was refused (spec 4.8)."""

    INVALID_PARAMS = "INVALID_PARAMS"
    NOT_OWNER = "NOT_OWNER"
    ILLEGAL_TRANSITION = "ILLEGAL_TRANSITION"
    LINK_STILL_VALID = "LINK_STILL_VALID"
    UNKNOWN_OPERATION = "UNKNOWN_OPERATION"
    UNKNOWN_TARGET = "UNKNOWN_TARGET"
    CONNECTORS_UNAVAILABLE = "CONNECTORS_UNAVAILABLE"
    CONNECTOR_REQUEST_FAILED = "CONNECTOR_REQUEST_FAILED"
    INVALID_CONNECTOR_RESPONSE = "INVALID_CONNECTOR_RESPONSE"


class Refused(Exception):
    """A command that was refused. `reason` is for programs; `message` is our own words and safe on a card."""

    def __init__(self, reason: RefusalReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


class OperationOpen(Exception):
    """A session has one open operation at a time; `op_id` and `names` tell which one it is (spec 4.5)."""

    def __init__(self, op_id: str, names: tuple[str, ...]) -> None:
        super().__init__(f"operation {op_id} ({', '.join(names)}) is still open")
        self.op_id = op_id
        self.names = names


def actor_for(kind: TargetKind, state: TargetState, to: TargetState) -> Actor | None:
    """The actor that may cause a move; None where the move does not exist."""
    return TRANSITIONS.get((kind, state), {}).get(to)
