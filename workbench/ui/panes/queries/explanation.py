"""Why each query found what it found, as rows: terms, gate, floor, scores, near misses."""

from collections.abc import Iterator

from workbench.search.explanation import Explanation, Match, TermFacts
from workbench.search.query import Group
from workbench.ui.format import count, number
from workbench.ui.panes.queries.found import Found, ToolKey
from workbench.ui.panes.queries.groups import query_row
from workbench.ui.panes.queries.misses import lacking, refused_row, why_missed
from workbench.ui.panes.rows import Row, Span


def explanation_rows(found: Found) -> Iterator[Row]:
    """One section a query."""
    for position, (line, group) in enumerate(found.groups):
        if position:
            yield Row()
        yield query_row(line, group)
        yield from _term_rows(group.explanation)
        yield from _rule_rows(group.explanation)
        yield from _score_rows(line, group)
        yield from _refused_rows(found, group)


def _refused_rows(found: Found, group: Group) -> Iterator[Row]:
    if group.matches and not found.explained:
        yield Row((("refused: being looked up…", "dim"),), indent=2)
    elif refused := group.explanation.refused:
        yield Row((("refused", "dim"),), right=(("score", "dim"),), indent=2)
        for one in refused:
            row = refused_row(one, lacking(found.catalog, group.explanation, one))
            yield Row(row.spans, ((f"{one.score:.2f}", "dim"),), indent=3, hang=2)


def _term_rows(explanation: Explanation) -> Iterator[Row]:
    yield Row((("stem", "dim"),), right=(("tools    idf", "dim"),), indent=2)
    for term in explanation.terms:
        yield Row(_term(term, explanation), right=_numbers(term), indent=3)


def _term(term: TermFacts, explanation: Explanation) -> tuple[Span, ...]:
    others = [word for word in term.words if word != term.text]
    origin: tuple[Span, ...] = ((f"  {', '.join(others)}", "dim"),) if others else ()
    if term.role == "function":
        return ((term.text, "dim"), ("  function word", "dim"))
    if term.text in explanation.gate:
        return ((term.text, "head"), ("  gate", "warn"), *origin)
    return ((term.text, "text"), *origin)


def _numbers(term: TermFacts) -> tuple[Span, ...]:
    if term.role == "function":
        return ()
    return ((f"{number(term.df):>5}", "text"), (f"{term.idf:>7.2f}", "number"))


def _rule_rows(explanation: Explanation) -> Iterator[Row]:
    gate = " or ".join(explanation.gate) or "none"
    words = f"gate {gate}; {explanation.required} of {count(explanation.answerable, 'answerable word')} required"
    yield Row(((words, "dim"),), indent=2, hang=2)
    notes = (
        ("carried by no match: ", explanation.uncovered),
        ("several tools named, ask for each: ", explanation.several_names),
        ("indexed by name alone in part: ", explanation.degraded),
    )
    for label, names in notes:
        if names:
            yield Row(((label, "dim"), (", ".join(names), "warn")), indent=2, hang=2)


def _score_rows(line: int, group: Group) -> Iterator[Row]:
    if not group.matches:
        yield Row((("✗ ", "warn"), *why_missed(group.explanation)), indent=2, hang=2)
        return
    yield Row((("matched", "dim"),), right=(("score", "dim"),), indent=2)
    for match in group.matches:
        yield from _score(line, match)


def _score(line: int, match: Match) -> Iterator[Row]:
    key = ToolKey(line, match.tool.name)
    exact: tuple[Span, ...] = (("  exact name", "good"),) if match.exact else ()
    right: tuple[Span, ...] = ((f"{match.score:.2f}", "number"),)
    yield Row(((match.tool.name, "name"), *exact), right, indent=3, hang=2, key=key)
    terms = sorted(match.term_scores.items(), key=lambda pair: (-pair[1], pair[0]))
    if terms:
        yield Row(((" + ".join(f"{term} {score:.2f}" for term, score in terms), "dim"),), indent=5, key=key)
