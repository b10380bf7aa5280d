"""The card of the present operation, and under it the dead ones before it."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.message import Message
from textual.widgets import Button, Static

from workbench.connectors.cards import Card, CardRow, card
from workbench.connectors.contract import TargetKind
from workbench.connectors.store import Entry, TargetEntry
from workbench.text import one_line
from workbench.ui.format import time_of_day
from workbench.ui.panes.connectors.card_row import Act, ActButton, CardRowView
from workbench.ui.panes.connectors.words import COLOURS, REASONS, TARGET_SIGNS, clock_words

_HURRY: Final = 60
"""Seconds to the deadline from which the countdown is coloured."""

_IDLE: Final = "No operation yet. Choose a connector and press c, or let a model ask for one."


class CardBody(VerticalScroll, inherit_bindings=False):
    """What scrolls; the buttons of the whole card stay in sight below it. The arrows are the card's own."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
    ]


class CardView(Vertical, can_focus=True):
    """Shows what the operation store says, and posts what the person wants; it decides nothing itself."""

    DEFAULT_CSS = (Path(__file__).parent / "card.tcss").read_text(encoding="utf-8")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", "Up", show=False),
        Binding("down", "step(1)", "Down", show=False),
        Binding("left", "aside(-1)", "Left", show=False),
        Binding("right", "aside(1)", "Right", show=False),
    ]

    class Asked(Message):
        """The person wants `act` for the target `name`, or for the whole card where that is empty."""

        def __init__(self, act: Act, name: str = "") -> None:
            super().__init__()
            self.act: Final = act
            self.name: Final = name

    def __init__(self) -> None:
        super().__init__()
        self.card: Card | None = None
        self._left: ActButton | None = None
        self._eager = False

    def compose(self) -> ComposeResult:
        """Head, rows and the past, the buttons of the whole card."""
        yield Static(_IDLE, classes="head", markup=False)
        with CardBody(can_focus=False):
            yield Vertical(classes="rows")
            yield Static(classes="earlier", markup=False)
        with Horizontal(classes="buttons whole"):
            yield ActButton("go_on", "Continue")
            yield ActButton("stop", "Stop")

    def show(self, entry: Entry | None, earlier: Sequence[Entry], now: float, busy: frozenset[str]) -> None:
        """Draws the card of `entry` at wall time `now`."""
        focused = next((button for button in self.query(ActButton) if button.has_focus), None)
        self.card = card(entry, now, busy) if entry is not None else None
        self.query_one(".head", Static).update(_head(entry, self.card))
        self._show_rows(entry)
        whole = self.card is not None and not self.card.settled
        self.query_one(".whole").display = whole
        go_on, stop = self.query_one(".whole").query(ActButton)
        go_on.offer(self.card is not None and self.card.continue_shown)
        stop.offer(whole)
        past = self.query_one(".earlier", Static)
        past.update(_past(earlier))
        past.display = bool(earlier)
        self._keep_focus(focused)

    def _show_rows(self, entry: Entry | None) -> None:
        box, pairs = self.query_one(".rows"), _pairs(entry, self.card)
        views = list(box.query(CardRowView))
        for view, pair in zip(views, pairs, strict=False):
            view.show(*pair)
            view.display = True
        for view in views[len(pairs) :]:
            view.display = False
        if len(pairs) > len(views):
            box.mount_all(CardRowView(*pair) for pair in pairs[len(views) :])

    # Focus

    def _keep_focus(self, focused: ActButton | None) -> None:
        """A button that went under the finger leaves the focus on the card, never on a neighbour, until it is back."""
        if focused is not None and not focused.usable:
            self._left = focused
            self.focus(scroll_visible=False)
        elif self._left is not None and self.has_focus and self._left.usable:
            self._left.focus()
            self._left = None

    def focus_first(self) -> None:
        """The first button that can be pressed, once the rows have theirs; else the card."""
        self._eager = not all(view.is_mounted for view in self.query(CardRowView))
        buttons = self._usable
        (self if self._eager or not buttons else buttons[0]).focus()

    @on(CardRowView.Ready)
    def _row_ready(self, event: CardRowView.Ready) -> None:
        event.stop()
        if self._eager and self.has_focus:
            self.focus_first()

    @property
    def _usable(self) -> list[ActButton]:
        return [button for group in self._groups for button in group]

    @property
    def _groups(self) -> list[list[ActButton]]:
        """The buttons that can be pressed now: row by row, then those of the whole card."""
        groups = [view.usable for view in self.query(CardRowView) if view.display]
        whole = self.query_one(".whole")
        groups.append([button for button in whole.query(ActButton) if whole.display and button.usable])
        return [group for group in groups if group]

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """A row whose button has the focus is seen whole."""
        for view in self.query(CardRowView):
            if view in event.widget.ancestors:
                self.call_after_refresh(self.query_one(CardBody).scroll_to_widget, view, animate=False)

    @property
    def current(self) -> str:
        """The target whose row has the focus; empty where none has."""
        for view in self.query(CardRowView):
            if view.display and any(button.has_focus for button in view.query(ActButton)):
                return view.row.name
        return ""

    def action_step(self, step: int) -> None:
        """The row above or below; scrolls where there is none."""
        groups = self._groups
        at = next((n for n, group in enumerate(groups) if any(button.has_focus for button in group)), None)
        if at is None and groups:
            groups[0 if step > 0 else -1][0].focus()
        elif at is not None and 0 <= at + step < len(groups):
            groups[at + step][0].focus()
        else:
            self.query_one(CardBody).scroll_relative(y=step, animate=False)

    def action_aside(self, step: int) -> None:
        """The button beside."""
        buttons = self._usable
        at = next((n for n, button in enumerate(buttons) if button.has_focus), None)
        if at is not None and 0 <= at + step < len(buttons):
            buttons[at + step].focus()

    # What is wanted

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Continue and Stop."""
        event.stop()
        if isinstance(event.button, ActButton):
            self.post_message(self.Asked(event.button.act))

    @on(CardRowView.Pressed)
    def _pressed_in_row(self, event: CardRowView.Pressed) -> None:
        """The buttons of a row."""
        event.stop()
        self.post_message(self.Asked(event.act, event.name))


def _pairs(entry: Entry | None, shown: Card | None) -> list[tuple[CardRow, TargetEntry]]:
    if entry is None or shown is None:
        return []
    return list(zip(shown.rows, entry.targets, strict=True))


def _head(entry: Entry | None, shown: Card | None) -> Content:
    if entry is None or shown is None:
        return Content.styled(_IDLE, "$foreground-muted")
    what = _what(entry)
    if shown.countdown is None:
        reason = REASONS.get(entry.settled_by, "settled")
        return Content.assemble((what, "bold"), (f"  settled: {reason}", "$foreground-muted"))
    left = (f"  {clock_words(shown.countdown)} left", "$text-warning" if shown.countdown < _HURRY else "$text-accent")
    head = Content.assemble((what, "bold"), left)
    if shown.watch:
        head = Content.assemble(head, "\n", (f"▲ {shown.watch}", "$text-warning"))
    return head


def _what(entry: Entry) -> str:
    """`Connect`, `Install MCP server`, ..."""
    first = entry.targets[0]
    action = one_line(first.action).capitalize() or "Connect"
    other = " another account" if any(target.extra.get("force") is True for target in entry.targets) else ""
    return f"{action} MCP server" if first.kind is TargetKind.MCP else f"{action}{other}"


def _past(earlier: Sequence[Entry]) -> Content:
    lines = [Content.styled("Earlier", "bold $foreground-muted")]
    for entry in earlier:
        reason = REASONS.get(entry.settled_by, "settled")
        begun = time_of_day(entry.deadline_at - 300)
        lines.append(Content.styled(f"{begun} {_what(entry)} · {reason}", "$foreground-muted"))
        for row in card(entry, 0.0).rows:
            sign, tone = TARGET_SIGNS[row.state]
            words = one_line(row.words)
            lines.append(
                Content.assemble(("  " + sign, COLOURS[tone]), f" {one_line(row.name)}  ", (words, "$foreground-muted"))
            )
    return Content("\n").join(lines)
