"""The attach dialog: a demo server with one key, or one's own by command line, address or file."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from workbench.demo import DEMO_SERVERS
from workbench.settings import ServerSpec
from workbench.ui.format import count
from workbench.ui.screens.attach_target import Faults, read_target, suggest_name
from workbench.ui.screens.dialog import Dialog

_PLACEHOLDER: Final = "npx -y @scope/server-name · https://host/mcp · tools.json"


class AttachDialog(Dialog[ServerSpec | None]):
    """Answers the server to attach. `taken` are the names in use; relative paths are read from `cwd`."""

    def __init__(self, taken: Collection[str], cwd: Path, environ: Mapping[str, str]) -> None:
        super().__init__()
        self._taken = frozenset(taken)
        self._cwd = cwd
        self._environ = environ
        self._suggested = ""

    def compose(self) -> ComposeResult:
        """The demo servers, then two fields with their faults below them."""
        with Vertical(classes="dialog") as box:
            box.border_title = "Attach a server"
            box.border_subtitle = "tab next field · enter attach · esc close"
            yield Label("Demo servers", classes="heading -first")
            yield OptionList(*self._demos(), id="demos", markup=False)
            yield Label("Your own: command line, address or snapshot file", classes="heading")
            yield Input(placeholder=_PLACEHOLDER, id="target", compact=True)
            yield Static(id="target-fault", classes="fault", markup=False)
            yield Label("Name", classes="heading")
            yield Input(placeholder="as the model will see it", id="name", compact=True)
            yield Static(id="name-fault", classes="fault", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Cancel", id="cancel", compact=True)
                yield Button("Attach", id="attach", variant="primary", compact=True)

    def on_mount(self) -> None:
        """The first free demo server is one Enter away."""
        self._mark(Faults())
        demos = self.query_one("#demos", OptionList)
        demos.focus()
        demos.highlighted = next((i for i, demo in enumerate(DEMO_SERVERS) if demo.name not in self._taken), None)

    def _demos(self) -> list[Option]:
        wide = max(len(demo.name) for demo in DEMO_SERVERS)
        options = []
        for demo in DEMO_SERVERS:
            attached = demo.name in self._taken
            note = "attached" if attached else demo.description
            tools = count(demo.tool_count, "tool").rjust(11)
            text = Content.assemble((demo.name.ljust(wide), "bold"), "  ", tools, "  ", (note, "$foreground-muted"))
            options.append(Option(text, disabled=attached))
        return options

    @on(OptionList.OptionSelected, "#demos")
    def _attach_demo(self, event: OptionList.OptionSelected) -> None:
        name = DEMO_SERVERS[event.option_index].name
        self.dismiss(ServerSpec(name, demo=name))

    @on(Input.Changed, "#target")
    def _suggest(self, event: Input.Changed) -> None:
        field = self.query_one("#name", Input)
        if field.value == self._suggested:
            self._suggested = suggest_name(event.value)
            field.value = self._suggested
        self._mark(Faults())

    @on(Input.Changed, "#name")
    def _clear_name_fault(self) -> None:
        self.query_one("#name-fault", Static).display = False

    @on(Input.Submitted)
    @on(Button.Pressed, "#attach")
    def _attach_typed(self) -> None:
        name, target = self.query_one("#name", Input), self.query_one("#target", Input)
        read = read_target(name.value, target.value, taken=self._taken, cwd=self._cwd, environ=self._environ)
        if isinstance(read, ServerSpec):
            self.dismiss(read)
            return
        self._mark(read)
        (target if read.target else name).focus()

    def _mark(self, faults: Faults) -> None:
        for field, fault in (("#target-fault", faults.target), ("#name-fault", faults.name)):
            line = self.query_one(field, Static)
            line.update(fault)
            line.display = bool(fault)

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.action_close()
