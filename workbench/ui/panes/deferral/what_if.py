"""What-if as rows: the numbers the budget comes from, the servers, the pins; and the forms over context sizes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from workbench.disclosure.blocks import Form
from workbench.disclosure.what_if import CONTEXTS, Point
from workbench.model import ServerState
from workbench.session import ServerView, SessionState
from workbench.text import clip, one_line
from workbench.ui.format import number, short_number
from workbench.ui.panes.deferral.changes import changed
from workbench.ui.panes.deferral.rows import mark, setting
from workbench.ui.panes.deferral.sight import Sight
from workbench.ui.panes.rows import Row, Span, Tone, heading

NUMBERS: Final = ("context_length", "threshold_pct", "listing_max_tokens")
"""What can be stepped through and typed."""

FORM_WORDS: Final[Mapping[str, tuple[str, Tone]]] = {
    "full": ("full", "good"), "names": ("names", "warn"), "summary": ("line", "bad"), "none": ("–", "dim"),
    "unavailable": ("down", "dim"),
}  # fmt: skip
_NAME: Final = 14
_CELL: Final = 6


def what_if_rows(sight: Sight, state: SessionState, told: Sequence[str]) -> Iterator[Row]:
    """The numbers with what follows from them, every server, the pinned tools; and what is not as configured."""
    search, context = sight.settings.tool_search, sight.settings.model.context_length
    moved = changed(sight.settings, sight.configured) | (
        {"context_length"} if sight.settings.model != sight.configured.model else frozenset()
    )
    size = "unknown" if context is None else number(context)
    yield setting("context_length", f"‹ {size} ›", "tokens of context", moved)
    yield setting("threshold_pct", f"‹ {search.threshold_pct:g} % ›", "of the context, for the listing", moved)
    yield setting("listing_max_tokens", f"‹ {number(search.listing_max_tokens)} ›", "tokens, at most", moved)
    yield setting("listing", f"‹ {search.listing} ›", "off: no listing, whatever the budget", moved)
    assembly = state.assembly
    yield Row((("  gives ", "dim"), (f"a budget of {number(assembly.listing_budget)} tokens, "
               f"tier {assembly.tier}, listing {assembly.listing_form}", "text")))  # fmt: skip
    for fact in told:
        yield Row((("~ ", "warn"), (fact, "warn")))
    yield Row()
    yield heading("Servers", "tools  tokens  form")
    if not state.servers:
        yield Row((("  none is attached", "dim"),))
    for view in state.servers:
        yield _server(view)
    yield Row()
    yield heading("Pinned", "never deferred: never_defer_tools")
    pinned_then = sight.configured.tool_search.never_defer_tools
    for name in search.never_defer_tools:
        spans: tuple[Span, ...] = (mark(name not in pinned_then), ("[x]", "name"), (f" {name}", "text"))
        yield Row(spans, lines=1, key=("pin", name))
    yield Row((("  ", "text"), ("+ pin a tool", "name"), ("  by its name", "dim")), key=("pin", ""))


def _server(view: ServerView) -> Row:
    on = view.status.state is not ServerState.DETACHED
    tone: Tone = "text" if on else "dim"
    tools = "tools unknown" if view.tools is None else f"{number(view.tools)} tools"
    form, form_tone = FORM_WORDS.get(view.form, (view.form, "dim"))
    right: tuple[Span, ...] = (
        (str(view.status.state).rjust(10), tone), (tools.rjust(12), tone),
        (short_number(view.schema_tokens).rjust(7), tone), ((form if on else "–").rjust(6), form_tone),
    )  # fmt: skip
    spans: tuple[Span, ...] = (
        ("  ", "text"),
        ("[x]" if on else "[ ]", "name"),
        (f" {clip(one_line(view.name), 40)}", tone),
    )
    return Row(spans, right=right, lines=1, key=("server", view.name))


def contexts_for(present: int | None) -> tuple[int, ...]:
    """The common sizes, and the present one among them."""
    return tuple(sorted({*CONTEXTS, *([present] if present else [])}))


def chart_rows(points: Sequence[Point], names: Sequence[tuple[str, str]], present: int | None) -> Iterator[Row]:
    """Contexts as columns; tier, listing and each source (key, name) as rows. The present size is marked."""
    yield Row((("What each server is reduced to at other context sizes.", "dim"),))
    yield Row()
    yield _line("context", [(_size(point.context), "head" if point.context == present else "text")
                             for point in points])  # fmt: skip
    yield _line("", [("now ▲" if point.context == present else "", "head") for point in points])
    yield _line("tier", [(str(point.tier), _tier_tone(point.tier)) for point in points])
    yield _line("listing", [("lines" if point.form == "groups" else point.form, "text") for point in points])
    yield _line("budget", [(short_number(point.budget), "dim") for point in points])
    yield _line("used", [(short_number(point.listing_tokens), "text") for point in points])
    yield _line("sent", [(short_number(point.sent_tokens), "text") for point in points])
    yield Row()
    for key, name in names:
        forms: list[Form] = [point.forms.get(key, "none") for point in points]
        yield _line(name, [FORM_WORDS.get(form, (form, "dim")) for form in forms])
    yield Row()
    yield Row((("full ", "good"), ("names and descriptions · ", "dim"), ("names ", "warn"), ("alone · ", "dim"),
               ("line ", "bad"), ("one line for the server", "dim")))  # fmt: skip


def _line(name: str, cells: Sequence[tuple[str, Tone]]) -> Row:
    spans: list[Span] = [(clip(one_line(name), _NAME - 1).ljust(_NAME), "name")]
    spans += [(clip(word, _CELL - 1).rjust(_CELL), tone) for word, tone in cells]
    return Row(tuple(spans), lines=1)


def _size(context: int) -> str:
    for unit, sign in ((1_000_000, "M"), (1_000, "k")):
        if context >= unit and context % unit == 0:
            return f"{context // unit}{sign}"
    return short_number(context)


def _tier_tone(tier: int) -> Tone:
    tones: tuple[Tone, ...] = ("dim", "good", "warn")
    return tones[tier]
