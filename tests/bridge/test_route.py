"""Auto-route before repair; repair on visible names only; what is refused and why (spec 1.4, 3.5)."""

from typing import Any

import pytest

from tests.bridge.support import make_scope, make_tool
from workbench.bridge.emitted_call import Emitted, Shape
from workbench.bridge.near import closest
from workbench.bridge.route import Routed, RouteKind, Surroundings, route, route_turn
from workbench.bridge.scope import Scope
from workbench.model import Kind, Tool
from workbench.settings import ToolSearchSettings


def core(name: str) -> Tool:
    """A tool of the agent's own, under its plain name."""
    return Tool(name, name, "core", Kind.CORE, "files", "", {"type": "object"}, 10)


def emitted(name: str, arguments: Any = None, problem: str = "") -> Emitted:
    """A call as read."""
    return Emitted("1", name, arguments, Shape.OURS, "calls[0]", problem)


KANBAN = make_scope([core("kanban_list"), core("kanban_show")], visible=[core("kanban_link"), core("read_file")])


def kind(scope: Scope, name: str, arguments: Any = None, **around: bool) -> tuple[str, tuple[str, ...]]:
    """The route and the real names behind it."""
    found = route(scope, emitted(name, arguments), Surroundings(**around))
    return str(found.kind), found.names


def test_a_visible_name_is_direct_and_untouched() -> None:
    arguments = '{"path": "a"}'
    found = route(KANBAN, emitted("read_file", arguments))
    assert (found.kind, found.name, found.note) == (RouteKind.DIRECT, "read_file", "")
    assert found.arguments is arguments
    assert found.entries[0].request.arguments == {"path": "a"}


def test_a_deferred_name_goes_through_tool_call_with_the_same_arguments() -> None:
    arguments = {"board": 7}
    found = route(KANBAN, emitted("kanban_list", arguments))
    assert (found.kind, found.name) == (RouteKind.AUTO_ROUTED, "tool_call")
    assert found.arguments == {"calls": [{"name": "kanban_list", "arguments": {"board": 7}}]}
    assert found.arguments["calls"][0]["arguments"] is arguments
    assert found.names == ("kanban_list",)


def test_cal_008_an_exact_deferred_name_never_becomes_its_visible_neighbour() -> None:
    assert closest(make_scope(visible=[core("kanban_link")]), "kanban_list") is not None
    assert kind(KANBAN, "kanban_list") == ("auto-routed", ("kanban_list",))


def test_cal_008_a_withheld_name_is_refused_and_neighbours_are_only_told() -> None:
    scope = make_scope(visible=[core("kanban_link"), core("kanban_show")], withheld=["kanban_list"])
    found = route(scope, emitted("kanban_list", {"parent_id": "1", "child_id": "2"}))
    assert found.kind is RouteKind.REFUSED
    assert found.error is not None
    assert "not available here" in found.error["error"]
    assert "kanban_link" in found.error["suggestions"]


@pytest.mark.parametrize("typo", ["kanban_lst", "kanban_lis", "kanban_listt", "kanban_shw", "Kanban_List"])
def test_a_typo_of_a_deferred_name_is_refused(typo: str) -> None:
    found = route(KANBAN, emitted(typo))
    assert found.kind is RouteKind.REFUSED
    assert found.error is not None
    assert set(found.error["suggestions"]) & {"kanban_list", "kanban_show"}


def test_a_typo_of_a_withheld_name_is_refused_and_never_told() -> None:
    scope = make_scope(visible=[core("kanban_link")], withheld=["kanban_list"])
    found = route(scope, emitted("kanban_lis"))
    assert found.kind is RouteKind.REFUSED
    assert "kanban_list" not in str(found.error)


def test_a_server_s_own_name_of_a_deferred_tool_is_no_typo_of_a_visible_one() -> None:
    scope = make_scope([make_tool("list_issues")], visible=[core("list_issue")])
    assert kind(scope, "list_issues")[0] == "refused"


@pytest.mark.parametrize("typo", ["kanban_lnk", "kanban_linkk", "KANBAN-LINK"])
def test_a_typo_of_a_visible_name_is_repaired_and_said(typo: str) -> None:
    found = route(KANBAN, emitted(typo, {"a": 1}))
    assert (found.kind, found.name) == (RouteKind.REPAIRED, "kanban_link")
    assert typo in found.note
    assert found.entries[0].request.name == "kanban_link"


def test_below_seven_tenths_nothing_is_repaired() -> None:
    scope = make_scope(visible=[core("abcdefghij")])
    assert kind(scope, "abcdefgxyz") == ("repaired", ("abcdefghij",))
    assert kind(scope, "abcdefwxyz")[0] == "refused"


def test_two_visible_names_equally_near_leave_it_refused() -> None:
    scope = make_scope(visible=[core("send_a"), core("send_b")])
    assert kind(scope, "send_c")[0] == "refused"


def test_bridge_names_are_direct_and_never_wrapped_again() -> None:
    assert kind(KANBAN, "tool_search", {"queries": ["x"]}) == ("direct", ("tool_search",))
    assert kind(KANBAN, "tool_describe", {"names": ["x"]}) == ("direct", ("tool_describe",))
    found = route(KANBAN, emitted("tool_call", {"name": "tool_search", "arguments": {}}))
    assert found.kind is RouteKind.REFUSED
    assert "cannot be run through it" in found.note


def test_without_a_bridge_its_names_do_not_exist() -> None:
    for name in ("tool_search", "tool_describe", "tool_call"):
        assert kind(KANBAN, name, {"name": "kanban_list"}, bridge=False)[0] == "refused"
    assert kind(KANBAN, "tool_serch", bridge=False)[0] == "refused"
    assert kind(KANBAN, "tool_serch") == ("repaired", ("tool_search",))


def test_cal_036_a_wrapper_is_taken_apart_to_the_real_names() -> None:
    raw = '{"calls": [{"name": "kanban_list", "arguments": "{}"}]}'
    found = route(KANBAN, emitted("tool_call", raw))
    assert (found.kind, found.name, found.names) == (RouteKind.UNWRAPPED, "tool_call", ("kanban_list",))
    assert found.arguments is raw
    batch = {"calls": [{"name": "connectors__a__B"}, {"name": "connectors__a__C"}]}
    assert kind(KANBAN, "tool_call", batch) == ("unwrapped", ("connectors__a__B", "connectors__a__C"))


@pytest.mark.parametrize(
    "raw",
    [
        None,
        "{",
        7,
        {"calls": []},
        {"calls": [{"name": "a"}, {"name": "b"}]},
        {"calls": [{"name": "a", "arguments": 3}]},
    ],
)
def test_a_wrapper_that_cannot_be_read_is_refused(raw: Any) -> None:
    found = route(KANBAN, emitted("tool_call", raw))
    assert (found.kind, found.readable, found.entries) == (RouteKind.REFUSED, False, ())


def test_a_wrapper_around_a_visible_or_unknown_tool_is_refused_under_its_name() -> None:
    for name, words in (("read_file", "directly"), ("nope", "no tool called")):
        found = route(KANBAN, emitted("tool_call", {"name": name, "arguments": {}}))
        assert (found.kind, found.names) == (RouteKind.REFUSED, (name,))
        assert words in found.note


def test_a_typo_of_the_wrapper_is_said_and_its_inside_stays_exact() -> None:
    assert kind(KANBAN, "tool_cal", {"name": "kanban_list"}) == ("repaired", ("kanban_list",))
    assert kind(KANBAN, "tool_cal", {"name": "kanban_lst"})[0] == "refused"


def test_arguments_nobody_can_read_are_refused_on_every_route() -> None:
    for name in ("read_file", "kanban_list", "kanban_lnk"):
        found = route(KANBAN, emitted(name, '{"a": '))
        assert (found.kind, found.readable, found.name) == (RouteKind.REFUSED, False, name.replace("lnk", "link"))
        assert "not readable as JSON" in found.note


def test_connector_names_are_routed_only_while_connectors_are_in_scope() -> None:
    name = "connectors__gmail__SEND"
    assert kind(KANBAN, name, connectors=True) == ("auto-routed", (name,))
    assert kind(KANBAN, name)[0] == "refused"
    near = make_scope(visible=[core("connectors__gmail__SENT")])
    assert kind(near, name)[0] == "refused"


def test_the_step_is_skipped_when_every_name_is_visible() -> None:
    routes = route_turn(KANBAN, [emitted("read_file"), emitted("tool_search", {"queries": "x"})])
    assert routes.skipped
    assert [call.kind for call in routes.calls] == [RouteKind.DIRECT] * 2


def test_in_a_mixed_turn_only_matching_calls_change() -> None:
    calls = [emitted("read_file", {"path": "a"}), emitted("kanban_list", {}), emitted("tool_search", {"queries": "x"})]
    routes = route_turn(KANBAN, calls)
    assert not routes.skipped
    assert [str(call.kind) for call in routes.calls] == ["direct", "auto-routed", "direct"]
    for call, found in zip(calls, routes.calls, strict=True):
        if found.kind is RouteKind.DIRECT:
            assert (found.name, found.arguments) == (call.name, call.arguments)
            assert found.arguments is call.arguments


def test_after_eight_unknown_names_nothing_near_is_looked_for() -> None:
    names = [f"nothing_{at}" for at in range(8)]
    few = route_turn(KANBAN, [emitted(name) for name in [*names[:7], "kanban_lnk", "kanban_lnk"]])
    many = route_turn(KANBAN, [emitted(name) for name in [*names, "kanban_lnk", "read_file", "kanban_list"]])
    assert [str(call.kind) for call in few.calls[7:]] == ["repaired", "repaired"]
    assert [str(call.kind) for call in many.calls[8:]] == ["refused", "direct", "auto-routed"]


def test_never_defer_and_off_leave_everything_direct() -> None:
    scope = make_scope(visible=[make_tool("a"), core("b")], settings=ToolSearchSettings(enabled="off"))
    routes = route_turn(scope, [emitted("mcp_hub_a"), emitted("b")], Surroundings(bridge=False))
    assert routes.skipped


@pytest.mark.parametrize("name", ["", "x" * 5000, "\u202e", "a b", "(((((", "nul\x00"])
def test_odd_names_are_refused(name: str) -> None:
    found: Routed = route(KANBAN, emitted(name))
    assert found.kind is RouteKind.REFUSED
    assert found.error is not None
    assert "error" in found.error


def test_what_could_not_be_read_is_answered_with_its_problem() -> None:
    found = route(KANBAN, emitted("read_file", None, "has no params"))
    assert (found.kind, found.readable) == (RouteKind.REFUSED, False)
    assert "has no params" in found.note
