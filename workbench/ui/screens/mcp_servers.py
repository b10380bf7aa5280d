"""Which MCP server to install, enable or authorize."""

from dataclasses import dataclass
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from workbench.connectors.flows import McpFlows
from workbench.text import one_line, plain
from workbench.ui.screens.dialog import Dialog

_ACTIONS: Final = (
    ("install", "Install", "from the catalog of known servers"),
    ("enable", "Enable", "configured and switched off"),
    ("authorize", "Authorize", "asks for a sign-in"),
)


@dataclass(frozen=True, slots=True)
class McpChoice:
    """An MCP target: its action and its name, in its own case."""

    action: str
    name: str


class McpServersDialog(Dialog[McpChoice | None]):
    """Lists what `flows` can be asked for, filtered as one types; answers the choice."""

    CSS_PATH: ClassVar = ["dialog.tcss", "connectors.tcss"]

    def __init__(self, flows: McpFlows | None) -> None:
        super().__init__()
        self._all = [
            McpChoice(action, name) for action, _, _ in _ACTIONS for name in (flows.known(action) if flows else ())
        ]
        self._shown: list[McpChoice] = []

    def compose(self) -> ComposeResult:
        """A filter above the list."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content("MCP servers")
            box.border_subtitle = Content("type to filter · ↑↓ choose · enter begin · esc close")
            yield Input(placeholder="filter", compact=True, id="filter")
            yield OptionList(id="servers", markup=False)
            yield Static(classes="note after", markup=False)

    def on_mount(self) -> None:
        """All of them to begin with."""
        self._fill("")
        self.query_one("#filter", Input).focus()

    def _fill(self, text: str) -> None:
        words = plain(text).lower().split()
        self._shown = [one for one in self._all if all(word in f"{one.action} {one.name}".lower() for word in words)]
        wide = max((len(one_line(one.name)) for one in self._shown), default=0)
        options = self.query_one("#servers", OptionList)
        options.set_options([Option(_line(one, min(wide, 40))) for one in self._shown])
        options.highlighted = 0 if self._shown else None
        options.display = bool(self._shown)
        note = self.query_one(".note", Static)
        note.display = not self._shown
        note.update(
            Content("No server matches." if self._all else "There is no server to install, enable or authorize.")
        )

    @on(Input.Changed, "#filter")
    def _filter(self, event: Input.Changed) -> None:
        self._fill(event.value)

    @on(Input.Submitted, "#filter")
    def _take_highlighted(self) -> None:
        index = self.query_one("#servers", OptionList).highlighted
        if index is not None:
            self.dismiss(self._shown[index])

    @on(OptionList.OptionSelected)
    def _take(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._shown[event.option_index])

    def key_down(self) -> None:
        """From the filter into the list."""
        if self._shown:
            self.query_one("#servers", OptionList).focus()


def _line(one: McpChoice, wide: int) -> Content:
    action, label, why = next(entry for entry in _ACTIONS if entry[0] == one.action)
    del action
    return Content.assemble(
        (label.ljust(10), "$text-accent"), (one_line(one.name).ljust(wide), "bold"), "  ", (why, "$foreground-muted")
    )
