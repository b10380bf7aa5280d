"""A whole link on a screen without borders beside it: to read over SSH, to select in the terminal, to copy, to open."""

import os
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from workbench.text import one_line, plain
from workbench.ui import actions
from workbench.ui.browser import Opener
from workbench.ui.clipboard import copy_text
from workbench.ui.screens.dialog import Dialog


class LinkDialog(Dialog[None]):
    """Shows `link`, which belongs to `name`. `note` says why it is shown; `opener` opens it."""

    CSS_PATH: ClassVar = ["dialog.tcss", "connectors.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("dialog")]

    def __init__(self, name: str, link: str, note: str, opener: Opener) -> None:
        super().__init__()
        self._name = name
        self._link = plain(link)
        self._note = note
        self._opener = opener

    def compose(self) -> ComposeResult:
        """The link from edge to edge, wrapped where the screen ends."""
        with Vertical(classes="dialog bare") as box:
            box.border_title = Content(f"Link for {one_line(self._name)}")
            box.border_subtitle = Content("ctrl+y copy · esc close")
            if self._note:
                yield Static(Content(self._note), classes="note")
            with VerticalScroll(classes="scroll"):
                yield Static(Content(self._link), classes="link")
            with Horizontal(classes="buttons"):
                yield Button("Close", id="close", compact=True)
                yield Button("Copy", id="copy", compact=True)
                yield Button("Open in the browser", id="open", variant="primary", compact=True)

    def on_mount(self) -> None:
        """Enter copies, which works everywhere."""
        self.query_one("#copy", Button).focus()

    @on(Button.Pressed, "#close")
    def _close(self) -> None:
        self.action_close()

    @on(Button.Pressed, "#copy")
    def action_copy(self) -> None:
        """Copies the link and says how."""
        self.run_worker(self._copy())

    async def _copy(self) -> None:
        folder = Path(getattr(self.app, "log_dir", "."))
        self.app.notify(await copy_text(self.app, self._link, folder, os.environ), markup=False)

    @on(Button.Pressed, "#open")
    def _open(self) -> None:
        self.run_worker(self._try_browser())

    async def _try_browser(self) -> None:
        opened = await self._opener(self._link)
        self.app.notify("Opened in your browser." if opened else "No browser can be opened from here.", markup=False)
