"""Jump mode: a letter on everything that can take the focus; pressing it goes there."""

from string import ascii_lowercase
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Region
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

from workbench.ui import actions

LETTERS: Final = ascii_lowercase
"""More than can be on one screen are left without a letter, the last ones first."""


def targets(screen: Screen[object]) -> list[tuple[str, Widget]]:
    """What can take the focus and is in sight, from left to right and down, each with its letter."""
    inside = [widget for widget in screen.focus_chain if widget.region.area and widget.is_on_screen]
    inside.sort(key=lambda widget: (widget.region.y, widget.region.x))
    return list(zip(LETTERS, inside, strict=False))


class JumpScreen(ModalScreen[Widget | None]):
    """Answers the widget that was chosen, None where the mode was left."""

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("dialog", only=["dialog.close"])]
    DEFAULT_CSS = """
    JumpScreen { background: $background 40%; }
    JumpScreen Static { position: absolute; width: 3; height: 1; background: $accent; color: $background;
                        text-style: bold; }
    """

    def __init__(self, found: list[tuple[str, Widget]]) -> None:
        super().__init__()
        self._found = dict(found)
        self._placed: list[tuple[str, Region]] = []

    def compose(self) -> ComposeResult:
        """The letters, each where its widget is."""
        self._placed = [(letter, widget.region) for letter, widget in self._found.items()]
        for letter, widget in self._found.items():
            label = Static(f" {letter} ", markup=False)
            label.styles.offset = (widget.region.x, widget.region.y)
            yield label

    def on_resize(self) -> None:
        """Another size moves what the letters stand on."""
        self.call_after_refresh(self._letter_again)

    async def _letter_again(self) -> None:
        stack = self.app.screen_stack
        if self in stack[1:]:
            found = dict(targets(stack[stack.index(self) - 1]))
            if [(key, widget.region) for key, widget in found.items()] != self._placed:
                self._found = found
                await self.recompose()

    def on_key(self, event: events.Key) -> None:
        """A letter chooses; any other key leaves."""
        if event.key == "escape":
            return
        event.stop()
        event.prevent_default()
        self.dismiss(self._found.get(event.key))

    def on_click(self) -> None:
        """The mouse needs no letters."""
        self.dismiss(None)

    def action_close(self) -> None:
        """Leave without a choice."""
        self.dismiss(None)
