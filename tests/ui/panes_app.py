"""The queries and tool panes alone on a screen, so that their pictures change only when they do."""

from typing import Any

from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.pilot import Pilot
from textual.screen import Screen

from tests.ui.support import until
from workbench.session import Session
from workbench.ui.messages import ToolChosen
from workbench.ui.panes.queries import QueriesPane
from workbench.ui.panes.tool import ToolPane


class MainScreen(Screen[None]):
    """Both panes side by side, or in a small terminal the one that is asked for.

    It has the name and the classes by which the style sheets of the panes know the real one.
    """

    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]  # noqa: RUF012

    def __init__(self, session: Session, hidden: str) -> None:
        super().__init__()
        self._session = session
        self._hidden = hidden

    def compose(self) -> ComposeResult:
        with Horizontal():
            for pane in (QueriesPane(self._session), ToolPane(self._session)):
                pane.set_class(pane.id == self._hidden, "-hidden")
                yield pane

    def on_tool_chosen(self, message: ToolChosen) -> None:
        self.query_one(ToolPane).show(message.name)


class PanesApp(App[None]):
    """A session of its own, and the screen above; `hidden` is the id of the pane that a small terminal leaves out."""

    CSS = """
    QueriesPane, ToolPane { width: 1fr; border: round $panel-lighten-1; }
    MainScreen.-low .-hidden { display: none; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.hidden = "tool"
        self.animation_level = "none"

    def get_default_screen(self) -> MainScreen:
        return MainScreen(self.session, self.hidden)

    async def on_unmount(self) -> None:
        await self.session.close()


async def settle_panes(pilot: Pilot[Any]) -> None:
    """Starts the session and hands its state to the panes."""
    app = pilot.app
    assert isinstance(app, PanesApp)
    await app.session.start()
    await app.session.settled()
    await until(pilot, lambda: app.screen.is_mounted, "the screen")
    for kind in (QueriesPane, ToolPane):
        app.screen.query_one(kind).session_changed(app.session.state)
    await pilot.pause()
