"""Where a turn is pasted or typed."""

from typing import Final

from workbench.text import plain
from workbench.ui.panes.tool.editor import JsonEditor

_EDITABLE: Final = 100_000
"""Characters of a loaded file that can be edited; of a larger one the beginning is shown."""

_SHOWN: Final = 4_000


class TurnEditor(JsonEditor):
    """The text of a turn. `whole` is all of it, also where the editor shows only its beginning."""

    def __init__(self) -> None:
        super().__init__()
        self.placeholder = "Paste or type the calls here."
        self._kept: str | None = None

    @property
    def whole(self) -> str:
        """The text that counts."""
        return self.text if self._kept is None else self._kept

    @property
    def shortened(self) -> bool:
        """Whether only the beginning is shown, not to be edited."""
        return self._kept is not None

    def take(self, text: str) -> None:
        """Shows another text, from a file or made here."""
        self._kept = text if len(text) > _EDITABLE else None
        self.load_text(plain(text if self._kept is None else text[:_SHOWN] + "…"))
        self.read_only = self.shortened
        self.move_cursor((0, 0))

    def hold(self, locked: bool) -> None:
        """While a turn runs its text stands still."""
        self.read_only = locked or self.shortened
