"""What an action is, and the areas that have some."""

from dataclasses import dataclass
from typing import Final, Literal

from textual.binding import Binding

Area = Literal[
    "app", "main", "servers", "queries", "tool", "form", "json", "connectors", "turns", "model", "deferral", "catalog",
    "activity", "tour", "dialog", "approval", "log",
]  # fmt: skip

AREA_TITLES: Final[dict[Area, str]] = {
    "main": "Everywhere",
    "app": "The application",
    "servers": "Servers",
    "queries": "Queries",
    "tool": "Tool",
    "form": "Form of arguments",
    "json": "JSON",
    "connectors": "Connectors",
    "turns": "Turns",
    "model": "Model view",
    "deferral": "What-if and deferral",
    "catalog": "Catalog browser",
    "activity": "Activity",
    "tour": "Tour",
    "dialog": "Dialogs",
    "approval": "Approval",
    "log": "Server log",
}


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a key does.

    `id` is `area.name`; the method that does it is `action_name` of the area's widget. `keys` is Textual's
    comma-separated list, `label` the footer's word, `help` the sentence of the help screen. `shown` puts it into the
    footer; `priority` lets it win over a focused input.
    """

    id: str
    keys: str
    label: str
    help: str
    shown: bool = True
    priority: bool = False
    key_display: str | None = None
    parameters: str = ""

    @property
    def area(self) -> str:
        """The part of the screen the action belongs to."""
        return self.id.partition(".")[0]

    @property
    def method(self) -> str:
        """What Textual runs: `attach`, or `focus_pane('servers')`."""
        return self.id.partition(".")[2].split(".")[0] + self.parameters

    def binding(self) -> Binding:
        """The Textual binding; its id is the action's, so that a keymap can move it."""
        return Binding(
            self.keys,
            self.method,
            self.label,
            show=self.shown,
            priority=self.priority,
            key_display=self.key_display,
            tooltip=self.help,
            id=self.id,
        )
