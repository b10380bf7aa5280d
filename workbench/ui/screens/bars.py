"""The two lines above the panes: what this is and what it runs on; and, in a narrow terminal, the panes' names."""

from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from workbench.settings import Settings
from workbench.text import one_line
from workbench.ui.format import columns, count, number
from workbench.ui.messages import ReportsRequested


class TitleBar(Widget):
    """Name, configuration and context on the left; the number of reports, once there are any, on the right.

    `what_if` says what is not as it was configured.
    """

    reports: reactive[int] = reactive(0)
    context: reactive[int | None] = reactive(None)
    what_if: reactive[tuple[str, ...]] = reactive(())

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._where = _origin(settings)
        self.set_reactive(TitleBar.context, settings.model.context_length)

    def render(self) -> Content:
        """One line; the reports are never cut."""
        size = f"{number(self.context)} tokens of context" if self.context else "context unknown"
        moved = f"  ~ what-if: {' · '.join(self.what_if)}" if self.what_if else ""
        left = Content.assemble(
            ("Tool search workbench", "bold"),
            ("  " + " · ".join((self._where, size)), "$foreground-muted"),
            (moved, "$text-warning"),
        )
        right = Content.styled(f"⚑ {count(self.reports, 'report')} F8", "$text-warning") if self.reports else Content()
        return columns(left, right, self.content_size.width)

    def on_click(self) -> None:
        """The mouse's way to the reports."""
        if self.reports:
            self.post_message(ReportsRequested())


def _origin(settings: Settings) -> str:
    if settings.path:
        return one_line(settings.path.name)
    given = set(settings.origins.values())
    return "command line" if "command line" in given and "demo" not in given else "demo"


class PaneTabs(Horizontal):
    """The names of the panes on one line, the current one marked."""

    current: reactive[str] = reactive("queries")
    PANES: Final = (
        ("servers", "Servers F2"),
        ("queries", "Queries F3"),
        ("tool", "Tool F4"),
        ("connectors", "Connectors F6"),
    )

    class Chosen(Message):
        """The pane `pane` was clicked."""

        def __init__(self, pane: str) -> None:
            super().__init__()
            self.pane: Final = pane

    def compose(self) -> ComposeResult:
        """One label a pane."""
        for name, label in self.PANES:
            yield PaneTab(name, label)

    def watch_current(self, current: str) -> None:
        """Marks the current pane."""
        for tab in self.query(PaneTab):
            tab.set_class(tab.pane == current, "-current")


class PaneTab(Static):
    """One name in the line of panes."""

    def __init__(self, pane: str, label: str) -> None:
        super().__init__(label, markup=False)
        self.pane: Final = pane

    def on_click(self, event: events.Click) -> None:
        """Chooses its pane."""
        event.stop()
        self.post_message(PaneTabs.Chosen(self.pane))
