"""What a card shows and offers, worked out from a store entry alone (spec 4.8)."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from workbench.connectors.contract import TargetKind, TargetState
from workbench.connectors.store import Entry, TargetEntry
from workbench.model import Json
from workbench.text import one_line, plain

CONNECT: Final = "Connect"
NOT_NOW: Final = "Not now"
TRY_AGAIN: Final = "Try again"
RECONNECT: Final = "Reconnect"


@dataclass(frozen=True, slots=True)
class CardRow:
    """One target on a card.

    `primary` and `other` are button labels, None where there is no such button; `enabled` is about the primary one.
    `link` is what Connect opens. `words` is the row's text; `notice` what the workbench adds, `steps` the steps of an
    MCP flow as (name, state, note), `question` what it asks the person. `busy` is set while the row's own action runs.
    """

    name: str
    kind: TargetKind
    state: TargetState
    primary: str | None
    enabled: bool
    other: str | None
    words: str
    unresolved: bool
    busy: bool = False
    link: str | None = None
    notice: str = ""
    steps: tuple[tuple[str, str, str], ...] = ()
    question: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One operation as shown. `countdown` is whole seconds to the deadline, None once settled.

    `watch` says that reading the gateway fails and is repeated; `summary` are the lines of a settled card, which has
    no live control left.
    """

    op_id: str
    rows: tuple[CardRow, ...]
    continue_shown: bool
    countdown: int | None
    settled: bool
    summary: tuple[str, ...] = ()
    watch: str = ""


@dataclass(frozen=True, slots=True)
class _Rule:
    """One line of the card table."""

    primary: str | None
    needs_link: bool
    words: Callable[[TargetEntry], str]
    unresolved: bool


def _connected(target: TargetEntry) -> str:
    count = target.extra.get("tool_count")
    if not isinstance(count, int) or isinstance(count, bool):
        return "connected"
    return f"connected ({count} tool{'' if count == 1 else 's'})"


def _fixed(words: str) -> Callable[[TargetEntry], str]:
    return lambda _: words


_TABLE: Final[Mapping[TargetState, _Rule]] = {
    TargetState.PENDING: _Rule(CONNECT, True, _fixed("preparing"), True),
    TargetState.INITIATED: _Rule(CONNECT, True, _fixed("finish connecting in your browser"), True),
    TargetState.CONNECTED: _Rule(None, False, _connected, False),
    TargetState.SKIPPED: _Rule(None, False, _fixed("skipped"), False),
    TargetState.FAILED: _Rule(TRY_AGAIN, False, lambda target: target.detail or "could not connect", True),
    TargetState.EXPIRED: _Rule(RECONNECT, False, _fixed("access expired"), True),
    TargetState.NOT_CONNECTED: _Rule(None, False, _fixed("not connected"), False),
    TargetState.UNAVAILABLE: _Rule(None, False, _fixed("unavailable"), False),
}


def card(entry: Entry, now: float, busy: Collection[str] = ()) -> Card:
    """The card of an entry at wall time `now`; `busy` names the targets whose own action runs at this moment."""
    rows = tuple(_row(target, target.name in busy, entry.settled) for target in entry.targets)
    if entry.settled:
        summary = tuple(f"{row.name}: {row.words}" for row in rows)
        return Card(entry.op_id, rows, False, None, True, summary)
    return Card(
        entry.op_id,
        rows,
        continue_shown=any(row.unresolved for row in rows),
        countdown=max(0, int(entry.deadline_at - now)),
        settled=False,
        watch=_watch(entry.watch, now),
    )


def _row(target: TargetEntry, busy: bool, settled: bool) -> CardRow:
    rule = _TABLE[target.state]
    if settled:
        return CardRow(target.name, target.kind, target.state, None, False, None, rule.words(target), False)
    link = target.connect_url if rule.needs_link else None
    question = target.extra.get("question")
    return CardRow(
        name=target.name,
        kind=target.kind,
        state=target.state,
        primary=rule.primary,
        enabled=rule.primary is not None and (link is not None if rule.needs_link else not busy),
        other=NOT_NOW if rule.primary is not None else None,
        words=rule.words(target),
        unresolved=rule.unresolved,
        busy=busy,
        link=link,
        notice=plain(target.extra.get("notice")) or plain(target.extra.get("instruction")),
        steps=_steps(target.extra.get("steps")),
        question=question if isinstance(question, Mapping) else None,
    )


def _steps(value: Json) -> tuple[tuple[str, str, str], ...]:
    if not isinstance(value, list | tuple):
        return ()
    return tuple(
        (one_line(step.get("name")), one_line(step.get("state")), one_line(step.get("note")))
        for step in value
        if isinstance(step, Mapping)
    )


def _watch(watch: Mapping[str, Json], now: float) -> str:
    """That the gateway could not be read, why, and since when; empty while reading goes well."""
    fault, last = one_line(watch.get("fault")), watch.get("last_read_at")
    if not fault:
        return ""
    heard = ""
    if isinstance(last, int | float) and not isinstance(last, bool):
        heard = f"; last heard {max(0, int(now - last))} s ago"
    return f"checking again: {fault}{heard}"
