"""The list of servers, whose highlight stays on its server whatever changes around it."""

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from workbench.session import ServerView
from workbench.ui import actions
from workbench.ui.panes.servers.rows import row


class ServerList(OptionList):
    """One entry a server. Names are hostile: entries are known by their position, never by an id made from a name."""

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("servers", only=["servers.details"])]

    class DetailsRequested(Message):
        """Enter was pressed on the highlighted server."""

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._views: tuple[ServerView, ...] = ()
        self._budget = 0

    @property
    def selected(self) -> ServerView | None:
        """The highlighted server."""
        return None if self.highlighted is None else self._views[self.highlighted]

    def show(self, views: tuple[ServerView, ...], budget: int) -> None:
        """Draws these servers; entries are changed in place as long as their number allows it."""
        chosen = self.selected.name if self.selected else ""
        before, self._views = self._views, views
        moved, self._budget = budget != self._budget, budget
        if [view.name for view in before] == [view.name for view in views]:
            self._redraw(index for index, view in enumerate(views) if moved or view != before[index])
            return
        names = [view.name for view in views]
        position = names.index(chosen) if chosen in names else min(self.highlighted or 0, len(views) - 1)
        scroll = self.scroll_y
        self.set_options([Option(row(view, self._row_width, budget)) for view in views])
        if views:
            self.highlighted = position
        self.scroll_to(y=scroll, animate=False)

    @property
    def _row_width(self) -> int:
        return max(self.scrollable_content_region.width, 8)

    def _redraw(self, indices: Iterable[int]) -> None:
        for index in indices:
            self.replace_option_prompt_at_index(index, row(self._views[index], self._row_width, self._budget))

    def on_resize(self, event: events.Resize) -> None:
        """Entries are laid out for a width."""
        del event
        self._redraw(range(len(self._views)))

    def action_select(self) -> None:
        """A click only highlights."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Details are dimmed while there is no server."""
        del parameters
        return None if action == "details" and not self._views else True

    def action_details(self) -> None:
        """Asks the pane for the details of the highlighted server."""
        self.post_message(self.DetailsRequested())
