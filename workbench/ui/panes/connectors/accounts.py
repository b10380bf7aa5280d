"""The list of all connectors with the state of each account, filtered as one types."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.message import Message
from textual.widgets import Input

from workbench.connectors.accounts import ConnectorView
from workbench.text import one_line, plain
from workbench.ui.panes.connectors.look import Look
from workbench.ui.panes.connectors.words import account_sign, gateway_name
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.rows import Row, Span

_FULL_WORDS: Final = 64
"""From this width on a state has all its words."""


class FilterInput(Input):
    """What the names must hold."""

    def validate_value(self, value: str) -> str:
        """Pasted text may hold what a terminal would act on."""
        return plain(value).replace("\n", " ")


class AccountList(LinesView):
    """One line a connector; its key is the connector's name."""


class AccountsView(Vertical):
    """Filter above, list below. Names are hostile: rows are known by their keys, never by ids made from them."""

    DEFAULT_CSS = (Path(__file__).parent / "accounts.tcss").read_text(encoding="utf-8")

    class Wanted(Message):
        """The connector `name` was chosen, by Enter or by a click."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name: Final = name

    def __init__(self) -> None:
        super().__init__()
        self._look = Look()
        self.marked: frozenset[str] = frozenset()

    def compose(self) -> ComposeResult:
        """The list comes first for the focus, the filter stands above it."""
        yield AccountList()
        yield FilterInput(placeholder="/ filter", compact=True, select_on_focus=False)

    def show(self, look: Look) -> None:
        """Draws another state; the highlight stays on its connector."""
        self._look = look
        self.marked &= {account.name for account in self.accounts}
        self.draw()

    def draw(self) -> None:
        """Draws the list again."""
        self.query_one(FilterInput).display = bool(self.accounts)
        self.query_one(AccountList).set_rows(self._rows)

    @property
    def accounts(self) -> tuple[ConnectorView, ...]:
        """Every connector, filtered or not; none where nobody is signed in."""
        view = self._look.view
        return view.accounts if view.signed_in else ()

    @property
    def shown(self) -> tuple[ConnectorView, ...]:
        """The connectors that pass the filter."""
        words = self.query_one(FilterInput).value.lower().split()
        return tuple(one for one in self.accounts if all(word in _searched(one) for word in words))

    @property
    def selected(self) -> ConnectorView | None:
        """The highlighted connector."""
        key = self.query_one(AccountList).highlighted
        return next((one for one in self.shown if one.name == key), None)

    def toggle_mark(self, name: str) -> None:
        """Marks a connector for a joint operation, or takes its mark off."""
        self.marked ^= {name}
        self.draw()

    def start_filter(self) -> None:
        """Puts the caret into the filter."""
        self.query_one(FilterInput).focus()

    def _rows(self, width: int) -> Iterable[Row]:
        shown = self.shown
        for one in shown:
            sign, tone, words = account_sign(one)
            mark: Span = ("✓ ", "key") if one.name in self.marked else ("  ", "text")
            right: Span = (one.words if width >= _FULL_WORDS else words, tone)
            yield Row((mark, (f"{sign} ", tone), (one.name, "text")), (right,), lines=1, key=one.name)
        if not shown:
            yield Row(((self._nothing(), "dim"),))

    def _nothing(self) -> str:
        view = self._look.view
        if self.accounts:
            return f"No connector holds “{one_line(self.query_one(FilterInput).value)}”."
        if not view.enabled:
            return "Connectors are switched off. MCP servers can be installed all the same: i."
        if not view.signed_in and view.gateway in ("", "embedded"):
            return (
                "Nobody is signed in. Press s to sign in to the workbench's own gateway: it runs on this machine, "
                "and its mail, calendar and files are there to be tried."
            )
        if not view.signed_in:
            return f"There is no token for {gateway_name(view)}. Press s to read where it has to be set."
        if view.trouble:
            return f"The list of connectors could not be read: {one_line(view.trouble)}. Press g to read it again."
        return "The gateway lists no connector." if view.read_at is not None else "Reading the list of connectors…"

    @on(Input.Changed)
    def _filter(self, message: Input.Changed) -> None:
        message.stop()
        self.draw()

    @on(Input.Submitted)
    def _leave_filter(self, message: Input.Submitted) -> None:
        message.stop()
        self.query_one(AccountList).focus()

    def on_key(self, event: Key) -> None:
        """Down leaves the filter for the list, Escape empties it as well."""
        field = self.query_one(FilterInput)
        if field.has_focus and event.key in ("escape", "down"):
            event.stop()
            if event.key == "escape":
                field.value = ""
            self.query_one(AccountList).focus()

    @on(LinesView.LeftAtTop)
    def _into_filter(self, message: LinesView.LeftAtTop) -> None:
        message.stop()
        if self.accounts:
            self.start_filter()

    @on(LinesView.Chosen)
    def _chosen(self, message: LinesView.Chosen) -> None:
        message.stop()
        self.post_message(self.Wanted(str(message.key)))


def _searched(one: ConnectorView) -> str:
    return f"{one.name} {one.words}".lower()
