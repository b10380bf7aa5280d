"""The gateway's own small search over its connectors' tools, and what it says about their use (spec 4.2)."""

from collections.abc import Callable
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Final

from workbench.gateway.providers.all import CONNECTORS, owner_of
from workbench.gateway.providers.kit import Connector, ProviderTool
from workbench.model import Kind, Source, Tool
from workbench.search.catalog import Catalog
from workbench.search.query import search
from workbench.search.segment import build_segment
from workbench.search.terms import Analyzer

BEST: Final = 5
RELATED: Final = 4


class Finder:
    """Finds tools by what they are for. Indexed on first use; from then on immutable and safe from any thread."""

    @cached_property
    def _engine(self) -> tuple[Analyzer, Catalog]:
        analyzer = Analyzer()
        sources = [Source(found.name, Kind.CONNECTORS, tuple(map(_document, found.tools))) for found in CONNECTORS]
        return analyzer, Catalog([build_segment(source, analyzer) for source in sources])

    def find(self, use_case: str, allowed: Callable[[str], bool]) -> tuple[list[str], list[str]]:
        """The best slugs for a use case and those that are related, without what the owner switched off."""
        analyzer, catalog = self._engine
        group = search(catalog, use_case, 25, analyzer)
        slugs = [match.tool.name for match in group.matches if allowed(match.tool.name)]
        return slugs[:BEST], slugs[BEST : BEST + RELATED]


def result_of(index: int, use_case: str, best: list[str], related: list[str]) -> dict[str, Any]:
    """One query's part of a search answer."""
    owners = [found for slug in best if (found := owner_of(slug))]
    names = list(dict.fromkeys(connector.name for connector, _ in owners))
    first = owners[0] if owners else None
    return {
        "index": index,
        "useCase": use_case,
        "tools": best,
        "relatedTools": related,
        "connectors": names,
        "guidance": first[0].guidance if first else "No connector has a tool for this.",
        "planSteps": _plan(*first) if first else [],
        "pitfalls": [f"{tool.slug}: {tool.pitfall}" for _, tool in owners if tool.pitfall],
        "error": None,
    }


def schema_entry(connector: Connector, tool: ProviderTool) -> dict[str, Any]:
    """One tool's definition on the wire."""
    return {
        "connector": connector.name,
        "tool": tool.slug,
        "description": tool.description,
        "inputSchema": tool.schema,
    }


def suggestions(slug: str) -> list[str]:
    """Slugs that a wrong one may have meant."""
    known = [tool.slug for connector in CONNECTORS for tool in connector.tools]
    return get_close_matches(slug.upper()[:100], known, 3, 0.6)


def _plan(connector: Connector, tool: ProviderTool) -> list[str]:
    steps = [
        f"Get `{name}` from {connector.finders[name]}."
        for name in tool.schema.get("required", ())
        if name in connector.finders and connector.finders[name] != tool.slug
    ]
    return [*steps, f"Call {tool.slug}."]


def _document(tool: ProviderTool) -> Tool:
    return Tool(
        name=tool.slug,
        original_name=tool.slug,
        source="connectors",
        kind=Kind.CONNECTORS,
        toolset="connectors",
        description=tool.description,
        parameters=tool.schema,
        schema_tokens=0,
    )
