"""Keeps the calls of a session for the `session_search` of later ones, where the agent has core tools (spec 1.4)."""

import asyncio
from collections.abc import Callable, Mapping

from workbench.bridge.showing import is_secret
from workbench.core import CoreRoom
from workbench.events import CallEnded, Event
from workbench.masking import MASK
from workbench.model import CallReport, Json
from workbench.text import compact_json


class Recorder:
    """Hears of calls and hands them to the core room in the background. `masked` takes known secrets out of a text."""

    def __init__(self, core: Callable[[], CoreRoom], masked: Callable[[Json], str]) -> None:
        self._core = core
        self._masked = masked
        self._under_way: set[asyncio.Task[None]] = set()

    def hear(self, event: Event) -> None:
        """Notes an ended call; without core tools there is nobody who could search for it."""
        if isinstance(event, CallEnded) and self._core().core_tools[1:]:
            text = self._masked(told(event.report))
            task = asyncio.create_task(self._core().runner.record("call", text), name="record")
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def close(self) -> None:
        """Waits until everything is written."""
        await asyncio.gather(*self._under_way, return_exceptions=True)


def told(report: CallReport) -> str:
    """`mcp_hub_add {"title":"x"}: done`, without what its name says is a secret."""
    return f"{report.name} {compact_json(_open(report.arguments))}: {report.outcome}"


def _open(value: Json) -> Json:
    if isinstance(value, Mapping):
        return {name: MASK if is_secret((str(name),)) else _open(part) for name, part in value.items()}
    return [_open(part) for part in value] if isinstance(value, list) else value
