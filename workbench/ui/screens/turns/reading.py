"""A text read as a turn: its calls, what was odd, and the plan. No widgets here."""

from dataclasses import dataclass, field
from typing import Final

from workbench.bridge.emitted import Turn
from workbench.bridge.planner import Plan
from workbench.session import Session

_LONG_TEXT: Final = 20_000
_MANY_TOOLS: Final = 1_000
"""From so many tools on, looking for names near to an unknown one takes longer than a keystroke may."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says, over the session as it was at `version`."""

    text: str = ""
    turn: Turn = field(default_factory=Turn)
    planned: Plan = field(default_factory=lambda: Plan((), ()))
    version: int = -1

    @property
    def blank(self) -> bool:
        """Nothing has been typed."""
        return not self.text.strip()


def read(session: Session, text: str) -> Reading:
    """Reads and plans; runs nothing. Never raises."""
    version = session.state.version
    if not text.strip():
        return Reading(text, version=version)
    turn = session.turns.read(text)
    return Reading(text, turn, session.turns.plan(turn), version)


def is_slow(session: Session, text: str) -> bool:
    """Whether reading may take long enough to be felt, so that it belongs in a thread."""
    scope = session.state.scope
    return len(text) > _LONG_TEXT or len(scope.deferred) + len(scope.visible) > _MANY_TOOLS
