"""A question of the agent to the person: choices, a free answer, or none (the core tool `clarify`)."""

import asyncio
from pathlib import PurePath
from typing import ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from workbench.core import Question
from workbench.text import one_line, plain
from workbench.ui.screens.dialog import Dialog


class QuestionDialog(Dialog[str | None]):
    """Answers the chosen or typed text; None where the person does not want to answer."""

    CSS_PATH: ClassVar[str | list[str | PurePath] | None] = ["dialog.tcss", "question.tcss"]

    def __init__(self, question: Question) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question, the choices, a line for an answer of one's own."""
        choices = self._question.choices
        with Vertical(classes="dialog") as box:
            box.border_title = "The agent asks"
            box.border_subtitle = (
                "enter answer · tab choices and free answer · esc no answer"
                if choices
                else "enter answer · esc no answer"
            )
            with VerticalScroll(classes="scroll", can_focus=False):
                yield Static(Content(plain(self._question.text)), markup=False)
            if choices:
                yield OptionList(*(Option(Content(one_line(choice) or "(empty)")) for choice in choices), markup=False)
            yield Input(placeholder="another answer" if choices else "answer", compact=True)

    def on_mount(self) -> None:
        """The choices first, where there are any."""
        for options in self.query(OptionList):
            options.highlighted = 0
            options.focus()
            return
        self.query_one(Input).focus()

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._question.choices[event.option_index])

    @on(Input.Submitted)
    def _type(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.dismiss(event.value.strip())


async def ask_in_dialog(app: App[object], question: Question) -> str | None:
    """Puts a question from whatever task; where that is cancelled, the dialog goes as well."""
    dialog = QuestionDialog(question)
    answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    def take(given: str | None) -> None:
        if not answer.done():
            answer.set_result(given)

    await app.push_screen(dialog, take)
    try:
        return await answer
    finally:
        if not answer.done() or answer.cancelled():
            dialog.dismiss(None)
