"""Numbers and bars."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from workbench.ui.format import bar, columns, count, percent, short_number


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (9_999, "9,999"), (18_234, "18.2k"), (99_949, "99.9k"), (99_950, "100k"), (999_499, "999k"),
     (999_500, "1.0M"), (1_234_567, "1.2M")],
)  # fmt: skip
def test_short_numbers(value: int, shown: str) -> None:
    assert short_number(value) == shown
    assert len(shown) <= 5


def test_counts_know_the_singular() -> None:
    assert [count(0, "tool"), count(1, "tool"), count(3320, "tool")] == ["0 tools", "1 tool", "3,320 tools"]


@pytest.mark.parametrize(
    ("part", "whole", "shown"),
    [(0, 10, "0%"), (1, 1000, "<1%"), (995, 1000, "99.5%"), (99_999, 100_000, "99.9%"), (10, 10, "100%"), (3, 0, "–"),
     (25, 10, "250%")],
)  # fmt: skip
def test_percentages_stay_honest_at_both_ends(part: int, whole: int, shown: str) -> None:
    assert percent(part, whole) == shown


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(-3, 60))
def test_a_bar_has_its_width_and_is_full_or_empty_only_when_it_is(part: int, whole: int, width: int) -> None:
    drawn = bar(part, whole, width, "$primary").plain
    assert len(drawn) == max(width, 0)
    if width > 0 and whole:
        assert (drawn == "─" * width) == (part == 0)
        assert (drawn == "━" * width) == (part >= whole)


SHOWN = st.characters(categories=["L", "N", "P", "S", "Zs"])


@given(st.text(SHOWN, max_size=30), st.text(SHOWN, max_size=10), st.integers(0, 60))
def test_two_columns_fill_the_line_and_never_lose_the_right_one(left: str, right: str, width: int) -> None:
    line = columns(left, right, width)
    assert line.plain.endswith(right)
    assert line.cell_length <= max(width, Content(right).cell_length)
