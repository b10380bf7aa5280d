"""Saving and opening a result, with a word about what became of it."""

import asyncio
from pathlib import Path

import click
from textual.app import App

from workbench.model import ToolResult
from workbench.ui.panes.tool.saving import files_to_open, save_result

_NOTHING = "This result has no picture and no sound that can be opened; Ctrl+S saves it."


async def save_and_tell(app: App[object], result: ToolResult, tool: str, folder: Path) -> None:
    """Saves the whole result and its pictures to new files in `folder`."""
    try:
        paths = await asyncio.to_thread(save_result, result, tool, folder)
    except OSError as error:
        app.notify(f"Not saved: {error.strerror or error}", severity="error", markup=False)
    else:
        app.notify(f"Saved to {', '.join(map(str, paths))}", markup=False)


async def open_and_tell(app: App[object], result: ToolResult, tool: str) -> None:
    """Hands the pictures and sounds of a result to the system's viewer."""
    try:
        paths = await asyncio.to_thread(files_to_open, result, tool)
        failed = [path for path in paths if await asyncio.to_thread(click.launch, str(path))]
    except OSError as error:
        app.notify(f"Not opened: {error.strerror or error}", severity="error", markup=False)
        return
    done = f"Opened {', '.join(map(str, paths))}"
    said = f"No viewer could be started; the file is {failed[0]}" if failed else done
    app.notify(said if paths else _NOTHING, markup=False)
