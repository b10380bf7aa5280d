"""The main screen: servers, queries and tool side by side, or one at a time where there is no room."""

import os
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from workbench.events import ConnectorsChanged, Event, FramePublished, StateChanged
from workbench.model import Report, ServerState
from workbench.session import AttachRefused, Session, SessionState
from workbench.session.activity import Entry
from workbench.settings import ServerSpec
from workbench.ui import actions
from workbench.ui.browser import Opener, open_in_browser
from workbench.ui.footer import KeysFooter
from workbench.ui.memory import EVERY, Memory
from workbench.ui.messages import AttachRequested, DeferralRequested, ReportsRequested, SessionPublished, ToolChosen
from workbench.ui.panes.connectors import ConnectorsPane
from workbench.ui.panes.deferral import VIEWS, DeferralPanel
from workbench.ui.panes.deferral.baseline import Baseline
from workbench.ui.panes.queries import QueriesPane
from workbench.ui.panes.servers import ServersPane
from workbench.ui.panes.tool import ToolPane
from workbench.ui.screens.activity import ActivityScreen
from workbench.ui.screens.attach import AttachDialog
from workbench.ui.screens.bars import PaneTabs, TitleBar
from workbench.ui.screens.catalog import CatalogScreen
from workbench.ui.screens.errors import tell_error
from workbench.ui.screens.help import HelpDialog, area_of
from workbench.ui.screens.model import ModelScreen
from workbench.ui.screens.question import ask_in_dialog
from workbench.ui.screens.reports import ReportsDialog
from workbench.ui.screens.turns import TurnsScreen

_FRAME: Final = 1 / 30


class MainScreen(Screen[None]):
    """Owns the panes and hands each new state of the session to them, at most once a frame."""

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("main")]
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (50, "-narrow"), (120, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (14, "-low"), (30, "-high")]  # noqa: RUF012
    AUTO_FOCUS = ""

    state: reactive[SessionState | None] = reactive(None, always_update=True, init=False)
    pane: reactive[str] = reactive("queries")

    def __init__(
        self, session: Session, *, opener: Opener = open_in_browser, wall: Callable[[], float] = time.time
    ) -> None:
        super().__init__()
        self._session = session
        self._baseline = Baseline(session.settings)
        self._opener = opener
        self._wall = wall
        self._memory = Memory()
        self._unsubscribe: Callable[[], None] = lambda: None
        self._redraw_due = False
        self._last_focus: dict[str, Widget] = {}
        self.panes: dict[str, ServersPane | QueriesPane | ToolPane | ConnectorsPane] = {}

    def compose(self) -> ComposeResult:
        """A line above, a line below, the panes between, the connectors under them."""
        yield TitleBar(self._session.settings)
        yield PaneTabs()
        with Horizontal(id="panes"):
            yield ServersPane(self._session, self._baseline)
            yield QueriesPane(self._session)
            yield ToolPane(self._session)
        yield ConnectorsPane(self._session.connectors, opener=self._opener, wall=self._wall)
        yield KeysFooter()
        yield Static("The terminal is too small: 50 × 14 at least.", id="too-small", markup=False)

    def on_mount(self) -> None:
        """Listens to the session from now on; the queries are where one starts to type."""
        self.panes = {
            "servers": self.query_one(ServersPane),
            "queries": self.query_one(QueriesPane),
            "tool": self.query_one(ToolPane),
            "connectors": self.query_one(ConnectorsPane),
        }
        self._memory.start()
        self.set_interval(EVERY, self._collect)
        self._unsubscribe = self._session.subscribe(self._hear)
        self._session.ask = partial(ask_in_dialog, self.app)
        self.state = self._session.state
        self.watch_pane(self.pane)
        self.call_after_refresh(self.action_focus_pane, "queries")

    async def on_unmount(self) -> None:
        """Nothing is posted to a screen that has gone."""
        self._unsubscribe()
        self._memory.stop()

    # The session

    def _hear(self, event: Event) -> None:
        # Called by the session, perhaps in another thread: nothing but posting is allowed here.
        self.post_message(SessionPublished(event))

    @on(SessionPublished)
    def _published(self, message: SessionPublished) -> None:
        if isinstance(message.event, StateChanged) and not self._redraw_due:
            self._redraw_due = True
            self.set_timer(_FRAME, self._take_state)
        elif isinstance(message.event, ConnectorsChanged | FramePublished):
            self.query_one(ConnectorsPane).hub_changed()
            self.query_one(QueriesPane).connectors_changed()
            self.query_one(TitleBar).reports = len(self._reports())

    def _take_state(self) -> None:
        self._redraw_due = False
        self.state = self._session.state
        self._memory.settle(len(self.state.scope.registered))

    def _collect(self) -> None:
        servers = self._session.state.servers
        connecting = any(server.status.state is ServerState.CONNECTING for server in servers)
        self._memory.collect(reading=connecting or self._redraw_due)

    def watch_state(self, state: SessionState | None) -> None:
        """Every pane draws the new state."""
        if state is None:
            return
        bar = self.query_one(TitleBar)
        bar.reports = len(self._reports())
        bar.what_if = self._baseline.told(self._session)
        bar.context = self._session.settings.model.context_length
        for pane in self.panes.values():
            pane.session_changed(state)
        for screen in self.app.screen_stack:
            if isinstance(screen, ModelScreen | DeferralPanel | CatalogScreen):
                screen.session_changed(state)
        self.refresh_bindings()

    def _above(self) -> Iterable[Screen[Any]]:
        """The screens opened from this one: those above it, up to the next one of its kind."""
        stack = self.app.screen_stack
        above = stack[stack.index(self) + 1 :] if self in stack else []
        return takewhile(lambda screen: not isinstance(screen, MainScreen), above)

    # The panes

    def action_focus_pane(self, name: str) -> None:
        """Shows a pane and gives it the focus, at the widget that had it last."""
        self.pane = name
        pane = self.panes[name]
        last = self._last_focus.get(name)
        if isinstance(pane, ConnectorsPane) and (last is None or not last.is_on_screen):
            last = pane.focus_target()
        if last is None or not last.is_attached or not last.focusable:
            last = next((widget for widget in pane.query("*") if widget.focusable), None)
        if last is not None:
            last.focus()

    def watch_pane(self, name: str) -> None:
        """Where there is room for one pane only, the current one is it."""
        for key, pane in self.panes.items():
            pane.set_class(key == name, "-current")
        self.set_class(name == "connectors", "-connectors")
        for tabs in self.query(PaneTabs):
            tabs.current = name

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The pane that has the focus is the current one."""
        for name, pane in self.panes.items():
            if pane in event.widget.ancestors_with_self:
                self._last_focus[name] = event.widget
                self.pane = name

    @on(PaneTabs.Chosen)
    def _tab_chosen(self, message: PaneTabs.Chosen) -> None:
        self.action_focus_pane(message.pane)

    @on(ToolChosen)
    def _tool_chosen(self, message: ToolChosen) -> None:
        self.query_one(ToolPane).show(message.name)
        if self.has_class("-narrow"):
            self.action_focus_pane("tool")

    # Dialogs

    def action_help(self) -> None:
        """What has the focus, and every key."""
        self.app.push_screen(HelpDialog(area_of(self.focused), getattr(self.app, "keys_in_force", None)))

    @on(ReportsRequested)
    def action_reports(self) -> None:
        """All reports of settings and servers."""
        self.app.push_screen(ReportsDialog("Reports", self._reports()))

    def _reports(self) -> tuple[Report, ...]:
        keys: tuple[Report, ...] = getattr(self.app, "key_reports", ())
        return (*self._session.state.reports, *self._session.connectors.view.reports, *keys)

    def action_call_tool(self) -> None:
        """Calls the tool that is shown, wherever the focus is, and goes there: Escape cancels it."""
        self.action_focus_pane("tool")
        self.query_one(ToolPane).action_call()

    def action_activity(self) -> None:
        """Every lookup and call; a call that is chosen there opens its tool with the same arguments."""
        self.app.push_screen(ActivityScreen(self._session), self._call_chosen)

    def _call_chosen(self, entry: Entry | None) -> None:
        if entry is not None:
            self.query_one(ToolPane).fill(entry.names[0], entry.request)
            self.action_focus_pane("tool")

    def action_tour(self) -> None:
        """The demo servers one after another, on a session of their own."""
        from workbench.ui.screens.tour import TourScreen

        if not isinstance(self, TourScreen):
            self.app.push_screen(TourScreen())

    def action_turns(self) -> None:
        """What a model emitted at once; the screen keeps its text while it is away."""
        if not self.app.is_screen_installed("turns"):
            self.app.install_screen(TurnsScreen(self._session), "turns")
        self.app.push_screen("turns")

    def action_model(self) -> None:
        """What a model gets."""
        self.app.push_screen(ModelScreen(self._session))

    def action_catalog(self) -> None:
        """Every tool; the screen keeps its place and its filter while it is away."""
        if not self.app.is_screen_installed("catalog"):
            self.app.install_screen(CatalogScreen(self._session), "catalog")
        self.app.push_screen("catalog", self._open_from_catalog)

    def _open_from_catalog(self, name: str | None) -> None:
        if name is not None:
            self.post_message(ToolChosen(name))
            self.action_focus_pane("tool")

    @on(DeferralRequested)
    def _deferral_requested(self, message: DeferralRequested) -> None:
        self.action_deferral(message.view)

    def action_deferral(self, view: str = "") -> None:
        """What-if, and the switches of deferral and scope."""
        self.app.push_screen(DeferralPanel(self._session, self._baseline, view or VIEWS[0]))

    @on(AttachRequested)
    def action_attach(self) -> None:
        """Asks for a server and attaches it."""
        self.run_worker(self._ask_and_attach(), group="attach")

    async def _ask_and_attach(self) -> None:
        servers = self._session.state.servers
        taken = [server.name for server in servers if server.status.state is not ServerState.DETACHED]
        spec: ServerSpec | None = await self.app.push_screen_wait(AttachDialog(taken, Path.cwd(), os.environ))
        if spec is None:
            return
        try:
            await self._session.attach(spec)
        except AttachRefused as error:
            tell_error(self.app, "Not attached", str(error))
