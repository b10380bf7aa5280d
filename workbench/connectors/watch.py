"""The lifecycle loop of an operation (spec 4.6): one reading of the list a tick, and an ear for stop and deadline."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from math import ceil
from typing import Final, TypeVar

from workbench.connectors.contract import SettleReason
from workbench.connectors.managed import apply_list, attempts, live_names, warn_near_deadline
from workbench.connectors.operation import Operation
from workbench.connectors.port import Cause, cause_of
from workbench.connectors.shapes import ConnectorRow

TICK: Final = 5.0
"""Seconds between two readings of the gateway's list."""

SLICE: Final = 0.25
"""The longest time that passes without a look at the clock and the stop flag."""

_SHORTEST: Final = 0.001
"""So that time always moves on, also where the rest is smaller than a clock can tell."""

_T = TypeVar("_T")
Sleep = Callable[[float], Awaitable[None]]
ReadList = Callable[[], Awaitable[Sequence[ConnectorRow]]]


class Signals:
    """What wakes a sleeping loop: a nudge, or an interrupt that stays set."""

    def __init__(self) -> None:
        self.interrupted = False
        self._event = asyncio.Event()

    def wake(self) -> None:
        """Something about the operation changed: look now."""
        self._event.set()

    def interrupt(self) -> None:
        """The person pressed Stop."""
        self.interrupted = True
        self._event.set()

    async def wait(self, seconds: float, sleep: Sleep) -> None:
        """Returns after so many seconds, or at once on a signal; a signal given before the call counts."""
        if not self._event.is_set() and seconds > 0:
            sleeping = asyncio.ensure_future(sleep(seconds))
            signalled = asyncio.ensure_future(self._event.wait())
            try:
                await asyncio.wait({sleeping, signalled}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                sleeping.cancel()
                signalled.cancel()
        self._event.clear()


class Watcher:
    """Runs one operation to its settlement. `read` asks for the gateway's list; `sleep` and `clock` are injected."""

    def __init__(
        self,
        operation: Operation,
        signals: Signals,
        read: ReadList,
        *,
        clock: Callable[[], float],
        wall: Callable[[], float],
        sleep: Sleep,
    ) -> None:
        self._operation = operation
        self._signals = signals
        self._read = read
        self._clock = clock
        self._wall = wall
        self._sleep = sleep
        self._last_good: float | None = None

    async def run(self) -> None:
        """Interrupt, deadline, observe, settled, all resolved, sleep; until the operation is settled."""
        next_tick = self._clock()
        while not self.ended():
            if self._clock() >= next_tick:
                began = self._clock()
                await self._observe()
                warn_near_deadline(self._operation)
                ticks = max(1, ceil((self._clock() - began) / TICK))
                next_tick = began + ticks * TICK
                if self.ended():
                    return
            if self._operation.all_resolved:
                self._operation.settle(SettleReason.ALL_RESOLVED)
                return
            await self._signals.wait(self._slice(next_tick), self._sleep)

    def ended(self) -> bool:
        """Whether the operation is over, settling it where Stop was pressed or the deadline has passed."""
        if not self._operation.settled:
            if self._signals.interrupted:
                self._operation.settle(SettleReason.INTERRUPT)
            elif self._operation.remaining() <= 0:
                self._operation.settle(SettleReason.DEADLINE)
        return self._operation.settled

    async def guarded(self, request: Awaitable[_T]) -> _T | None:
        """A request's answer; None where the operation ended first, and then the request is cancelled.

        So a slow gateway delays neither Stop nor the deadline. What the request raises is raised.
        """
        running = asyncio.ensure_future(request)
        running.add_done_callback(lambda _: self._signals.wake())
        try:
            while not running.done():
                if self.ended():
                    return None
                await self._signals.wait(self._slice(self._clock() + SLICE), self._sleep)
            return running.result()
        finally:
            running.cancel()

    async def _observe(self) -> None:
        if not live_names(self._operation):
            return
        started_at = attempts(self._operation)
        try:
            rows = await self.guarded(self._read())
        except Exception as fault:
            self._show(cause_of(fault))
            return
        if rows is None or self.ended():
            return
        self._last_good = self._wall()
        self._operation.note_watch({})
        apply_list(self._operation, rows, started_at)

    def _show(self, cause: Cause) -> None:
        """A failed reading ends nothing; the card says that it is being repeated (spec 4.6)."""
        self._operation.note_watch({"fault": cause.words, "reason": str(cause.reason), "last_read_at": self._last_good})

    def _slice(self, next_tick: float) -> float:
        rest = min(next_tick - self._clock(), self._operation.remaining(), SLICE)
        return max(rest, _SHORTEST)
