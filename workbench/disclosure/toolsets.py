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
    rows: dict[tuple[str, Kind], list[int]] = {}
    for put_away, tools in ((False, visible), (True, deferred)):
        for tool in tools:
            row = rows.setdefault((tool.toolset, tool.kind), [0] * 6)
            row[0] += 1
            row[1] += tool.schema_tokens
            if put_away:
                row[2] += 1
                row[3] += tool.schema_tokens
            if _may_go(tool, never):
                row[4] += 1
                row[5] += tool.schema_tokens
    each = listing_tokens / len(deferred) if deferred else 0.0
    return tuple(
        ToolsetShare(toolset, kind, *row[:4], max(row[3] - round(each * row[2]), 0), *row[4:])
        for (toolset, kind), row in sorted(rows.items())
    )


def _may_go(tool: Tool, never: Collection[str]) -> bool:
    if tool.name in never or tool.name in FOUNDATIONAL:
        return False
    return tool.kind is not Kind.CORE or (tool.name not in PROTECTED and tool.name != ALWAYS_DIRECT)
