"""The question before an MCP server is run or reached: exactly what, and with which environment (spec 4.7)."""

import shlex
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from workbench.masking import MASK
from workbench.model import Json
from workbench.text import clip, one_line, plain, pretty_json
from workbench.ui import actions
from workbench.ui.screens.dialog import Dialog

_ENVIRONMENT: Final = ("environment", "env", "headers")
_FIRST: Final = ("target", "environment", "folder")
_BOLD: Final = ("command", "address")
_LONGEST: Final = 4_000


class InstallApproval(Dialog[bool | None]):
    """Asks whether the server `name` may run as `plan` says. Leaving the dialog answers nothing."""

    CSS_PATH: ClassVar = ["dialog.tcss", "connectors.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("approval")]

    def __init__(self, name: str, action: str, plan: Json) -> None:
        super().__init__()
        self._server = name
        self._action = action
        self._plan = plan if isinstance(plan, Mapping) else {}

    def compose(self) -> ComposeResult:
        """The plan whole, then two buttons with the harmless one in focus."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(f"{one_line(self._action).capitalize()} {one_line(self._server)}?")
            box.border_subtitle = Content("y approve · n refuse · esc decide later")
            yield Static(Content("This is exactly what will run or be reached:"), classes="note")
            with VerticalScroll(classes="scroll framed"):
                yield Static(plan_text(self._plan), markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Refuse", id="refuse", compact=True)
                yield Button("Approve", id="approve", variant="warning", compact=True)

    def on_mount(self) -> None:
        """A hasty Enter must not run anything."""
        self.query_one("#refuse", Button).focus()

    @on(Button.Pressed, "#approve")
    def action_approve(self) -> None:
        """The person agreed."""
        self.dismiss(True)

    @on(Button.Pressed, "#refuse")
    def action_refuse(self) -> None:
        """The person refused."""
        self.dismiss(False)


def plan_text(plan: Mapping[str, Json]) -> Content:
    """A plan as labelled lines: what runs, what it gets, and the rest; no value of an environment."""
    labels = {"target": "address" if plan.get("kind") == "url" else "command"}
    order = [key for key in _FIRST if key in plan] + [key for key in plan if key not in (*_FIRST, "kind")]
    pairs = [(labels.get(key, one_line(key)), line) for key in order for line in _values(key, plan[key]) if line]
    wide = max((len(label) for label, _ in pairs), default=0)
    lines = [
        Content.assemble((label.ljust(wide), "$foreground-muted"), "  ", (line, "bold" if label in _BOLD else ""))
        for label, line in pairs
    ]
    return Content("\n").join(lines) if lines else Content("Nothing is said about what it is.")


def _values(key: str, value: Json) -> Iterator[str]:
    if key in _ENVIRONMENT:
        yield from _environment(value)
    elif isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        yield clip(plain(shlex.join(value)), _LONGEST)
    elif isinstance(value, str):
        yield clip(plain(value), _LONGEST)
    elif value is not None:
        yield clip(pretty_json(value), _LONGEST)


def _environment(value: Json) -> Iterator[str]:
    """`NAME=***  from the secret store`, whatever the form the names come in."""
    for entry in value if isinstance(value, list | tuple | Mapping) else ():
        if isinstance(entry, Mapping):
            source = one_line(entry.get("source"))
            yield f"{one_line(entry.get('name'))}={MASK}" + (f"  {source}" if source else "")
        else:
            yield f"{one_line(entry)}={MASK}"
