"""The arguments of a call: an editor, and everything the check has to say about what is in it."""

from dataclasses import replace
from functools import partial
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import TextArea

from workbench.model import ArgumentCheck, Tool
from workbench.session import Session
from workbench.text import pretty_json
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.tool.argument_text import Parsed, parse
from workbench.ui.panes.tool.checking import Checked, checked_rows
from workbench.ui.panes.tool.editor import JsonEditor
from workbench.ui.panes.tool.form import FormView

_FRAME: Final = 1 / 60
_SECTION: Final = "tool"
_LARGE: Final = 4_000
"""Tokens of a definition above which the check leaves the event loop."""


class ArgumentsView(Vertical):
    """Edits the arguments of `tool`, and checks them as they change."""

    checked: reactive[Checked] = reactive(Checked(Parsed({})), init=False)

    class Moved(Message):
        """The text or what is known about it changed."""

    class _CheckEnded(Message):
        """A check that ran outside of the event loop is done."""

        def __init__(self, checked: Checked) -> None:
            super().__init__()
            self.checked: Final = checked

    def __init__(self, session: Session, *, id: str) -> None:
        super().__init__(id=id)
        self._session = session
        self._tool: Tool | None = None
        self._due = False
        self._as_form = False

    def compose(self) -> ComposeResult:
        """Editor or form above, verdict below."""
        yield JsonEditor()
        yield FormView(classes="form")
        yield LinesView(classes="verdict")

    @property
    def editor(self) -> JsonEditor:
        """The text area."""
        return self.query_one(JsonEditor)

    def load(self, tool: Tool | None, text: str) -> None:
        """Edits the arguments of another tool, or of the same one anew."""
        self._as_form = _kept_form(self)
        self._show_form()
        self._tool = tool
        if self.editor.text != text:
            self.editor.load_text(text)
        self.check_now()

    def switch_form(self) -> None:
        """The form instead of the JSON, or the JSON again; remembered between runs."""
        self._as_form = not self._as_form
        if (keeping := getattr(self.app, "keeping", None)) is not None:
            keeping.keep(_SECTION, {"form": self._as_form})
        self._show_form()
        self.focus_target.focus()

    def _show_form(self) -> None:
        self.set_class(self._as_form, "-form")
        self.query_one(FormView).drawn = self._as_form

    @property
    def focus_target(self) -> Widget:
        """What takes the focus: the form, or the editor."""
        return self.query_one(FormView) if self._as_form else self.editor

    @on(FormView.Edited)
    def _edited(self, message: FormView.Edited) -> None:
        message.stop()
        self.editor.replace_all(pretty_json(message.value))

    @on(FormView.TakenBack)
    def _taken_back(self, message: FormView.TakenBack) -> None:
        message.stop()
        self.editor.undo()

    def go_to_fault(self) -> None:
        """Puts the caret where the text stops being JSON."""
        parsed = self.checked.parsed
        if parsed.line:
            self.editor.cursor_location = (parsed.line - 1, parsed.column - 1)
            self._as_form = False
            self._show_form()
        self.focus_target.focus()

    @on(TextArea.Changed)
    def _text_changed(self, message: TextArea.Changed) -> None:
        message.stop()
        if not self._due:
            self._due = True
            self.set_timer(_FRAME, self._check_if_due)

    def _check_if_due(self) -> None:
        if self._due:
            self.check_now()

    def check_now(self) -> None:
        """Reads and checks the text as it stands."""
        self._due = False
        tool, text = self._tool, self.editor.text
        read = Checked(parse(text), None, text, tool.name if tool else "")
        if read.parsed.arguments is None or tool is None:
            self.checked = read
        elif tool.schema_tokens <= _LARGE:
            self.checked = self._check(read)
        else:
            self.checked = read
            self.run_worker(partial(self._check_aside, read), thread=True, exclusive=True, group="check")

    def _check_aside(self, read: Checked) -> None:
        self.post_message(self._CheckEnded(self._check(read)))

    @on(_CheckEnded)
    def _check_ended(self, message: _CheckEnded) -> None:
        message.stop()
        if (message.checked.tool, message.checked.text) == (self.checked.tool, self.checked.text):
            self.checked = message.checked

    def _check(self, read: Checked) -> Checked:
        try:
            check = self._session.check(read.tool, read.parsed.arguments)
        except KeyError:
            check = ArgumentCheck(read.parsed.arguments or {}, unchecked=("the tool has gone from the catalog",))
        return replace(read, check=check)

    def watch_checked(self, checked: Checked) -> None:
        """Draws the verdict."""
        rows = tuple(checked_rows(checked))
        self.query_one(".verdict", LinesView).set_rows(lambda _: rows)
        if self._tool is not None:
            self.query_one(FormView).show(
                self._tool.name, self._tool.parameters, checked.parsed.arguments, checked.check
            )
        self.post_message(self.Moved())


def _kept_form(view: ArgumentsView) -> bool:
    keeping = getattr(view.app, "keeping", None)
    kept = None if keeping is None else keeping.read(_SECTION)
    return isinstance(kept, dict) and kept.get("form") is True
