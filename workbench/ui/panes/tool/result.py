"""How a call goes, and what came of it."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import reactive

from workbench.ui.panes.json_lines import JsonLines
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.tool.run import Run, run_rows


class ResultView(Vertical):
    """Shows one call: its state above, its result below."""

    current: reactive[Run | None] = reactive(None, init=False)

    def compose(self) -> ComposeResult:
        """State and result."""
        yield LinesView(classes="state")
        yield JsonLines(classes="result")

    def on_mount(self) -> None:
        """Says that there is nothing yet."""
        self.query_one(".state", LinesView).can_focus = False
        self.watch_current(None, None)

    def watch_current(self, before: Run | None, run: Run | None) -> None:
        """Draws the state; the result only when it is another one."""
        state = run_rows(run)
        self.query_one(".state", LinesView).set_rows(lambda _: state)
        rows = run.rows if run else ()
        if before is None or run is None or before.rows is not rows:
            self.query_one(".result", JsonLines).show(rows)
