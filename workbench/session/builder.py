"""From what the attachments say to the session's state; an unchanged server costs nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from workbench.bridge.schema.prepared import SchemaCache
from workbench.bridge.scope import Scope
from workbench.core import CoreRoom
from workbench.disclosure.assembly import Assembly, BlockCache, ServerShare, assemble
from workbench.disclosure.naming import name_tools
from workbench.disclosure.prompt import prompt_parts
from workbench.masking import masked_target
from workbench.model import Kind, RawTool, Report, ServerState, Source, Tool
from workbench.search.catalog import Catalog
from workbench.search.segment import Segment, SegmentCache
from workbench.search.terms import Analyzer
from workbench.session.state import Feed, ServerView, SessionState
from workbench.settings import Settings

_REMEMBERED: Final = 1000


@dataclass(frozen=True, slots=True)
class _Named:
    """A server's tools under their model-facing names, and what they were made from."""

    raw: tuple[RawTool, ...]
    avoided: frozenset[str]
    source: Source
    reports: tuple[Report, ...]


class StateBuilder:
    """Builds one `SessionState` after another. Not for two threads at once; any one thread will do."""

    def __init__(self) -> None:
        self._analyzer = Analyzer()
        self._segments = SegmentCache(self._analyzer)
        self._blocks = BlockCache()
        self._schemas = SchemaCache()
        self._named: dict[str, _Named] = {}
        self._offered: dict[str, frozenset[str]] = {}
        self._removed: dict[str, str] = {}

    def build(
        self,
        settings: Settings,
        feeds: Sequence[Feed],
        version: int,
        core: CoreRoom,
        *,
        connectors_in_scope: bool = False,
    ) -> SessionState:
        """The state for these feeds, in their order (which decides who keeps a name that two servers want)."""
        named = self._name(feeds, {tool.name for source in core.sources for tool in source.tools})
        sources = [*core.sources, *(entry.source for entry in named.values()), *_down(feeds)]
        assembly = assemble(
            sources,
            settings.tool_search,
            settings.model.context_length,
            toolsets=settings.toolsets,
            connectors_in_scope=connectors_in_scope,
            blocks=self._blocks,
        )
        segments = self._segments_of(assembly)
        scope = Scope(
            deferred={tool.name: tool for tool in assembly.deferred},
            visible={tool.name: tool for tool in assembly.visible},
            registered=frozenset(tool.name for source in sources for tool in source.tools),
            catalog=Catalog(tuple(segments.values())),
            analyzer=self._analyzer,
            settings=settings.tool_search,
            unavailable={feed.spec.name: feed.unavailable for feed in feeds if feed.unavailable},
            schemas=self._schemas,
            removed={name: server for name, server in self._removed.items() if server in named},
        )
        prompt = prompt_parts(assembly, core.skills, settings, core.core_tools)
        shares = {share.name: share for share in assembly.servers if share.kind is Kind.MCP}
        views = tuple(
            _view(feed, named.get(feed.spec.name), shares.get(feed.spec.name), segments.get(f"mcp:{feed.spec.name}"))
            for feed in feeds
        )
        reports = (*settings.reports, *core.reports, *(report for view in views for report in view.reports))
        return SessionState(version, views, assembly, scope, reports, prompt, tuple(sources), connectors_in_scope)

    def _name(self, feeds: Sequence[Feed], taken: set[str]) -> dict[str, _Named]:
        named: dict[str, _Named] = {}
        for feed in feeds:
            if feed.status.state is ServerState.READY:
                entry = self._name_one(feed.spec.name, feed.tools, taken)
                taken.update(tool.name for tool in entry.source.tools)
                named[feed.spec.name] = entry
                if entry is not self._named.get(feed.spec.name):
                    self._remember(feed.spec.name, entry)
        self._named = named
        return named

    def _name_one(self, server: str, raw: tuple[RawTool, ...], taken: set[str]) -> _Named:
        known = self._named.get(server)
        if known is not None and known.raw is raw:
            names = {tool.name for tool in known.source.tools}
            if not names & taken and known.avoided <= taken:
                return known
        tools, reports = name_tools(server, raw)
        avoided = frozenset(tool.name for tool in tools) & taken
        if avoided:
            tools, reports = name_tools(server, raw, taken=taken)
        return _Named(raw, avoided, Source(server, Kind.MCP, tools), reports)

    def _remember(self, server: str, entry: _Named) -> None:
        """Keeps the names that a server has taken back, so that a call of one hears what became of it."""
        offered = frozenset(tool.name for tool in entry.source.tools)
        gone = sorted(self._offered.get(server, frozenset()) - offered)
        self._removed.update(dict.fromkeys(gone[:_REMEMBERED], server))
        for name in self._removed.keys() & offered:
            del self._removed[name]
        for name in list(self._removed)[:-_REMEMBERED]:
            del self._removed[name]
        self._offered[server] = offered

    def _segments_of(self, assembly: Assembly) -> dict[str, Segment]:
        """The index of each source's deferred tools by its key: only what can be found is searched."""
        deferred: dict[tuple[Kind, str], list[Tool]] = {}
        for tool in assembly.deferred:
            deferred.setdefault((tool.kind, tool.source), []).append(tool)
        sources = [Source(name, kind, tuple(tools)) for (kind, name), tools in deferred.items()]
        return {source.key: self._segments.get(source) for source in sources}


def _down(feeds: Sequence[Feed]) -> list[Source]:
    return [Source(feed.spec.name, Kind.MCP, unavailable=feed.unavailable) for feed in feeds if feed.unavailable]


def _view(feed: Feed, named: _Named | None, share: ServerShare | None, segment: Segment | None) -> ServerView:
    reports = (*feed.reports, *(named.reports if named else ()), *(segment.reports if segment else ()))
    known = feed.listed and feed.status.state is not ServerState.DETACHED
    return ServerView(
        name=feed.spec.name,
        transport=feed.spec.transport_name,
        target=masked_target(feed.spec),
        status=feed.status,
        tools=(len(named.source.tools) if named else len(feed.tools)) if known else None,
        schema_tokens=share.schema_tokens if share else 0,
        form=share.form if share else "none",
        listing_tokens=share.listing_tokens if share else 0,
        reports=tuple(dict.fromkeys(reports)),
        callable=feed.callable,
        listed=feed.listed,
    )
