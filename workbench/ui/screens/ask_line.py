"""One line asked for in a dialog: a number, a name. What is wrong with it stands below it while it is typed."""

from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from workbench.ui.screens.dialog import Dialog


class AskLine(Dialog[str | None]):
    """Answers the typed text once `check` says nothing against it; None where it was left.

    `names` are offered as one types; the right arrow takes the offer. With `exact` the text is answered as it was
    typed, blanks and nothing at all included. `note` stands above the line; `doubt` below it, and hinders nothing.
    """

    CSS_PATH: ClassVar[str | list[str | PurePath] | None] = ["dialog.tcss"]
    DEFAULT_CSS = """
    AskLine .fault { height: auto; color: $text-error; }
    """

    def __init__(
        self,
        title: str,
        names: Sequence[str] = (),
        *,
        check: Callable[[str], str] = lambda _: "",
        value: str = "",
        exact: bool = False,
        note: str = "",
        doubt: Callable[[str], str] = lambda _: "",
    ) -> None:
        super().__init__()
        self._title = title
        self._names = tuple(names)
        self._check = check
        self._value = value
        self._exact = exact
        self._note = note
        self._doubt = doubt

    def compose(self) -> ComposeResult:
        """The line, and what is wrong with it."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = "enter take · → complete · esc leave" if self._names else "enter take · esc leave"
            if self._note:
                yield Static(Content(self._note), classes="note")
            suggester = SuggestFromList(self._names, case_sensitive=False) if self._names else None
            yield Input(self._value, compact=True, suggester=suggester, select_on_focus=False)
            yield Static(classes="fault", markup=False)

    def on_mount(self) -> None:
        """Ready to type."""
        self.query_one(Input).focus()

    def _fault(self, text: str) -> str:
        return self._check(text) if text else ""

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        text = self._read(event.value)
        self.query_one(".fault", Static).update(Content(self._fault(text) or self._doubt(text)))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        text = self._read(event.value)
        if (text or self._exact) and not self._fault(text):
            self.dismiss(text)

    def _read(self, text: str) -> str:
        return text if self._exact else text.strip()
