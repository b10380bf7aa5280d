"""The catalog browser without its screen: what is listed, found, sorted, folded, and what is wrong with it."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.ui.catalog_support import LONG, group, odd_server
from workbench.model import Kind, Report, Tool
from workbench.session import Session
from workbench.settings import SHIPPED, ServerSpec, Settings, ToolsetSettings
from workbench.ui.screens.catalog.arranging import FEW, Question, Tree, at_first, find, words_of
from workbench.ui.screens.catalog.drawing import line_spans
from workbench.ui.screens.catalog.entries import Entry, Group, Shelf
from workbench.ui.screens.catalog.folds import Folds
from workbench.ui.screens.catalog.problems import Subjects, kind_of
from workbench.ui.screens.catalog.reading import read_shelf

GROUPS = (
    group("mail", ("send_mail", 50, "Sends a letter"), ("list_mail", 90, "Lists letters and parcels")),
    group("files", ("read_file", 30, "Reads a file"), ("Delete_file", 200, "Deletes a file for good")),
    Group("mcp:down", "down", (), note="failed"),
)


def names(found: tuple[object, ...]) -> list[list[str]]:
    return [[entry.name for entry in hits.entries] for hits in found]  # type: ignore[attr-defined]


def shelf_of(folder: Path, *specs: ServerSpec, **options: object) -> Shelf:
    async def read() -> Shelf:
        session = Session(Settings(servers=specs, **options), log_dir=folder / "logs")  # type: ignore[arg-type]
        await session.start()
        try:
            await session.settled()
            return read_shelf(session.state, session.own_sources)
        finally:
            await session.close()

    return asyncio.run(read())


# Finding


def test_without_words_everything_is_there_in_server_order() -> None:
    found = find(GROUPS, Question())
    assert names(found) == [["send_mail", "list_mail"], ["read_file", "Delete_file"], []]
    assert [hits.tokens for hits in found] == [140, 230, 0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("letter", [["send_mail", "list_mail"]]),
        ("LETTER  parcel", [["list_mail"]]),
        ("mail file", []),
        ("mcp_files read", [["read_file"]]),
        ("e", [["send_mail", "list_mail"], ["read_file", "Delete_file"]]),
        ("a file", [["read_file", "Delete_file"]]),
        (".*", []),
    ],
)
def test_all_words_must_occur_and_a_source_without_hits_is_gone(text: str, expected: list[list[str]]) -> None:
    found = find(GROUPS, Question(words_of(text)))
    assert names(found) == expected
    assert all(hits.tokens == sum(entry.tokens for entry in hits.entries) for hits in found)


def test_orders_hold_for_sources_and_their_tools_alike() -> None:
    by_name, by_tokens = find(GROUPS, Question(order="name")), find(GROUPS, Question(order="tokens"))
    assert [hits.group.name for hits in by_name] == ["down", "files", "mail"]
    assert names(by_name) == [[], ["Delete_file", "read_file"], ["list_mail", "send_mail"]]
    assert [hits.group.name for hits in by_tokens] == ["files", "mail", "down"]
    assert names(by_tokens)[1] == ["list_mail", "send_mail"]


# Folding


def test_a_tree_knows_every_line_and_its_key() -> None:
    tree = Tree(find(GROUPS, Question()), {"mcp:files", "mcp:down"})
    places = [tree.place(line) for line in range(len(tree))]
    assert [place and (place.entry.name if place.entry else place.hits.group.name) for place in places] == [
        "mail", "files", "read_file", "Delete_file", "down"
    ]  # fmt: skip
    assert [tree.line(place.key) for place in places if place] == list(range(5))
    assert tree.place(5) is None and tree.place(-1) is None
    assert tree.line(("mail", "mcp_mail_send_mail")) is None, "folded away"
    assert [tree.top(line) for line in range(5)] == [0, 1, 1, 1, 4]
    assert (tree.entries, tree.tokens) == (4, 370)


def test_an_empty_tree_has_no_line() -> None:
    assert len(Tree((), ())) == 0 and Tree((), ()).place(0) is None


def test_few_tools_are_unfolded_from_the_start_many_are_not() -> None:
    many = group("many", *((f"t{n}", 1, "") for n in range(FEW)))
    assert at_first(GROUPS) == {"mcp:mail", "mcp:files"}
    assert at_first((many, GROUPS[0])) == frozenset()
    assert at_first((many, GROUPS[2])) == {"mcp:many"}, "one source alone"


def test_a_filter_unfolds_what_it_finds_and_leaves_the_tree_as_it_was() -> None:
    folds = Folds({"a"})
    assert folds.unfolded({"a", "b"}, filtered=False) == {"a"}
    assert folds.unfolded({"a", "b"}, filtered=True) == {"a", "b"}
    folds.fold(["a"], unfold=False, filtered=True)
    folds.fold(["b"], unfold=True, filtered=False)
    assert folds.unfolded({"a", "b"}, filtered=True) == {"b"}
    assert folds.unfolded({"a", "b", "c"}, filtered=False) == {"a", "b"}
    folds.filter_changed()
    assert folds.unfolded({"a"}, filtered=True) == {"a"}


# Problems


def test_each_odd_tool_is_marked_with_its_problem_and_refused_ones_are_listed(tmp_path: Path) -> None:
    shelf = shelf_of(tmp_path, odd_server(tmp_path))
    odd = next(group for group in shelf.groups if group.key == "mcp:odd[/b]")
    kinds = {entry.name: {problem.kind for problem in entry.problems} for entry in odd.entries}
    assert kinds["good"] == {"duplicate"}
    assert kinds["silent"] == {"description"}
    assert "schema" in kinds["bad.schema"]
    assert kinds["pushy"] == {"orders"}
    assert kinds[LONG] == {"name"} and kinds["道具"] == {"name"}
    refused = [entry for entry in odd.entries if entry.state == "refused"]
    assert [entry.name for entry in refused] == ["tools[5]", "tools[6]", "tool_search"]
    assert all(entry.tool is None and entry.problems for entry in refused)
    assert shelf.tools == sum(entry.tool is not None for group in shelf.groups for entry in group.entries)


def test_the_list_of_problems_holds_each_once_and_grave_kinds_first(tmp_path: Path) -> None:
    shelf = shelf_of(tmp_path, odd_server(tmp_path))
    marks = [id(problem) for group in shelf.groups for entry in group.entries for problem in entry.problems]
    listed = [id(entry.problem) for group in shelf.problems for entry in group.entries]
    assert sorted(marks) == sorted(listed) and listed
    assert [group.name for group in shelf.problems] == [
        "Refused", "Sent twice", "Bad schema", "Description", "Suspicious text", "Renamed"
    ]  # fmt: skip
    assert len({entry.key for group in shelf.problems for entry in group.entries}) == len(listed)


def test_every_renamed_tool_is_marked_where_the_reports_only_count_them(tmp_path: Path) -> None:
    items = [{"name": f"werkzeug ä {n}", "description": "x"} for n in range(120)]
    path = tmp_path / "many.json"
    path.write_text(json.dumps({"server": "many", "tools": items}), "utf-8")
    shelf = shelf_of(tmp_path, ServerSpec("many", snapshot=str(path)))
    many = next(group for group in shelf.groups if group.name == "many")
    clean = [entry for entry in many.entries if entry.tool and entry.tool.name == f"mcp_many_{entry.name}"]
    marked = [entry for entry in many.entries if any(problem.kind == "name" for problem in entry.problems)]
    assert not {id(entry) for entry in clean} & {id(entry) for entry in marked}
    assert not [problem for problem in many.problems if "shortened" in problem.report.problem]


def test_a_report_finds_its_tool_by_a_clipped_name_with_a_part_behind_it() -> None:
    long = "x" * 100
    tools = [Tool(f"m_{n}", n, "s", Kind.MCP, "mcp-s", "", {}, 1) for n in ("a", "a.b", long)]
    subjects = Subjects(tools)

    def found(where: str, key: str) -> str | None:
        tool = subjects.find("s", Report(where, key, "odd"))
        return tool.original_name if tool else None

    assert found("s", "a") == "a"
    assert found("s", "a.b.inputSchema.properties.c") == "a.b"
    assert found("s", "a.inputSchema") == "a"
    assert found("s", "x" * 79 + "….description") == long
    assert found("s: a.b", "properties") == "a.b"
    assert found("s", "tools/list") is None and found("s", "") is None


@pytest.mark.parametrize(
    ("report", "kind"),
    [
        (Report("s", "[3]", "is no definition", used="definition left out"), "refused"),
        (Report("s", "a", "the name was sent twice", used="the first definition of it"), "duplicate"),
        (Report("s", "a.inputSchema.required", "is not a list of names"), "schema"),
        (Report("s: a", "parameters", "is not a schema"), "schema"),
        (Report("s", "a.description", "is not text"), "description"),
        (Report("s", "a.description", "holds 3 hidden characters"), "orders"),
        (Report("s", "a", "the name mcp_s_a is held by another tool"), "name"),
        (Report("s", "tools/list", "could not be read again"), "other"),
    ],
)
def test_reports_are_sorted_by_kind(report: Report, kind: str) -> None:
    assert kind_of(report) == kind


# Sources


def test_tools_that_are_not_granted_are_listed_as_such(tmp_path: Path) -> None:
    shelf = shelf_of(tmp_path, ServerSpec("basics", demo="basics"), ServerSpec("gone", snapshot="nowhere.json"),
                     core_tools=SHIPPED, toolsets=ToolsetSettings(disabled=("basics", "memory")))  # fmt: skip
    basics = next(group for group in shelf.groups if group.name == "basics")
    assert not basics.entries and "not granted" in basics.note
    gone = next(group for group in shelf.groups if group.name == "gone")
    assert not gone.entries and gone.note == "failed"
    core = next(group for group in shelf.groups if group.key.startswith("core:"))
    states = {entry.name: entry.state for entry in core.entries}
    assert states["memory"] == "not granted" and states["read_file"] == "visible"


# Lines


@pytest.mark.parametrize("width", [1, 8, 20, 43, 44, 61, 62, 84, 160])
def test_a_line_has_exactly_its_width_at_most_and_keeps_its_tokens(width: int, tmp_path: Path) -> None:
    from rich.cells import cell_len

    shelf = shelf_of(tmp_path, odd_server(tmp_path))
    for groups in (shelf.groups, shelf.problems):
        tree = Tree(find(groups, Question()), {group.key for group in groups})
        for line in range(len(tree)):
            place = tree.place(line)
            assert place is not None
            text = "".join(part for part, _ in line_spans(place, width, unfolded=True, filtered=False))
            assert cell_len(text) <= width
            assert "\x1b" not in text and "\n" not in text
            if place.entry and place.entry.tool and not place.entry.problem and width >= 44:
                assert text.endswith(f" {place.entry.tokens}") and place.entry.state in text


def test_signs_stand_for_the_gravest_problem(tmp_path: Path) -> None:
    shelf = shelf_of(tmp_path, odd_server(tmp_path))
    odd = next(group for group in shelf.groups if group.name.startswith("odd"))
    hits = find([odd], Question())[0]
    shown = {}
    for entry in odd.entries:
        place = Tree([hits], {odd.key}).place(1 + hits.entries.index(entry))
        assert place is not None
        shown[entry.name] = "".join(text for text, _ in line_spans(place, 80, unfolded=True, filtered=False))
    assert shown["tools[5]"].lstrip().startswith("✗") and "refused" in shown["tools[5]"]
    assert shown["silent"].lstrip().startswith("▲") and "(no description)" in shown["silent"]
    assert shown["道具"].lstrip().startswith("·")


def test_thirty_thousand_tools_are_answered_without_a_list_of_lines() -> None:
    groups = tuple(group(f"s{s}", *((f"tool_{n}", n, f"does thing {n}") for n in range(1000))) for s in range(30))
    tree = Tree(find(groups, Question(words_of("thing 99"))), {group.key for group in groups})
    assert tree.entries == 30 * sum("99" in str(n) for n in range(1000))
    last = tree.place(len(tree) - 1)
    assert last is not None and isinstance(last.entry, Entry) and last.entry.name == "tool_999"
