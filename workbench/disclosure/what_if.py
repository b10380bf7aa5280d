"""What the disclosure would be at other context sizes, for the catalog that is attached now (spec 1.3, 1.5)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from workbench.disclosure.assembly import BlockCache, assemble
from workbench.disclosure.blocks import Form
from workbench.disclosure.listing import ListingForm
from workbench.model import Source
from workbench.settings import ToolSearchSettings, ToolsetSettings

CONTEXTS: Final = (8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 400_000, 1_000_000)
"""Context sizes in tokens that models are commonly offered with."""


@dataclass(frozen=True, slots=True)
class Point:
    """The disclosure at one context size; tokens throughout. `forms` is the form of each source, by its key."""

    context: int
    tier: int
    form: ListingForm
    budget: int
    listing_tokens: int
    sent_tokens: int
    forms: Mapping[str, Form]


def over_contexts(
    sources: Sequence[Source],
    settings: ToolSearchSettings,
    toolsets: ToolsetSettings,
    *,
    connectors_in_scope: bool = False,
    contexts: Iterable[int] = CONTEXTS,
    blocks: BlockCache | None = None,
) -> tuple[Point, ...]:
    """A point for each context size, each exactly what a session of that size would be given.

    `blocks`, kept from one call to the next, makes unchanged sources cost next to nothing. Not for two threads at once.
    """
    cache = blocks if blocks is not None else BlockCache()
    points = []
    for context in contexts:
        assembly = assemble(
            sources, settings, context, toolsets=toolsets, connectors_in_scope=connectors_in_scope, blocks=cache
        )
        points.append(
            Point(
                context=context,
                tier=assembly.tier,
                form=assembly.listing_form,
                budget=assembly.listing_budget,
                listing_tokens=assembly.listing_tokens,
                sent_tokens=assembly.visible_tokens + assembly.bridge_tokens,
                forms={share.key: share.form for share in assembly.servers},
            )
        )
    return tuple(points)
