"""A turn that runs or has run, entry by entry. No widgets here."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace

from workbench.bridge.call import INTERRUPTED, Approve
from workbench.bridge.planner import Plan
from workbench.bridge.turn import TurnEntry, TurnReport, pending
from workbench.model import Json, Outcome, Tool
from workbench.session import Session


class TurnRun:
    """Runs one plan and keeps what is known of its entries while it does.

    `changed` is called on the event loop when an entry starts or ends and when the turn is over. `report` is there from
    then on, also where the turn was cancelled.
    """

    def __init__(
        self, session: Session, planned: Plan, approve: Approve, changed: Callable[[], None], clock: Callable[[], float]
    ) -> None:
        self._session = session
        self._plan = planned
        self._approve = approve
        self._changed = changed
        self._clock = clock
        self._began = clock()
        self.entries: tuple[TurnEntry, ...] = pending(planned)
        self.report: TurnReport | None = None
        self.stopping = False

    @property
    def going(self) -> bool:
        """Whether it can be stopped."""
        return self.report is None

    @property
    def seconds(self) -> float:
        """Since the turn began; once it is over, what it took."""
        return self.report.seconds if self.report is not None else max(self._clock() - self._began, 0.0)

    @property
    def reach(self) -> float:
        """The end of the common time axis."""
        times = [time for entry in self.entries for time in (entry.start, entry.end) if time is not None]
        return max([*times, self.seconds if self.going else 0.0])

    def stop(self) -> None:
        """Nothing more is started; what runs may end."""
        self.stopping = True
        self._changed()

    async def run(self) -> None:
        """The whole turn. Cancel the awaiting task to cancel what is running."""
        try:
            self._end(
                await self._session.turns.run(
                    self._plan, approve=self._ask, stop=lambda: self.stopping, watch=self._watch
                )
            )
        except asyncio.CancelledError:
            self._end(self._cancelled())
            raise

    async def _ask(self, tool: Tool, arguments: Mapping[str, Json]) -> bool:
        # Calls that run together ask one after another: once stopped, those still in line are not asked about.
        return not self.stopping and await self._approve(tool, arguments)

    def _watch(self, entry: TurnEntry) -> None:
        self.entries = tuple(entry if one.index == entry.index else one for one in self.entries)
        self._changed()

    def _end(self, report: TurnReport) -> None:
        self.entries, self.report = report.entries, report
        self._changed()

    def _cancelled(self) -> TurnReport:
        now = self.seconds
        return TurnReport(self._plan, tuple(_interrupted(entry, now) for entry in self.entries), now, stopped=True)


def _interrupted(entry: TurnEntry, now: float) -> TurnEntry:
    if entry.outcome is not None:
        return entry
    names = ", ".join(entry.routed.names) or "This call"
    said = "was not run: the user stopped this turn." if entry.start is None else "was cancelled; it may have run."
    return replace(
        entry,
        end=None if entry.start is None else now,
        outcome=Outcome.INTERRUPTED,
        payload={"error": f"{names} {said}", "code": INTERRUPTED},
    )
