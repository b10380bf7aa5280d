"""Patterns: read as ECMAScript means them, bounded whatever they are."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.bridge.patterns import Budget, TooSlow, UnreadablePattern, compile_pattern


def found(pattern: str, text: str, steps: int = 1_000_000) -> bool:
    return compile_pattern(pattern).search(text, Budget(steps))


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        (r"^\p{Lu}\p{Ll}+$", "Ünal", True),
        (r"^\P{L}$", "a", False),
        (r"^[\p{L}\d]+$", "ä1", True),
        (r"a$", "a\n", False),
        (r"^\d$", "٣", False),
        (r"^\w$", "é", False),
        (r"^\s$", "\ufeff", True),
        (r"^.$", "\u2028", False),
        (r"^[^]$", "\n", True),
        (r"[]", "a", False),
        (r"^\u{1F600}$", "😀", True),
        (r"^\uD83D\uDE00$", "😀", True),
        (r"^(?<year>\d{4})-\d\d$", "2024-01", True),
        (r"(?<=ab+)c", "xabbc", True),
        (r"(?<!ab+)c", "xabbc", False),
        (r"^(?!.*\.\.)[a-z.]+$", "a..b", False),
        (r"^(?!.*\.\.)[a-z.]+$", "a.b", True),
        (r"\bcat\b", "a cat!", True),
        (r"\Bcat", "a cat", False),
        (r"^a{2,3}$", "aaaa", False),
        (r"^a{,3}$", "a{,3}", True),
        (r"^x{0}$", "", True),
        (r"(a*)*b", "aaab", True),
        (r"(|a)+$", "", True),
        (r"^[a-z&&[b]]$", "b", False),
        (r"^[\w-]+$", "a-b", True),
    ],
)
def test_a_pattern_means_what_ecmascript_means(pattern: str, text: str, expected: bool) -> None:
    assert found(pattern, text) is expected


@pytest.mark.parametrize(
    "pattern",
    [r"(a)\1", "(?i)a", "a**", "*", "(", ")", "[b-a]", "[a", r"\p{Nonsense}", r"\p{Script=Greek}", r"\A", "a{3,2}",
     "\\", "(" * 60 + ")" * 60, "a{9999}{9999}", "((?=a{9999})b){9999}", "(?>a)", r"\u{110000}", "a" * 6000],
)  # fmt: skip
def test_what_cannot_be_decided_is_refused_with_a_reason(pattern: str) -> None:
    with pytest.raises(UnreadablePattern):
        compile_pattern(pattern)


def test_val_023_nested_repetition_costs_one_move_a_character() -> None:
    budget = Budget(1_000)
    assert not compile_pattern("^(a+)+$").search("a" * 200 + "!", budget)
    assert budget.left > 500


def test_a_pattern_that_uses_up_its_budget_says_which_it_was() -> None:
    with pytest.raises(TooSlow) as fault:
        found("(?=.*x)y", "a" * 2_000, steps=10_000)
    assert fault.value.matcher.source == "(?=.*x)y"


_PIECES = st.recursive(
    st.sampled_from(["a", "b", ".", "[ab]", "[^a]", r"\d", r"\w", "^", "$", r"\b", "1"]),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"(?:{'|'.join(parts)})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "{2,}"])).map(lambda p: f"(?:{p[0]}){p[1]}"),
        inner.map(lambda part: f"(?={part})"),
        inner.map(lambda part: f"(?!{part})"),
    ),
    max_leaves=6,
)


@given(_PIECES, st.text("ab1 ", max_size=7))
def test_the_engine_agrees_with_a_backtracking_one(pattern: str, text: str) -> None:
    assert found(pattern, text) is bool(re.search(pattern, text, re.ASCII))
