"""The question before a call of a turn: as for any call, with a way out of the whole turn."""

from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import ClassVar

from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content

from workbench.model import Json, Tool
from workbench.ui import actions
from workbench.ui.screens.approval import ApprovalDialog


class TurnApproval(ApprovalDialog):
    """Asks for one call. `stop` is called where the user would rather end the turn; the call is then refused."""

    CSS_PATH: ClassVar[str | list[str | PurePath] | None] = "../dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("turns", only=["turns.stop"])]

    def __init__(
        self, tool: Tool, arguments: Mapping[str, Json], stop: Callable[[], None], before: Tool | None = None
    ) -> None:
        super().__init__(tool, arguments, before)
        self._stop = stop

    def on_mount(self) -> None:
        """Tells the keys; a hasty Enter must not run anything."""
        super().on_mount()
        self.query_one(".dialog", Vertical).border_subtitle = Content("y run once · n refuse · x stop the turn")

    def action_stop(self) -> None:
        """Refuses the call and starts no more of the turn."""
        self._stop()
        self.dismiss(False)
