"""The line above the model view: what a request costs, and how the conversation stands."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from workbench.disclosure.conversation import Conversation, Drift
from workbench.ui.format import columns, count, number


class Heading(Widget):
    """Assign `entries`, `array` and `prompt` (tokens), `tier` and `conversation` (words); it draws one line."""

    entries: reactive[int] = reactive(0)
    array: reactive[int] = reactive(0)
    prompt: reactive[int] = reactive(0)
    tier: reactive[str] = reactive("")
    conversation: reactive[tuple[str, str]] = reactive(("", ""))

    def render(self) -> Content:
        """Totals on the left, cut first; the conversation on the right."""
        whole = self.array + self.prompt
        sums = f"array {number(self.array)} + prompt {number(self.prompt)}"
        left = Content.assemble(
            ("Model view", "bold"),
            "  ",
            (f"{number(whole)} tok", "bold $text-primary"),
            (f" = {sums} · {count(self.entries, 'entry').replace('entrys', 'entries')} · {self.tier}",
             "$foreground-muted"),
        )  # fmt: skip
        return columns(left, Content.styled(*self.conversation), self.content_size.width)


def conversation_words(conversation: Conversation | None, drift: Drift | None) -> tuple[str, str]:
    """How the conversation stands, in words and their colour; `drift` is None while it is being compared."""
    if conversation is None:
        return "no conversation", "$foreground-muted"
    if drift is None:
        return "conversation", "$foreground-muted"
    if drift.stale:
        differ = len(drift.changed) + drift.prompt_changed
        return f"▲ conversation · {number(differ)} of 4 differ", "$text-warning"
    return "● conversation · as frozen", "$text-success"
