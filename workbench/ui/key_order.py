"""One key after the other."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from textual.app import App
from textual.events import Event
from textual.message_pump import MessagePump

_PATIENCE: Final = 0.25
"""Seconds after which a key counts as done with, whatever became of the widget that had it."""


class KeyOrder:
    """Hands a key on when what the one before it does has been done.

    Textual hands every key to the widget that has the focus at that moment, and runs what it is bound to when nobody on
    the way up wanted it. Keys that come in one burst, as they do over a slow line, would be typed into the widget that
    the first of them leaves. A message that follows each key on its way says when that is over.
    """

    def __init__(self, app: App[Any], deliver: Callable[[Event], Awaitable[None]]) -> None:
        self._app = app
        self._deliver = deliver
        self._waiting: deque[Event] = deque()
        self._turn = 0
        self._busy = False

    async def hand_on(self, event: Event) -> None:
        """Delivers the event, now or in its turn."""
        self._waiting.append(event)
        if not self._busy:
            await self._next()

    async def _next(self) -> None:
        # Without a screen the application is being left, and no key means anything.
        self._busy = bool(self._waiting and self._app.screen_stack)
        if self._busy:
            self._turn += 1
            asyncio.get_running_loop().call_later(_PATIENCE, self._give_up, self._turn)
            node = self._app.focused or self._app.screen
            await self._deliver(self._waiting.popleft())
            self._follow(node.ancestors_with_self, self._turn)

    def _follow(self, way: Sequence[MessagePump], turn: int) -> None:
        for place, pump in enumerate(way):
            last = pump is self._app
            if pump.call_later(*((self._settle, turn) if last else (self._follow, way[place + 1 :], turn))):
                return

    def _settle(self, turn: int) -> None:
        # A focus that was asked for is given in a message of its own, which is in front of this one.
        self._app.call_later(self._done, turn)

    def _give_up(self, turn: int) -> None:
        self._app.call_later(self._done, turn)

    async def _done(self, turn: int) -> None:
        if turn == self._turn and self._busy:
            await self._next()
