"""Which calls of a turn run together: decided on the tools behind them, not on the wrapper (spec 3.5)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from workbench.bridge.route import DESCRIBE, SEARCH, Routed, RouteKind
from workbench.bridge.scope import Scope
from workbench.model import Json, Kind

MANAGE = "manage_connections"


@dataclass(frozen=True, slots=True)
class Group:
    """Calls by their index in the turn. `parallel`: they may run at the same time. Else it is a barrier, one call that
    has the time to itself; `reason` says why."""

    parallel: bool
    entries: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The calls of a turn in input order, and the groups that run one after another."""

    calls: tuple[Routed, ...]
    groups: tuple[Group, ...]
    skipped: bool = False

    def as_json(self) -> list[dict[str, Json]]:
        """The groups, for programs."""
        return [
            {"parallel": group.parallel, "entries": list(group.entries), "reason": group.reason}
            for group in self.groups
        ]


def plan(calls: Sequence[Routed], scope: Scope, parallel_servers: Collection[str], *, skipped: bool = False) -> Plan:
    """Neighbouring calls that may run together form a group; everything else is a barrier.

    `parallel_servers` names the servers whose tools may run at the same time.
    """
    groups: list[Group] = []
    for index, call in enumerate(calls):
        together, reason = together_because(call, scope, parallel_servers)
        if together and groups and groups[-1].parallel:
            last = groups[-1]
            reasons = last.reason if reason in last.reason.split("; ") else f"{last.reason}; {reason}"
            groups[-1] = Group(True, (*last.entries, index), reasons)
        else:
            groups.append(Group(together, (index,), reason))
    return Plan(tuple(calls), tuple(groups), skipped)


def together_because(call: Routed, scope: Scope, parallel_servers: Collection[str]) -> tuple[bool, str]:
    """Whether a call may run beside others, and why or why not."""
    if not call.readable:
        return False, "nobody can say what it would run"
    if call.kind is RouteKind.REFUSED:
        return False, "refused"
    if call.name in (SEARCH, DESCRIBE) and not call.entries:
        return True, "lookups"
    if len(call.entries) != 1 or not call.entries[0].is_local:
        return False, "connector calls run one after another"
    tool = scope.granted(call.entries[0].request.name)
    if tool is None:
        return False, "not in the catalog"
    if tool.name == MANAGE:
        return False, f"{MANAGE} never runs beside others"
    if tool.kind is Kind.MCP and tool.source in parallel_servers:
        return True, f"{tool.source} takes calls at the same time"
    if tool.kind is Kind.MCP:
        return False, f"{tool.source} does not say that it takes calls at the same time"
    return False, "not known to be safe beside others"
