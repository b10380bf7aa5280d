"""A view of rows in which JSON folds."""

from collections.abc import Iterable, Set
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from workbench.ui import actions
from workbench.ui.panes.json_folding import Place, folded_rows, places
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.rows import Row


class JsonLines(LinesView):
    """Shows rows; objects and arrays among them fold by Enter, space or a click."""

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("json")]

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._rows: tuple[Row, ...] = ()
        self._folded: Set[Place] = frozenset()

    def show(self, rows: tuple[Row, ...], *, to_top: bool = True) -> None:
        """Shows other rows, as `numbered` makes them; nothing of them is folded."""
        if to_top or rows != self._rows:
            self._rows = rows
            self._folded = frozenset()
            self.set_rows(self._visible, to_top=to_top)

    def _visible(self, _: int) -> Iterable[Row]:
        return folded_rows(self._rows, self._folded)

    @on(LinesView.Chosen)
    def _chosen(self, message: LinesView.Chosen) -> None:
        message.stop()
        self.action_fold()

    def action_fold(self) -> None:
        """Folds what the highlighted line opens, or unfolds it."""
        place = self.highlighted
        if isinstance(place, Place) and place.inside:
            self._folded ^= {place}
            self.set_rows(self._visible, cursor=place)

    def action_fold_all(self) -> None:
        """Folds every object and array within the outermost ones, or unfolds all of them."""
        every = places(self._rows)
        if every:
            self._folded = frozenset() if every <= self._folded else every
            self.set_rows(self._visible)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is something to fold only where there is JSON of several lines."""
        del parameters
        return action not in ("fold", "fold_all") or any(
            isinstance(row.key, Place) and row.key.inside for row in self._rows
        )
