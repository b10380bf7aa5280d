"""The tour's screen: a main screen over a session of its own, with a strip that leads through it."""

import asyncio
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from textual import on
from textual.app import ComposeResult

from workbench.events import FramePublished
from workbench.session import Session
from workbench.settings import ModelSettings, ServerSpec, Settings
from workbench.ui.panes.queries import QueriesPane
from workbench.ui.panes.queries.query_lines import QueryLines
from workbench.ui.panes.tool import ToolPane
from workbench.ui.panes.tool.arguments import ArgumentsView
from workbench.ui.screens.main import MainScreen
from workbench.ui.screens.tour.steps import ROOMY, STEPS, changed
from workbench.ui.screens.tour.strip import LAST, TourStrip

_WORK: Final = "tour"


def tour_session(folder: Path) -> Session:
    """A session with nothing attached, all of whose files lie in `folder`."""
    settings = Settings(
        servers=(),
        model=ModelSettings("tour", ROOMY),
        workspace=folder,
        origins={"model": "demo"},
    )
    return Session(settings, log_dir=folder, data_dir=folder)


class TourScreen(MainScreen):
    """Leads through STEPS at the presenter's pace; the session the workbench was opened with is left alone."""

    def __init__(self, make_session: Callable[[Path], Session] = tour_session) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="workbench-tour", ignore_cleanup_errors=True)
        self._own = make_session(Path(self._folder.name))
        self._at = -1
        super().__init__(self._own)

    def compose(self) -> ComposeResult:
        """The main screen, and the strip below it."""
        yield from super().compose()
        yield TourStrip(id="tour")

    def on_mount(self) -> None:
        """Starts the session; the first step follows at once."""
        super().on_mount()
        # After the pane has the focus, which the strip then takes.
        self.call_after_refresh(lambda: self.run_worker(self._begin(), group=_WORK))

    async def on_unmount(self) -> None:
        """Ends the tour's servers and takes its files away."""
        await super().on_unmount()
        await self._own.close()
        self._folder.cleanup()

    async def _begin(self) -> None:
        await self._own.start()
        await self._own.settled()
        await self._step()

    @on(TourStrip.Onward)
    def _onward(self) -> None:
        if self._at + 1 >= len(STEPS):
            self._end()
        else:
            self.run_worker(self._step(), group=_WORK)

    @on(TourStrip.Ended)
    def _end(self) -> None:
        self.workers.cancel_group(self, _WORK)
        self.dismiss()

    async def _step(self) -> None:
        strip = self.query_one(TourStrip)
        strip.busy = True
        self._at += 1
        step, before = STEPS[self._at], self._own.state
        place = f"{self._at + 1} of {len(STEPS)}"
        strip.tell(place, step.title, "", step.why)
        try:
            await step.act(self)
            await self._own.settled()
        finally:
            strip.busy = False
        last = f" {LAST}" if self._at + 1 == len(STEPS) else ""
        strip.tell(place, step.title, changed(before, self._own.state), step.why + last)
        strip.focus()

    # The stage

    async def attach(self, *names: str) -> None:
        """Attaches demo servers and waits until they are ready."""
        self.action_focus_pane("servers")
        attached = {server.name for server in self._own.state.servers}
        for name in names:
            if name in attached:
                await self._own.reconnect(name)
            else:
                await self._own.attach(ServerSpec(name, demo=name))
        await self._own.settled()

    async def detach(self, *names: str) -> None:
        """Detaches demo servers."""
        for name in names:
            await self._own.detach(name)

    async def context(self, tokens: int) -> None:
        """Gives the model another context size."""
        self.action_focus_pane("servers")
        settings = self._own.settings
        self._own.apply(replace(settings, model=replace(settings.model, context_length=tokens)))
        await self._own.settled()

    async def ask(self, *queries: str, explain: bool = False) -> None:
        """Types queries into the queries pane."""
        self.action_focus_pane("queries")
        lines = self.query_one(QueryLines).lines
        for line, text in zip(lines, queries, strict=False):
            line.input.value = text
        self.query_one(QueriesPane).view = "Explanation" if explain else "Results"

    async def fill(self, name: str, arguments: str) -> None:
        """Opens a tool at its arguments and writes this text there."""
        self.action_focus_pane("tool")
        pane = self.query_one(ToolPane)
        pane.show(name)
        pane.view = "Arguments"
        self.query_one(ArgumentsView).editor.text = arguments

    async def connect(self, name: str) -> None:
        """Signs in to the embedded gateway and opens a connection operation."""
        self.action_focus_pane("connectors")
        hub = self._own.connectors
        await hub.sign_in()
        heard = asyncio.Event()
        unsubscribe = self._own.subscribe(lambda event: heard.set() if isinstance(event, FramePublished) else None)
        self.run_worker(hub.desk.connect([name], "connect"), group=_WORK)
        await heard.wait()
        unsubscribe()
