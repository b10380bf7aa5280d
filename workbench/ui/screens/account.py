"""One connector: what is known of its accounts, and what can be done about them."""

from typing import ClassVar, Literal

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from workbench.connectors.accounts import Account, ConnectorView
from workbench.text import clip, one_line
from workbench.ui.format import count
from workbench.ui.panes.connectors.words import COLOURS, account_sign
from workbench.ui.screens.dialog import Dialog

Choice = Literal["connect", "reconnect", "switch", "mark"]

_LONGEST = 600


class ChoiceButton(Button):
    """A button that answers `choice`."""

    def __init__(self, label: str, choice: Choice | None, *, primary: bool = False, disabled: bool = False) -> None:
        super().__init__(Content(label), compact=True, variant="primary" if primary else "default", disabled=disabled)
        self.choice = choice


class AccountDialog(Dialog[Choice | None]):
    """Answers what to do with the connector. `busy`: an operation is open, so that none can be begun."""

    CSS_PATH: ClassVar = ["dialog.tcss", "connectors.tcss"]

    def __init__(self, connector: ConnectorView, *, marked: bool, busy: bool) -> None:
        super().__init__()
        self._connector = connector
        self._marked = marked
        self._busy = busy

    def compose(self) -> ComposeResult:
        """Facts above, buttons below; there is none for what cannot be done."""
        one = self._connector
        with Vertical(classes="dialog") as box:
            box.border_title = Content(one_line(one.name))
            box.border_subtitle = Content("tab next button · esc close")
            with VerticalScroll(classes="scroll", can_focus=False):
                yield Static(facts(one), markup=False)
            if self._busy and one.enabled:
                yield Static(Content("Another operation is open: finish or stop it first."), classes="note after")
            with Horizontal(classes="buttons"):
                yield ChoiceButton("Close", None)
                if one.enabled:
                    yield ChoiceButton("Unmark" if self._marked else "Mark", "mark")
                    if one.account.status or one.connected:
                        yield ChoiceButton("Another account", "switch", disabled=self._busy)
                        yield ChoiceButton("Reconnect", "reconnect", primary=not one.connected, disabled=self._busy)
                    else:
                        yield ChoiceButton("Connect", "connect", primary=True, disabled=self._busy)

    def on_mount(self) -> None:
        """What one most likely came for; nothing that changes a working account."""
        buttons = [button for button in self.query(ChoiceButton) if not button.disabled]
        (buttons[0] if self._connector.connected else buttons[-1]).focus()

    @on(Button.Pressed)
    def _choose(self, event: Button.Pressed) -> None:
        if isinstance(event.button, ChoiceButton):
            self.dismiss(event.button.choice)


def facts(one: ConnectorView) -> Content:
    """State, reason, accounts and switched-off tools."""
    sign, tone, _ = account_sign(one)
    lines = [Content.assemble((f"{sign} ", COLOURS[tone]), (one.words, COLOURS[tone]))]
    if one.account.status_reason:
        lines.append(Content(clip(one_line(one.account.status_reason), _LONGEST)))
    if len(one.accounts) > 1:
        lines.append(Content(f"{count(len(one.accounts), 'account')}; the first one is used:"))
        lines += [_account(account) for account in one.accounts]
    elif one.account.connection_id:
        lines.append(_account(one.account))
    if one.disabled_tools:
        names = clip(", ".join(map(one_line, one.disabled_tools)), _LONGEST)
        lines.append(Content.assemble(("switched off: ", "$foreground-muted"), names))
    return Content("\n").join(lines)


def _account(account: Account) -> Content:
    name = one_line(account.connection_id) or "an account without an id"
    return Content.assemble(
        ("  connection ", "$foreground-muted"), name, (f"  {account.status or ''}", "$foreground-muted")
    )
