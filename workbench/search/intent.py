"""What a query asks for: its terms, which of them count, which of them gate (spec 2.4, rules 1 to 3)."""

from dataclasses import dataclass
from typing import Final, Literal

from workbench.search.catalog import Catalog
from workbench.search.explanation import TermFacts
from workbench.search.function_words import FUNCTION_WORDS
from workbench.search.scoring import idf
from workbench.search.terms import Analyzer

QUERY_LIMIT: Final = 4_000
"""Characters of a query that are read."""

FLOOR_FROM: Final = 4
"""With this many answerable terms or more, half of them are required."""

Role = Literal["function", "intent"]


@dataclass(frozen=True, slots=True)
class Intent:
    """A query read against a catalog.

    `terms` are all its terms, sorted; `gate` the rarest intent terms, several when tied; `answerable` the intent terms
    that stand in at least one document; `required` how many of those a document has to carry.
    """

    terms: tuple[TermFacts, ...]
    gate: tuple[str, ...]
    answerable: tuple[TermFacts, ...]
    required: int


def read_intent(query: str, catalog: Catalog, analyzer: Analyzer) -> Intent:
    """Reads a query. Its words are a set, so that their order and number change nothing."""
    words: dict[str, set[str]] = {}
    wanted: set[str] = set()
    for word, term in analyzer.pairs(query[:QUERY_LIMIT]):
        words.setdefault(term, set()).add(word)
        if word not in FUNCTION_WORDS:
            wanted.add(term)
    meant = wanted or set(words)
    terms = tuple(
        _facts(term, words[term], "intent" if term in meant else "function", catalog) for term in sorted(words)
    )
    intent = [term for term in terms if term.role == "intent"]
    rarest = min((term.df for term in intent), default=0)
    answerable = tuple(term for term in intent if term.df)
    return Intent(
        terms=terms,
        gate=tuple(term.text for term in intent if term.df == rarest),
        answerable=answerable,
        required=required_of(len(answerable)),
    )


def required_of(answerable: int) -> int:
    """How many of the answerable terms a document has to carry (spec 2.4, rule 3)."""
    return -(-answerable // 2) if answerable >= FLOOR_FROM else min(answerable, 1)


def _facts(term: str, words: set[str], role: Role, catalog: Catalog) -> TermFacts:
    count = catalog.df(term)
    return TermFacts(term, tuple(sorted(words)), count, idf(catalog.size, count), role)
