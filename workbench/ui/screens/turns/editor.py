"""Where a turn is pasted or typed."""

from typing import Final

from textual import events

from workbench.text import plain
from workbench.ui.format import count
from workbench.ui.panes.tool.editor import JsonEditor

_EDITABLE: Final = 100_000
"""Characters of a loaded file that can be edited; of a larger one the beginning is shown."""

_SHOWN: Final = 4_000


_CUT: Final = "only the beginning is shown"
_HIDDEN: Final = "shown without its hidden characters"


class TurnEditor(JsonEditor):
    """The text of a turn. `whole` is all of it, also where the editor shows less; `fixed` then says why it does."""

    def __init__(self) -> None:
        super().__init__()
        self.placeholder = "Paste or type the calls here."
        self._kept: str | None = None
        self.fixed = ""

    @property
    def whole(self) -> str:
        """The text that counts."""
        return self.text if self._kept is None else self._kept

    def take(self, text: str) -> None:
        """Shows another text, from a file or made here.

        What cannot be shown as it is cannot be edited: the calls are those of the file, hidden characters included.
        """
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.fixed = _CUT if len(text) > _EDITABLE else _HIDDEN if plain(text) != text else ""
        self._kept = text if self.fixed else None
        self.load_text(plain(text[:_SHOWN] + "…" if self.fixed == _CUT else text))
        self.read_only = bool(self.fixed)
        self.move_cursor((0, 0))

    def hold(self, held: bool) -> None:
        """While a turn runs its text stands still."""
        self.read_only = held or bool(self.fixed)

    def on_paste(self, event: events.Paste) -> None:
        """Says so where what is pasted loses characters that nobody can see."""
        hidden = len(event.text.replace("\r\n", "\n")) - len(plain(event.text))
        if hidden > 0 and not self.read_only:
            said = f"Pasted without {count(hidden, 'hidden character')}; load a file to keep them."
            self.app.notify(said, severity="warning", markup=False)
