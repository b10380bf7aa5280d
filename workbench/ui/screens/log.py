"""A server's own words: its stderr and the protocol log, from the end of the file."""

import asyncio
from pathlib import Path
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Log

from workbench.text import clip, one_line, plain
from workbench.ui import actions
from workbench.ui.screens.dialog import CopyDialog

_BYTES: Final = 400_000
_LINE: Final = 2_000


class LogScreen(CopyDialog):
    """Shows the end of `path`, the log of the server `name`; None where the server has none."""

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("log")]

    def __init__(self, name: str, path: Path | None) -> None:
        super().__init__()
        self._server = name
        self._path = path
        self._lines: list[str] = []

    def compose(self) -> ComposeResult:
        """One log that scrolls both ways."""
        with Vertical(classes="dialog tall") as box:
            box.border_title = Content(f"Log of {one_line(self._server)}")
            box.border_subtitle = Content("r read again · ctrl+y copy · esc close")
            yield Log(max_lines=5_000)

    def on_mount(self) -> None:
        """The end is what one came for."""
        self.query_one(Log).focus()
        self._read()

    def action_refresh(self) -> None:
        """Reads the end of the file again."""
        self._read()

    def whole_text(self) -> str:
        """The lines that were read."""
        return "\n".join(self._lines)

    @work(exclusive=True)
    async def _read(self) -> None:
        self._lines = await asyncio.to_thread(last_lines, self._path)
        log = self.query_one(Log)
        log.clear()
        log.write_lines(self._lines)
        log.scroll_end(animate=False)


def last_lines(path: Path | None) -> list[str]:
    """The last lines of a file as safe text, or one line that says why there is none."""
    if path is None:
        return ["A detached server has no log. Reconnect it to start one."]
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(size - _BYTES, 0))
            text = file.read(_BYTES).decode("utf-8", "replace")
    except FileNotFoundError:
        return [f"Nothing written yet. It will be in {path}"]
    except OSError as error:
        return [f"{path} cannot be read: {error.strerror}"]
    lines = [clip(plain(line).replace("\t", "    "), _LINE) for line in text.splitlines()]
    if size > _BYTES:
        lines[0] = f"… the {size - _BYTES:,} bytes before this are in {path}"
    return lines or [f"{path} is empty."]
