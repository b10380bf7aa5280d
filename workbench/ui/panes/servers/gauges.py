"""The gauges above the servers: tier, listing budget, and what deferral saves."""

from typing import Final

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from workbench.disclosure.assembly import Assembly
from workbench.disclosure.deferral import ALWAYS_DIRECT
from workbench.model import Kind
from workbench.ui.format import bar, columns, count, number, percent
from workbench.ui.panes.servers.words import tier_words

TWO_COLUMNS: Final = 64
"""From this width on the gauges stand in two columns."""

_GAP: Final = 6


class Gauges(Widget):
    """Draws one assembly. Assign `assembly`; everything follows."""

    assembly: reactive[Assembly | None] = reactive(None, always_update=True, init=False, layout=False)

    _height = 0

    def watch_assembly(self, assembly: Assembly | None) -> None:
        """The title carries the tier, the most asked question."""
        if assembly is not None:
            height = len(gauge_lines(assembly, max(self.content_size.width, 10)))
            if height != self._height:
                self._height = height
                self.refresh(layout=True)
            self.border_title = Content(f"Tier {assembly.tier} · {tier_words(assembly)}")

    def render(self) -> Content:
        """Lines of label and number; the numbers share one right edge."""
        if self.assembly is None:
            return Content.styled("Reading the servers…", "$foreground-muted")
        return Content("\n").join(gauge_lines(self.assembly, max(self.content_size.width, 10)))


def gauge_lines(assembly: Assembly, width: int) -> list[Content]:
    """The gauges of an assembly as lines of `width` cells, side by side where there is room for two columns.

    Where the agent brings core tools of its own, a line says how many are visible and how many deferred.
    """
    if width < TWO_COLUMNS:
        return [*_costs(assembly, width), *_parts(assembly, width), *_core(assembly, width)]
    half = (width - _GAP) // 2
    pairs = zip(_costs(assembly, half), _parts(assembly, half), strict=True)
    lines = [Content.assemble(left, " " * (width - 2 * half), right) for left, right in pairs]
    return [*lines, *_core(assembly, width)]


def deferral_hint(changed: bool) -> Content:
    """The key of the deferral panel; what was changed there is not the configuration any more, and that is said."""
    return Content.styled("~ changed F10", "$text-warning") if changed else Content("Deferral F10")


def _core(assembly: Assembly, width: int) -> list[Content]:
    visible = sum(tool.kind is Kind.CORE and tool.name != ALWAYS_DIRECT for tool in assembly.visible)
    deferred = len(assembly.core_deferred)
    if not visible + deferred:
        return []
    words = Content.assemble((number(visible), "bold"), " visible · ", (number(deferred), "bold"), " deferred")
    return [columns("Core", words, width)]


def _costs(assembly: Assembly, width: int) -> list[Content]:
    used, budget = assembly.listing_tokens, assembly.listing_budget
    colour = "$text-error" if used > budget else "$text-warning" if used > 0.9 * budget else "$primary"
    return [
        columns("Listing budget", _amount(f"{number(used)} / {number(budget)}", percent(used, budget)), width),
        bar(used, budget, width, colour),
        columns("Eager loading", _amount(number(assembly.eager_tokens), "tok"), width),
        columns("Sent instead", _amount(number(sent_tokens(assembly)), "tok"), width),
    ]


def _parts(assembly: Assembly, width: int) -> list[Content]:
    saved = assembly.eager_tokens - sent_tokens(assembly)
    return [
        _part(" bridge", None, assembly.bridge_tokens, width),
        _part(" visible", len(assembly.visible), assembly.visible_tokens, width),
        _part("Deferred", assembly.deferred_count, assembly.deferred_tokens, width),
        columns("Saved", _saving(saved, assembly.eager_tokens), width),
    ]


def sent_tokens(assembly: Assembly) -> int:
    """What the model is given instead of every definition: the visible ones, and the bridge with its listing."""
    return assembly.visible_tokens + assembly.bridge_tokens


def _amount(value: str, unit: str) -> Content:
    return Content.assemble((value, "bold"), " ", (unit.rjust(5), "$foreground-muted"))


def _part(label: str, tools: int | None, tokens: int, width: int) -> Content:
    label, right = label.ljust(9), Content.assemble(number(tokens), " " * 6)
    note = "" if tools is None else count(tools, "tool")
    if tools is not None and len(label + note) + 1 + right.cell_length > width:
        note = number(tools)
    return columns(Content.assemble(label, (note, "$foreground-muted")), right, width)


def _saving(saved: int, eager: int) -> Content:
    if saved < 0:
        return Content.assemble((f"costs {number(-saved)} more", "bold $text-warning"), " " * 6)
    if not saved:
        return Content.assemble(("nothing", "$foreground-muted"), " " * 6)
    share = percent(saved, eager).rjust(5)
    return Content.assemble((number(saved), "bold $text-success"), " ", (share, "$text-success"))
