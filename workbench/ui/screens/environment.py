"""The values an MCP server needs and nobody has given yet; secret ones are typed behind a mask (spec 4.7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Label, Static

from workbench.model import Json
from workbench.text import clip, one_line
from workbench.ui.screens.dialog import Dialog


@dataclass(frozen=True, slots=True)
class Needed:
    """One value that is asked for."""

    name: str
    description: str
    secret: bool


class EnvironmentDialog(Dialog[dict[str, str] | None]):
    """Answers a value for every name that `needs` lists; None where the dialog was left."""

    CSS_PATH: ClassVar = ["dialog.tcss", "connectors.tcss"]

    def __init__(self, name: str, needs: Json) -> None:
        super().__init__()
        self._server = name
        self._needs = read_needs(needs)

    def compose(self) -> ComposeResult:
        """One field a value. Names are hostile: fields are known by their position."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(f"Values for {one_line(self._server)}")
            box.border_subtitle = Content("tab next field · enter hand over · esc decide later")
            with VerticalScroll(classes="scroll", can_focus=False):
                for position, need in enumerate(self._needs):
                    yield Label(Content(need.name), classes="heading" if position else "heading -first")
                    if need.description:
                        yield Static(Content(need.description), classes="note")
                    yield Input(password=need.secret, placeholder="secret" if need.secret else "", compact=True)
            yield Static(classes="fault", markup=False)
            secret = any(need.secret for need in self._needs)
            kept = "Secret values go to the secret store, never into the configuration."
            yield Static(Content(kept if secret else ""), classes="note")
            with Horizontal(classes="buttons"):
                yield Button("Cancel", id="cancel", compact=True)
                yield Button("Hand over", id="give", variant="primary", compact=True)

    def on_mount(self) -> None:
        """The first field."""
        self._mark("")
        fields = list(self.query(Input))
        (fields[0] if fields else self.query_one("#cancel")).focus()

    @on(Input.Submitted)
    @on(Button.Pressed, "#give")
    def _give(self) -> None:
        fields = list(self.query(Input))
        values = {need.name: field.value for need, field in zip(self._needs, fields, strict=True)}
        missing = [field for field in fields if not field.value]
        if missing:
            names = ", ".join(name for name, value in values.items() if not value)
            self._mark(f"Still missing: {names}.")
            missing[0].focus()
            return
        self.dismiss(values)

    @on(Input.Changed)
    def _changed(self) -> None:
        self._mark("")

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.action_close()

    def _mark(self, fault: str) -> None:
        line = self.query_one(".fault", Static)
        line.update(Content(fault))
        line.display = bool(fault)


def read_needs(needs: Json) -> tuple[Needed, ...]:
    """The needs of a question; what is not one is left out."""
    if not isinstance(needs, list | tuple):
        return ()
    return tuple(
        Needed(need["name"], clip(one_line(need.get("description")), 400), need.get("secret") is not False)
        for need in needs
        if isinstance(need, Mapping) and isinstance(need.get("name"), str) and need["name"]
    )
