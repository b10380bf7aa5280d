"""The dialog that asks for a file with a turn, and reading it."""

import asyncio
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Label, Static

from workbench.text import one_line
from workbench.ui.format import number
from workbench.ui.screens.dialog import Dialog

_MOST: Final = 20_000_000


@dataclass(frozen=True, slots=True)
class Loaded:
    """A file and its text."""

    path: Path
    text: str


class LoadDialog(Dialog[Loaded | None]):
    """Answers a file's text. Relative paths are read from `folder`; a file that cannot be read is asked for again."""

    CSS_PATH: ClassVar[str | list[str | PurePath] | None] = "../dialog.tcss"

    def __init__(self, folder: Path, before: str = "") -> None:
        super().__init__()
        self._folder = folder
        self._before = before

    def compose(self) -> ComposeResult:
        """One field with its fault below it."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Load a turn"
            box.border_subtitle = "enter load · esc close"
            yield Label("A file with what a model emitted: JSON, or Markdown with JSON in it", classes="heading -first")
            yield Input(self._before, placeholder="turn.json", id="path", compact=True)
            yield Static(id="fault", classes="fault", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Cancel", id="cancel", compact=True)
                yield Button("Load", id="load", variant="primary", compact=True)

    def on_mount(self) -> None:
        """The path is all there is to say."""
        self.query_one("#fault").display = False
        self.query_one(Input).focus()

    @on(Input.Changed)
    def _changed(self) -> None:
        self.query_one("#fault").display = False

    @on(Input.Submitted)
    @on(Button.Pressed, "#load")
    @work(exclusive=True)
    async def _load(self) -> None:
        read = await asyncio.to_thread(read_file, self._folder, self.query_one(Input).value)
        if isinstance(read, Loaded):
            self.dismiss(read)
            return
        fault = self.query_one("#fault", Static)
        fault.update(read)
        fault.display = True

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.action_close()


def read_file(folder: Path, typed: str) -> Loaded | str:
    """The text of a file, or why there is none."""
    if not typed.strip():
        return "Type the path of a file."
    try:
        path = folder / Path(typed.strip()).expanduser()
        if not path.is_file():
            return f"There is no file {one_line(str(path))}."
        size = path.stat().st_size
        if size > _MOST:
            return f"{one_line(path.name)} has {number(size)} bytes; at most {number(_MOST)} are read."
        return Loaded(path, path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return f"{one_line(typed)} is not UTF-8 text: {error.reason} at byte {number(error.start)}."
    except (OSError, RuntimeError, ValueError) as error:
        return one_line(f"{typed}: {getattr(error, 'strerror', None) or error}")
