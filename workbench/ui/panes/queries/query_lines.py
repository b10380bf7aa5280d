"""The query lines: one to seven one-line inputs."""

from collections.abc import Sequence
from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from workbench.text import plain

MAX_LINES: Final = 7
"""As many queries as one lookup takes (spec 2.7)."""


class QueryInput(Input):
    """The text of one query. Backspace in a blank line asks for the line to go."""

    class Emptied(Message):
        """Backspace was pressed with nothing left to delete."""

    def validate_value(self, value: str) -> str:
        """Pasted text may hold what a terminal would act on."""
        return plain(value).replace("\n", " ")

    def on_key(self, event: events.Key) -> None:
        """Nothing to delete is a wish to delete the line."""
        if event.key == "backspace" and not self.value:
            event.stop()
            self.post_message(self.Emptied())


class QueryLine(Horizontal):
    """A number and an input."""

    def __init__(self, number: int, text: str = "") -> None:
        super().__init__()
        self._number = number
        # Kept, not looked up: a line that is being taken away loses its parts before it goes itself.
        self.input = QueryInput(text, placeholder=_placeholder(number), compact=True, select_on_focus=False)

    def compose(self) -> ComposeResult:
        """The number stands left of the input."""
        yield Static(str(self._number), classes="number", markup=False)
        yield self.input


def _placeholder(number: int) -> str:
    return "what a model would ask for" if number == 1 else "another query"


class QueryLines(Vertical):
    """The lines in order. Tells when their texts change; keeps between one and seven of them."""

    class Changed(Message):
        """Some line has another text, or a line came or went. `line` is the one that changed."""

        def __init__(self, line: int) -> None:
            super().__init__()
            self.line: Final = line

    class Submitted(Message):
        """Enter was pressed in the last line, whose number is `line`."""

        def __init__(self, line: int) -> None:
            super().__init__()
            self.line: Final = line

    class LeftAtBottom(Message):
        """Down was pressed in the last line."""

    def compose(self) -> ComposeResult:
        """One line to start with."""
        yield QueryLine(1)

    @property
    def lines(self) -> list[QueryLine]:
        """The lines from the top."""
        return list(self.query(QueryLine))

    @property
    def texts(self) -> tuple[str, ...]:
        """What the lines say, blank ones included."""
        return tuple(line.input.value for line in self.lines)

    @property
    def current(self) -> int:
        """The number of the line that has the focus, from 0; the last one where none has."""
        lines = self.lines
        return next((number for number, line in enumerate(lines) if line.input.has_focus), len(lines) - 1)

    async def add(self) -> bool:
        """Adds a line at the end and goes to it; answers whether there was room."""
        count = len(self.lines)
        if count >= MAX_LINES:
            return False
        await self.mount(QueryLine(count + 1))
        self.go(count)
        return True

    async def set_texts(self, texts: Sequence[str]) -> None:
        """Puts other queries into the lines, as many lines as there are queries."""
        texts = list(texts)[:MAX_LINES] or [""]
        lines = self.lines
        for line in lines[len(texts) :]:
            await line.remove()
        await self.mount_all(QueryLine(number + 1) for number in range(len(lines), len(texts)))
        for line, text in zip(self.lines, texts, strict=True):
            with line.input.prevent(Input.Changed):
                line.input.value = text
        self.go(len(texts) - 1)
        self.post_message(self.Changed(len(texts) - 1))

    def shift(self, step: int) -> None:
        """Moves the current query a line up or down; at the ends it stays."""
        lines, current = self.lines, self.current
        if 0 <= current + step < len(lines):
            upper, lower = lines[current].input, lines[current + step].input
            with upper.prevent(Input.Changed), lower.prevent(Input.Changed):
                upper.value, lower.value = lower.value, upper.value
            self.go(current + step)
            self.post_message(self.Changed(current + step))

    async def remove_current(self) -> None:
        """Takes the current line away; the last one is only emptied."""
        lines, current = self.lines, self.current
        if len(lines) == 1:
            lines[0].input.value = ""
            return
        for upper, lower in zip(lines[current:], lines[current + 1 :], strict=False):
            with upper.input.prevent(Input.Changed):
                upper.input.value = lower.input.value
        await lines[-1].remove()
        self.go(max(min(current, len(lines) - 2), 0))
        self.post_message(self.Changed(max(current - 1, 0)))

    def go(self, number: int) -> None:
        """Puts the caret at the end of a line."""
        lines = self.lines
        target = lines[min(max(number, 0), len(lines) - 1)].input
        target.focus()
        target.cursor_position = len(target.value)

    def move(self, step: int) -> None:
        """To the line above or below; below the last one is outside."""
        target = self.current + step
        if target >= len(self.lines):
            self.post_message(self.LeftAtBottom())
        elif target >= 0:
            self.go(target)

    @on(Input.Changed)
    def _changed(self, message: Input.Changed) -> None:
        message.stop()
        lines = [line.input for line in self.lines]
        self.post_message(self.Changed(lines.index(message.input) if message.input in lines else 0))

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        if self.current + 1 < len(self.lines):
            self.go(self.current + 1)
        else:
            self.post_message(self.Submitted(self.current))

    @on(QueryInput.Emptied)
    async def _emptied(self, message: QueryInput.Emptied) -> None:
        message.stop()
        if len(self.lines) > 1:
            at = self.current
            await self.remove_current()
            self.go(at - 1)
