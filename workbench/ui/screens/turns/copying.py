"""Copying from the turns screen: what the model would get, and the command that does the same without a screen."""

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, cast

from workbench.ui.clipboard import copy_text
from workbench.ui.panes.tool.result_text import json_text
from workbench.ui.screens.turns.command import save_turn, turn_command

if TYPE_CHECKING:
    from workbench.ui.screens.turns.screen import TurnsScreen


class Copying:
    """The part of the screen that copies and saves."""

    def action_copy_messages(self) -> None:
        """Copies the messages that would go back to the model."""
        screen = cast("TurnsScreen", self)
        if screen.turn is not None and screen.turn.report is not None:
            screen.run_worker(_copy(screen, json_text(screen.turn.report.messages())))

    def action_copy_command(self) -> None:
        """Copies the command for this turn; a turn that is in no file is saved first."""
        screen = cast("TurnsScreen", self)
        if screen.editor.whole.strip():
            screen.run_worker(_copy_command(screen, screen.editor.whole))


async def _copy(screen: "TurnsScreen", text: str, said: str = "") -> None:
    folder = Path(getattr(screen.app, "log_dir", "."))
    told = await copy_text(screen.app, text, folder, os.environ)
    screen.app.notify(f"{said}{told}", markup=False)


async def _copy_command(screen: "TurnsScreen", text: str) -> None:
    folder = Path(screen.session.settings.workspace)
    try:
        path, said = await asyncio.to_thread(_file_with, text, screen.file, folder)
    except OSError as error:
        screen.app.notify(f"Not saved: {error.strerror or error}", severity="error", markup=False)
        return
    screen.saved_as(path)
    command = turn_command(path, screen.session.settings)
    await _copy(screen, command, f"{said}{command}\n")


def _file_with(text: str, file: str, folder: Path) -> tuple[Path, str]:
    """A file that holds the text, and what to say about it. Raises OSError."""
    if file:
        path = Path(file)
        try:
            if path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n") == text:
                return path, ""
        except (OSError, UnicodeDecodeError):
            pass
    path = save_turn(text, folder)
    return path, f"Saved to {path}\n"
