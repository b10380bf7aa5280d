"""A text that needs reading: it scrolls, and it can be copied."""

import os
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from workbench.ui import actions
from workbench.ui.clipboard import copy_text
from workbench.ui.screens.dialog import Dialog


class TextDialog(Dialog[None]):
    """Shows `text` under `title`. `whole` is what Copy copies where the shown text is shortened.

    The app's `log_dir` takes what is too long for a clipboard.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("dialog")]

    def __init__(self, title: str, text: Content | str, *, whole: str | None = None) -> None:
        super().__init__()
        self._heading = title
        self._text = Content(text) if isinstance(text, str) else text
        self._whole = self._text.plain if whole is None else whole

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._heading)
            box.border_subtitle = "↑↓ scroll · ctrl+y copy · esc close"
            with VerticalScroll(classes="scroll"):
                yield Static(self._text, markup=False)

    def on_mount(self) -> None:
        """Arrow keys scroll at once."""
        self.query_one(VerticalScroll).focus()

    def action_copy(self) -> None:
        """Copies the whole text and says where it went."""
        self.run_worker(self._copy())

    async def _copy(self) -> None:
        folder = Path(getattr(self.app, "log_dir", "."))
        said = await copy_text(self.app, self._whole, folder, os.environ)
        self.app.notify(said, markup=False)
