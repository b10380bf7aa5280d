"""One target on a card: its state, what there is to say about it, and its buttons."""

from collections.abc import Iterator
from typing import Final, Literal

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Static

from workbench.connectors.cards import CardRow
from workbench.connectors.store import TargetEntry
from workbench.text import clip, one_line
from workbench.ui.panes.connectors.words import COLOURS, STEP_SIGNS, TARGET_SIGNS

Act = Literal["open", "copy", "link", "later", "again", "answer", "go_on", "stop"]

_TOOLS: Final = 400
"""Characters of the names of the tools that came."""


class ActButton(Button):
    """A button that stands for one act of the card."""

    def __init__(self, act: Act, label: str) -> None:
        super().__init__(Content(label), compact=True)
        self.act: Final = act

    def offer(self, shown: bool, enabled: bool = True) -> None:
        """Shows, hides, enables or disables the button, touching only what differs."""
        if self.display is not shown:
            self.display = shown
        if self.disabled is enabled:
            self.disabled = not enabled

    @property
    def usable(self) -> bool:
        """Whether it can be pressed now."""
        return self.display and not self.disabled


class CardRowView(Horizontal):
    """Draws one row; call `show` with what changed."""

    class Pressed(Message):
        """A button of the row was pressed."""

        def __init__(self, act: Act, name: str) -> None:
            super().__init__()
            self.act: Final = act
            self.name: Final = name

    class Ready(Message):
        """The row has its buttons."""

    def __init__(self, row: CardRow, target: TargetEntry) -> None:
        super().__init__()
        self.row = row
        self.target = target

    def compose(self) -> ComposeResult:
        """The sign, and beside it text above buttons."""
        yield Static(classes="sign", markup=False)
        with Vertical():
            yield Static(classes="words", markup=False)
            with Horizontal(classes="buttons"):
                yield ActButton("open", "Connect")
                yield ActButton("again", "Try again")
                yield ActButton("answer", "Review…")
                yield ActButton("later", "Not now")
                yield ActButton("copy", "Copy")
                yield ActButton("link", "Link")

    def on_mount(self) -> None:
        """The first picture."""
        self._draw()
        self.post_message(self.Ready())

    def show(self, row: CardRow, target: TargetEntry) -> None:
        """Draws the row anew where it differs."""
        if (row, target) != (self.row, self.target):
            self.row, self.target = row, target
            if self.is_mounted:
                self._draw()

    @property
    def usable(self) -> list[ActButton]:
        """The buttons that can be pressed now, from the left."""
        shown = self.query_one(".buttons").display
        return [button for button in self.query(ActButton) if shown and button.usable]

    def _draw(self) -> None:
        row = self.row
        sign, tone = TARGET_SIGNS[row.state]
        self.query_one(".sign", Static).update(Content.styled(sign, COLOURS[tone]))
        self.query_one(".words", Static).update(row_text(row, self.target))
        retry = row.primary is not None and not _needs_link(row)
        for button in self.query(ActButton):
            match button.act:
                case "open":
                    button.offer(row.primary is not None and _needs_link(row), row.enabled)
                    button.variant = "primary" if row.enabled else "default"
                case "again":
                    button.offer(retry, row.enabled)
                    if retry and str(button.label) != row.primary:
                        button.label = Content(row.primary or "")
                case "answer":
                    button.offer(row.question is not None)
                    button.variant = "primary"
                case "copy" | "link":
                    button.offer(row.link is not None)
                case "later":
                    button.offer(row.other is not None)
        self.query_one(".buttons").display = row.primary is not None

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Tells which act is wanted."""
        event.stop()
        if isinstance(event.button, ActButton):
            self.post_message(self.Pressed(event.button.act, self.row.name))


def _needs_link(row: CardRow) -> bool:
    return row.primary == "Connect"


def row_text(row: CardRow, target: TargetEntry) -> Content:
    """The words of a row: name and state, then notice, steps, tools and the number of the attempt."""
    colour = COLOURS[TARGET_SIGNS[row.state][1]]
    busy = [("  …", "$foreground-muted")] if row.busy else []
    first = Content.assemble((one_line(row.name), "bold"), "  ", (row.words, colour), *busy)
    return Content("\n").join([first, *_more(row, target)])


def _more(row: CardRow, target: TargetEntry) -> Iterator[Content]:
    if target.awaiting_new_attempt and row.unresolved:
        yield Content.styled("waits until another account takes the place of the present one", "$foreground-muted")
    if target.detail and target.detail != row.words:
        yield Content.styled(target.detail, "$foreground-muted")
    if row.notice:
        yield Content.styled(row.notice, "$text-warning" if row.unresolved else "$foreground-muted")
    if row.question is not None:
        yield Content.styled(_asked(row), "$text-accent")
    yield from _steps(row)
    tools = [one_line(tool) for tool in target.extra.get("tools") or () if isinstance(tool, str)]
    if tools:
        yield Content.styled(clip(", ".join(tools), _TOOLS), "$foreground-muted")
    if command := one_line(target.extra.get("command")):
        yield Content.assemble(("run it by hand: ", "$foreground-muted"), command)
    if target.attempt > 1:
        yield Content.styled(f"attempt {target.attempt}", "$foreground-muted")


def _asked(row: CardRow) -> str:
    kind = (row.question or {}).get("kind")
    return "asks for values it needs" if kind == "environment" else "asks for your approval of what will run"


def _steps(row: CardRow) -> Iterator[Content]:
    """The steps behind share a line, the one under way or the one that failed has its own."""
    done = [step for step in row.steps if step[1] == "done" and not step[2]]
    if done:
        sign, tone = STEP_SIGNS["done"]
        yield Content(" · ").join(Content.assemble((f"{sign} ", COLOURS[tone]), name) for name, _, _ in done)
    for name, state, note in row.steps:
        if (name, state, note) not in done:
            sign, tone = STEP_SIGNS.get(state, ("·", "dim"))
            more = f"  {note}" if note else ""
            yield Content.assemble((f"{sign} ", COLOURS[tone]), name, (more, "$foreground-muted"))
