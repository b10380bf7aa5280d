"""How long to wait before a dropped server is started again."""

from collections.abc import Callable, Sequence
from typing import Final

DELAYS: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0)
_STEADY: Final = 60.0


class Backoff:
    """Growing pauses that end after a number of drops in a row. A server that stayed up a minute begins anew.

    `clock` gives seconds.
    """

    def __init__(self, clock: Callable[[], float], delays: Sequence[float] = DELAYS) -> None:
        self._clock = clock
        self._delays = delays
        self._drops = 0
        self._ready_since: float | None = None

    def ready(self) -> None:
        """The server came up."""
        self._ready_since = self._clock()

    def reset(self) -> None:
        """Forgets the drops so far: it works, or a person asked for it."""
        self._drops = 0

    def next_delay(self) -> float | None:
        """Seconds until the next attempt, None when there were enough."""
        if self._ready_since is not None and self._clock() - self._ready_since >= _STEADY:
            self._drops = 0
        self._ready_since = None
        if self._drops >= len(self._delays):
            return None
        self._drops += 1
        return self._delays[self._drops - 1]
