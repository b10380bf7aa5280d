"""Which documents match and in what order (spec 2.3, 2.4)."""

from dataclasses import replace
from math import log

import pytest

from tests.search.support import ANALYZER, ask, catalog, found, naive, one_server, source, tool
from workbench.model import Kind
from workbench.search.catalog import Catalog
from workbench.search.intent import required_of
from workbench.search.query import search
from workbench.search.segment import build_segment

FILES = one_server({"read_file": "Reads.", "write_file": "Writes.", "list_folders": "Lists.", "read_mail": "Mail."})


def test_the_score_is_bm25_to_the_letter() -> None:
    where = one_server({"alpha": "beta beta", "gamma": "beta"}, "srv")
    match = ask(where, "alpha").matches[0]
    average = (4 + 3) / 2
    weight = log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    assert match.score == pytest.approx(weight * 1 * 2.5 / (1 + 1.5 * (1 - 0.75 + 0.75 * 4 / average)))
    both = ask(where, "beta").matches
    assert [m.tool.original_name for m in both] == ["alpha", "gamma"]
    assert both[0].score == pytest.approx(log(1 + 0.5 / 2.5) * 2 * 2.5 / (2 + 1.5 * (1 - 0.75 + 0.75 * 4 / average)))


def test_the_average_length_is_at_least_one() -> None:
    assert Catalog().average_length == 1
    assert catalog(source("…", "…")).average_length == 1


def test_the_rarest_term_is_the_gate() -> None:
    assert ask(FILES, "read file folder").explanation.gate == ("folder",)
    assert found(FILES, "read file folder") == ["list_folders"]


def test_terms_tied_for_rarest_each_open_the_gate() -> None:
    group = ask(FILES, "folder mail")
    assert group.explanation.gate == ("folder", "mail")
    assert sorted(match.tool.original_name for match in group.matches) == ["list_folders", "read_mail"]


def test_a_term_in_no_document_lets_nothing_pass() -> None:
    group = ask(FILES, "read file telegram")
    assert group.matches == ()
    assert group.explanation.gate == ("telegram",)


@pytest.mark.parametrize(
    "query",
    ["please read the mail", "What's a way to read my mail?", "I would like to read mail, with it", "mcp read mail"],
)
def test_function_words_neither_gate_nor_count(query: str) -> None:
    where = one_server({"read_mail": "", "way_to": "I would like to, please.", "mcp_with": "What's it with the mcp?"})
    explanation = ask(where, query).explanation
    intent = {term.text for term in explanation.terms if term.role == "intent"}
    assert intent in ({"read", "mail"}, {"read", "mail", "way"}, {"read", "mail", "like"})
    assert explanation.answerable == len(intent)
    assert explanation.required == 1
    assert "read_mail" in found(where, query)


def test_a_function_word_adds_nothing_to_the_score() -> None:
    where = one_server({"read_mail": "to the to the", "other": ""})
    assert ask(where, "read to the mail").matches[0].score == ask(where, "mail read").matches[0].score


def test_a_query_of_function_words_only_is_taken_as_it_is() -> None:
    where = one_server({"who_is": "", "whois": "", "other": "is"})
    assert found(where, "who is") == ["who_is"]
    assert found(one_server({"mcp_status": "", "about": "The mcp."}), "mcp") == ["about"]


def test_a_word_that_means_something_keeps_its_term_an_intent_term() -> None:
    where = one_server({"needs_review": "", "other": ""})
    terms = {term.text: term for term in ask(where, "need needing").explanation.terms}
    assert terms["need"].role == "intent"
    assert terms["need"].words == ("need", "needing")


@pytest.mark.parametrize(("answerable", "required"), [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2), (5, 3), (6, 3), (7, 4)])
def test_from_four_answerable_terms_on_half_of_them_are_required(answerable: int, required: int) -> None:
    assert required_of(answerable) == required


def test_the_floor_refuses_a_document_with_too_few_terms() -> None:
    where = one_server({"rare_one": "", "rare_two_three": "", "two": "", "three": "", "four": "", "four_two_three": ""})
    assert ask(where, "rare two three").explanation.gate == ("rare",)
    assert found(where, "rare two three") == ["rare_two_three", "rare_one"]
    assert found(where, "rare two three four") == ["four_two_three", "rare_two_three"]


def test_unanswerable_function_words_and_repeats_do_not_raise_the_floor() -> None:
    where = one_server({"rare": "", "two_common": "", "three_common": ""})
    assert ask(where, "rare two three two three rare of the").explanation.required == 1


@pytest.mark.parametrize("query", ["mcp_s_read_file", "  MCP_S_READ_FILE\n", "read_file", "Read_File "])
def test_the_whole_query_as_a_name_ranks_first(query: str) -> None:
    where = one_server({"read_file": "x " * 500, "read_file_file": "read file", "file_read": "read file"})
    matches = ask(where, query).matches
    assert matches[0].tool.original_name == "read_file"
    assert [match.exact for match in matches] == [True] + [False] * (len(matches) - 1)
    assert len(matches) > 1


def test_an_exact_name_matches_even_where_the_gate_would_refuse_it() -> None:
    where = catalog(source("s", "the_of", "…", "of"), source("t", *[tool(f"x{n}", "of the") for n in range(9)]))
    assert [m.exact for m in ask(where, "…").matches] == [True]
    assert ask(where, "THE_OF").matches[0].exact


def test_a_name_without_prefix_must_be_unambiguous() -> None:
    where = catalog(source("a", "search"), source("b", "search"), source("c", "find"))
    assert not any(match.exact for match in ask(where, "search").matches)
    assert len(ask(where, "search").matches) == 2
    assert [match.tool.name for match in ask(where, "mcp_a_search").matches if match.exact] == ["mcp_a_search"]
    assert [match.exact for match in ask(where, "find").matches] == [True]


def test_a_full_name_beats_the_same_name_without_prefix() -> None:
    plugin = source("tools", tool("search", server="tools", kind=Kind.PLUGIN), kind=Kind.PLUGIN)
    where = catalog(source("a", "search"), plugin)
    assert [(match.tool.name, match.exact) for match in ask(where, "search").matches] == [
        ("search", True),
        ("mcp_a_search", False),
    ]


def test_the_name_without_prefix_is_known_as_the_model_writes_it_too() -> None:
    shown = replace(tool("zoom.in/out"), name="mcp_s_zoom_in_out")
    where = catalog(source("s", shown, "zoom"))
    for query in ("zoom.in/out", "zoom_in_out", "mcp_s_zoom_in_out"):
        assert ask(where, query).matches[0].exact


def test_a_name_inside_a_longer_query_is_not_exact() -> None:
    assert not any(match.exact for match in ask(FILES, "read_file now").matches)


def test_ties_go_by_name_and_the_limit_cuts() -> None:
    where = one_server(dict.fromkeys(("delta", "alpha", "echo", "bravo", "charlie"), "same words"))
    assert found(where, "same words", 3) == ["alpha", "bravo", "charlie"]
    assert ask(where, "same words", 3).explanation.admitted == 5
    assert found(where, "same", 0) == []
    assert found(where, "alpha", 0) == []
    assert len(found(where, "same", 50)) == 5


def test_there_is_no_fallback() -> None:
    for query in ("", "   ", "?!", "telegram", "…"):
        assert found(FILES, query) == []
    assert found(Catalog(), "read") == []


def test_connector_documents_count_in_the_statistics_of_their_query_only() -> None:
    connectors = source("connectors", tool("GMAIL_READ", "Reads mail.", kind=Kind.CONNECTORS), kind=Kind.CONNECTORS)
    extra = build_segment(connectors, ANALYZER)
    before = ask(FILES, "gmail read")
    group = search(FILES, "gmail read", 5, ANALYZER, extra)
    assert before.matches == ()
    assert [match.tool.name for match in group.matches] == ["GMAIL_READ"]
    assert group.explanation.documents == FILES.size + 1
    assert ask(FILES, "gmail read") == before


def test_only_the_posting_lists_of_the_gate_are_read() -> None:
    read: list[str] = []

    class Watched(Catalog):
        def carrying(self, term: str):  # type: ignore[no-untyped-def]
            read.append(term)
            return super().carrying(term)

    where = Watched(FILES.segments)
    group = search(where, "read file folders", 5, ANALYZER)
    assert read == ["folder"] == list(group.explanation.gate)
    assert group.explanation.refused
    assert set(read) > {"folder"}


def test_the_naive_search_agrees_on_an_example() -> None:
    assert {match.tool.name: match.score for match in ask(FILES, "read file").matches} == pytest.approx(
        naive(FILES, "read file")
    )
