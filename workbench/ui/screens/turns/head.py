"""The line above the turns screen."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from workbench.text import one_line
from workbench.ui.format import columns


class TurnsHead(Widget):
    """What this screen is, and the file its text came from."""

    file: reactive[str] = reactive("")

    def render(self) -> Content:
        """One line."""
        left = Content.assemble(("Turns", "bold"), ("  what a model emitted at once", "$foreground-muted"))
        name = one_line(self.file)
        room = max(self.content_size.width // 2, 0)
        shown = "…" + name[-room + 1 :] if len(name) > room > 1 else name
        return columns(left, Content.styled(shown, "$foreground-muted"), self.content_size.width)
