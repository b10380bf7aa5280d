"""The question that stands before a tool which may change or destroy something (spec 3.5)."""

import difflib
from collections.abc import Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from workbench.model import Annotations, Json, Tool
from workbench.text import clip, one_line, plain, pretty_json
from workbench.ui import actions
from workbench.ui.screens.dialog import Dialog

_SHOWN_ARGUMENTS = 20_000
_CHANGED = "▲ Its definition has changed since it last ran. What is different stands above the arguments."


class ApprovalDialog(Dialog[bool]):
    """Asks whether `tool` may run with `arguments`; answers True only when the user says so.

    `before` is the tool as it last ran, where it has changed since: the difference stands above the arguments.
    Use `await app.push_screen_wait(ApprovalDialog(tool, arguments))` inside a worker.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("approval")]
    nothing = False

    def __init__(self, tool: Tool, arguments: Mapping[str, Json], before: Tool | None = None) -> None:
        super().__init__()
        self._tool = tool
        self._arguments = arguments
        self._before = before

    def compose(self) -> ComposeResult:
        """Name, what the server says about the tool, arguments, two buttons with the harmless one in focus."""
        tool = self._tool
        with Vertical(classes="dialog") as box:
            box.border_title = Content("Run this tool?")
            yield Static(Content.styled(one_line(tool.name), "bold"), markup=False)
            yield Static(Content(f"{one_line(tool.original_name)} of {one_line(tool.source)}"), classes="note")
            yield Static(Content(hints(tool.annotations)), classes="hints")
            if self._before is not None:
                yield Static(Content.styled(_CHANGED, "bold $text-warning"), classes="changed", markup=False)
            with VerticalScroll(classes="scroll framed"):
                if self._before is not None:
                    yield Static(difference(self._before, tool), markup=False)
                shown = clip(plain(pretty_json(dict(self._arguments))), _SHOWN_ARGUMENTS)
                yield Static(Content(shown), markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Refuse", id="refuse", compact=True)
                yield Button("Run once", id="run", variant="warning", compact=True)

    def on_mount(self) -> None:
        """A hasty Enter must not run anything."""
        self.query_one("#refuse", Button).focus()

    @on(Button.Pressed, "#run")
    def action_approve(self) -> None:
        """The user agreed to this one call."""
        self.dismiss(True)

    @on(Button.Pressed, "#refuse")
    def action_refuse(self) -> None:
        """The user refused."""
        self.dismiss(False)


def difference(before: Tool, now: Tool) -> Content:
    """Title, description, schema and annotations as lines that went (`-`) and came (`+`)."""
    colours = {"-": "$text-error", "+": "$text-success", "@": "$text-muted"}
    lines = difflib.unified_diff(_lines(before), _lines(now), "as it last ran", "as it is now", n=1, lineterm="")
    shown = clip("\n".join(lines), _SHOWN_ARGUMENTS).split("\n")
    return Content("\n").join([*(Content.styled(line, colours.get(line[:1], "")) for line in shown), Content("")])


def _lines(tool: Tool) -> list[str]:
    said = {
        "source": tool.source,
        "name": tool.original_name,
        "title": tool.title,
        "annotations": hints(tool.annotations),
        "parameters": tool.parameters,
    }
    return [*plain(pretty_json(said)).split("\n"), *plain(tool.description).split("\n")]


def hints(annotations: Annotations) -> str:
    """What the server claims about the tool, in a sentence; claims are not proof, so it says whose they are."""
    words = []
    if annotations.read_only:
        words.append("only reads")
    elif annotations.destructive:
        words.append("may destroy or overwrite")
    elif annotations.destructive is False:
        words.append("changes things but destroys nothing")
    if annotations.idempotent:
        words.append("can be repeated safely")
    if annotations.open_world:
        words.append("reaches beyond its server")
    return f"The server says: {', '.join(words)}." if words else "The server says nothing about what it does."
