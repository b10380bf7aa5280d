"""Runs the plan of a turn: groups one after another, the calls of a parallel group together (spec 3.5)."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from workbench.bridge.answers import result_messages
from workbench.bridge.call import INTERRUPTED
from workbench.bridge.planner import Plan
from workbench.bridge.route import Routed, RouteKind
from workbench.model import Approval, CallReport, Json, Outcome


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one call: what the model gets, and the stories of the real calls behind it."""

    payload: Json
    outcome: Outcome
    reports: tuple[CallReport, ...] = ()


RunEntry: TypeAlias = Callable[[Routed, Callable[[], bool]], Awaitable[Answer]]
"""Carries out one routed call; the stop flag is for the entries of a batch within it."""


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """One call of a turn in time.

    `group` and `lane` say where it stands in the plan; `start` and `end` are seconds since the turn began, None where
    it has not started or not ended. `outcome` is None until it has ended.
    """

    index: int
    routed: Routed
    group: int
    lane: int
    parallel: bool
    start: float | None = None
    end: float | None = None
    outcome: Outcome | None = None
    payload: Json = None
    reports: tuple[CallReport, ...] = ()

    @property
    def approval(self) -> Approval | None:
        """What had to happen before it ran: the strictest of the real calls behind it."""
        found = {report.approval for report in self.reports}
        return next((one for one in (Approval.DENY, Approval.ASK, Approval.ALLOW) if one in found), None)


@dataclass(frozen=True, slots=True)
class TurnReport:
    """The story of a turn: its calls in input order, whatever the order in which they ran."""

    plan: Plan
    entries: tuple[TurnEntry, ...]
    seconds: float = 0.0
    stopped: bool = False

    def messages(self) -> list[Json]:
        """What goes back to the model, in the shape in which the calls came."""
        return result_messages([(entry.routed.emitted, entry.payload) for entry in self.entries])


def pending(plan: Plan) -> tuple[TurnEntry, ...]:
    """The calls of a plan as they stand before anything has run."""
    found = [
        TurnEntry(index, plan.calls[index], at, lane, group.parallel)
        for at, group in enumerate(plan.groups)
        for lane, index in enumerate(group.entries)
    ]
    return tuple(sorted(found, key=lambda entry: entry.index))


async def run_turn(
    plan: Plan,
    run_entry: RunEntry,
    stop: Callable[[], bool],
    clock: Callable[[], float],
    watch: Callable[[TurnEntry], None] | None = None,
) -> TurnReport:
    """Runs a plan. Only cancelling raises.

    `stop` is read before each call starts; once it says so, calls that have not started answer `INTERRUPTED`, and those
    that have keep their results. `watch` is called with each entry when it starts and when it has ended.
    """
    run = _Run(run_entry, stop, clock, watch or _nobody, clock())
    entries = list(pending(plan))
    for group in plan.groups:
        done = await asyncio.gather(*(run.one(entries[index]) for index in group.entries))
        for entry in done:
            entries[entry.index] = entry
    return TurnReport(plan, tuple(entries), run.now(), run.stopped)


class _Run:
    """One run of a plan: the flag once seen stays seen."""

    def __init__(
        self,
        run_entry: RunEntry,
        stop: Callable[[], bool],
        clock: Callable[[], float],
        watch: Callable[[TurnEntry], None],
        began: float,
    ) -> None:
        self._run_entry = run_entry
        self._stop = stop
        self._clock = clock
        self._watch = watch
        self._began = began
        self.stopped = False

    def now(self) -> float:
        """Seconds since the turn began."""
        return max(self._clock() - self._began, 0.0)

    def stop(self) -> bool:
        """Whether to start nothing more."""
        self.stopped = self.stopped or self._stop()
        return self.stopped

    async def one(self, entry: TurnEntry) -> TurnEntry:
        """The entry with what came of it."""
        if self.stop():
            return self._ended(entry, _interrupted(entry.routed))
        entry = replace(entry, start=self.now())
        self._watch(entry)
        return self._ended(entry, await self._answer(entry.routed))

    async def _answer(self, routed: Routed) -> Answer:
        if routed.kind is RouteKind.REFUSED:
            return refusal(routed)
        try:
            return await self._run_entry(routed, self.stop)
        except Exception as fault:
            error = {"error": f"{routed.name}: the call ended with {type(fault).__name__}; it may have run."}
            return Answer(error, Outcome.UNREACHABLE)

    def _ended(self, entry: TurnEntry, answer: Answer) -> TurnEntry:
        end = self.now() if entry.start is not None else None
        ended = replace(entry, end=end, outcome=answer.outcome, payload=answer.payload, reports=answer.reports)
        self._watch(ended)
        return ended


def refusal(routed: Routed) -> Answer:
    """The answer to a call that routing refused, told under the names it meant."""
    error = routed.error or {"error": routed.note}
    outcome = Outcome.REFUSED if routed.readable else Outcome.INVALID
    reports = tuple(
        CallReport(entry.request.name, outcome, entry.request.arguments, error=error) for entry in routed.entries
    )
    return Answer(error, outcome, reports)


def worst(reports: Sequence[CallReport]) -> Outcome:
    """The outcome that tells of several real calls: that of the first one which did not end well."""
    return next((report.outcome for report in reports if report.outcome is not Outcome.DONE), Outcome.DONE)


def _interrupted(routed: Routed) -> Answer:
    names = ", ".join(routed.names) or "This call"
    error = {"error": f"{names} was not run: the user stopped this turn.", "code": INTERRUPTED}
    reports = tuple(
        CallReport(entry.request.name, Outcome.INTERRUPTED, entry.request.arguments, error=error)
        for entry in routed.entries
    )
    return Answer(error, Outcome.INTERRUPTED, reports)


def _nobody(_: TurnEntry) -> None:
    return None
