"""What holds for any catalog and any query."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.support import ANALYZER, ask, catalog, found, naive, queries, source, sources, tool
from workbench.model import Source
from workbench.search.query import search
from workbench.search.segment import build_segment


@given(sources(), queries, st.randoms(use_true_random=False))
def test_the_order_and_repetition_of_words_change_nothing(
    made: Sequence[Source], words: list[str], random: object
) -> None:
    where = catalog(*made)
    other = [*words, *words[:2]]
    random.shuffle(other)  # type: ignore[attr-defined]
    one, two = ask(where, " ".join(words)), ask(where, " ".join(other))
    if not (any(match.exact for match in one.matches) or any(match.exact for match in two.matches)):
        assert one.matches == two.matches
    assert one.explanation.terms == two.explanation.terms
    assert one.explanation.gate == two.explanation.gate


@given(sources(), queries)
def test_a_search_through_all_documents_finds_the_same_with_the_same_scores(
    made: Sequence[Source], words: list[str]
) -> None:
    where = catalog(*made)
    group = ask(where, " ".join(words), 1_000)
    expected = naive(where, " ".join(words))
    plain = {match.tool.name: match.score for match in group.matches if not match.exact}
    exact = {match.tool.name for match in group.matches if match.exact}
    assert plain == pytest.approx({name: score for name, score in expected.items() if name not in exact})
    ranks = [(not match.exact, -match.score, match.tool.name) for match in group.matches]
    assert ranks == sorted(ranks)


@given(sources(), queries)
def test_the_order_of_servers_changes_nothing(made: Sequence[Source], words: list[str]) -> None:
    query = " ".join(words)
    assert found(catalog(*made), query) == found(catalog(*reversed(made)), query)


@given(sources(), queries)
def test_refused_and_matched_are_apart_and_every_reason_is_true(made: Sequence[Source], words: list[str]) -> None:
    where = catalog(*made)
    group = ask(where, " ".join(words), 1_000)
    matched = {match.tool.name for match in group.matches}
    gate = set(group.explanation.gate)
    documents = {document.tool.name: document for segment in where.segments for document in segment.documents}
    scores = [refused.score for refused in group.explanation.refused]
    assert scores == sorted(scores, reverse=True)
    for refused in group.explanation.refused:
        assert refused.tool_name not in matched
        carries_gate = bool(gate & set(documents[refused.tool_name].counts))
        assert carries_gate == refused.reason.startswith("floor: ")


@given(st.text(st.characters(), max_size=120), st.text(st.characters(), max_size=120), st.integers(-3, 30))
def test_arbitrary_text_never_raises(text: str, other: str, limit: int) -> None:
    made = source(text, tool(text, other, text, other, server=text), tool(other, text, server=text), "plain_name")
    where = catalog(made)
    extra = build_segment(source(other, text), ANALYZER)
    for query in (text, other, f"{text} {other} plain"):
        group = search(where, query, limit, ANALYZER, extra)
        assert len(group.matches) <= max(limit, 0)
        group.explanation.as_json()


@pytest.mark.parametrize("query", [None, 7, ["read"], b"read"])
def test_what_is_not_text_finds_nothing(query: object) -> None:
    assert search(catalog(source("s", "read")), query, 5, ANALYZER).matches == ()  # type: ignore[arg-type]
