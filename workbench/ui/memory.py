"""Keeps Python's collector of garbage away from a large catalog, which it would walk through again and again."""

import gc
import time
from typing import Final

_LONG: Final = 0.008
"""Seconds of a full collection from which on what it has found alive is set aside."""
_MANY: Final = 2_000
"""Tools by which a catalog has to grow to be set aside at once."""


class Memory:
    """Sets aside what lives long, so that no collection holds the screen for as long as the catalog is large.

    A full collection visits every object there is: with thirty thousand tools that takes a quarter of a second, several
    times a minute. Whenever one has taken long, its survivors are left out from the next ones. They still go when
    nobody refers to them, tools among them; only cycles among those survivors stay until `stop`.
    """

    def __init__(self) -> None:
        self._began = 0.0
        self._tools = 0

    def start(self) -> None:
        """Sets aside what has been imported, and watches the collections from now on."""
        if self._watch not in gc.callbacks:
            gc.freeze()
            gc.callbacks.append(self._watch)

    def stop(self) -> None:
        """Leaves the collector as it was, unless another one still watches."""
        if self._watch in gc.callbacks:
            gc.callbacks.remove(self._watch)
            if not any(isinstance(getattr(other, "__self__", None), Memory) for other in gc.callbacks):
                gc.unfreeze()

    def settle(self, tools: int) -> None:
        """The catalog has so many tools now: where that is many more than before, they are set aside at once."""
        if tools - self._tools >= _MANY:
            gc.freeze()
        if abs(tools - self._tools) >= _MANY:
            self._tools = tools

    def _watch(self, phase: str, info: dict[str, int]) -> None:
        # Called in whatever thread the collection ran; no other one begins meanwhile.
        if phase == "start":
            self._began = time.perf_counter()
        elif info["generation"] == 2 and time.perf_counter() - self._began > _LONG:
            gc.freeze()
