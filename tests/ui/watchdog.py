"""Measures how long an event loop is held between two waits, and says what ran meanwhile.

    with watching() as dog:
        ...  # in the loop's thread
    print(dog.report())

A hold lasts from the moment the loop stops waiting to the moment it waits again: as long, nothing is drawn and no key is
read. `wall` is what a person feels, noise of other programs included; `busy` is the processor time of the loop's thread
alone, which is what two runs are compared by.
"""

import asyncio
import contextlib
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Final

LOOK_EVERY: Final = 0.004
"""Seconds between two looks of the thread at what the loop is doing."""
_KEPT: Final = 8
_OURS: Final = ("/workbench/", "/textual/", "/rich/")


@dataclass
class Hold:
    """One hold in seconds, in which step of the test it was, and how often each function was seen at work."""

    wall: float = 0.0
    busy: float = 0.0
    step: str = ""
    seen: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        ran = "; ".join(f"{place} ×{times}" for place, times in self.seen.most_common(5)) or "too short to be seen"
        return f"{1e3 * self.wall:6.1f} ms wall, {1e3 * self.busy:6.1f} ms busy  {self.step}: {ran}"


class Watchdog:
    """Keeps the longest holds. `step` names what the test does now; assign it before each step."""

    def __init__(self) -> None:
        self.step = ""
        self._since: float | None = None
        self._now = Hold()
        self._holds: list[Hold] = []
        self._loop_thread = threading.get_ident()
        self._over = threading.Event()

    @property
    def holds(self) -> list[Hold]:
        """The longest ones, the longest first."""
        return sorted(self._holds, key=lambda hold: -hold.busy)

    def longest(self, step: str | None = None) -> Hold:
        """The longest hold by processor time, of all steps or of those whose name begins so."""
        return max((hold for hold in self._holds if hold.step.startswith(step or "")), key=lambda hold: hold.busy,
                   default=Hold())  # fmt: skip

    def report(self, most: int = _KEPT) -> str:
        """The longest holds, a line each."""
        return "\n".join(str(hold) for hold in self.holds[:most])

    # In the loop's thread

    def awake(self) -> None:
        """The loop has something to do."""
        self._now = Hold(step=self.step, busy=time.thread_time())
        self._since = time.perf_counter()

    def asleep(self) -> None:
        """The loop waits again."""
        if self._since is None:
            return
        hold, since, self._since = self._now, self._since, None
        hold.wall, hold.busy = time.perf_counter() - since, time.thread_time() - hold.busy
        by_step = [other for other in self._holds if other.step == hold.step]
        if len(by_step) < _KEPT:
            self._holds.append(hold)
        elif (least := min(by_step, key=lambda other: other.busy)).busy < hold.busy:
            self._holds[self._holds.index(least)] = hold

    # In a thread of its own

    def look(self) -> None:
        """Notes what the loop is at, again and again."""
        while not self._over.wait(LOOK_EVERY):
            if self._since is not None and (frame := sys._current_frames().get(self._loop_thread)) is not None:
                self._now.seen.update([_place(frame)])

    def stop(self) -> None:
        """No more looks."""
        self._over.set()


def _place(frame: FrameType) -> str:
    """The way to a function: the innermost functions of this program and its screen library."""
    stack = [entry for entry in traceback.extract_stack(frame) if any(part in entry.filename for part in _OURS)]
    ours = [entry for entry in stack if "/workbench/" in entry.filename][-2:]
    last = [entry for entry in stack[-1:] if entry not in ours]
    return " > ".join(f"{entry.filename.rpartition('/')[2]}:{entry.name}" for entry in [*ours, *last]) or "elsewhere"


@contextlib.contextmanager
def watching() -> Iterator[Watchdog]:
    """Watches the running loop; call it in a coroutine of that loop."""
    loop: Any = asyncio.get_running_loop()
    dog = Watchdog()
    selector = loop._selector
    wait = selector.select

    def select(timeout: float | None = None) -> Any:
        dog.asleep()
        try:
            return wait(timeout)
        finally:
            dog.awake()

    thread = threading.Thread(target=dog.look, name="watchdog", daemon=True)
    selector.select = select
    thread.start()
    try:
        yield dog
    finally:
        selector.select = wait
        dog.stop()
        thread.join()
