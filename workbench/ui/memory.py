"""Keeps Python's collector of garbage away from a large catalog, which it would walk through again and again."""

import gc
import time
from typing import Final

EVERY: Final = 1.0
"""Seconds between two looks at whether a full collection is due."""

_PATIENCE: Final = 30
"""Looks in succession that pass without a collection while servers are read."""
_NEVER: Final = 1_000_000
_DUE: Final = 10
"""Smaller collections between two full ones, as Python has it."""
_LONG: Final = 0.008
"""Seconds of a full collection from which on what it has found alive is set aside."""
_MANY: Final = 2_000
"""Tools by which a catalog has to grow to be set aside at once."""


class Memory:
    """Sets aside what lives long, so that no collection holds the screen for as long as the catalog is large.

    A full collection visits every object there is: with thirty thousand tools that takes a quarter of a second, several
    times a minute, and most often while servers are read. So none happens by itself; `collect`, called `EVERY` second,
    does one where it is due, for drawing leaves a lot behind. What is set aside is not visited any more. It still goes
    when nobody refers to it, tools among it; only cycles in it stay until `stop`.
    """

    def __init__(self) -> None:
        self._began = 0.0
        self._tools = 0
        self._passed = 0
        self._usual = gc.get_threshold()

    def start(self) -> None:
        """Sets aside what has been imported, and takes the full collections over."""
        if self._watch not in gc.callbacks:
            first, second, third = gc.get_threshold()
            self._usual = first, second, _DUE if third == _NEVER else third
            gc.freeze()
            gc.set_threshold(first, second, _NEVER)
            gc.callbacks.append(self._watch)

    def stop(self) -> None:
        """Leaves the collector as it was, unless another one still watches."""
        if self._watch in gc.callbacks:
            gc.callbacks.remove(self._watch)
            if not any(isinstance(getattr(other, "__self__", None), Memory) for other in gc.callbacks):
                gc.set_threshold(*self._usual)
                gc.unfreeze()

    def settle(self, tools: int) -> None:
        """The catalog has so many tools now: where that is many more than before, they are set aside at once."""
        if tools - self._tools >= _MANY:
            gc.freeze()
        if abs(tools - self._tools) >= _MANY:
            self._tools = tools

    def collect(self, *, reading: bool = False) -> None:
        """A full collection, where it is due; `reading`: servers are being read, so rather later."""
        self._passed = self._passed + 1 if reading else 0
        if not 0 < self._passed <= _PATIENCE and gc.get_count()[2] >= _DUE:
            gc.collect()

    def _watch(self, phase: str, info: dict[str, int]) -> None:
        # Called in whatever thread the collection ran; no other one begins meanwhile.
        if phase == "start":
            self._began = time.perf_counter()
        elif info["generation"] == 2 and time.perf_counter() - self._began > _LONG:
            gc.freeze()
