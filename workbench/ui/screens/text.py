"""A text that needs reading: it scrolls, and it can be copied."""

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from workbench.ui.screens.dialog import CopyDialog


class TextDialog(CopyDialog):
    """Shows `text` under `title`. `whole` is what Copy copies where the shown text is shortened."""

    def __init__(self, title: str, text: Content | str, *, whole: str | None = None) -> None:
        super().__init__()
        self._heading = title
        self._text = Content(text) if isinstance(text, str) else text
        self._whole = self._text.plain if whole is None else whole

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._heading)
            box.border_subtitle = "↑↓ scroll · ctrl+y copy · esc close"
            with VerticalScroll(classes="scroll"):
                yield Static(self._text, markup=False)

    def on_mount(self) -> None:
        """Arrow keys scroll at once."""
        self.query_one(VerticalScroll).focus()

    def whole_text(self) -> str:
        """The text, unshortened."""
        return self._whole
