"""The operation store: what cards are drawn from, kept by pure reducers over frames (spec 4.8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, TypeGuard

from workbench.connectors.contract import MAX_DETAIL, SettleReason, TargetKind, TargetState
from workbench.connectors.frames import REQUEST, UPDATE
from workbench.connectors.links import safe_link
from workbench.model import Json
from workbench.text import clip, one_line, plain

MAX_SETTLED: Final = 20
"""Settled cards that stay readable besides the present one."""

_MAX_ID: Final = 200
_MAX_NUMBER: Final = 1e12


@dataclass(frozen=True, slots=True)
class TargetEntry:
    """One target as the last frame pictured it."""

    name: str
    kind: TargetKind
    action: str
    state: TargetState
    detail: str
    connect_url: str | None
    attempt: int
    extra: Mapping[str, Json]
    awaiting_new_attempt: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One operation as its frames told it. `deadline_at` is wall time; `watch` says how reading the gateway goes."""

    op_id: str
    session_key: str
    tool_call_id: str
    deadline_at: float
    seq: int
    targets: tuple[TargetEntry, ...]
    watch: Mapping[str, Json]
    settled: bool = False
    settled_by: str = ""


@dataclass(frozen=True)
class StoreState:
    """The present card of each session, and the settled ones before it, oldest first."""

    current: Mapping[str, Entry] = field(default_factory=lambda: MappingProxyType({}))
    settled: tuple[Entry, ...] = ()

    def entry(self, session_key: str) -> Entry | None:
        """The present card of a session."""
        return self.current.get(session_key)

    def operation(self, op_id: str) -> Entry | None:
        """The card of an operation, present or settled earlier."""
        return next((entry for entry in (*self.current.values(), *self.settled) if entry.op_id == op_id), None)


def reduce(state: StoreState, payload: Json) -> StoreState:
    """The store after a frame; the same object where the frame changes nothing. Never raises.

    A request opens a card, unless the session's present one is still live. An update replaces the picture of exactly
    its operation while that is not settled and the update is newer. What is malformed is rejected whole.
    """
    entry = read_entry(payload)
    if entry is None:
        return state
    present = state.current.get(entry.session_key)
    if payload["kind"] == REQUEST:
        return _opened(state, present, entry)
    if present is None or present.op_id != entry.op_id or present.settled or entry.seq <= present.seq:
        return state
    if entry.tool_call_id != present.tool_call_id:
        return state
    return replace(state, current=MappingProxyType({**state.current, entry.session_key: entry}))


def read_entry(payload: Json) -> Entry | None:
    """A frame's payload as an entry; None where a part that is needed is absent or has the wrong shape."""
    if not isinstance(payload, Mapping) or payload.get("kind") not in (REQUEST, UPDATE):
        return None
    op_id, call_id = _identifier(payload.get("op_id")), _identifier(payload.get("tool_call_id"))
    deadline, seq, targets = payload.get("deadline_at"), payload.get("seq"), payload.get("targets")
    settled = payload.get("settled", False)
    if not op_id or not call_id or not _is_time(deadline) or not _is_count(seq) or not isinstance(settled, bool):
        return None
    if not isinstance(targets, list | tuple) or not targets:
        return None
    read = [_read_target(target) for target in targets]
    whole = tuple(target for target in read if target is not None)
    if len(whole) != len(read) or len({target.name for target in whole}) != len(whole):
        return None
    watch = payload.get("watch")
    return Entry(
        op_id=op_id,
        session_key=_identifier(payload.get("session_key")),
        tool_call_id=call_id,
        deadline_at=float(deadline),
        seq=seq,
        targets=whole,
        watch=MappingProxyType(dict(watch) if isinstance(watch, Mapping) else {}),
        settled=settled and payload["kind"] == UPDATE,
        settled_by=_reason(payload.get("settled_by")) if settled else "",
    )


def _opened(state: StoreState, present: Entry | None, entry: Entry) -> StoreState:
    if (present is not None and not present.settled) or state.operation(entry.op_id) is not None:
        return state
    before = (*state.settled, present) if present is not None else state.settled
    current = MappingProxyType({**state.current, entry.session_key: entry})
    return StoreState(current, before[-MAX_SETTLED:])


def _read_target(raw: Json) -> TargetEntry | None:
    if not isinstance(raw, Mapping):
        return None
    name, attempt, extra = one_line(raw.get("name")), raw.get("attempt", 1), raw.get("extra")
    try:
        kind, state = TargetKind(raw["kind"]), TargetState(raw["state"])
    except (KeyError, ValueError):
        return None
    if not name or not _is_count(attempt):
        return None
    return TargetEntry(
        name=name,
        kind=kind,
        action=one_line(raw.get("action")),
        state=state,
        detail=clip(plain(raw.get("detail")), MAX_DETAIL),
        connect_url=safe_link(raw.get("connect_url")),
        attempt=attempt,
        extra=MappingProxyType(dict(extra) if isinstance(extra, Mapping) else {}),
        awaiting_new_attempt=raw.get("awaiting_new_attempt") is True,
    )


def _identifier(value: Json) -> str:
    return value if isinstance(value, str) and len(value) <= _MAX_ID and value == plain(value) else ""


def _is_time(value: Any) -> TypeGuard[float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) < _MAX_NUMBER  # false for what is not a number, too


def _is_count(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MAX_NUMBER


def _reason(value: Json) -> str:
    return value if value in tuple(map(str, SettleReason)) else ""
