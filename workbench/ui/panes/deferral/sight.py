"""What the panel shows: toolsets with their tools, and how each stands. Knows nothing of widgets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.disclosure.deferral import ALWAYS_DIRECT, FOUNDATIONAL, PROTECTED, classify
from workbench.model import Kind, Source, Tool
from workbench.session import SessionState
from workbench.settings import Settings


@dataclass(frozen=True, slots=True)
class Suitcase:
    """One toolset the agent brings, with its tools, whether granted or not.

    `tokens` is what they cost directly, `saved` what deferring saves now, `possible` what deferring all that may go
    would save at most.
    """

    toolset: str
    kind: Kind
    tools: tuple[Tool, ...]
    tokens: int
    deferred: int
    saved: int
    possible: int


@dataclass(frozen=True, slots=True)
class Grant:
    """One toolset of the scope: what it is of, its tools (None while unknown), their tokens, and whether granted."""

    toolset: str
    origin: str
    tools: int | None
    tokens: int | None
    granted: bool


@dataclass(frozen=True, slots=True)
class Sight:
    """All of it at one moment; `visible` and `deferred` count the agent's core tools."""

    settings: Settings
    configured: Settings
    suitcases: tuple[Suitcase, ...]
    grants: tuple[Grant, ...]
    visible: int
    deferred: int
    sent: int
    eager: int
    deferred_names: frozenset[str]

    @property
    def core(self) -> bool:
        """Whether core tools are configured."""
        return any(case.kind is Kind.CORE for case in self.suitcases)


def look(state: SessionState, settings: Settings, configured: Settings, own: Sequence[Source]) -> Sight:
    """The panel's view of a state; `settings` may be newer than the state, which follows them."""
    assembly = state.assembly
    deferred = frozenset(tool.name for tool in assembly.deferred if tool.kind is not Kind.MCP)
    direct = sum(tool.kind is Kind.CORE and tool.name != ALWAYS_DIRECT for tool in assembly.visible)
    return Sight(
        settings=settings,
        configured=configured,
        suitcases=_suitcases(state, own),
        grants=(*_own_grants(settings, own), *_server_grants(state, settings)),
        visible=direct,
        deferred=len(assembly.core_deferred),
        sent=assembly.visible_tokens + assembly.bridge_tokens,
        eager=assembly.eager_tokens,
        deferred_names=deferred,
    )


def _toolsets(own: Iterable[Source]) -> dict[tuple[str, Kind], list[Tool]]:
    groups: dict[tuple[str, Kind], list[Tool]] = {}
    for source in own:
        for tool in source.tools:
            groups.setdefault((tool.toolset, tool.kind), []).append(tool)
    return groups


def _suitcases(state: SessionState, own: Iterable[Source]) -> tuple[Suitcase, ...]:
    shares = {(share.toolset, share.kind): share for share in state.assembly.toolsets}
    cases = []
    for (toolset, kind), tools in sorted(_toolsets(own).items()):
        if all(tool.name == ALWAYS_DIRECT for tool in tools):
            continue
        share = shares.get((toolset, kind))
        cases.append(
            Suitcase(
                toolset, kind, tuple(sorted(tools, key=lambda tool: tool.name)),
                sum(tool.schema_tokens for tool in tools),
                share.deferred_tools if share else 0, share.saved if share else 0,
                share.possible_tokens if share else 0,
            )
        )  # fmt: skip
    return tuple(cases)


def _own_grants(settings: Settings, own: Iterable[Source]) -> list[Grant]:
    return [
        Grant(toolset, "agent" if kind is Kind.CORE else "plugin", len(tools),
              sum(tool.schema_tokens for tool in tools), settings.toolsets.grants(toolset))
        for (toolset, kind), tools in sorted(_toolsets(own).items())
    ]  # fmt: skip


def _server_grants(state: SessionState, settings: Settings) -> list[Grant]:
    grants = []
    for view in state.servers:
        toolset = f"mcp-{view.name}"
        grants.append(
            Grant(toolset, "server", view.tools, view.schema_tokens or None, settings.toolsets.grants(toolset))
        )
    return grants


def standing(tool: Tool, sight: Sight) -> tuple[str, bool]:
    """How a tool stands in a few words, and whether it is deferred now."""
    search = sight.settings.tool_search
    if not sight.settings.toolsets.grants(tool.toolset):
        return "not granted", False
    if tool.name in sight.deferred_names:
        return ("deferred, named", True) if tool.name in (search.defer or ()) else ("deferred", True)
    if tool.name in FOUNDATIONAL:
        return "foundational", False
    if tool.name == ALWAYS_DIRECT:
        return "always direct", False
    if tool.name in search.never_defer_tools:
        return "never defers", False
    if classify(tool, search).deferred:
        return ("tool search is off" if search.enabled == "off" else "waits for the threshold"), False
    return ("protected" if tool.name in PROTECTED and tool.kind is Kind.CORE else "direct"), False
