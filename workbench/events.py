"""What a session publishes. Frozen, small; a subscriber reads the session's state for the rest."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.model import CallReport, Json, Progress, ServerStatus


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The session re-assembled: servers, tier, listing or catalog differ. `version` rises by one each time."""

    version: int


@dataclass(frozen=True, slots=True)
class ServerChanged:
    """One server's state moved."""

    name: str
    status: ServerStatus


@dataclass(frozen=True, slots=True)
class CallStarted:
    """A tool starts to run under its real name; `call_id` joins the events of one call."""

    call_id: int
    name: str


@dataclass(frozen=True, slots=True)
class CallProgressed:
    """A running call reported progress."""

    call_id: int
    progress: Progress


@dataclass(frozen=True, slots=True)
class CallEnded:
    """A call is over, whatever its outcome."""

    call_id: int
    report: CallReport


@dataclass(frozen=True, slots=True)
class ConnectorsChanged:
    """The gateway, the sign-in or the list of accounts moved; the session's connectors tell how they are now."""


@dataclass(frozen=True, slots=True)
class FramePublished:
    """A connection operation sent a frame. `payload` holds links: it belongs on a screen, never in a log."""

    payload: Mapping[str, Json] = field(repr=False)


@dataclass(frozen=True, slots=True)
class ActivityChanged:
    """The session's journal has a new entry, or one of its entries moved on."""


Event = (
    StateChanged
    | ServerChanged
    | CallStarted
    | CallProgressed
    | CallEnded
    | ConnectorsChanged
    | FramePublished
    | ActivityChanged
)
