"""The short description: first sentence, sixty characters, and no more work than those need."""

import sys
from types import CodeType, FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.disclosure import descriptions
from workbench.disclosure.descriptions import LIMIT, short_description


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("", ""),
        (" \n\t ", ""),
        ("Create an issue. Needs a title.", "Create an issue."),
        ("Really? Yes.", "Really?"),
        ("Stop! Then go.", "Stop!"),
        ("  Several\n\n  spaces\there  ", "Several spaces here"),
        ("No stop at all", "No stop at all"),
        ("查询订单。支持分页。", "查询订单。"),
        ("注文を検索！詳細", "注文を検索！"),
        ("A list of files, etc. in a folder. More.", "A list of files, etc. in a folder."),
        ("Compare A vs. B today. More.", "Compare A vs. B today."),
        ("Tax (i.e. VAT) for one order. More.", "Tax (i.e. VAT) for one order."),
        ("Look up U.S. addresses. More.", "Look up U.S. addresses."),
        ("Runs at 5 p.m. every day. More.", "Runs at 5 p.m. every day."),
        ("By J. Smith, a poet. More.", "By J. Smith, a poet."),
        ("1. Open it. 2. Close it.", "1. Open it."),
        ("Opens package.json of a project. More.", "Opens package.json of a project."),
        ("Needs version 1.2.3 or later. More.", "Needs version 1.2.3 or later."),
        ("Ends with an abbreviation, etc.", "Ends with an abbreviation, etc."),
    ],
)
def test_first_sentence(text: str, short: str) -> None:
    assert short_description(text) == short


def test_lst_001_abbreviations_hosts_and_versions_do_not_end_a_sentence() -> None:
    eg = "Query metrics, e.g. CPU or memory, for one host. Second sentence."
    assert short_description(eg) == "Query metrics, e.g. CPU or memory, for one host."
    assert (
        short_description("Call api.example.com v1.2.3 with Node.js. More.")
        == "Call api.example.com v1.2.3 with Node.js."
    )
    assert short_description("First line\nSecond line. Third.") == "First line Second line."
    endless = "a description without any stop that goes on and on " * 6
    assert short_description(endless) == "a description without any stop that goes on and on a…"


def test_cut_at_a_word_within_the_limit() -> None:
    assert short_description("word " * 40) == "word word word word word word word word word word word word…"[:LIMIT]
    assert len(short_description("w" * 61)) == LIMIT
    assert short_description("w" * 60) == "w" * 60
    assert short_description("w" * 59 + ". More") == "w" * 59 + "."
    assert short_description("w" * 60 + ". More") == "w" * 59 + "…"
    assert short_description("Several words, " + "x" * 200) == "Several words…"


def test_control_characters_do_not_survive() -> None:
    assert short_description("Red \x1b[31malert\u202e now. More") == "Red [31malert now."


@given(st.text() | st.text("a. !?。e\n"))
def test_always_one_line_of_at_most_sixty_characters(text: str) -> None:
    short = short_description(text)
    assert len(short) <= LIMIT
    assert short == " ".join(short.split())
    body = short.removesuffix("…")
    assert " ".join(text.split()).startswith(body) or any(
        ord(character) < 32 or ord(character) > 126 for character in text
    )


@given(st.text("ab .", max_size=200))
def test_a_cut_is_always_marked(text: str) -> None:
    short = short_description(text)
    whole = " ".join(text.split())
    assert short == whole or short.endswith(("…", "."))


HOSTILE = ["a", "a ", ". ", "e.g. ", "a.", "...", " ", "。", "! a", "(" * 9, "1. ", "\x00", "\u202e "]


@pytest.mark.parametrize("piece", HOSTILE)
def test_work_does_not_grow_with_the_text(piece: str) -> None:
    """Lines run and characters handed on for a text ten thousand times as long."""
    small, large = (piece * (size // len(piece)) for size in (1_000, 1_000_000))
    assert _lines_run(large) <= 2 * _lines_run(small) + 50


def _lines_run(text: str) -> int:
    """Lines of the module that run for one description; a loop over the text would show."""
    count = 0

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal count
        if not _of_the_module(frame.f_code):
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        short_description(text)
    finally:
        sys.settrace(before)
    assert count > 0
    return count


def _of_the_module(code: CodeType) -> bool:
    return code.co_filename == descriptions.__file__
