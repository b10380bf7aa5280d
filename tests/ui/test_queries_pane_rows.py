"""Rows: how text folds, what stays of it, and that nothing foreign gets through."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.ui.panes.json_rows import json_rows, json_spans
from workbench.ui.panes.rows import Item, Row, clip_cells, layout, paragraphs

TEXTS = st.text(alphabet=st.sampled_from("ab _-/.日é🙂\t\n\x1b\x07\u202e[]\u2028"), max_size=80)


def lines(*rows: Row, width: int = 20) -> list[str]:
    return [line.text for line in layout(rows, width).lines]


@given(TEXTS, TEXTS, st.integers(-1, 30), st.integers(0, 9), st.integers(0, 9), st.sampled_from([None, 1, 2]))
def test_no_line_is_wider_than_the_view(
    text: str, right: str, width: int, indent: int, hang: int, most: int | None
) -> None:
    row = Row(((text[:9], "name"), (text[9:], "dim")), ((right, "dim"),), indent, hang, most)
    folded = lines(row, width=width)
    assert folded
    assert most is None or len(folded) <= most
    for line in folded:
        assert width < 4 or cell_len(line) <= width
        assert not set(line) & set("\x1b\x07\u202e\n\t\u2028")


@given(st.text(alphabet="ab _日é", max_size=200), st.integers(4, 30))
def test_folding_loses_blanks_and_nothing_else(text: str, width: int) -> None:
    assert "".join("".join(lines(Row(((text, "text"),)), width=width)).split()) == "".join(text.split())


def test_words_stay_whole_and_names_break_at_their_joints() -> None:
    assert lines(Row((("create a new issue now", "text"),)), width=12) == ["create a new", "issue now"]
    assert lines(Row((("mcp_tracker_bulk_update", "text"),)), width=14) == ["mcp_tracker_", "bulk_update"]


def test_a_prefix_does_not_stand_alone_before_a_long_name() -> None:
    row = Row(((" 1 ", "dim"), ("x" * 30, "name")), hang=3)
    assert lines(row, width=20)[0] == " 1 " + "x" * 17


def test_the_right_part_keeps_the_right_edge() -> None:
    for name in ("short", "日本語の検索", "much too long for this line"):
        first = lines(Row(((name, "name"),), (("3.14", "number"),)), width=20)[0]
        assert cell_len(first) == 20
        assert first.endswith(" 3.14")


def test_clipped_rows_end_in_an_ellipsis() -> None:
    assert lines(Row((("one two three four five six", "text"),), lines=2), width=10) == ["one two", "three fou…"]
    assert clip_cells("日本語", 5) == "日本…"
    assert clip_cells("日本", 4) == "日本"


def test_rows_of_one_key_are_one_item() -> None:
    rows = (Row((("a", "text"),), key="k"), Row((("b", "text"),), key="k"), Row(), Row((("c", "text"),), key="k"))
    assert layout(rows, 10).items == (Item("k", 0, 2), Item("k", 3, 1))


def test_indented_text_keeps_its_indentation_where_it_folds() -> None:
    assert lines(*paragraphs("  deep words here\nflat"), width=10) == ["  deep", "  words", "  here", "flat"]


def test_json_is_shown_as_it_is_written_and_coloured_by_kind() -> None:
    value = {"id": 36893488147419103232, "esc": "\x1b[31m\u202e", "list": [True, None, -1.5]}
    assert "36893488147419103232" in "".join(lines(*json_rows(value), width=40))
    assert "\\u001b[31m\\u202e" in "".join(lines(*json_rows(value), width=40))
    spans = list(json_spans('  "a": [1, "x: y", true]'))
    assert "".join(text for text, _ in spans) == '  "a": [1, "x: y", true]'
    assert [(text, tone) for text, tone in spans if tone != "dim"] == [
        ('"a"', "key"), ("1", "number"), ('"x: y"', "string"), ("true", "word"),
    ]  # fmt: skip


def test_a_very_long_line_of_json_is_one_piece() -> None:
    assert len(list(json_spans("[" + "1," * 5_000 + "1]"))) == 1
