"""Copying that says what it did: the system's tool, then the terminal, and a file for what neither may carry."""

import asyncio
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from textual.app import App

from workbench.text import plain
from workbench.ui.format import count

_TERMINAL_LIMIT: Final = 70_000
"""Bytes that terminals and tmux still accept in one clipboard sequence."""

_PATIENCE: Final = 2.0


def system_tool(environ: Mapping[str, str], platform: str = sys.platform) -> list[str]:
    """The command that puts its input on the clipboard of this machine, or nothing where none can work."""
    if platform == "darwin":
        choices = [["pbcopy"]]
    elif platform == "win32":
        choices = [["clip"]]
    else:
        choices = [["wl-copy"]] if environ.get("WAYLAND_DISPLAY") else []
        if environ.get("DISPLAY"):
            choices += [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]]
    return next((choice for choice in choices if shutil.which(choice[0])), [])


async def copy_text(app: App[object], text: str, folder: Path, environ: Mapping[str, str]) -> str:
    """Copies `text` and answers a sentence that says how; it claims nothing that cannot be known."""
    text = plain(text)
    size = count(len(text), "character")
    command = system_tool(environ)
    if command and await _run(command, text):
        return f"{size} on the system clipboard ({command[0]})."
    if len(text.encode()) <= _TERMINAL_LIMIT:
        app.copy_to_clipboard(text)
        return f"{size} sent to the terminal; whether it passes them on to the clipboard is up to it."
    path = folder / "copied.txt"
    try:
        await asyncio.to_thread(_write, path, text)
    except OSError as error:
        return f"Not copied: too long for the terminal, and {path} cannot be written ({error.strerror})."
    return f"{size} are too many for the terminal: saved to {path}."


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)


async def _run(command: list[str], text: str) -> bool:
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
    except OSError:
        return False
    try:
        await asyncio.wait_for(process.communicate(text.encode()), _PATIENCE)
    except TimeoutError:
        process.kill()
        await process.wait()
        return False
    return process.returncode == 0
