"""One query over a catalog: admission, ranking, and the reasons for both (spec 2.4, 2.5)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import nsmallest

from workbench.search.catalog import Catalog
from workbench.search.document import Document
from workbench.search.explanation import Explanation, Match
from workbench.search.intent import QUERY_LIMIT, Intent, read_intent
from workbench.search.near_misses import named_one_by_one, near_misses
from workbench.search.scoring import Scorer, make_scorer
from workbench.search.segment import Segment
from workbench.search.terms import Analyzer

_Ranked = tuple[float, str, str, int, Document]


@dataclass(frozen=True, slots=True)
class Group:
    """What one query found, best first, with the reasons."""

    query: str
    matches: tuple[Match, ...]
    explanation: Explanation


def search(catalog: Catalog, query: str, limit: int, analyzer: Analyzer, extra: Segment | None = None) -> Group:
    """Answers one query with at most `limit` matches, or with none: there is no fallback (spec 2.4).

    `extra` holds the query's connector documents; they count in the statistics (spec 2.3). Text of any kind and length
    is a query; none raises. Touches the posting lists of the gate only.
    """
    if extra is not None and len(extra):
        catalog = catalog.with_extra(extra)
    query = query if isinstance(query, str) else ""
    intent = read_intent(query, catalog, analyzer)
    scorer = make_scorer([(term.text, term.idf) for term in intent.answerable], catalog.average_length)
    exact = catalog.exactly(query) if len(query) <= QUERY_LIMIT else []
    first = _rank([(document, scorer.score(document)[0]) for document in exact], limit)
    admitted = list(_admitted(catalog, intent, scorer, exact))
    rest = _rank(admitted, limit - len(first))
    matches = (*_matches(first, scorer, exact=True), *_matches(rest, scorer, exact=False))
    return Group(query, matches, _explain(catalog, query, intent, scorer, exact, matches, len(exact) + len(admitted)))


def _admitted(
    catalog: Catalog, intent: Intent, scorer: Scorer, exact: list[Document]
) -> Iterator[tuple[Document, float]]:
    """The documents that pass gate and floor, without those the query names."""
    named = set(map(id, exact))
    required = intent.required
    score = scorer.score
    for document in _gate_documents(catalog, intent.gate):
        points, carried = score(document)
        if carried >= required and not (named and id(document) in named):
            yield document, points


def _gate_documents(catalog: Catalog, gate: tuple[str, ...]) -> Iterator[Document]:
    """Every document that carries a term of the gate, once."""
    if len(gate) == 1:
        yield from catalog.carrying(gate[0])
        return
    seen: set[int] = set()
    for term in gate:
        for document in catalog.carrying(term):
            if id(document) not in seen:
                seen.add(id(document))
                yield document


def _rank(found: list[tuple[Document, float]], limit: int) -> list[tuple[Document, float]]:
    """The best, by score and then by name (spec 2.4, rule 5)."""
    if limit <= 0:
        return []
    keyed: Iterator[_Ranked] = (
        (-score, document.tool.name, document.source_name, place, document)
        for place, (document, score) in enumerate(found)
    )
    return [(document, -negative) for negative, _, _, _, document in nsmallest(limit, keyed)]


def _matches(ranked: list[tuple[Document, float]], scorer: Scorer, *, exact: bool) -> Iterator[Match]:
    for document, score in ranked:
        yield Match(document.tool, document.source_name, score, exact, scorer.by_term(document))


def _explain(
    catalog: Catalog,
    query: str,
    intent: Intent,
    scorer: Scorer,
    exact: list[Document],
    matches: tuple[Match, ...],
    admitted: int,
) -> Explanation:
    return Explanation(
        query=query,
        terms=intent.terms,
        gate=intent.gate,
        answerable=len(intent.answerable),
        required=intent.required,
        matches=matches,
        admitted=admitted,
        documents=catalog.size,
        average_length=catalog.average_length,
        uncovered=_uncovered(intent, [match.term_scores for match in matches]),
        degraded=catalog.degraded,
        find_refused=lambda: near_misses(catalog, intent, scorer, exact),
        find_named=lambda: named_one_by_one(catalog, query[:QUERY_LIMIT]),
    )


def _uncovered(intent: Intent, carried: list[Mapping[str, float]]) -> tuple[str, ...]:
    """Answerable terms that no match carries; nothing to say where nothing matched."""
    if not carried:
        return ()
    found = set().union(*carried)
    return tuple(term.text for term in intent.answerable if term.text not in found)
