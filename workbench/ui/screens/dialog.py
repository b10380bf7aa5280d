"""The bases of dialogs: a titled box in the middle, closed by Escape; a text in it can be copied."""

import os
from pathlib import Path, PurePath
from typing import ClassVar, Generic, TypeVar

from textual.binding import BindingType
from textual.screen import ModalScreen

from workbench.ui import actions
from workbench.ui.clipboard import copy_text

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer], Generic[Answer]):
    """A modal screen whose one child has the class `dialog`. Escape answers `nothing`."""

    CSS_PATH: ClassVar[str | list[str | PurePath] | None] = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("dialog", only=["dialog.close"])]

    nothing: ClassVar[object] = None
    """The answer of a dialog that was left without a choice."""

    def action_close(self) -> None:
        """Leave without a choice."""
        self.dismiss(self.nothing)  # type: ignore[arg-type]


class CopyDialog(Dialog[None]):
    """A dialog whose text one key copies. The app's `log_dir` takes what is too long for a clipboard."""

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("dialog", only=["dialog.copy"])]

    def whole_text(self) -> str:
        """What is copied."""
        raise NotImplementedError

    def action_copy(self) -> None:
        """Copies the whole text and says where it went."""
        self.run_worker(self._copy())

    async def _copy(self) -> None:
        folder = Path(getattr(self.app, "log_dir", "."))
        said = await copy_text(self.app, self.whole_text(), folder, os.environ)
        self.app.notify(said, markup=False)
