"""The documents that nearly matched, and why they did not (spec 2.5). Worked out only when somebody looks."""

from collections.abc import Sequence
from heapq import heappush, heapreplace
from itertools import islice
from typing import Final

from workbench.search.catalog import Catalog
from workbench.search.document import Document
from workbench.search.explanation import Refused
from workbench.search.intent import Intent
from workbench.search.scoring import Scorer

REFUSED: Final = 5
EXAMINED: Final = 5_000
"""Documents that are looked at in search of near misses, those with rare terms first."""

_PARTS: Final = 25
_TERMS_SHOWN: Final = 3


def near_misses(catalog: Catalog, intent: Intent, scorer: Scorer, exact: Sequence[Document]) -> tuple[Refused, ...]:
    """The best documents that gate or floor refused, best first.

    Goes through the posting lists from the rarest term on and stops as soon as the terms that are left could not
    lift any further document above those found, so common words cost nothing where rare ones decide.
    """
    terms = sorted(intent.answerable, key=lambda term: (term.df, term.text))
    left = sum(scorer.weights[term.text] for term in terms)
    seen = set(map(id, exact))
    known = len(seen)
    best: list[_Miss] = []
    for term in terms:
        if len(best) == REFUSED and best[0][0] >= left:
            break
        left -= scorer.weights[term.text]
        unseen = (document for document in catalog.carrying(term.text) if id(document) not in seen)
        for document in islice(unseen, known + EXAMINED - len(seen)):
            seen.add(id(document))
            score, carried = scorer.score(document)
            if not _passes(document, carried, intent):
                _hold(best, (score, _Downwards(document), len(seen), document))
    return tuple(
        Refused(document.tool.name, document.source_name, _reason(document, scorer, intent), score)
        for score, _, _, document in sorted(best, key=lambda entry: (-entry[0], entry[1].key))
    )


def named_one_by_one(catalog: Catalog, query: str) -> tuple[str, ...]:
    """The tools that parts of a query (between blanks and commas) name exactly, if they are two or more."""
    parts = list(dict.fromkeys(query.replace(",", " ").split()))[:_PARTS]
    if len(parts) < 2:
        return ()
    names = dict.fromkeys(document.tool.name for part in parts for document in catalog.exactly(part))
    return tuple(sorted(names)) if len(names) > 1 else ()


def _hold(best: list["_Miss"], miss: "_Miss") -> None:
    if len(best) < REFUSED:
        heappush(best, miss)
    elif miss > best[0]:
        heapreplace(best, miss)


class _Downwards:
    """Orders documents by name the other way round: in a heap of the best, the last name is the first to go."""

    __slots__ = ("key",)

    def __init__(self, document: Document) -> None:
        self.key = (document.tool.name, document.source_name)

    def __lt__(self, other: "_Downwards") -> bool:
        return self.key > other.key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Downwards) and self.key == other.key


_Miss = tuple[float, _Downwards, int, Document]


def _passes(document: Document, carried: int, intent: Intent) -> bool:
    return carried >= intent.required and any(term in document.counts for term in intent.gate)


def _reason(document: Document, scorer: Scorer, intent: Intent) -> str:
    if not any(term in document.counts for term in intent.gate):
        return f"gate: lacks {_listed(_as_typed(intent))}"
    _, carried = scorer.score(document)
    return f"floor: {carried} of {len(intent.answerable)}, needs {intent.required}"


def _as_typed(intent: Intent) -> list[str]:
    return [term.words[0] for term in intent.terms if term.text in intent.gate]


def _listed(words: Sequence[str]) -> str:
    shown = [f'"{word}"' for word in words[:_TERMS_SHOWN]]
    more = len(words) - len(shown)
    if more:
        return f"{', '.join(shown)} and {more} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
