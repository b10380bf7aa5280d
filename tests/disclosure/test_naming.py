"""Names of tools: safe, unique, bounded, and the same whatever the order."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.disclosure.support import nested, odd_text, raw, raw_tools
from workbench.disclosure.deferral import BRIDGE_NAMES
from workbench.disclosure.definitions import definition
from workbench.disclosure.naming import MAX_NAME, name_tools
from workbench.model import Kind, RawTool
from workbench.text import estimate_tokens

SAFE = re.compile(r"[A-Za-z0-9_-]{1,64}")


def names(server: str, raws: list[str], taken: set[str] | frozenset[str] = frozenset()) -> dict[str, str]:
    tools, _ = name_tools(server, [raw(name) for name in raws], taken)
    return {tool.original_name: tool.name for tool in tools}


def test_plain_names_have_no_suffix_and_no_report() -> None:
    tools, reports = name_tools("git hub", [raw("create_issue"), raw("list.issues")])
    assert [tool.name for tool in tools] == ["mcp_git_hub_create_issue", "mcp_git_hub_list_issues"]
    assert [tool.original_name for tool in tools] == ["create_issue", "list.issues"]
    assert {(tool.source, tool.kind, tool.toolset) for tool in tools} == {("git hub", Kind.MCP, "mcp-git hub")}
    assert reports == ()


def test_cat_001_tools_that_reduce_to_one_name_are_all_there() -> None:
    colliding = ["read-file", "read_file", "read.file", "Read_File", "readFile", "read file"]
    tools, reports = name_tools("files", [raw(name) for name in colliding])
    by_raw = {tool.original_name: tool.name for tool in tools}
    assert by_raw.keys() == set(colliding)
    assert by_raw["read_file"] == "mcp_files_read_file"
    assert by_raw["read-file"] == "mcp_files_read-file"
    assert by_raw["Read_File"] == "mcp_files_Read_File"
    assert re.fullmatch(r"mcp_files_read_file_[0-9a-f]{6}", by_raw["read.file"])
    assert re.fullmatch(r"mcp_files_read_file_[0-9a-f]{6}", by_raw["read file"])
    assert len(set(by_raw.values())) == len(colliding)
    assert {report.key for report in reports} == {"read.file", "read file"}
    assert {report.used for report in reports} == {by_raw["read.file"], by_raw["read file"]}


def test_names_are_the_same_on_every_run() -> None:
    """A name written down: a changed digest would break the conversations that used it."""
    assert names("files", ["a.b", "a_b"]) == {"a_b": "mcp_files_a_b", "a.b": "mcp_files_a_b_6ed1b5"}


def test_cat_003_one_tool_name_on_two_servers_is_two_tools() -> None:
    one, other = names("oceanbase", ["echo"]), names("clickhouse", ["echo"])
    assert one["echo"] == "mcp_oceanbase_echo"
    assert other["echo"] == "mcp_clickhouse_echo"


def test_cat_005_the_second_definition_of_a_name_is_refused() -> None:
    tools, reports = name_tools("s", [raw("search", "Tickets."), raw("echo"), raw("search", "People.")])
    assert [(tool.name, tool.description) for tool in tools] == [("mcp_s_search", "Tickets."), ("mcp_s_echo", "")]
    assert [(report.where, report.key) for report in reports] == [("s", "search")]
    assert reports[0].severity == "warning"


def test_cat_007_long_names_are_shortened_and_keep_their_tool_part() -> None:
    key = "a-server-with-a-rather-long-configuration-key-of-50"
    raws = ["ls", "admin.tools.list", "a" * 64, "b" * 65, "c" * 128, "d" * 200, "d" * 201, "user-profile/update"]
    tools, reports = name_tools(key, [raw(name) for name in raws])
    assert all(len(tool.name) <= MAX_NAME for tool in tools)
    assert len({tool.name for tool in tools}) == len(raws)
    assert [tool.original_name for tool in tools] == raws
    assert "admin_tools_list_" in tools[1].name
    assert tools[0].name == f"mcp_{key}_ls"
    assert {report.key for report in reports} >= {"admin.tools.list", "user-profile/update"}


def test_cat_009_names_have_a_safe_alphabet_and_keep_the_original() -> None:
    weird = [
        "admin.tools.list",
        "user-profile/update",
        "tab\tname",
        "line\nbreak",
        "查询订单",
        "注文を検索",
        "..",
        ".",
        "",
        " ",
    ]
    weird += [
        "\U0001f680_launch",
        "esc\x1b[31mred",
        "nul\x00name",
        "[/]",
        "__proto__",
        "-",
        "_",
        "cafe\u0301",
        "caf\u00e9",
    ]
    tools, _ = name_tools("s", [raw(name) for name in weird])
    assert [tool.original_name for tool in tools] == weird
    assert all(SAFE.fullmatch(tool.name) for tool in tools)
    assert len({tool.name for tool in tools}) == len(weird)
    assert tools[0].name == "mcp_s_admin_tools_list"


def test_a_name_without_usable_characters_is_told_apart_and_reported() -> None:
    tools, reports = name_tools("s", [raw("查询订单"), raw("注文を検索"), raw("")])
    assert all(re.fullmatch(r"mcp_s_tool_[0-9a-f]{6}", tool.name) for tool in tools)
    assert [report.key for report in reports] == ["查询订单", "注文を検索", "(empty name)"]


def test_servers_without_usable_characters_are_told_apart() -> None:
    assert names("日本", ["a"])["a"] != names("韓国", ["a"])["a"]
    assert SAFE.fullmatch(names("日本", ["a"])["a"])


def test_only_the_newcomer_gives_way_to_a_taken_name() -> None:
    assert names("a", ["b_c"]) == {"b_c": "mcp_a_b_c"}
    later = names("a_b", ["c", "d"], {"mcp_a_b_c"})
    assert later["d"] == "mcp_a_b_d"
    assert re.fullmatch(r"mcp_a_b_c_[0-9a-f]{6}", later["c"])


def test_servers_whose_names_only_differ_in_where_they_are_cut_do_not_block_each_other() -> None:
    first = names("a/b", ["c"])
    second = names("a", ["b/c"], set(first.values()))
    assert first["c"] == "mcp_a_b_c"
    assert re.fullmatch(r"mcp_a_b_c_[0-9a-f]{6}", second["b/c"])
    third = names("a", ["b/c"], {*first.values(), *second.values()})
    assert third["b/c"] not in {*first.values(), *second.values()}


@pytest.mark.parametrize("kind", [Kind.MCP, Kind.PLUGIN])
def test_bridge_names_are_refused(kind: Kind) -> None:
    tools, reports = name_tools("s", [raw("tool_search"), raw("tool_call"), raw("fine")], kind=kind)
    assert [tool.original_name for tool in tools] == ["fine"]
    assert [report.key for report in reports] == ["tool_search", "tool_call"]


def test_a_plugin_cannot_reach_a_bridge_name_through_reduction() -> None:
    tools, reports = name_tools("paint", [raw("tool.search"), raw("draw")], kind=Kind.PLUGIN)
    assert [(tool.name, tool.toolset) for tool in tools] == [("draw", "paint")]
    assert len(reports) == 1


def test_the_label_of_a_report_is_bounded() -> None:
    _, reports = name_tools("s" * 5000, [raw("t" * 5000), raw("[bold]\x1b[31m"), raw("查")])
    assert reports
    assert all(len(str(report)) < 400 and "\x1b" not in str(report) for report in reports)


def test_very_many_renamings_are_summed_up() -> None:
    raws = [raw("x" * 70 + str(index)) for index in range(3000)]
    tools, reports = name_tools("s", raws)
    assert len({tool.name for tool in tools}) == 3000
    assert len(reports) == 51
    assert "2950" in reports[-1].problem


def test_tokens_are_those_of_the_definition() -> None:
    (tool,), _ = name_tools("s", [raw("查询", "查询订单。", {"type": "object", "properties": {"名": {}}})])
    assert tool.schema_tokens == estimate_tokens(definition(tool))
    assert tool.parameters == {"type": "object", "properties": {"名": {}}}


def test_a_schema_nested_very_deep_is_counted_and_kept_as_received() -> None:
    schema = nested(700)
    (tool,), _ = name_tools("s", [raw("deep", "", schema)])
    assert tool.parameters is schema
    assert tool.schema_tokens == estimate_tokens(definition(tool)) > 0


@given(odd_text, raw_tools, st.sets(odd_text))
def test_names_are_unique_safe_and_bounded(server: str, raws: list[RawTool], taken: set[str]) -> None:
    first, _ = name_tools(server, raws)
    held = {*taken, *(tool.name for tool in first[::2])}
    tools, _ = name_tools(server, raws, held)
    found = [tool.name for tool in tools]
    assert len(set(found)) == len(found)
    assert not held & set(found)
    assert all(SAFE.fullmatch(name) for name in found)
    wanted = {item.name for item in raws}.difference(BRIDGE_NAMES)
    assert {tool.original_name for tool in tools} == wanted


@given(odd_text, raw_tools, st.randoms(use_true_random=False))
def test_names_do_not_depend_on_the_order(server: str, raws: list[RawTool], shuffle: random.Random) -> None:
    shuffled = list(raws)
    shuffle.shuffle(shuffled)
    before = {tool.original_name: tool.name for tool in name_tools(server, raws)[0]}
    assert {tool.original_name: tool.name for tool in name_tools(server, shuffled)[0]} == before
