"""The base of every dialog: a titled box in the middle, closed by Escape."""

from typing import ClassVar, Generic, TypeVar

from textual.binding import BindingType
from textual.screen import ModalScreen

from workbench.ui import actions

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer], Generic[Answer]):
    """A modal screen whose one child has the class `dialog`. Escape answers `nothing`."""

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("dialog", only=["dialog.close"])]

    nothing: ClassVar[object] = None
    """The answer of a dialog that was left without a choice."""

    def action_close(self) -> None:
        """Leave without a choice."""
        self.dismiss(self.nothing)  # type: ignore[arg-type]
