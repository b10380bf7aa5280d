"""The listing of deferred tools inside `tool_search`: one block per source, as rich as the budget allows (spec 1.5)."""

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from workbench.disclosure.blocks import Form, SourceBlocks, blocks_for
from workbench.settings import Switch
from workbench.text import byte_length, estimate_tokens

__all__ = ["HEADER", "NO_LISTING", "Form", "Listing", "ListingForm", "SourceBlocks", "blocks_for", "choose_listing"]

ListingForm = Literal["full", "names", "mixed", "groups", "none"]
"""The form of the listing as a whole."""

HEADER: Final = "Tools on demand, by source (tool_describe gives the parameters of one, tool_call runs it):"
"""First line of every listing."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The listing a model gets and what it is made of.

    `forms` and `source_tokens` are by source key; tokens are of the text, and of the single blocks.
    """

    text: str = ""
    form: ListingForm = "none"
    forms: Mapping[str, Form] = field(default_factory=dict)
    tokens: int = 0
    source_tokens: Mapping[str, int] = field(default_factory=dict)


NO_LISTING: Final = Listing()
"""What a session without a bridge has."""


def choose_listing(blocks: Sequence[SourceBlocks], budget: int, mode: Switch) -> Listing:
    """The richest listing of at most `budget` tokens (spec 1.5), the same bytes whatever the order of the blocks.

    Largest source first, sources step down until the whole fits; then they step back up, smallest block first, where
    there is room. `off` gives none; `on` gives the poorest one even over the budget; `auto` gives none where nothing
    fits. Lines of sources that are down are the first to be left out when the budget is too small for anything else.
    """
    ordered = sorted(blocks, key=lambda block: (block.label, block.key))
    up = [block for block in ordered if block.ladder]
    if mode == "off" or not up:
        return _listing(ordered, {})
    levels = _choose_levels([block for block in ordered if block.ladder or block.unavailable], 4 * budget)
    if levels is None:
        levels = _choose_levels(up, 4 * budget)
    if levels is not None:
        return _listing(ordered, {block.key: _form(block, levels) for block in ordered if block.key in levels})
    if mode != "on":
        return _listing(ordered, {})
    poorest: dict[str, Form] = {block.key: "unavailable" for block in ordered if block.unavailable}
    return _listing(ordered, poorest | {block.key: "summary" for block in up})


_Levels = dict[str, int]
"""Source key → step of its ladder; 0 for a source that is down, nothing for one that is left out."""


def _choose_levels(ordered: Sequence[SourceBlocks], limit: int) -> _Levels | None:
    """The step each source stands on in a listing of at most `limit` bytes; None when even the poorest is larger."""
    levels: _Levels = {block.key: 0 for block in ordered}
    total = byte_length(HEADER) + sum(1 + block.size(0) for block in ordered)
    largest = [(-block.size(0), block.label, block.key, 0, block) for block in ordered if block.poorest > 0]
    heapq.heapify(largest)
    while total > limit:
        if not largest:
            return None
        _, label, key, level, block = heapq.heappop(largest)
        level += 1
        total += block.size(level) - block.size(level - 1)
        levels[key] = level
        if level < block.poorest:
            heapq.heappush(largest, (-block.size(level), label, key, level, block))
    _step_up(ordered, levels, limit - total)
    return levels


def _step_up(ordered: Sequence[SourceBlocks], levels: _Levels, room: int) -> None:
    """Spend the bytes that stepping down left over, on the smallest richer block that fits, again and again."""
    richer = [
        (block.size(level - 1), block.label, block.key, level - 1, block)
        for block in ordered
        if (level := levels[block.key]) > 0
    ]
    heapq.heapify(richer)
    while richer:
        size, label, key, level, block = heapq.heappop(richer)
        cost = size - block.size(level + 1)
        if cost > room:
            continue
        room -= cost
        levels[key] = level
        if level > 0:
            heapq.heappush(richer, (block.size(level - 1), label, key, level - 1, block))


def _listing(ordered: Sequence[SourceBlocks], shown: Mapping[str, Form]) -> Listing:
    """The listing with these blocks in these forms; no blocks, no listing."""
    texts = {block.key: block.text(shown[block.key]) for block in ordered if block.key in shown}
    text = "\n".join([HEADER, *texts.values()]) if texts else ""
    forms: dict[str, Form] = {
        block.key: shown.get(block.key, "unavailable" if block.unavailable else "none") for block in ordered
    }
    whole = _whole_form({shown[block.key] for block in ordered if block.ladder and block.key in shown})
    tokens = {block.key: estimate_tokens(texts.get(block.key, "")) for block in ordered}
    return Listing(text, whole, forms, estimate_tokens(text), tokens)


def _form(block: SourceBlocks, levels: _Levels) -> Form:
    return block.ladder[levels[block.key]][0] if block.ladder else "unavailable"


def _whole_form(forms: set[Form]) -> ListingForm:
    if not forms:
        return "none"
    if forms == {"full"}:
        return "full"
    if forms == {"names"}:
        return "names"
    return "groups" if forms == {"summary"} else "mixed"
