"""One frozen picture of the session's connectors, for the pane to draw."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.connectors.store import Entry
from workbench.model import Json
from workbench.session.hub import ConnectorsHub, ConnectorsView


@dataclass(frozen=True, slots=True)
class Look:
    """All that the pane draws. `present` is the newest card, `earlier` the dead ones before it, newest first."""

    view: ConnectorsView = field(default_factory=lambda: ConnectorsView(enabled=False))
    present: Entry | None = None
    earlier: tuple[Entry, ...] = ()
    frames: tuple[Mapping[str, Json], ...] = ()

    @property
    def open(self) -> bool:
        """Whether an operation waits for the person."""
        return self.present is not None and not self.present.settled

    @property
    def open_id(self) -> str:
        """The id of the open operation; empty where none is."""
        return self.present.op_id if self.present is not None and not self.present.settled else ""


def look_at(hub: ConnectorsHub) -> Look:
    """The picture of this moment. A session that changed its key has one card all the same: the live or newest one."""
    cards = [*hub.store.settled, *sorted(hub.store.current.values(), key=lambda entry: entry.deadline_at)]
    cards.sort(key=lambda entry: not entry.settled)
    present = cards.pop() if cards else None
    return Look(hub.view, present, tuple(reversed(cards)), tuple(hub.frames))
