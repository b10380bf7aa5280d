"""The edge to the gateway as an operation sees it, and its faults in words that may stand on a card (spec 4.8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from workbench.connectors.contract import RefusalReason
from workbench.connectors.errors import TIMEOUT, FaultKind, GatewayError
from workbench.connectors.shapes import ConnectorRow, MintAnswer


class Gateway(Protocol):
    """What an operation asks of the gateway's client. Both requests raise where no usable answer came."""

    @property
    def has_credential(self) -> bool:
        """Whether a request could be sent at all."""

    async def connect(self, connectors: Sequence[str], reinitiate: bool) -> MintAnswer:
        """Asks for a link, or the news of an active account, for each connector."""

    async def connectors(self) -> Sequence[ConnectorRow]:
        """Every connector of the account."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a request to the gateway failed: a reason for programs and our own words for people."""

    reason: RefusalReason
    words: str

    @property
    def final(self) -> bool:
        """Whether asking again cannot help until something is changed by hand."""
        return self.reason is RefusalReason.CONNECTORS_UNAVAILABLE


NO_GATEWAY = Cause(RefusalReason.CONNECTORS_UNAVAILABLE, "no gateway is configured")
NOT_SIGNED_IN = Cause(RefusalReason.CONNECTORS_UNAVAILABLE, "not signed in at the gateway")


def cause_of(fault: BaseException) -> Cause:
    """A fault's cause without a word of its text, which may hold credentials.

    Absent, not accepted, not allowed, slow and broken gateways each have their own words.
    """
    if not isinstance(fault, GatewayError):
        return Cause(RefusalReason.CONNECTOR_REQUEST_FAILED, "the request to the gateway failed")
    match fault.kind:
        case FaultKind.DARK:
            return Cause(RefusalReason.CONNECTORS_UNAVAILABLE, "connectors are not available for this account")
        case FaultKind.AUTH if fault.status is None:
            return NOT_SIGNED_IN
        case FaultKind.AUTH if fault.status == 403:
            return Cause(RefusalReason.CONNECTORS_UNAVAILABLE, "the gateway does not allow this account connectors")
        case FaultKind.AUTH:
            return Cause(RefusalReason.CONNECTORS_UNAVAILABLE, "the gateway does not accept the token; sign in again")
        case FaultKind.RATE_LIMITED:
            return Cause(RefusalReason.CONNECTOR_REQUEST_FAILED, "the gateway asks to slow down")
        case FaultKind.TRANSPORT if fault.code == TIMEOUT:
            return Cause(RefusalReason.CONNECTOR_REQUEST_FAILED, "the gateway did not answer in time")
        case FaultKind.TRANSPORT:
            return Cause(RefusalReason.CONNECTOR_REQUEST_FAILED, "the gateway cannot be reached")
        case FaultKind.INVALID:
            return Cause(RefusalReason.INVALID_CONNECTOR_RESPONSE, "the gateway's answer has the wrong shape")
    status = f" with status {fault.status}" if isinstance(fault.status, int) else ""
    return Cause(RefusalReason.CONNECTOR_REQUEST_FAILED, f"the gateway failed{status}")
