"""The steps of a flow as its card shows them; one runs at a time, and the one before it is done."""

from typing import Any, Final

from workbench.connectors.flows import FlowMoves

_OF_SIGN_IN: Final = {
    "LISTENING": "discover",
    "DISCOVERING": "discover",
    "REGISTERING": "register",
    "OPENING": "authorize",
    "WAITING": "authorize",
    "EXCHANGING": "token",
    "REFRESHING": "token",
    "CONNECTING": "token",
}
"""The step of a sign-in (by its name) -> the step of the flow."""


class Steps:
    """Tells the card which step runs, is done, or has failed."""

    def __init__(self, moves: FlowMoves) -> None:
        self._moves = moves
        self._running = ""
        self._linked = False

    def begin(self, name: str, note: str = "") -> None:
        """A step runs from now on; the one that ran is done."""
        if self._running and self._running != name:
            self.done()
        self._running = name
        self._moves.step(name, "running", note)

    def done(self, note: str = "") -> None:
        """The step that runs is done."""
        if self._running:
            self._moves.step(self._running, "done", note)
            self._running = ""

    def failed(self, note: str) -> None:
        """The step that runs has failed."""
        if self._running:
            self._moves.step(self._running, "failed", note)
            self._running = ""

    def seen(self, event: Any) -> None:
        """One step of a sign-in: the card names it, and has its link while there is a page to be opened."""
        name = _OF_SIGN_IN.get(event.step.name)
        if name is None:
            return
        words = str(event.step)
        self.begin(name, f"{words}: {event.detail}" if event.detail else words)
        if event.url:
            self._linked = True
            self._moves.initiated(event.url)
        elif self._linked:
            self._linked = False
            self._moves.initiated(None)
