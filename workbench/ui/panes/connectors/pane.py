"""The connectors pane: one line while nothing goes on; list, card and frames while something does."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from workbench.session import SessionState
from workbench.session.hub import ConnectorsHub
from workbench.text import one_line
from workbench.ui.browser import Opener, open_in_browser
from workbench.ui.format import time_of_day
from workbench.ui.panes.connectors.accounts import AccountList, AccountsView, FilterInput
from workbench.ui.panes.connectors.acts import ConnectorsActs
from workbench.ui.panes.connectors.card import CardView
from workbench.ui.panes.connectors.frames import FramesView
from workbench.ui.panes.connectors.look import Look, look_at
from workbench.ui.panes.connectors.status import StatusLine
from workbench.ui.panes.switch import ViewSwitch

_VIEWS: Final = ("Connectors", "Card", "Frames")


class ConnectorsPane(ConnectorsActs):
    """Draws the hub's picture; acts through the hub alone. `opener` opens links, `wall` is the time of day."""

    DEFAULT_CSS = (Path(__file__).parent / "connectors.tcss").read_text(encoding="utf-8")
    SCOPED_CSS = False
    view: reactive[str] = reactive(_VIEWS[0])

    def __init__(
        self, hub: ConnectorsHub, *, opener: Opener = open_in_browser, wall: Callable[[], float] = time.time
    ) -> None:
        super().__init__(hub, opener, id="connectors")
        self.border_title = "Connectors F6"
        self._wall = wall
        self._entered = False

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
        self.draw_card()
        view = look.view
        read = f"list read {time_of_day(view.read_at)}" if view.signed_in and view.read_at is not None else ""
        self.border_subtitle = Content(read)
        if look.open and look.open_id != before.open_id:
            self._show_new_card(look)
        if _ended(look) != _ended(before):
            self._run(self._do.read())
        self.refresh_bindings()

    def draw_card(self) -> None:
        """The card, with the countdown of this moment."""
        look = self.look
        busy = frozenset(self._acting)
        if look.present is not None:
            busy |= set(self._hub.desk.busy(look.present.op_id))
        self.query_one(CardView).show(look.present, look.earlier, self._wall(), busy)

    def _show_new_card(self, look: Look) -> None:
        """A card the person asked for gets the focus; one that a model asked for never takes it from under a key."""
        card = self.query_one(CardView)
        if self._by_hand:
            self._by_hand = False
            card.focus()
            self.call_after_refresh(card.focus_first)
            return
        typing = self.query_one(FilterInput).has_focus
        if not self.has_focus_within:
            self.view = "Card"
        elif self.query_one(ViewSwitch).display and not typing:
            card.focus()
        if look.present is not None and (typing or not self.has_focus_within):
            names = ", ".join(one_line(target.name) for target in look.present.targets)
            self.app.notify(f"A connection is wanted: {names}. F6 goes to the card.", markup=False)

    def _tick(self) -> None:
        if self.look.open:
            self.draw_card()

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
        if not self._entered:
            # Accounts may have moved while nobody looked; reading them changes nothing.
            self._entered = True
            self._run(self._do.read())
        self.refresh_bindings()

    def on_descendant_blur(self) -> None:
        """Notes when the focus has left the pane."""
        self.call_after_refresh(self._note_leaving)

    def _note_leaving(self) -> None:
        self._entered = self.has_focus_within

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


def _ended(look: Look) -> str:
    """The operation that ended last; empty while one is open."""
    return look.present.op_id if look.present is not None and look.present.settled else ""
