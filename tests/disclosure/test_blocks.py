"""The blocks of single sources, and labels."""

import re

import pytest

from tests.disclosure.support import core, down, plugin, raw, server
from workbench.disclosure.blocks import ambiguous_labels, blocks_for, label_of
from workbench.model import Kind, Source


def test_the_three_forms() -> None:
    source = server(
        "git", [raw("status", "Show what changed. More."), raw("add", "Stage files."), raw("log"), *map(raw, "abcd")]
    )
    blocks = blocks_for(source, source.tools, False)
    single = "\n- mcp_git_a\n- mcp_git_add: Stage files.\n- mcp_git_b\n- mcp_git_c\n- mcp_git_d\n- mcp_git_log"
    assert blocks.full == f"git tools (7):{single}\n- mcp_git_status: Show what changed."
    joined = "mcp_git_a, mcp_git_add, mcp_git_b, mcp_git_c, mcp_git_d, mcp_git_log, mcp_git_status"
    assert blocks.names == f"git tools (7):\n{joined}"
    assert re.fullmatch(r"git: 7 tools, names not listed[^\n]*tool_search", blocks.summary)
    assert blocks.tool_count == 7
    assert [form for form, _ in blocks.ladder] == ["full", "names", "summary"]


def test_one_tool_is_not_tools() -> None:
    source = server("git", 1)
    assert "1 tool," in blocks_for(source, source.tools, False).summary


def test_a_form_that_saves_nothing_is_no_step() -> None:
    source = server("g", [raw("a")])
    blocks = blocks_for(source, source.tools, False)
    assert len(blocks.summary) > len(blocks.names)
    assert [form for form, _ in blocks.ladder] == ["full", "names"]


def test_a_server_that_is_down_is_one_bounded_line() -> None:
    blocks = blocks_for(down("git", "exited\nwith code 1 " + "x" * 500), (), False)
    assert blocks.unavailable.startswith("git: unavailable, exited with code 1 ")
    assert "\n" not in blocks.unavailable and len(blocks.unavailable) < 150
    assert (blocks.full, blocks.names, blocks.summary) == ("", "", "")


def test_sea_022_a_label_is_bounded_and_plain() -> None:
    source = server("s" * 5000, 1)
    assert blocks_for(source, source.tools, False).full.startswith("s" * 63 + "… tools (1):\n")
    assert label_of(Source("a\n- b\x1b[31m\u202e", Kind.MCP), False) == "a - b[31m"
    assert label_of(Source("", Kind.MCP), False) == "(no name)"


def test_shared_labels_are_marked_by_kind() -> None:
    sources = [server("kanban", 1), plugin("kanban", "move"), core("todo_list"), server("other", 1)]
    marked = ambiguous_labels(sources)
    assert marked == {"mcp:kanban", "plugin:kanban"}
    assert [label_of(source, source.key in marked) for source in sources] == [
        "kanban (server)",
        "kanban (plugin)",
        "core",
        "other",
    ]


@pytest.mark.parametrize(
    "names",
    [
        ["x" * 100 + "a", "x" * 100 + "b", "x" * 100],
        ["a b", "a  b", " a b"],
        ["kanban", "kanban (plugin)", "kanban (server)"],
    ],
)
def test_no_two_labels_are_alike(names: list[str]) -> None:
    sources = [*(server(name, 1) for name in names), plugin("kanban", "move")]
    marked = ambiguous_labels(sources)
    labels = [label_of(source, source.key in marked) for source in sources]
    assert len(set(labels)) == len(labels)
    assert all(len(label) <= 64 for label in labels)
