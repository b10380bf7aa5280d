"""Why a query found what it found: the facts that the workbench shows and the model does not get (spec 2.5)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

from workbench.model import Json, Tool
from workbench.text import clip, one_line

_LABEL: Final = 64
_PLACES: Final = 4


@dataclass(frozen=True, slots=True)
class TermFacts:
    """A term of a query: the words of the query that became it, in how many documents it stands, its weight.

    `role` is `intent`, or `function` for a word that says nothing about what is wanted and was dropped.
    """

    text: str
    words: tuple[str, ...]
    df: int
    idf: float
    role: Literal["function", "intent"]


@dataclass(frozen=True, slots=True)
class Match:
    """A tool that a query found. `exact`: the query is its name. `term_scores` add up to `score`."""

    tool: Tool
    source_name: str
    score: float
    exact: bool
    term_scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Refused:
    """A tool that carries some of the query and was not admitted. `reason`: `gate: lacks "gmail"`,
    `floor: 1 of 4, needs 2`."""

    tool_name: str
    source_name: str
    reason: str
    score: float


@dataclass(frozen=True)
class Explanation:
    """The reasons behind one group.

    `terms` are sorted by text; `gate` holds the rarest intent terms, more than one when tied; `answerable` counts the
    intent terms that stand in some document, `required` how many of them a document has to carry. `admitted` counts
    the documents that matched before the cut to the limit. `uncovered` are answerable terms that none of the matches
    carries: what they stand for needs a query of its own. `degraded` names sources of which some tools are indexed by
    name alone. The near misses and the tools named one by one are looked up when first asked for.
    """

    query: str
    terms: tuple[TermFacts, ...]
    gate: tuple[str, ...]
    answerable: int
    required: int
    matches: tuple[Match, ...]
    admitted: int
    documents: int
    average_length: float
    uncovered: tuple[str, ...] = ()
    degraded: tuple[str, ...] = ()
    find_refused: Callable[[], tuple[Refused, ...]] = field(default=tuple, repr=False, compare=False)
    find_named: Callable[[], tuple[str, ...]] = field(default=tuple, repr=False, compare=False)

    @cached_property
    def refused(self) -> tuple[Refused, ...]:
        """The best documents that were not admitted, best first, at most five."""
        return self.find_refused()

    @cached_property
    def several_names(self) -> tuple[str, ...]:
        """The tools that the parts of the query name exactly, when they are two or more: ask for them one by one."""
        return self.find_named()

    def as_json(self) -> dict[str, Json]:
        """What `search --explain --json` prints of one query. Keys and their order are stable:

        `query`; `terms` `[{term, words, df, idf, role}]`; `gate` `[term]`; `answerable`, `required`, `admitted`,
        `documents`, `average_length` numbers; `matches` `[{name, source, score, exact, terms: {term: score}}]`;
        `refused` `[{name, source, reason, score}]`; `uncovered` `[term]`; `several_names` `[name]`; `degraded`
        `[source]`. Numbers are rounded to four places, sources clipped to 64 characters.
        """
        return {
            "query": self.query,
            "terms": [
                {"term": t.text, "words": list(t.words), "df": t.df, "idf": _rounded(t.idf), "role": t.role}
                for t in self.terms
            ],
            "gate": list(self.gate),
            "answerable": self.answerable,
            "required": self.required,
            "admitted": self.admitted,
            "documents": self.documents,
            "average_length": _rounded(self.average_length),
            "matches": [_match_json(match) for match in self.matches],
            "refused": [
                {"name": r.tool_name, "source": _label(r.source_name), "reason": r.reason, "score": _rounded(r.score)}
                for r in self.refused
            ],
            "uncovered": list(self.uncovered),
            "several_names": list(self.several_names),
            "degraded": [_label(name) for name in self.degraded],
        }


def _match_json(match: Match) -> dict[str, Json]:
    return {
        "name": match.tool.name,
        "source": _label(match.source_name),
        "score": _rounded(match.score),
        "exact": match.exact,
        "terms": {term: _rounded(score) for term, score in match.term_scores.items()},
    }


def _label(name: str) -> str:
    return clip(one_line(name), _LABEL)


def _rounded(value: float) -> float:
    return round(value, _PLACES)
