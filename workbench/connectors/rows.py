"""What rows of the gateway mean for one connector (spec 4.6), with several rows for one made one."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from workbench.connectors.shapes import ConnectorRow, MintRow


class Reading(StrEnum):
    """What one row says about an account."""

    CONNECTED = "connected"
    WAITING = "waiting"
    FAILED = "failed"
    EXPIRED = "expired"


_FAILED: Final = frozenset({"failed", "revoked"})
_USEFULNESS: Final = {Reading.CONNECTED: 3, Reading.WAITING: 2, Reading.EXPIRED: 1, Reading.FAILED: 0}


def read_list_row(row: ConnectorRow) -> Reading:
    """What a row of the list says; a status that is plainly dead outweighs the `connected` flag."""
    status = str(row.status or "")
    if status in _FAILED:
        return Reading.FAILED
    if status == "expired":
        return Reading.EXPIRED
    return Reading.CONNECTED if row.connected is True or status == "active" else Reading.WAITING


def read_mint_row(row: MintRow) -> Reading:
    """What a row of a mint answer says; an unknown status is a failure."""
    status = str(row.status or "")
    if status == "active":
        return Reading.CONNECTED
    return Reading.WAITING if status == "initiated" else Reading.FAILED


def by_connector(rows: Iterable[ConnectorRow]) -> dict[str, tuple[ConnectorRow, ...]]:
    """The rows of each connector under its lower-case name, the most useful first.

    An account that works wins over one that waits, and both over dead ones, whatever order they came in.
    """
    found: dict[str, list[ConnectorRow]] = {}
    for row in rows:
        found.setdefault(str(row.connector).lower(), []).append(row)
    return {
        name: tuple(sorted(group, key=lambda row: -_USEFULNESS[read_list_row(row)])) for name, group in found.items()
    }


def mint_rows(rows: Iterable[MintRow]) -> Mapping[str, MintRow]:
    """The row of each connector in a mint answer, the most useful where there are several."""
    found: dict[str, MintRow] = {}
    for row in rows:
        name = str(row.connector).lower()
        other = found.get(name)
        if other is None or _USEFULNESS[read_mint_row(row)] > _USEFULNESS[read_mint_row(other)]:
            found[name] = row
    return found


def fresh_row(rows: Sequence[ConnectorRow], old_connection: str | None) -> ConnectorRow | None:
    """The row that is certainly not the old account, if there is one; the first where none is connected.

    Connected rows count as the old account while they carry its id, or no id to tell by (spec 4.6). None means that
    only the old account is there.
    """
    connected = [row for row in rows if read_list_row(row) is Reading.CONNECTED]
    for row in connected:
        if old_connection is not None and row.connection_id and row.connection_id != old_connection:
            return row
    if connected:
        return None
    return rows[0] if rows else None
