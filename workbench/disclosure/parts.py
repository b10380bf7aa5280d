"""What an assembly derives from one source, kept as long as the source stays the same."""

from collections.abc import Collection, Hashable
from functools import cached_property
from typing import Any

from workbench.disclosure.blocks import SourceBlocks, blocks_for
from workbench.disclosure.deferral import classify, deferral_key
from workbench.disclosure.definitions import definition
from workbench.model import Kind, Source, Tool
from workbench.settings import ToolSearchSettings, ToolsetSettings


class Part:
    """One source as the session's toolsets grant it, divided into visible and deferred tools, each sorted by name.

    A source that is down has no tools: nothing of it can be called. With `eager` nothing defers.
    """

    def __init__(self, source: Source, settings: ToolSearchSettings, toolsets: ToolsetSettings, *, eager: bool) -> None:
        self.source = source
        self.granted = toolsets.grants(_toolset(source)) if not source.tools else False
        visible: list[Tool] = []
        deferred: list[Tool] = []
        grants: dict[str, bool] = {}
        for tool in sorted(source.tools, key=lambda tool: tool.name):
            if tool.toolset not in grants:
                grants[tool.toolset] = toolsets.grants(tool.toolset)
            if grants[tool.toolset]:
                self.granted = True
                if not source.unavailable:
                    (deferred if not eager and classify(tool, settings).deferred else visible).append(tool)
        self.visible = tuple(visible)
        self.deferred = tuple(deferred)
        self.visible_tokens = sum(tool.schema_tokens for tool in visible)
        self.deferred_tokens = sum(tool.schema_tokens for tool in deferred)
        self._blocks: dict[bool, SourceBlocks] = {}

    @property
    def listed(self) -> bool:
        """Whether the source has a place in the listing: deferred tools, or a reason why it is down."""
        return self.granted and bool(self.deferred or self.source.unavailable)

    @cached_property
    def definitions(self) -> tuple[dict[str, Any], ...]:
        """The visible tools as entries of the array."""
        return tuple(definition(tool) for tool in self.visible)

    def blocks(self, ambiguous_label: bool) -> SourceBlocks:
        """The source's blocks in the listing."""
        if ambiguous_label not in self._blocks:
            self._blocks[ambiguous_label] = blocks_for(self.source, self.deferred, ambiguous_label)
        return self._blocks[ambiguous_label]


class BlockCache:
    """Keeps the `Part` of each source by the content of the source, never by session (spec 1.2).

    The same object is recognised at once, an equal one by comparing. A few variants stay per source, so that trying
    other settings and going back costs nothing.
    """

    _VARIANTS = 4

    def __init__(self) -> None:
        self._parts: dict[str, tuple[Source, dict[Hashable, Part]]] = {}

    def part(self, source: Source, settings: ToolSearchSettings, toolsets: ToolsetSettings, *, eager: bool) -> Part:
        """The part of this source under these settings, made now or kept from before."""
        known, variants = self._parts.get(source.key, (None, {}))
        if known is not source:
            if known is None or not _same(known, source):
                variants = {}
            self._parts[source.key] = (source, variants)
        key = (toolsets, eager, deferral_key(settings))
        if key not in variants:
            while len(variants) >= self._VARIANTS:
                variants.pop(next(iter(variants)))
            variants[key] = Part(source, settings, toolsets, eager=eager)
        return variants[key]

    def forget_all_but(self, keys: Collection[str]) -> None:
        """Let go of sources that are no longer there."""
        for key in self._parts.keys() - keys:
            del self._parts[key]


def _same(known: Source, source: Source) -> bool:
    try:
        return known == source
    except RecursionError:
        return False


def _toolset(source: Source) -> str:
    return f"mcp-{source.name}" if source.kind is Kind.MCP else source.name
