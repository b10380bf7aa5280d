"""What puts another text into the turns screen: an example, a file, nothing."""

from pathlib import Path
from typing import TYPE_CHECKING, cast

from workbench.ui.screens.turns.example import example_turn
from workbench.ui.screens.turns.loading import LoadDialog, Loaded

if TYPE_CHECKING:
    from workbench.ui.screens.turns.screen import TurnsScreen


class Filling:
    """The part of the screen that fills in the text."""

    def action_example(self) -> None:
        """A turn made of the session's tools."""
        screen = cast("TurnsScreen", self)
        text = example_turn(screen.session)
        if not text:
            screen.app.notify("No tool to make an example of: attach a server first.", severity="warning", markup=False)
            return
        screen.take(text)

    def action_clear(self) -> None:
        """An empty text."""
        screen = cast("TurnsScreen", self)
        screen.take("")
        screen.editor.focus()

    def action_load(self) -> None:
        """Asks for a file."""
        screen = cast("TurnsScreen", self)
        screen.app.push_screen(LoadDialog(Path.cwd(), screen.file), self._loaded)

    def _loaded(self, loaded: Loaded | None) -> None:
        screen = cast("TurnsScreen", self)
        if loaded is not None:
            screen.take(loaded.text, str(loaded.path))
