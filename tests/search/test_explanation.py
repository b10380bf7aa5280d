"""The reasons for matches and near misses (spec 2.5)."""

import json

import pytest

from tests.search.support import ask, catalog, one_server, source, tool
from workbench.search import near_misses

MAIL = one_server(
    {
        "send_email": "Send an email to the team.",
        "escalate": "Escalate and send email.",
        "read_email": "Read.",
        "list_issues": "List.",
    },
    "desk",
)


def test_terms_tell_frequency_weight_role_and_words() -> None:
    terms = {term.text: term for term in ask(MAIL, "please sending the emails").explanation.terms}
    assert {text: (term.df, term.role, term.words) for text, term in terms.items()} == {
        "email": (3, "intent", ("emails",)),
        "pleas": (0, "function", ("please",)),
        "send": (2, "intent", ("sending",)),
        "the": (1, "function", ("the",)),
    }
    assert terms["send"].idf > terms["email"].idf > 0


def test_gate_answerable_and_required_are_told() -> None:
    explanation = ask(MAIL, "send list read email desk gmail").explanation
    assert (explanation.gate, explanation.answerable, explanation.required) == (("gmail",), 5, 3)
    assert (explanation.documents, explanation.admitted) == (4, 0)


def test_the_scores_of_a_match_by_term_add_up() -> None:
    for match in ask(MAIL, "send the team an email").matches:
        assert sum(match.term_scores.values()) == pytest.approx(match.score)
        assert match.score > 0
    assert set(ask(MAIL, "send the team an email").matches[0].term_scores) == {"send", "team", "email"}


def test_the_gate_gives_its_reason_in_the_words_of_the_query() -> None:
    refused = ask(MAIL, "send gmail emails").explanation.refused
    assert {entry.tool_name for entry in refused[:2]} == {"mcp_desk_escalate", "mcp_desk_send_email"}
    assert refused[2].tool_name == "mcp_desk_read_email"
    assert [entry.reason for entry in refused] == ['gate: lacks "gmail"'] * 3
    assert {entry.reason for entry in ask(MAIL, "list repositories").explanation.refused} == {
        'gate: lacks "repositories"'
    }


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("email aa bb", 'gate: lacks "aa" and "bb"'),
        ("email cc bb aa", 'gate: lacks "aa", "bb" and "cc"'),
        ("email ee dd cc bb aa", 'gate: lacks "aa", "bb", "cc" and 2 more'),
    ],
)
def test_a_tied_gate_names_all_of_its_words_or_the_first(query: str, reason: str) -> None:
    assert {entry.reason for entry in ask(MAIL, query).explanation.refused} == {reason}


def test_the_floor_gives_its_reason() -> None:
    where = one_server({"rare_one": "", "rare_two_three": "", "two": "", "three": "", "four": "", "four_two_three": ""})
    reasons = {entry.tool_name: entry.reason for entry in ask(where, "rare two three four").explanation.refused}
    assert reasons == {
        "mcp_s_rare_one": "floor: 1 of 4, needs 2",
        "mcp_s_four": "floor: 1 of 4, needs 2",
        "mcp_s_two": 'gate: lacks "four" and "rare"',
        "mcp_s_three": 'gate: lacks "four" and "rare"',
    }


def test_refused_documents_are_the_best_and_bounded() -> None:
    tools = {f"tool_{index:03}": "mail " * (index % 40) + "pad " * 50 for index in range(200)}
    where = one_server(tools)
    group = ask(where, "telegram mail")
    refused = group.explanation.refused
    best = ask(where, "mail", near_misses.REFUSED).matches
    assert [entry.tool_name for entry in refused] == [match.tool.name for match in best]
    assert len(refused) == near_misses.REFUSED
    assert [entry.score for entry in refused] == pytest.approx([match.score for match in best])


def test_near_misses_stop_at_the_rare_terms_that_decide() -> None:
    scored: list[int] = []

    class Counting(dict[str, int]):
        def __contains__(self, key: object) -> bool:
            scored.append(1)
            return super().__contains__(key)

    rare = {f"quasar_{index}": "quasar nebula" for index in range(10)}
    common = {f"item_{index}": "thing " + "pad " * 40 for index in range(2_000)}
    where = one_server({**rare, **common})
    for document in where.segments[0].documents:
        object.__setattr__(document, "counts", Counting(document.counts))
    group = ask(where, "telegram quasar nebula thing")
    scored.clear()
    assert {entry.tool_name[:12] for entry in group.explanation.refused} == {"mcp_s_quasar"}
    assert len(scored) < 2_000


def test_near_misses_look_at_a_bounded_number_of_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near_misses, "EXAMINED", 7)
    where = one_server({f"tool_{index:03}": "mail" for index in range(100)})
    assert [entry.tool_name[-3:] for entry in ask(where, "telegram mail").explanation.refused] == [
        "000",
        "001",
        "002",
        "003",
        "004",
    ]


def test_matches_beyond_the_limit_and_exact_ones_are_not_refused() -> None:
    where = one_server({f"tool_{index}": "mail" for index in range(9)})
    assert ask(where, "mail", 2).explanation.refused == ()
    assert "mcp_s_tool_3" not in {entry.tool_name for entry in ask(where, "tool_3", 2).explanation.refused}


def test_terms_that_no_match_carries_are_told() -> None:
    where = one_server({"browser_navigate": "", "browser_navigate_back": "", "browser_evaluate": ""})
    assert ask(where, "browser navigate evaluate").explanation.uncovered == ("navig",)
    assert ask(where, "browser evaluate").explanation.uncovered == ()
    assert ask(where, "browser telegram").explanation.uncovered == ()


def test_names_given_together_are_told() -> None:
    where = catalog(source("a", "search_graph", "trace_path", "fetch"), source("b", "fetch"))
    assert ask(where, "search_graph, trace_path").explanation.several_names == (
        "mcp_a_search_graph",
        "mcp_a_trace_path",
    )
    assert ask(where, "search_graph now").explanation.several_names == ()
    assert ask(where, "fetch search_graph").explanation.several_names == ()


def test_the_json_has_stable_keys_and_rounded_numbers() -> None:
    facts = ask(MAIL, "send the team email").explanation.as_json()
    assert list(facts) == [
        "query", "terms", "gate", "answerable", "required", "admitted", "documents", "average_length",
        "matches", "refused", "uncovered", "several_names", "degraded",
    ]  # fmt: skip
    assert facts["query"] == "send the team email"
    assert list(facts["terms"][0]) == ["term", "words", "df", "idf", "role"]
    assert list(facts["matches"][0]) == ["name", "source", "score", "exact", "terms"]
    assert list(facts["refused"][0]) == ["name", "source", "reason", "score"]
    assert facts["gate"] == ["team"]
    assert [match["name"] for match in facts["matches"]] == ["mcp_desk_send_email"]
    assert facts["matches"][0]["score"] == round(facts["matches"][0]["score"], 4)
    assert json.loads(json.dumps(facts)) == facts
    assert ask(MAIL, "team email send the").explanation.as_json() == {**facts, "query": "team email send the"}


def test_the_json_clips_the_names_of_sources() -> None:
    long = "s" * 5_000
    where = catalog(source(long, tool("find_thing", server=long), tool("lose_thing", server=long)))
    facts = ask(where, "find thing").explanation.as_json()
    assert [len(facts[part][0]["source"]) for part in ("matches", "refused")] == [64, 64]
