"""uvicorn as a guest in somebody else's loop: no signal handlers, nothing on the screen, no ticking."""

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from typing import Final

import uvicorn
from starlette.types import ASGIApp

_DATE_SECONDS: Final = 1.0
_LAST_MOMENT: Final = 1


class QuietServer(uvicorn.Server):
    """A server that leaves the process's signals alone and sleeps until it is told to end."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._told = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Captures none."""
        yield

    async def main_loop(self) -> None:
        """Wakes once a second for the date of the answers, and at once for the end."""
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), _DATE_SECONDS)

    def end(self) -> None:
        """Tells it to end. Call it on the loop."""
        self.should_exit = True
        self._told.set()


def make_server(app: ASGIApp) -> QuietServer:
    """A server for the application, not started. Blocks: the protocol's libraries are loaded here."""
    quiet = logging.getLogger("uvicorn")
    quiet.addHandler(logging.NullHandler())
    quiet.propagate = False
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_LAST_MOMENT,
        timeout_keep_alive=30,
    )
    config.load()
    return QuietServer(config)
