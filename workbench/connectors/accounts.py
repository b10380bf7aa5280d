"""The list of connectors as a person sees it: one entry a connector, whatever the gateway's rows (spec 4.8)."""

from collections.abc import Iterable
from dataclasses import dataclass

from workbench.connectors.rows import Reading, by_connector, read_list_row
from workbench.connectors.shapes import ConnectorRow
from workbench.model import Json


@dataclass(frozen=True, slots=True)
class Account:
    """One row of the gateway's list; `connection_id` tells accounts of one connector apart where the gateway does."""

    status: str
    connected: bool
    status_reason: str
    connection_id: str


@dataclass(frozen=True, slots=True)
class ConnectorView:
    """One connector. `account` is the one that counts: of several rows a working one wins over dead ones.

    `enabled` False means that it is not available for this account, which is not the same as disconnected.
    """

    name: str
    enabled: bool
    account: Account
    accounts: tuple[Account, ...]
    disabled_tools: tuple[str, ...] = ()

    @property
    def connected(self) -> bool:
        """Whether its tools can be used now."""
        return self.enabled and self.account.connected

    @property
    def words(self) -> str:
        """The state in a few words."""
        if not self.enabled:
            return "not available for this account"
        if self.account.connected:
            return "connected"
        return _WORDS.get(self.account.status, "not connected")

    def as_json(self) -> dict[str, Json]:
        """The entry of `connectors.list` and of the action `status`."""
        entry: dict[str, Json] = {
            "connector": self.name,
            "enabled": self.enabled,
            "connected": self.connected,
            "status": self.account.status or None,
            "state": self.words,
        }
        if self.account.status_reason:
            entry["status_reason"] = self.account.status_reason
        if self.disabled_tools:
            entry["disabled_tools"] = list(self.disabled_tools)
        if len(self.accounts) > 1:
            entry["accounts"] = [
                {"connection_id": one.connection_id or None, "status": one.status or None, "connected": one.connected}
                for one in self.accounts
            ]
        return entry


def view_accounts(rows: Iterable[ConnectorRow]) -> tuple[ConnectorView, ...]:
    """The connectors by name, each once."""
    return tuple(_view(name, group) for name, group in sorted(by_connector(rows).items()))


def _view(name: str, rows: tuple[ConnectorRow, ...]) -> ConnectorView:
    accounts = tuple(
        Account(row.status, read_list_row(row) is Reading.CONNECTED, row.status_reason, row.connection_id)
        for row in rows
    )
    enabled = any(row.enabled for row in rows)
    disabled = tuple(dict.fromkeys(tool for row in rows for tool in row.disabled_tools))
    return ConnectorView(name, enabled, accounts[0], accounts, disabled)


_WORDS = {
    "initializing": "waiting for the sign-in",
    "initiated": "waiting for the sign-in",
    "failed": "could not connect",
    "expired": "access expired",
    "revoked": "access revoked",
    "inactive": "switched off",
}
