"""What each toolset of core and plugin tools costs, and what putting it away saves (spec 1.4)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from workbench.disclosure.deferral import ALWAYS_DIRECT, FOUNDATIONAL, PROTECTED
from workbench.model import Kind, Tool


@dataclass(frozen=True, slots=True)
class ToolsetShare:
    """One toolset in an assembly.

    `tokens` is what its tools cost when all are listed directly, `deferred_tokens` the part of them that is deferred
    now, and `saved` that part without what the listing costs for it. `possible_tools` and `possible_tokens` are those
    that naming the toolset in `defer_builtin_toolsets` would let defer, whatever is deferred now.
    """

    toolset: str
    kind: Kind
    tools: int
    tokens: int
    deferred_tools: int
    deferred_tokens: int
    saved: int
    possible_tools: int
    possible_tokens: int


def toolset_shares(
    visible: Iterable[Tool], deferred: Collection[Tool], listing_tokens: int, never: Collection[str]
) -> tuple[ToolsetShare, ...]:
    """The toolsets of one source by name. `listing_tokens` is the cost of the source's block, shared out evenly."""
    each = listing_tokens / len(deferred) if deferred else 0.0
    groups: dict[tuple[str, Kind], tuple[list[Tool], list[Tool]]] = {}
    for side, tools in enumerate((visible, deferred)):
        for tool in tools:
            groups.setdefault((tool.toolset, tool.kind), ([], []))[side].append(tool)
    return tuple(
        _share(toolset, kind, direct, put_away, each, never)
        for (toolset, kind), (direct, put_away) in sorted(groups.items())
    )


def _share(
    toolset: str, kind: Kind, direct: list[Tool], put_away: list[Tool], each: float, never: Collection[str]
) -> ToolsetShare:
    possible = [tool for tool in (*direct, *put_away) if _may_go(tool, never)]
    deferred_tokens = _tokens(put_away)
    return ToolsetShare(
        toolset=toolset,
        kind=kind,
        tools=len(direct) + len(put_away),
        tokens=_tokens(direct) + deferred_tokens,
        deferred_tools=len(put_away),
        deferred_tokens=deferred_tokens,
        saved=max(deferred_tokens - round(each * len(put_away)), 0),
        possible_tools=len(possible),
        possible_tokens=_tokens(possible),
    )


def _tokens(tools: Iterable[Tool]) -> int:
    return sum(tool.schema_tokens for tool in tools)


def _may_go(tool: Tool, never: Collection[str]) -> bool:
    if tool.name in never or tool.name in FOUNDATIONAL:
        return False
    return tool.kind is not Kind.CORE or (tool.name not in PROTECTED and tool.name != ALWAYS_DIRECT)
