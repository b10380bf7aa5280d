"""BM25 over a document's terms (spec 2.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from workbench.search.document import Document

K1: Final = 1.5
B: Final = 0.75


def idf(size: int, df: int) -> float:
    """The weight of a term that stands in `df` of `size` documents; never negative."""
    return log(1 + (size - df + 0.5) / (df + 0.5))


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores documents for one query. `weights` are its terms, sorted, with their idf times k1 + 1.

    Always summed in that order: equal documents get equal scores to the last bit, whatever order the words came in.
    """

    weights: Mapping[str, float]
    constant: float
    slope: float

    def score(self, document: Document) -> tuple[float, int]:
        """The score and how many of the terms the document carries."""
        counts = document.counts
        norm = self.constant + self.slope * document.length
        total = 0.0
        carried = 0
        for term, weight in self.weights.items():
            if term in counts:
                count = counts[term]
                total += weight * count / (count + norm)
                carried += 1
        return total, carried

    def by_term(self, document: Document) -> dict[str, float]:
        """The score of each carried term; they add up to the score."""
        norm = self.constant + self.slope * document.length
        return {
            term: weight * count / (count + norm)
            for term, weight in self.weights.items()
            if (count := document.counts.get(term, 0))
        }


def make_scorer(terms: Sequence[tuple[str, float]], average_length: float) -> Scorer:
    """A scorer for terms with their idf, in a catalog of this average length."""
    return Scorer({term: weight * (K1 + 1) for term, weight in sorted(terms)}, K1 * (1 - B), K1 * B / average_length)
