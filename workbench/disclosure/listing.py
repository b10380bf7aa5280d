"""The listing of deferred tools inside `tool_search`: one block per source, as rich as the budget allows (spec 1.5)."""

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from workbench.disclosure.blocks import Form, SourceBlocks, blocks_for
from workbench.settings import Switch
from workbench.text import byte_length, tokens_of_bytes

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
    if mode == "off" or not any(block.ladder for block in ordered):
        return _none(ordered)
    levels = _choose_levels(ordered, 4 * budget)
    if levels is None and any(not block.ladder for block in ordered):
        up = [block for block in ordered if block.ladder]
        levels = _choose_levels(up, 4 * budget)
        if levels is not None:
            levels.update({block.key: None for block in ordered if not block.ladder})
    if levels is None:
        if mode != "on":
            return _none(ordered)
        levels = {block.key: block.poorest for block in ordered}
    return _listing(ordered, levels)


_Levels = dict[str, int | None]
"""Source key → step of its ladder; for a source that is down 0, or None where its line is left out."""


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
        if (level := levels[block.key] or 0) > 0
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


def _listing(ordered: Sequence[SourceBlocks], levels: _Levels) -> Listing:
    shown = [(block, level) for block in ordered if (level := levels[block.key]) is not None]
    text = "\n".join([HEADER, *(block.text(level) for block, level in shown)])
    forms: dict[str, Form] = {block.key: block.form(levels[block.key]) for block in ordered}
    tokens = dict.fromkeys(forms, 0)
    tokens.update((block.key, tokens_of_bytes(block.size(level))) for block, level in shown)
    listed = {forms[block.key] for block in ordered if block.ladder}
    return Listing(text, _whole_form(listed), forms, tokens_of_bytes(byte_length(text)), tokens)


def _whole_form(forms: set[Form]) -> ListingForm:
    if forms == {"full"}:
        return "full"
    if forms == {"names"}:
        return "names"
    return "groups" if forms == {"summary"} else "mixed"


def _none(ordered: Sequence[SourceBlocks]) -> Listing:
    forms: dict[str, Form] = {block.key: block.form(None) for block in ordered}
    return Listing(forms=forms, source_tokens=dict.fromkeys(forms, 0))
