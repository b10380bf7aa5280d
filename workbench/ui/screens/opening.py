"""The frame of the main screen, painted while what it needs is still being imported."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static


class OpeningScreen(Screen[None]):
    """Boxes where the panes will be. `typed` holds the keys that came meanwhile, for the screen that follows."""

    DEFAULT_CSS = """
    OpeningScreen .title { dock: top; height: 1; padding: 0 1; background: $panel; text-style: bold; }
    OpeningScreen .foot { dock: bottom; height: 1; padding: 0 1; background: $panel; color: $text-muted; }
    OpeningScreen .box { width: 1fr; height: 1fr; border: round $foreground 25%; border-title-style: bold; }
    OpeningScreen #servers { width: 38; }
    OpeningScreen.-narrow .box { display: none; }
    OpeningScreen.-narrow #queries { display: block; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self.typed: list[events.Key] = []

    def compose(self) -> ComposeResult:
        """The title, three empty boxes, a word below."""
        yield Static("Tool search workbench", classes="title", markup=False)
        with Horizontal():
            for name in ("servers", "queries", "tool"):
                box = Static(id=name, classes="box", markup=False)
                box.border_title = name.capitalize()
                yield box
        yield Static("Opening…", classes="foot", markup=False)

    def on_key(self, event: events.Key) -> None:
        """Nothing that is typed is lost."""
        event.stop()
        self.typed.append(event)
