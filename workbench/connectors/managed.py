"""What mint rows and list rows do to an operation: pure steps by the contract's table (spec 4.6)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from workbench.connectors.contract import LIVE, RESOLVED, Actor, TargetKind, TargetState
from workbench.connectors.frames import Target
from workbench.connectors.links import safe_link
from workbench.connectors.operation import Operation
from workbench.connectors.redaction import without_links
from workbench.connectors.rows import (
    Reading,
    by_connector,
    fresh_row,
    mint_rows,
    read_list_row,
    read_mint_row,
)
from workbench.connectors.shapes import ConnectorRow, MintRow
from workbench.text import clip, one_line

KEPT_ACCOUNT: Final = "the provider kept the current account"
NEAR_DEADLINE: Final = 30.0
"""Seconds before the deadline at which a forced switch that nothing is heard of says why."""

_CANNOT_TELL: Final = (
    "The gateway still shows the account that was connected before and gives no id to tell accounts apart, so a "
    "switch cannot be seen from here. Look in the list of connectors whether it is the right one."
)
_STILL_OLD: Final = "The gateway still shows the account that was connected before."
_LINK_REFUSED: Final = "The gateway gave a link that is not http or https; it was refused: "
_FAR_PAST: Final = -1

_WATCHER: Final = Actor.BACKEND_WATCHER


def apply_mint(operation: Operation, rows: Iterable[MintRow], names: Sequence[str], *, retry: bool = False) -> None:
    """The effects of a mint answer on the named targets; with `retry` each is a new attempt by the person.

    Targets that were resolved in the meantime are left alone, and so is an operation that was settled.
    """
    found = mint_rows(rows)
    for name in names:
        if operation.settled:
            return
        target = operation.target(name)
        if target.state in RESOLVED:
            continue
        attempt = target.attempt + 1 if retry else target.attempt
        _apply_mint_row(operation, target, found.get(name.lower()), attempt)


def fail_all(operation: Operation, names: Iterable[str], notice: str) -> None:
    """A request that brought no answer at all: the named targets fail, with our own words beside them."""
    for name in names:
        if not operation.settled and operation.target(name).state not in RESOLVED:
            _fail(operation, operation.target(name), "", operation.target(name).attempt, notice=notice)


def apply_baseline(operation: Operation, rows: Iterable[ConnectorRow]) -> None:
    """Notes, before a forced switch, which connection each account has now."""
    found = by_connector(rows)
    for target in operation.targets:
        mine = found.get(target.name.lower(), ())
        if mine and target.forced:
            connected = read_list_row(mine[0]) is Reading.CONNECTED
            operation.remember_connection(target.name, (mine[0].connection_id or "") if connected else "")


def pass_connected(operation: Operation, rows: Iterable[ConnectorRow]) -> list[str]:
    """`reconnect`: moves what is connected already to connected; the names of the rest (spec 4.6)."""
    found = by_connector(rows)
    rest = []
    for target in operation.targets:
        mine = found.get(target.name.lower(), ())
        if mine and read_list_row(mine[0]) is Reading.CONNECTED:
            _connect(operation, target.name, mine[0].connection_id)
        else:
            rest.append(target.name)
    return rest


def attempts(operation: Operation) -> dict[str, int]:
    """The attempt each target is at; taken before a reading starts, so that a late answer cannot undo a new attempt."""
    return {target.name: target.attempt for target in operation.targets}


def live_names(operation: Operation) -> tuple[str, ...]:
    """The connector targets that a reading may still move."""
    return tuple(
        target.name for target in operation.targets if target.kind is TargetKind.CONNECTOR and target.state in LIVE
    )


def apply_list(operation: Operation, rows: Iterable[ConnectorRow], started_at: Mapping[str, int]) -> None:
    """The effects of one reading of the gateway's list (spec 4.6).

    Targets that are not live, or began a new attempt after the reading started, are skipped; so is a settled operation.
    """
    found = by_connector(rows)
    for name in live_names(operation):
        if operation.settled:
            return
        target = operation.target(name)
        mine = found.get(name.lower(), ())
        if not mine or started_at.get(name, _FAR_PAST) != target.attempt:
            continue
        row: ConnectorRow | None = mine[0]
        if target.awaiting_new_attempt:
            row = _through_the_gate(operation, target, mine)
        if row is not None:
            _apply_list_row(operation, name, row)


def warn_near_deadline(operation: Operation) -> None:
    """A forced switch that cannot be told from the old account says so before the deadline, once (spec 4.6)."""
    if operation.settled or operation.remaining() > NEAR_DEADLINE:
        return
    for name in live_names(operation):
        target = operation.target(name)
        if target.awaiting_new_attempt and not target.extra.get("notice"):
            notice = _STILL_OLD if target.old_connection else _CANNOT_TELL
            operation.refresh(name, keep_link=True, extra={"notice": notice})


def _through_the_gate(operation: Operation, target: Target, rows: Sequence[ConnectorRow]) -> ConnectorRow | None:
    """The row to act on once a forced target's old account is gone; None while it is still there."""
    row = fresh_row(rows, target.old_connection)
    if row is None:
        # without a baseline the first account seen counts as the old one: success must never be claimed too early
        if target.old_connection is None and rows[0].connection_id:
            operation.remember_connection(target.name, rows[0].connection_id)
        return None
    if read_list_row(row) is Reading.WAITING:
        operation.refresh(target.name, keep_link=True, awaiting=False, extra={"notice": None})
    return row


def _apply_list_row(operation: Operation, name: str, row: ConnectorRow) -> None:
    match read_list_row(row):
        case Reading.CONNECTED:
            _connect(operation, name, row.connection_id)
        case Reading.FAILED:
            target = operation.target(name)
            _fail(operation, target, row.status_reason or "", target.attempt)
        case Reading.EXPIRED:
            if operation.target(name).state is TargetState.PENDING:
                operation.move(name, TargetState.INITIATED, _WATCHER)
            operation.move(
                name, TargetState.EXPIRED, Actor.CLOCK, detail=row.status_reason or "", awaiting=False, extra=_QUIET
            )


def _apply_mint_row(operation: Operation, target: Target, row: MintRow | None, attempt: int) -> None:
    if row is None:
        _fail(operation, target, "", attempt, notice="The gateway's answer left this one out.")
        return
    match read_mint_row(row):
        case Reading.CONNECTED if target.forced and not _is_new(row, target):
            _fail(operation, target, KEPT_ACCOUNT, attempt)
        case Reading.CONNECTED:
            _connect(operation, target.name, row.connection_id, attempt)
        case Reading.WAITING:
            _wait(operation, target, row, attempt)
        case _:
            _fail(operation, target, _said(row), attempt)


def _said(row: MintRow) -> str:
    """Why a vendor refused, without the link that came with it: a failed target shows none."""
    text = row.status_reason or row.instruction or ""
    return text.replace(row.connect_url, "(link)") if row.connect_url else text


def _is_new(row: MintRow, target: Target) -> bool:
    """Whether an active row is certainly another connection than the old one."""
    return bool(row.connection_id) and target.old_connection is not None and row.connection_id != target.old_connection


def _wait(operation: Operation, target: Target, row: MintRow, attempt: int) -> None:
    link = safe_link(row.connect_url)
    refused = row.refused_link or (row.connect_url if row.connect_url and link is None else "")
    more: dict[str, Any] = {
        "attempt": attempt,
        "awaiting": target.forced,
        "extra": {
            "notice": _LINK_REFUSED + clip(one_line(refused), 200) if refused else None,
            "instruction": clip(without_links(one_line(row.instruction), [row.connect_url]), 500) or None,
        },
    }
    if target.state is TargetState.INITIATED:
        operation.refresh(target.name, detail="", connect_url=link, **more)
        return
    actor = _WATCHER if target.state is TargetState.PENDING else Actor.USER
    operation.move(target.name, TargetState.INITIATED, actor, connect_url=link, **more)


def _connect(operation: Operation, name: str, connection_id: str | None, attempt: int | None = None) -> None:
    _reach_initiated(operation, name, attempt)
    extra = {**_QUIET, "connection_id": one_line(connection_id) or None}
    operation.move(name, TargetState.CONNECTED, _WATCHER, awaiting=False, extra=extra)


def _fail(operation: Operation, target: Target, text: str, attempt: int, notice: str = "") -> None:
    """The target fails; one that had failed already is refreshed, an expired one steps through initiated."""
    more: dict[str, Any] = {
        "detail": text,
        "attempt": attempt,
        "awaiting": False,
        "extra": {**_QUIET, "notice": notice or None},
    }
    if target.state is TargetState.FAILED:
        operation.refresh(target.name, **more)
        return
    if target.state is TargetState.EXPIRED:
        _reach_initiated(operation, target.name, attempt)
    operation.move(target.name, TargetState.FAILED, _WATCHER, **more)


def _reach_initiated(operation: Operation, name: str, attempt: int | None) -> None:
    """Steps to initiated without a link, by whoever may."""
    state = operation.target(name).state
    if state is not TargetState.INITIATED:
        actor = _WATCHER if state is TargetState.PENDING else Actor.USER
        operation.move(name, TargetState.INITIATED, actor, attempt=attempt, extra=_QUIET)


_QUIET: Final = {"notice": None, "instruction": None}
