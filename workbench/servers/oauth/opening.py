"""Opening the page for the consent in a browser, where there is one to be seen."""

import asyncio
import os
import sys
import webbrowser
from collections.abc import Awaitable, Callable

Opener = Callable[[str], Awaitable[bool]]
"""Opens a checked http or https address; False where no browser could be started."""


async def open_in_browser(url: str) -> bool:
    """The person's own browser. Over SSH and without a screen nothing is started: a text browser would take over the
    terminal, and the address is shown anyway.
    """
    if not _has_screen():
        return False
    try:
        return await asyncio.to_thread(webbrowser.open, url)
    except (webbrowser.Error, OSError):
        return False


async def open_nothing(_: str) -> bool:
    """For those who only want the address."""
    return False


def _has_screen() -> bool:
    if os.environ.get("BROWSER"):
        return True
    if os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
