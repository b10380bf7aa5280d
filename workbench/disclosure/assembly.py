"""The tool array of a session, its tier and every figure about it, derived anew at each assembly (spec 1.3, 1.4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from workbench.disclosure.blocks import Form, ambiguous_labels
from workbench.disclosure.deferral import core_deferral_on
from workbench.disclosure.definitions import bridge_definitions
from workbench.disclosure.listing import NO_LISTING, Listing, ListingForm, choose_listing
from workbench.disclosure.parts import BlockCache, Part
from workbench.disclosure.toolsets import ToolsetShare, toolset_shares
from workbench.model import Kind, Source, Tool
from workbench.settings import ToolSearchSettings, ToolsetSettings
from workbench.text import estimate_tokens

__all__ = ["Assembly", "BlockCache", "ServerShare", "ToolsetShare", "assemble", "listing_budget"]

UNKNOWN_CONTEXT_BUDGET: Final = 10_000
"""What the percentage of a context of unknown size is taken to be, in tokens."""


@dataclass(frozen=True, slots=True)
class ServerShare:
    """One source in an assembly: its granted tools and what they cost, its form in the listing and what that costs."""

    key: str
    name: str
    kind: Kind
    tools: int
    schema_tokens: int
    form: Form
    listing_tokens: int


@dataclass(frozen=True, slots=True)
class Assembly:
    """What a model is given, and what it costs in tokens (spec 1.3).

    `definitions` are the visible tools followed by the bridge where there is one. `bridge_tokens` counts the three
    bridge entries with the listing, `listing_tokens` the listing alone; `eager_tokens` is what every granted tool would
    cost without a bridge. `deferred` and `visible` hold only what the session's toolsets grant. `toolsets` are those of
    core and plugin tools.
    """

    definitions: tuple[dict[str, Any], ...]
    activated: bool
    tier: int
    listing: Listing
    listing_form: ListingForm
    listing_budget: int
    listing_tokens: int
    deferred_count: int
    deferred_tokens: int
    visible_tokens: int
    bridge_tokens: int
    eager_tokens: int
    deferred: tuple[Tool, ...]
    visible: tuple[Tool, ...]
    servers: tuple[ServerShare, ...]
    toolsets: tuple[ToolsetShare, ...] = ()

    @property
    def available(self) -> frozenset[str]:
        """Every name that can be reached, directly or through the bridge; what is there, not how (spec 1.4)."""
        return frozenset(tool.name for tool in chain(self.visible, self.deferred))

    @property
    def core_deferred(self) -> tuple[Tool, ...]:
        """The core tools that are deferred."""
        return tuple(tool for tool in self.deferred if tool.kind is Kind.CORE)


def listing_budget(settings: ToolSearchSettings, context_length: int | None) -> int:
    """Tokens the listing may take: the smaller of the cap and the share of the context (spec 1.3)."""
    if not context_length or context_length < 0:
        return min(settings.listing_max_tokens, UNKNOWN_CONTEXT_BUDGET)
    return min(settings.listing_max_tokens, int(context_length * settings.threshold_pct / 100))


def assemble(
    sources: Sequence[Source],
    settings: ToolSearchSettings,
    context_length: int | None,
    *,
    toolsets: ToolsetSettings,
    connectors_in_scope: bool = False,
    blocks: BlockCache | None = None,
) -> Assembly:
    """The assembly of these sources; the same bytes whatever their order (spec 1.3).

    `connectors_in_scope`: connector tools can be reached (spec 1.3), so the bridge stands even with nothing local to
    defer. `blocks`, kept from one assembly to the next, makes unchanged sources cost next to nothing. Sources with one
    key count once, the first of them.
    """
    cache = blocks if blocks is not None else BlockCache()
    eager = settings.enabled == "off"
    parts = [cache.part(source, settings, toolsets, eager=eager) for source in _ordered(sources)]
    if core_deferral_on(settings) and not eager and not core_deferral_active(parts, settings, context_length):
        parts = [
            cache.part(part.source, settings, toolsets, eager=True) if part.source.kind is Kind.CORE else part
            for part in parts
        ]
    cache.forget_all_but({part.source.key for part in parts})
    deferred = tuple(chain.from_iterable(part.deferred for part in parts))
    budget = listing_budget(settings, context_length)
    activated = not eager and bool(deferred or connectors_in_scope)
    listing = _listing(parts, budget, settings) if activated else NO_LISTING
    bridge = bridge_definitions(len(deferred), listing, settings, connectors_in_scope) if activated else ()
    deferred_tokens = sum(part.deferred_tokens for part in parts)
    visible_tokens = sum(part.visible_tokens for part in parts)
    return Assembly(
        definitions=(*chain.from_iterable(part.definitions for part in parts), *bridge),
        activated=activated,
        tier=_tier(activated, listing),
        listing=listing,
        listing_form=listing.form,
        listing_budget=budget,
        listing_tokens=listing.tokens,
        deferred_count=len(deferred),
        deferred_tokens=deferred_tokens,
        visible_tokens=visible_tokens,
        bridge_tokens=sum(map(estimate_tokens, bridge)),
        eager_tokens=visible_tokens + deferred_tokens,
        deferred=deferred,
        visible=tuple(chain.from_iterable(part.visible for part in parts)),
        servers=tuple(_share(part, listing) for part in parts),
        toolsets=tuple(chain.from_iterable(_toolsets(part, listing, settings) for part in parts)),
    )


def core_deferral_active(parts: Sequence[Part], settings: ToolSearchSettings, context_length: int | None) -> bool:
    """Whether core tools defer now (spec 1.4); `parts` are as if they did.

    Switched `on` they always do. On `auto` they do when all deferrable tools together, those of servers and plugins
    counted, reach `auto_token_threshold` or the share of the context. Tools of servers and plugins defer either way.
    """
    if settings.enabled == "off" or not core_deferral_on(settings):
        return False
    if settings.enabled == "on":
        return True
    tokens = sum(part.deferred_tokens for part in parts)
    if 0 < settings.auto_token_threshold <= tokens:
        return True
    if not context_length or context_length < 0:
        return tokens >= UNKNOWN_CONTEXT_BUDGET
    return tokens * 100 >= context_length * settings.threshold_pct


def _ordered(sources: Sequence[Source]) -> list[Source]:
    """Each source once, core tools first, then plugins, then servers, each by name."""
    unique = {source.key: source for source in reversed(sources)}
    return sorted(unique.values(), key=lambda source: (_KIND_ORDER.get(source.kind, len(_KIND_ORDER)), source.name))


def _listing(parts: Sequence[Part], budget: int, settings: ToolSearchSettings) -> Listing:
    listed = [part for part in parts if part.listed]
    ambiguous = ambiguous_labels(part.source for part in listed)
    return choose_listing([part.blocks(part.source.key in ambiguous) for part in listed], budget, settings.listing)


def _tier(activated: bool, listing: Listing) -> int:
    if not activated:
        return 0
    return 1 if listing.form in ("full", "names", "mixed") else 2


def _share(part: Part, listing: Listing) -> ServerShare:
    source = part.source
    down: Form = "unavailable" if source.unavailable and part.granted else "none"
    return ServerShare(
        key=source.key,
        name=source.name,
        kind=source.kind,
        tools=len(part.visible) + len(part.deferred),
        schema_tokens=part.visible_tokens + part.deferred_tokens,
        form=listing.forms.get(source.key, down),
        listing_tokens=listing.source_tokens.get(source.key, 0),
    )


def _toolsets(part: Part, listing: Listing, settings: ToolSearchSettings) -> tuple[ToolsetShare, ...]:
    if part.source.kind is Kind.MCP:
        return ()
    listed = listing.source_tokens.get(part.source.key, 0)
    return toolset_shares(part.visible, part.deferred, listed, settings.never_defer_tools)


_KIND_ORDER: Final = {Kind.CORE: 0, Kind.PLUGIN: 1, Kind.MCP: 2}
