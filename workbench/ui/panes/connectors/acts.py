"""What the keys and buttons of the connectors pane do, and when."""

from collections.abc import Callable, Coroutine
from typing import Any, ClassVar, Final

from textual import on
from textual.binding import BindingType
from textual.containers import Vertical
from textual.reactive import reactive

from workbench.connectors.cards import CardRow
from workbench.connectors.contract import TargetKind
from workbench.session.hub import ConnectorsHub
from workbench.text import one_line, pretty_json
from workbench.ui import actions
from workbench.ui.browser import Opener
from workbench.ui.panes.connectors.accounts import AccountList, AccountsView
from workbench.ui.panes.connectors.card import CardView
from workbench.ui.panes.connectors.card_row import Act
from workbench.ui.panes.connectors.deeds import Deeds
from workbench.ui.panes.connectors.frames import FramesView
from workbench.ui.panes.connectors.look import Look
from workbench.ui.panes.lines import LinesView
from workbench.ui.screens.account import AccountDialog
from workbench.ui.screens.mcp_servers import McpServersDialog
from workbench.ui.screens.text import TextDialog

_ON_ROWS: Final[dict[str, Callable[[CardRow], bool]]] = {
    "open": lambda row: row.link is not None,
    "copy": lambda row: row.link is not None,
    "link": lambda row: row.link is not None,
    "again": lambda row: row.primary is not None and row.primary != "Connect" and row.enabled,
    "answer": lambda row: row.question is not None,
    "later": lambda row: row.other is not None,
}
"""For which rows of a card a key is meant."""


class ConnectorsActs(Vertical):
    """The acting half of the pane. Everything is asked of `hub`; `opener` opens links."""

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("connectors")]

    look: reactive[Look] = reactive(Look(), init=False)

    def __init__(self, hub: ConnectorsHub, opener: Opener, *, id: str) -> None:
        super().__init__(id=id)
        self._hub = hub
        self._opener = opener
        self._deeds: Deeds | None = None
        self._acting: set[str] = set()
        self._by_hand = False
        """Whether the next card is one that the person asked for here."""

    def draw_card(self) -> None:
        """Draws the card anew."""
        raise NotImplementedError

    # What can be done now

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys without a meaning at the moment are not offered."""
        if not self.is_mounted:
            return True
        match action:
            case "row":
                return bool(self._row_for(str(parameters[0])))
            case "go_on" | "stop":
                return self.look.open
            case "details":
                return self.query_one(AccountList).has_focus and bool(self._wanted())
            case "connect" | "reconnect" | "switch_account" | "mark":
                return bool(self._wanted()) and not self.look.open
            case "frame":
                return bool(self.look.frames)
            case "filter":
                return bool(self.query_one(AccountsView).accounts)
            case "sign":
                return self.look.view.enabled
            case "page":
                return self.look.view.gateway == "embedded"
        return True

    def _row_for(self, act: str) -> str:
        """The target that a key is meant for: the row in focus where it fits, else the first that does."""
        view = self.query_one(CardView)
        if view.card is None or view.card.settled:
            return ""
        fitting = [row.name for row in view.card.rows if _ON_ROWS[act](row)]
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
            self._run(self._operate(names, action, force, kind))

    async def _operate(self, names: list[str], action: str, force: bool, kind: TargetKind) -> None:
        try:
            await self._do.connect(names, action, force=force, kind=kind)
        finally:
            self._by_hand = False

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

    def action_row(self, act: Act) -> None:
        """A key that is meant for a row of the card."""
        if name := self._row_for(act):
            self._carry_out(act, name)

    def action_go_on(self) -> None:
        """Continue."""
        self._carry_out("go_on", "")

    def action_stop(self) -> None:
        """Stop."""
        self._carry_out("stop", "")

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
        self.draw_card()
        try:
            await self._do.again(name)
        finally:
            self._acting.discard(name)
            self.draw_card()
