"""One line: how the gateway stands, and how the last operation ended."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from workbench.connectors.cards import card
from workbench.ui.format import columns
from workbench.ui.panes.connectors.look import Look
from workbench.ui.panes.connectors.words import COLOURS, gateway_spans


class StatusLine(Widget):
    """Assign `look`; the line follows."""

    look: reactive[Look] = reactive(Look())

    def render(self) -> Content:
        """State on the left, the last outcome or the key that helps on the right."""
        left = Content.assemble(
            *((text, COLOURS[tone]) for text, tone in gateway_spans(self.look) if isinstance(tone, str))
        )
        return columns(left, Content.styled(self._right(), "$foreground-muted"), self.content_size.width)

    def _right(self) -> str:
        view, present = self.look.view, self.look.present
        if present is not None and present.settled:
            return clip_words("last: " + " · ".join(card(present, 0.0).summary), self.content_size.width // 3)
        if view.enabled and not view.signed_in:
            return "s signs in"
        return ""


def clip_words(text: str, width: int) -> str:
    """A line cut to `width` cells."""
    return Content(text.replace("\n", " ")).truncate(max(width, 1), ellipsis=True).plain
