"""The connectors pane: one line while nothing goes on; list, card and frames while something does."""

import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from workbench.connectors.cards import CardRow
from workbench.connectors.contract import TargetKind
from workbench.session import SessionState
from workbench.session.hub import ConnectorsHub
from workbench.text import one_line, pretty_json
from workbench.ui import actions
from workbench.ui.browser import Opener, open_in_browser
from workbench.ui.format import time_of_day
from workbench.ui.panes.connectors.accounts import AccountList, AccountsView
from workbench.ui.panes.connectors.card import CardView
from workbench.ui.panes.connectors.card_row import Act
from workbench.ui.panes.connectors.deeds import Deeds
from workbench.ui.panes.connectors.frames import FramesView
from workbench.ui.panes.connectors.look import Look, look_at
from workbench.ui.panes.connectors.status import StatusLine
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.screens.account import AccountDialog
from workbench.ui.screens.mcp_servers import McpServersDialog
from workbench.ui.screens.text import TextDialog

_VIEWS: Final = ("Connectors", "Card", "Frames")
_ON_ROWS: Final[dict[str, Callable[[CardRow], bool]]] = {
    "open": lambda row: row.link is not None,
    "copy_link": lambda row: row.link is not None,
    "show_link": lambda row: row.link is not None,
    "again": lambda row: row.primary is not None and row.primary != "Connect" and row.enabled,
    "answer": lambda row: row.question is not None,
    "later": lambda row: row.other is not None,
}
"""For which rows of a card a key is meant."""


class ConnectorsPane(Vertical):
    """Draws the hub's picture; acts through the hub alone. `opener` opens links, `wall` is the time of day."""

    DEFAULT_CSS = (Path(__file__).parent / "connectors.tcss").read_text(encoding="utf-8")
    SCOPED_CSS = False
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("connectors")]

    look: reactive[Look] = reactive(Look(), init=False)
    view: reactive[str] = reactive(_VIEWS[0])

    def __init__(
        self, hub: ConnectorsHub, *, opener: Opener = open_in_browser, wall: Callable[[], float] = time.time
    ) -> None:
        super().__init__(id="connectors")
        self.border_title = "Connectors F6"
        self._hub = hub
        self._wall = wall
        self._opener = opener
        self._deeds: Deeds | None = None
        self._acting: set[str] = set()
        self._by_hand = False

    def compose(self) -> ComposeResult:
        """A line, then the three parts side by side, or one of them where there is no room."""
        yield StatusLine()
        yield ViewSwitch(_VIEWS)
        with Horizontal(classes="parts"):
            yield AccountsView()
            yield CardView()
            yield FramesView()

    def on_mount(self) -> None:
        """The countdown moves once a second."""
        self.set_interval(1.0, self._tick)
        self.hub_changed()

    # Drawing

    def session_changed(self, state: SessionState) -> None:
        """What is in scope may differ."""
        del state
        self.hub_changed()

    def hub_changed(self) -> None:
        """The session's connectors moved: draws what differs."""
        self.look = look_at(self._hub)

    def watch_look(self, before: Look, look: Look) -> None:
        """Every part draws its own."""
        self.query_one(StatusLine).look = look
        self.query_one(AccountsView).show(look)
        self.query_one(FramesView).show(look.frames)
        self.set_class(look.open, "-open")
        self._draw_card()
        view = look.view
        read = f"list read {time_of_day(view.read_at)}" if view.signed_in and view.read_at is not None else ""
        self.border_subtitle = Content(read)
        if look.open and look.open_id != before.open_id:
            self._show_new_card(look)
        self.refresh_bindings()

    def _draw_card(self) -> None:
        look = self.look
        busy = frozenset(self._acting)
        if look.present is not None:
            busy |= set(self._hub.desk.busy(look.present.op_id))
        self.query_one(CardView).show(look.present, look.earlier, self._wall(), busy)

    def _show_new_card(self, look: Look) -> None:
        """A card the person asked for gets the focus; one that a model asked for only says that it is there."""
        self.view = "Card"
        if self._by_hand:
            self._by_hand = False
            self.call_after_refresh(self.query_one(CardView).focus_first)
        elif not self.has_class("-current") and look.present is not None:
            names = ", ".join(one_line(target.name) for target in look.present.targets)
            self.app.notify(f"A connection is wanted: {names}. F6 goes to the card.", markup=False)

    def _tick(self) -> None:
        if self.look.open:
            self._draw_card()

    def watch_view(self, view: str) -> None:
        """Where there is room for one part only, this is it."""
        self.query_one(ViewSwitch).active = view
        for name, part in self._parts.items():
            part.set_class(name == view, "-shown")

    @property
    def _parts(self) -> dict[str, Widget]:
        parts = (self.query_one(AccountsView), self.query_one(CardView), self.query_one(FramesView))
        return dict(zip(_VIEWS, parts, strict=True))

    # Focus and mouse

    def focus_target(self) -> Widget:
        """What gets the focus when the pane is gone to: an open card, else the list."""
        return self.query_one(CardView) if self.look.open else self.query_one(AccountList)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The part that has the focus is the one to be seen."""
        for name, part in self._parts.items():
            if part in event.widget.ancestors_with_self:
                self.view = name
        self.refresh_bindings()

    def on_click(self) -> None:
        """A click on the folded pane unfolds it."""
        if not self.has_focus_within:
            self.focus_target().focus()

    @on(ViewSwitch.Switched)
    def _switched(self, message: ViewSwitch.Switched) -> None:
        message.stop()
        self._go_to(message.active)

    def action_next_view(self) -> None:
        """List, card, frames, and round again."""
        self._go_to(self.query_one(ViewSwitch).next())

    def _go_to(self, view: str) -> None:
        self.view = view
        part = self._parts[view]
        if isinstance(part, AccountsView):
            part.query_one(AccountList).focus()
        elif isinstance(part, CardView):
            part.focus_first()
        else:
            part.focus()

    # What can be done now

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys without a meaning at the moment are not offered."""
        del parameters
        if not self.is_mounted:
            return True
        if action in _ON_ROWS:
            return bool(self._row_for(action))
        match action:
            case "go_on" | "stop":
                return self.look.open
            case "connect" | "reconnect" | "switch_account" | "mark" | "details":
                return bool(self._wanted()) and (action in ("mark", "details") or not self.look.open)
            case "frame":
                return bool(self.look.frames)
            case "filter":
                return bool(self.query_one(AccountsView).accounts)
            case "sign":
                return self.look.view.enabled
            case "page":
                return self.look.view.gateway == "embedded"
        return True

    def _row_for(self, action: str) -> str:
        """The target a key is meant for: the row in focus where it fits, else the first that does."""
        view = self.query_one(CardView)
        if view.card is None or view.card.settled:
            return ""
        fitting = [row.name for row in view.card.rows if _ON_ROWS[action](row)]
        if view.current:
            return view.current if view.current in fitting else ""
        return fitting[0] if fitting else ""

    def _wanted(self) -> list[str]:
        """The marked connectors, else the highlighted one."""
        view = self.query_one(AccountsView)
        if view.marked:
            return [one.name for one in view.accounts if one.name in view.marked]
        return [view.selected.name] if view.selected is not None else []

    # The list

    def action_sign(self) -> None:
        """Signs in, or out."""
        self._run(self._do.sign())

    def action_read(self) -> None:
        """Reads the list again."""
        self._run(self._do.read())

    def action_page(self) -> None:
        """Opens the embedded gateway's page."""
        self._run(self._do.page())

    def action_filter(self) -> None:
        """Goes to the filter."""
        self.view = "Connectors"
        self.query_one(AccountsView).start_filter()

    def action_mark(self) -> None:
        """Marks the highlighted connector, or takes its mark off."""
        if (one := self.query_one(AccountsView).selected) is not None:
            self.query_one(AccountsView).toggle_mark(one.name)

    def action_connect(self) -> None:
        """Connects."""
        self._open_operation(self._wanted(), "connect")

    def action_reconnect(self) -> None:
        """Reconnects what does not work."""
        self._open_operation(self._wanted(), "reconnect")

    def action_switch_account(self) -> None:
        """Reconnects with force."""
        self._open_operation(self._wanted(), "reconnect", force=True)

    def _open_operation(
        self, names: list[str], action: str, *, force: bool = False, kind: TargetKind = TargetKind.CONNECTOR
    ) -> None:
        if names:
            self._by_hand = True
            self.query_one(AccountsView).marked = frozenset()
            self._run(self._do.connect(names, action, force=force, kind=kind))

    def action_details(self) -> None:
        """What is known of the highlighted connector."""
        if (one := self.query_one(AccountsView).selected) is not None:
            self._run(self._ask_about(one.name))

    @on(AccountsView.Wanted)
    def _chosen(self, message: AccountsView.Wanted) -> None:
        message.stop()
        self._run(self._ask_about(message.name))

    async def _ask_about(self, name: str) -> None:
        view = self.query_one(AccountsView)
        one = next((one for one in view.accounts if one.name == name), None)
        if one is None:
            return
        choice = await self.app.push_screen_wait(AccountDialog(one, marked=name in view.marked, busy=self.look.open))
        match choice:
            case "mark":
                view.toggle_mark(name)
            case "connect" | "reconnect":
                self._open_operation([name], choice)
            case "switch":
                self._open_operation([name], "reconnect", force=True)

    def action_servers(self) -> None:
        """MCP targets."""
        self._run(self._ask_for_server())

    async def _ask_for_server(self) -> None:
        choice = await self.app.push_screen_wait(McpServersDialog(self._hub.desk.flows))
        if choice is not None:
            self._open_operation([choice.name], choice.action, kind=TargetKind.MCP)

    # The card

    @on(CardView.Asked)
    def _asked(self, message: CardView.Asked) -> None:
        message.stop()
        self._carry_out(message.act, message.name)

    def _carry_out(self, act: Act, name: str) -> None:
        match act:
            case "open":
                self._run(self._do.open(name))
            case "copy":
                self._run(self._do.copy(name))
            case "link":
                self._do.show_link(name)
            case "later":
                self._do.skip(name)
            case "again":
                self._run(self._busy_with(name))
            case "answer":
                self._run(self._do.answer(name))
            case "go_on":
                self._do.go_on()
            case "stop":
                self._do.stop()

    def action_open(self) -> None:
        """Opens the row's link."""
        self._on_row("open", "open")

    def action_copy_link(self) -> None:
        """Copies the row's link."""
        self._on_row("copy_link", "copy")

    def action_show_link(self) -> None:
        """Shows the row's link."""
        self._on_row("show_link", "link")

    def action_again(self) -> None:
        """A new attempt."""
        self._on_row("again", "again")

    def action_answer(self) -> None:
        """Answers what an MCP server asks."""
        self._on_row("answer", "answer")

    def action_later(self) -> None:
        """Not now."""
        self._on_row("later", "later")

    def action_go_on(self) -> None:
        """Continue."""
        self._carry_out("go_on", "")

    def action_stop(self) -> None:
        """Stop."""
        self._carry_out("stop", "")

    def _on_row(self, action: str, act: Act) -> None:
        if name := self._row_for(action):
            self._carry_out(act, name)

    # Frames

    @on(LinesView.Chosen)
    def action_frame(self) -> None:
        """The highlighted frame as JSON."""
        frame = self.query_one(FramesView).selected
        if frame is not None:
            title = f"Frame {frame.get('seq')} of {one_line(frame.get('op_id'))}"
            self.app.push_screen(TextDialog(title, pretty_json(dict(frame))))

    # Work

    @property
    def _do(self) -> Deeds:
        if self._deeds is None:
            self._deeds = Deeds(self.app, self._hub, self._opener)
        return self._deeds

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        self.run_worker(work, group="connectors")

    async def _busy_with(self, name: str) -> None:
        """The row is busy while its own action runs, and no longer."""
        self._acting.add(name)
        self._draw_card()
        try:
            await self._do.again(name)
        finally:
            self._acting.discard(name)
            self._draw_card()
