"""What runs together and what does not: decided on the real tool (spec 3.5)."""

from typing import Any

import pytest

from tests.bridge.support import make_scope, make_tool
from tests.bridge.test_route import core, emitted
from workbench.bridge.planner import Plan, plan
from workbench.bridge.route import Surroundings, route_turn
from workbench.model import Annotations

READING = Annotations(read_only=True)
SCOPE = make_scope(
    [make_tool("get", server="fast"), make_tool("put", server="fast"), make_tool("get", server="slow")],
    visible=[
        make_tool("seen", server="fast"),
        make_tool("look", server="slow", annotations=READING),
        core("manage_connections"),
        core("read_file"),
    ],
)
LOOKUP = ("tool_search", {"queries": ["x"]})
DESCRIBE = ("tool_describe", {"names": ["x"]})


def planned(*calls: Any, servers: frozenset[str] = frozenset({"fast"})) -> Plan:
    """The plan of calls given as names or (name, arguments)."""
    made = [emitted(call) if isinstance(call, str) else emitted(*call) for call in calls]
    return plan(route_turn(SCOPE, made, Surroundings(connectors=True)).calls, SCOPE, servers)


def groups(made: Plan) -> list[tuple[bool, tuple[int, ...]]]:
    """The groups without their reasons."""
    return [(group.parallel, group.entries) for group in made.groups]


def wrapped(*names: str) -> tuple[str, Any]:
    """A `tool_call` of these."""
    return "tool_call", {"calls": [{"name": name, "arguments": {}} for name in names]}


def test_lookups_and_parallel_servers_run_together_however_they_are_called() -> None:
    made = planned(LOOKUP, DESCRIBE, "mcp_fast_get", wrapped("mcp_fast_put"), "mcp_fast_seen")
    assert groups(made) == [(True, (0, 1, 2, 3, 4))]


def test_everything_else_is_a_barrier_and_order_is_kept() -> None:
    made = planned(LOOKUP, "mcp_slow_get", DESCRIBE, "mcp_fast_get", "read_file", "mcp_fast_put")
    assert groups(made) == [(True, (0,)), (False, (1,)), (True, (2, 3)), (False, (4,)), (True, (5,))]


def test_a_server_that_only_says_it_reads_does_not_run_beside_others() -> None:
    assert groups(planned("mcp_slow_look", "mcp_slow_look")) == [(False, (0,)), (False, (1,))]


def test_a_wrapper_is_judged_by_what_is_in_it() -> None:
    made = planned(wrapped("mcp_fast_get"), wrapped("mcp_slow_get"), wrapped("mcp_fast_get"))
    assert groups(made) == [(True, (0,)), (False, (1,)), (True, (2,))]


@pytest.mark.parametrize("raw", ["{", None, {"calls": 7}, {"name": "tool_call"}])
def test_an_unparseable_wrapper_is_a_barrier(raw: Any) -> None:
    made = planned(LOOKUP, ("tool_call", raw), LOOKUP)
    assert groups(made) == [(True, (0,)), (False, (1,)), (True, (2,))]
    assert "nobody can say" in made.groups[1].reason


def test_unreadable_arguments_and_unknown_names_are_barriers() -> None:
    made = planned(LOOKUP, ("mcp_fast_get", "{"), LOOKUP, "nope", LOOKUP)
    assert [group.parallel for group in made.groups] == [True, False, True, False, True]


def test_manage_connections_never_runs_beside_others() -> None:
    every = frozenset({"fast", "slow", "core", "connectors", "manage_connections"})
    made = planned("mcp_fast_get", "manage_connections", "manage_connections", "mcp_fast_get", servers=every)
    assert groups(made) == [(True, (0,)), (False, (1,)), (False, (2,)), (True, (3,))]
    assert "manage_connections" in made.groups[1].reason


def test_connector_calls_are_barriers() -> None:
    made = planned(LOOKUP, wrapped("connectors__a__B", "connectors__a__C"), "connectors__a__B")
    assert groups(made) == [(True, (0,)), (False, (1,)), (False, (2,))]


def test_no_calls_no_groups() -> None:
    assert planned().groups == ()
