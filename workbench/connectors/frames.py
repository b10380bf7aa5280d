"""What an operation tells its card: frames with a number, each with the whole picture (spec 4.8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from workbench.connectors.contract import Actor, TargetKind, TargetState
from workbench.model import Json

REQUEST: Final = "connection.request"
UPDATE: Final = "connection.update"


@dataclass(frozen=True, slots=True)
class Target:
    """One account or server of an operation.

    `detail` holds the vendor's own text and nothing else; what the workbench has to say stands in `extra` (`notice`,
    `steps`, `question`, `tool_count`, ...). `attempt` rises with every new attempt. `awaiting_new_attempt` is set
    while a forced account switch still waits for the old account to go. `old_connection` is the id of that old
    account, None while nobody knows it; it is not part of the picture.
    """

    name: str
    kind: TargetKind
    action: str
    state: TargetState = TargetState.PENDING
    detail: str = ""
    connect_url: str | None = None
    attempt: int = 1
    extra: Mapping[str, Json] = field(default_factory=lambda: MappingProxyType({}))
    awaiting_new_attempt: bool = False
    old_connection: str | None = None

    @property
    def forced(self) -> bool:
        """Whether another account is wanted than the one that is connected."""
        return self.extra.get("force") is True

    def snapshot(self) -> dict[str, Json]:
        """The target as it stands in a frame, with its link."""
        return {
            "name": self.name,
            "kind": str(self.kind),
            "action": self.action,
            "state": str(self.state),
            "detail": self.detail,
            "connect_url": self.connect_url,
            "attempt": self.attempt,
            "extra": dict(self.extra),
            "awaiting_new_attempt": self.awaiting_new_attempt,
        }


@dataclass(frozen=True, slots=True)
class Transition:
    """One move of one target, as an update frame tells it."""

    target: str
    before: TargetState
    to: TargetState
    actor: Actor
    detail: str = ""

    def payload(self) -> dict[str, Json]:
        """The keys that an update frame adds for a transition."""
        return {
            "target": self.target,
            "from": str(self.before),
            "to": str(self.to),
            "actor": str(self.actor),
            "detail": self.detail,
        }


@dataclass(frozen=True, slots=True)
class Frame:
    """One message to the cards. `payload` is plain JSON and complete; it also carries `kind`, `op_id` and `seq`."""

    kind: str
    op_id: str
    seq: int
    payload: Mapping[str, Json]


def make_frame(kind: str, seq: int, picture: Mapping[str, Json], transition: Transition | None = None) -> Frame:
    """A frame around an operation's picture; an update for a move also tells the move."""
    payload = {"kind": kind, **picture, "seq": seq}
    if kind == REQUEST:
        payload.pop("settled", None)
        payload.pop("settled_by", None)
    if transition is not None:
        payload.update(transition.payload())
    return Frame(kind, str(picture["op_id"]), seq, MappingProxyType(payload))
