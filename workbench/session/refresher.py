"""Rebuilds the session's state in a thread whenever something moved, at most one build at a time."""

import asyncio
import contextlib
import traceback
from collections.abc import Callable
from dataclasses import replace

from workbench.model import Report
from workbench.session.state import SessionState


class Refresher:
    """`prepare` takes the present state on the loop and answers what builds the next one in a thread; `publish` hears
    of both states on the loop.

    However often `ask` is called during a build, one more build follows.
    """

    def __init__(
        self,
        prepare: Callable[[SessionState], Callable[[], SessionState]],
        publish: Callable[[SessionState, SessionState], None],
    ) -> None:
        self._prepare = prepare
        self._publish = publish
        self._asked = 0
        self._built = 0
        self._wake = asyncio.Event()
        self._published = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    def start(self, state: SessionState) -> None:
        """Starts the one task that builds, from this state on."""
        self._task = asyncio.create_task(self._run(state), name="session refresher")

    def ask(self) -> int:
        """Something moved. The answer is the number to wait for."""
        self._asked += 1
        self._wake.set()
        return self._asked

    async def wait(self, number: int) -> None:
        """Waits until what was asked under that number is in the state."""
        async with self._published:
            await self._published.wait_for(lambda: self._built >= number)

    async def close(self) -> None:
        """Ends the task."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, state: SessionState) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            asked = self._asked
            before = state
            try:
                state = await asyncio.to_thread(self._prepare(before))
            except Exception as fault:
                state = _kept(before, fault)
            self._publish(before, state)
            self._built = asked
            async with self._published:
                self._published.notify_all()


def _kept(state: SessionState, fault: Exception) -> SessionState:
    """The last good state with the fault reported: an assembly that fails must not leave anyone waiting."""
    place = traceback.extract_tb(fault.__traceback__)[-1]
    report = Report(
        "session",
        "assembly",
        f"the catalog could not be put together: {type(fault).__name__} in {place.name}",
        used="the previous catalog",
        advice="detach the server that changed last",
        severity="error",
    )
    return replace(state, version=state.version + 1, reports=(*state.reports, report))
