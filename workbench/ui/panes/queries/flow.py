"""The way from the query lines to their answer: local tools first, connector hits as they come, nothing outdated."""

import asyncio
from collections.abc import Callable
from typing import Final

from textual.widget import Widget

from workbench.session import Session
from workbench.ui.panes.queries.asking import ask, ask_aside, asked, explain, is_quick
from workbench.ui.panes.queries.found import Found

_REST: Final = 0.15
"""Seconds without a key before the gateway is asked; the local results do not wait."""

_GATEWAY: Final = "gateway"
_SEARCH: Final = "search"


class SearchFlow:
    """Keeps `found` the answer to what `texts` says. `show` is told of each answer, and whether new words led to it.

    Small catalogs are searched at once; large ones in a thread, one search at a time and always for the latest words.
    Its workers belong to `widget`; what they find is dropped once that is no longer `whole`.
    """

    def __init__(
        self,
        session: Session,
        widget: Widget,
        *,
        texts: Callable[[], tuple[str, ...]],
        show: Callable[[Found, bool], None],
        whole: Callable[[], bool],
        clock: Callable[[], float],
    ) -> None:
        self._session = session
        self._widget = widget
        self._texts = texts
        self._show = show
        self._whole = whole
        self._clock = clock
        self._local = Found()
        self._in_scope = False
        self._looking = False
        self._stale = False
        self._typed = False
        self.found = Found()
        self.asking_gateway = False

    def search(self, *, typed: bool) -> None:
        """Asks for the present lines; `typed` where they may differ and not only the catalog."""
        lines = self._texts()
        self._typed |= typed
        self._stale = not is_quick(self._session, lines)
        if not self._stale:
            self._take(ask(self._session, lines))
        elif not self._looking:
            self._looking = True
            self._widget.run_worker(self._look(), group=_SEARCH)

    async def _look(self) -> None:
        try:
            while self._stale:
                self._stale = False
                found = await ask_aside(self._session, self._texts(), self._clock)
                if not self._whole():
                    return
                if self._is_wanted(found):
                    self._take(found)
                if self._local is found and not self._stale:
                    # What was looked up stays with the answer, wherever connector hits have not replaced it.
                    explained = await explain(found)
                    if self.found is found and self._whole():
                        self._hand_on(explained)
        finally:
            self._looking = False

    def _is_wanted(self, found: Found) -> bool:
        """Not where other words were typed meanwhile, or another catalog was searched at once."""
        same = found.catalog is self._session.state.scope.catalog
        return found.lines == self._texts() and (same or self._stale)

    def _take(self, found: Found) -> None:
        before, scope, typed = self._local, self._in_scope, self._typed
        self._local, self._in_scope, self._typed = found, self._session.connectors.view.in_scope, False
        if found.answer is not None and found == before and self._in_scope == scope and not typed:
            # Connector hits that are there, or on their way, stay.
            if self.found is before:
                self._hand_on(found)
            return
        self._widget.workers.cancel_group(self._widget, _GATEWAY)
        self.asking_gateway = bool(found.asked) and self._in_scope
        self._hand_on(found, typed)
        if self.asking_gateway:
            self._widget.run_worker(self._join_hits(found.lines), group=_GATEWAY, exclusive=True)

    async def _join_hits(self, lines: tuple[str, ...]) -> None:
        await asyncio.sleep(_REST)
        answer = await self._session.search_everywhere(asked(lines))
        found = Found(lines, answer, self._session.state.scope.catalog)
        if not is_quick(self._session, lines):
            found = await explain(found)
        if self._whole() and lines == self._texts():
            self.asking_gateway = False
            self._hand_on(found)

    def _hand_on(self, found: Found, typed: bool = False) -> None:
        self.found = found
        self._show(found, typed)
