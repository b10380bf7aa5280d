"""The calls of the pane, one a tool at a time, followed from approval to result. No widgets here."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace

from workbench.bridge.call import Approve
from workbench.model import CallReport, Json, Progress, Tool
from workbench.session import Session
from workbench.ui.panes.rows import Row
from workbench.ui.panes.tool.result_rows import result_rows
from workbench.ui.panes.tool.run import Run


class Calls:
    """Carries out calls and remembers the last one of each tool.

    `changed` is called with the tool's name when a call starts, waits, runs on or ends, on the event loop; progress is
    only noted, for whoever asks next.
    """

    def __init__(
        self, session: Session, approve: Approve, changed: Callable[[str], None], clock: Callable[[], float]
    ) -> None:
        self._session = session
        self._approve = approve
        self._changed = changed
        self._clock = clock
        self._runs: dict[str, Run] = {}

    def of(self, name: str) -> Run | None:
        """The last call of a tool, with its time up to now while it goes on."""
        run = self._runs.get(name)
        if run is not None and run.going:
            return replace(run, seconds=self._clock() - run.started)
        return run

    async def call(self, name: str, arguments: Mapping[str, Json]) -> None:
        """One call from beginning to end. Cancel the awaiting task to cancel it at the server."""
        self._set(Run(name, "running", self._clock()))
        report: CallReport | None = None
        try:
            report = await self._session.call(
                name,
                arguments,
                approve=lambda tool, sent: self._ask(name, tool, sent),
                on_progress=lambda progress: self._note(name, progress),
            )
            rows = await asyncio.to_thread(result_rows, report)
        except asyncio.CancelledError:
            self._end(name, report, () if report is None else result_rows(report))
            raise
        self._end(name, report, rows)

    async def _ask(self, name: str, tool: Tool, arguments: Mapping[str, Json]) -> bool:
        self._set(Run(name, "approval", self._clock()))
        approved = await self._approve(tool, arguments)
        self._set(Run(name, "running", self._clock()))
        return approved

    def _note(self, name: str, progress: Progress) -> None:
        run = self._runs[name]
        if run.going:
            self._runs[name] = replace(run, progress=progress)

    def _end(self, name: str, report: CallReport | None, rows: tuple[Row, ...]) -> None:
        started = self._runs[name].started
        seconds = self._clock() - started if report is None else report.seconds
        self._set(Run(name, "ended", started, seconds, report=report, rows=rows))

    def _set(self, run: Run) -> None:
        self._runs[run.name] = run
        self._changed(run.name)
