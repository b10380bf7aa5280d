"""The servers pane: gauges, the list, and the facts about the selected server."""

from collections.abc import Coroutine
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from workbench.model import ServerState
from workbench.session import AttachRefused, ServerView, Session, SessionState
from workbench.text import one_line
from workbench.ui import actions
from workbench.ui.messages import AttachRequested, DeferralRequested
from workbench.ui.panes.deferral import changes
from workbench.ui.panes.deferral.baseline import Baseline
from workbench.ui.panes.servers.gauges import Gauges, deferral_hint
from workbench.ui.panes.servers.rows import details, facts
from workbench.ui.panes.servers.server_list import ServerList
from workbench.ui.screens.errors import tell_error
from workbench.ui.screens.log import LogScreen
from workbench.ui.screens.reports import ReportsDialog
from workbench.ui.screens.text import TextDialog

_EMPTY = "No server yet. Press a to attach one: a demo, a command line, an address or a file."


class ServersPane(Vertical):
    """Shows the session's servers and what they cost; keys act on the highlighted one."""

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("servers")]

    def __init__(self, session: Session, baseline: Baseline) -> None:
        super().__init__(id="servers")
        self._session = session
        self._baseline = baseline
        self._state: SessionState = session.state

    def compose(self) -> ComposeResult:
        """Gauges above, list below, facts under a rule."""
        yield Gauges()
        with Vertical(classes="box") as box:
            box.border_title = "Servers F2"
            yield Static(_EMPTY, classes="empty", markup=False)
            yield ServerList()
            with VerticalScroll(classes="facts", can_focus=False):
                yield Static(markup=False)

    def session_changed(self, state: SessionState) -> None:
        """Draws a new state of the session."""
        self._state = state
        gauges = self.query_one(Gauges)
        gauges.assembly = state.assembly
        gauges.border_subtitle = deferral_hint(bool(self._baseline.told(self._session)))
        self.query_one(ServerList).show(state.servers, state.assembly.listing_budget)
        self.set_class(not state.servers, "-empty")
        up = sum(server.status.state is ServerState.READY for server in state.servers)
        box = self.query_one(".box")
        box.border_subtitle = Content(f"{up} of {len(state.servers)} ready") if state.servers else Content()
        self._show_facts()

    @on(OptionList.OptionHighlighted)
    def _show_facts(self) -> None:
        view = self.selected
        box = self.query_one(".facts", VerticalScroll)
        box.display = view is not None
        if view is not None:
            box.query_one(Static).update(facts(view, self._state.assembly.listing_budget))

    @property
    def selected(self) -> ServerView | None:
        """The highlighted server as it is now."""
        return self.query_one(ServerList).selected

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that need a server are dimmed while there is none."""
        del parameters
        if action in ("detach", "reconnect", "log", "problems", "details") and self.is_mounted:
            return True if self._state.servers else None
        return True

    def action_attach(self) -> None:
        """The main screen owns the dialog."""
        self.post_message(AttachRequested())

    def action_deferral(self) -> None:
        """The main screen owns the panel."""
        self.post_message(DeferralRequested())

    def action_what_if(self) -> None:
        """The panel, at its what-if."""
        self.post_message(DeferralRequested("What-if"))

    def action_forms(self) -> None:
        """The panel, at its chart."""
        self.post_message(DeferralRequested("Forms"))

    def action_context(self, step: int) -> None:
        """The next common context size, up or down."""
        settings = changes.step_number(self._session.settings, "context_length", step)
        if settings != self._session.settings:
            self._session.apply(settings)

    def action_restore(self) -> None:
        """Back to the configuration."""
        self._act(self._baseline.restore(self._session))

    def action_detach(self) -> None:
        """Detaches the selected server."""
        if (view := self.selected) is not None:
            self._act(self._session.detach(view.name))

    def action_reconnect(self) -> None:
        """Connects the selected server again, a detached one anew."""
        if (view := self.selected) is not None:
            self._act(self._session.reconnect(view.name))

    def action_log(self) -> None:
        """Opens the selected server's log."""
        if (view := self.selected) is not None:
            self.app.push_screen(LogScreen(view.name, self._session.log_path(view.name)))

    def action_problems(self) -> None:
        """Lists the reports about the selected server's tools."""
        if (view := self.selected) is not None:
            self.app.push_screen(ReportsDialog(f"Problems of {one_line(view.name)}", view.reports))

    @on(ServerList.DetailsRequested)
    def action_details(self) -> None:
        """Opens the facts in a dialog, to read whole and to copy."""
        if (view := self.selected) is not None:
            text = details(view, self._state.assembly.listing_budget)
            self.app.push_screen(TextDialog(one_line(view.name), text))

    def _act(self, work: Coroutine[Any, Any, None]) -> None:
        self.run_worker(self._report_refusal(work), group="servers", exit_on_error=True)

    async def _report_refusal(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except AttachRefused as error:
            tell_error(self.app, "Not attached", str(error))
