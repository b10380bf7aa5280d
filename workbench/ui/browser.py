"""Opening links in the person's browser."""

import asyncio
import importlib
from collections.abc import Awaitable, Callable

Opener = Callable[[str], Awaitable[bool]]
"""Opens a checked http or https address; False where no browser could be started."""


async def open_in_browser(link: str) -> bool:
    """The browser of this machine, where there is a screen for it to be seen on."""
    # What opens links for a sign-in at a server knows where a browser would take over the terminal; it is not needed
    # before the first link, so the first paint does not wait for it.
    opening = await asyncio.to_thread(importlib.import_module, "workbench.servers.oauth.opening")
    return bool(await opening.open_in_browser(link))
