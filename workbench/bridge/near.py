"""Which names are like one that does not exist: what a typo may be read as, and what may be suggested (spec 1.4)."""

import heapq
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Final

from workbench.bridge.scope import Scope

SIMILAR: Final = 0.7
"""From this likeness on a typo may be read as a visible name."""

_MOST: Final = 3
_SLACK: Final = 1e-9


def closest(scope: Scope, name: str, bridge: Iterable[str] = ()) -> tuple[str, float] | None:
    """The one visible name that a typo stands for, with its likeness.

    None where none is like it, two visible ones are equally like it, or a name that is not visible (deferred, withheld,
    or a server's own name of such a tool) is at least as like: then nobody can say that it is not a typo of that.
    """
    near = _alike(name, (*scope.visible, *bridge), SIMILAR)
    if not near:
        return None
    best = max(likeness for _, likeness in near)
    found = [candidate for candidate, likeness in near if likeness >= best - _SLACK]
    if len(found) > 1 or _alike(name, _hidden(scope), best - _SLACK):
        return None
    return found[0], best


def near_granted(scope: Scope, name: str) -> list[str]:
    """At most three granted names like this one, the closest first."""
    near = _alike(name, (*scope.visible, *scope.deferred), SIMILAR)
    best = heapq.nsmallest(_MOST, near, key=lambda pair: (-pair[1], pair[0]))
    return [candidate for candidate, _ in best]


def _hidden(scope: Scope) -> Iterator[str]:
    for tool in scope.deferred.values():
        yield tool.name
        if tool.original_name != tool.name:
            yield tool.original_name
    yield from scope.registered - scope.visible.keys() - scope.deferred.keys()


def _alike(name: str, candidates: Iterable[str], least: float) -> list[tuple[str, float]]:
    """The candidates at least so like the name; case and separators count as nothing where that is closer."""
    matchers = [SequenceMatcher(None, "", text, autojunk=False) for text in dict.fromkeys((name, _folded(name)))]
    found = []
    for candidate in candidates:
        forms = dict.fromkeys((candidate, _folded(candidate)))
        likeness = max(_likeness(matcher, form, least) for matcher in matchers for form in forms)
        if likeness >= least:
            found.append((candidate, likeness))
    return found


def _likeness(matcher: SequenceMatcher[str], candidate: str, least: float) -> float:
    """The ratio, or 0 where cheaper bounds already say that it is below `least`."""
    matcher.set_seq1(candidate)
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    return matcher.ratio()


def _folded(name: str) -> str:
    return name.casefold().replace("-", "_").replace(" ", "_")
