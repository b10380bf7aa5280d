"""The connection operation: a state machine over its targets, without I/O and with its clocks passed in (spec 4.5)."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from workbench.connectors.contract import (
    MAX_DETAIL,
    OPERATION_SECONDS,
    RESOLVED,
    Actor,
    IllegalTransition,
    SettleReason,
    TargetState,
    actor_for,
)
from workbench.connectors.frames import REQUEST, UPDATE, Frame, Target, Transition, make_frame
from workbench.connectors.links import safe_link
from workbench.connectors.results import settled_result
from workbench.model import Json
from workbench.text import clip, plain

_NOT_VENDOR_WORDS = frozenset({*map(str, TargetState), *map(str, SettleReason)})


class Operation:
    """One attempt to connect one or more targets, from opening it until it is settled.

    `clock` is monotonic and decides the deadline; `wall` is only shown. Until `announce` has made the request frame,
    moves are silent; from then on every accepted move, refresh and settlement makes exactly one frame, which is
    returned and handed to `publish`.
    """

    def __init__(
        self,
        op_id: str,
        targets: Sequence[Target],
        *,
        session_key: str,
        tool_call_id: str,
        clock: Callable[[], float],
        wall: Callable[[], float],
        publish: Callable[[Frame], None] | None = None,
    ) -> None:
        self.op_id = op_id
        self.session_key = session_key
        self.tool_call_id = tool_call_id
        self.created_at = wall()
        self.deadline_at = self.created_at + OPERATION_SECONDS
        self.settled_at: float | None = None
        self.settled_by: SettleReason | None = None
        self.seq = 0
        self._clock = clock
        self._wall = wall
        self._deadline = clock() + OPERATION_SECONDS
        self._publish = publish
        self._targets = {target.name: target for target in targets}
        self._watch: dict[str, Json] = {}
        self._result: dict[str, Json] | None = None
        if len(self._targets) != len(targets) or not targets:
            raise ValueError("an operation needs targets, each name once")

    @property
    def targets(self) -> tuple[Target, ...]:
        """The targets in the order they were asked for."""
        return tuple(self._targets.values())

    @property
    def settled(self) -> bool:
        """Whether the result is frozen."""
        return self.settled_by is not None

    @property
    def announced(self) -> bool:
        """Whether the request frame has been made."""
        return self.seq > 0

    @property
    def all_resolved(self) -> bool:
        """Whether no target needs anything more."""
        return all(target.state in RESOLVED for target in self.targets)

    def remaining(self) -> float:
        """Seconds to the deadline; zero or less once it has passed."""
        return self._deadline - self._clock()

    def target(self, name: str) -> Target:
        """The target of that name. Raises KeyError."""
        return self._targets[name]

    def has(self, name: str) -> bool:
        """Whether there is a target of that name."""
        return name in self._targets

    def announce(self) -> Frame:
        """The request frame, once, before any update."""
        if self.announced:
            raise RuntimeError("an operation is announced once")
        return self._emit(REQUEST)

    def check(self, name: str, to: TargetState, actor: Actor) -> bool:
        """Whether the move would change anything. Raises IllegalTransition where it may not be made at all."""
        target = self._targets[name]
        if self.settled:
            raise IllegalTransition(name, target.state, to, actor, "the operation is settled")
        if target.state == to:
            return False
        if actor_for(target.kind, target.state, to) != actor:
            raise IllegalTransition(name, target.state, to, actor)
        return True

    def move(
        self,
        name: str,
        to: TargetState,
        actor: Actor,
        *,
        detail: str = "",
        connect_url: str | None = None,
        awaiting: bool | None = None,
        attempt: int | None = None,
        extra: Mapping[str, Json] | None = None,
    ) -> Frame | None:
        """Moves one target by the table; the same state is a no-op without a frame. Raises IllegalTransition.

        `detail` and `connect_url` replace what was there, so leaving them out clears them; a link stays only with a
        target that waits for the person. `extra` is merged, None values taking a key out.
        """
        if not self.check(name, to, actor):
            return None
        target = self._targets[name]
        moved = replace(
            target,
            state=to,
            detail=vendor_text(detail, target.connect_url, connect_url),
            connect_url=safe_link(connect_url) if to is TargetState.INITIATED else None,
            awaiting_new_attempt=_kept(awaiting, target.awaiting_new_attempt) and to not in RESOLVED,
            attempt=_kept(attempt, target.attempt),
            extra=_merged(target.extra, extra),
        )
        self._targets[name] = moved
        return self._tell(Transition(name, target.state, to, actor, moved.detail))

    def refresh(
        self,
        name: str,
        *,
        detail: str | None = None,
        connect_url: str | None = None,
        keep_link: bool = False,
        awaiting: bool | None = None,
        attempt: int | None = None,
        extra: Mapping[str, Json] | None = None,
    ) -> Frame | None:
        """Changes what is shown of a target without moving it. Raises IllegalTransition once settled.

        The link is replaced (by none where none is given) unless `keep_link`.
        """
        target = self._targets[name]
        if self.settled:
            raise IllegalTransition(name, target.state, target.state, "refresh", "the operation is settled")
        link = target.connect_url if keep_link else safe_link(connect_url)
        self._targets[name] = replace(
            target,
            detail=target.detail if detail is None else vendor_text(detail, target.connect_url, link),
            connect_url=link if target.state is TargetState.INITIATED else None,
            awaiting_new_attempt=_kept(awaiting, target.awaiting_new_attempt),
            attempt=_kept(attempt, target.attempt),
            extra=_merged(target.extra, extra),
        )
        return self._tell(None)

    def remember_connection(self, name: str, connection_id: str) -> None:
        """Notes which connection is the old account of a forced switch; no frame, for nothing shown changes."""
        self._targets[name] = replace(self._targets[name], old_connection=connection_id)

    def note_watch(self, watch: Mapping[str, Json]) -> Frame | None:
        """Notes how reading the gateway goes; a frame only where that differs from before. Silent once settled."""
        if self.settled or dict(watch) == self._watch:
            return None
        self._watch = dict(watch)
        return self._tell(None)

    def apply_answers(self, answers: Mapping[str, TargetState]) -> list[Frame]:
        """The person's answers, all of them or, where one may not be made, none.

        Raises KeyError for a name that is no target and IllegalTransition for a move the person may not make.
        """
        for name, to in answers.items():
            self.check(name, to, Actor.USER)
        frames = [self.move(name, to, Actor.USER, extra={"question": None}) for name, to in answers.items()]
        return [frame for frame in frames if frame is not None]

    def settle(self, reason: SettleReason) -> bool:
        """Freezes the result, once: True for the caller who did it, False for everyone later.

        What is unresolved becomes `not_connected`, and every link goes.
        """
        if self.settled:
            return False
        self.settled_by = reason
        self.settled_at = self._wall()
        for name, target in self._targets.items():
            state = target.state if target.state in RESOLVED else TargetState.NOT_CONNECTED
            extra = _merged(target.extra, {"question": None, "notice": None})
            self._targets[name] = replace(
                target, state=state, connect_url=None, awaiting_new_attempt=False, extra=extra
            )
        self._watch = {}
        self._result = settled_result(self.op_id, reason, self.targets)
        self._tell(None)
        return True

    def result(self) -> dict[str, Json]:
        """The frozen result, never with a link. Raises RuntimeError before settling."""
        if self._result is None:
            raise RuntimeError("an operation has a result once it is settled")
        return deepcopy(self._result)

    def picture(self) -> dict[str, Json]:
        """The whole operation as plain JSON, with the links that are live."""
        return {
            "op_id": self.op_id,
            "seq": self.seq,
            "session_key": self.session_key,
            "tool_call_id": self.tool_call_id,
            "created_at": self.created_at,
            "deadline_at": self.deadline_at,
            "targets": [deepcopy(target.snapshot()) for target in self.targets],
            "watch": deepcopy(self._watch),
            "settled": self.settled,
            "settled_by": str(self.settled_by) if self.settled_by is not None else None,
        }

    def _tell(self, transition: Transition | None) -> Frame | None:
        return self._emit(UPDATE, transition) if self.announced else None

    def _emit(self, kind: str, transition: Transition | None = None) -> Frame:
        self.seq += 1
        frame = make_frame(kind, self.seq, self.picture(), transition)
        if self._publish is not None:
            self._publish(frame)
        return frame


def vendor_text(value: object, *links: str | None) -> str:
    """Vendor text for a card: clean, clipped, without the target's own links.

    A bare state name or settle reason says nothing to a person and is dropped (spec 4.5).
    """
    text = plain(value).strip()
    for link in links:
        text = text.replace(link, "(link)") if link else text
    return "" if text.lower() in _NOT_VENDOR_WORDS else clip(text, MAX_DETAIL)


def _kept(value: Any, before: Any) -> Any:
    return before if value is None else value


def _merged(before: Mapping[str, Json], more: Mapping[str, Json] | None) -> Mapping[str, Json]:
    if not more:
        return before
    merged = {**before, **more}
    return MappingProxyType({key: value for key, value in merged.items() if value is not None})
