"""Which names are like one that does not exist: what a typo may be read as, and what may be suggested (spec 1.4)."""

import heapq
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Final

from workbench.bridge.errors import BridgeError
from workbench.bridge.names import find_tool
from workbench.bridge.scope import Scope
from workbench.model import Json

SIMILAR: Final = 0.7
"""From this likeness on a typo may be read as a visible name."""

_MOST: Final = 3
_LOOKED_AT: Final = 64
_SLACK: Final = 1e-9


class NearNames:
    """Near names in one scope, each name looked for once. With `most`, no more than so many different names are."""

    def __init__(self, scope: Scope, bridge: Iterable[str] = (), most: int | None = None) -> None:
        self._scope = scope
        self._bridge = tuple(bridge)
        self._most = most
        self._found: dict[str, tuple[tuple[str, float] | None, list[str]]] = {}
        self._refusals: dict[str, dict[str, Json]] = {}

    def closest(self, name: str) -> tuple[str, float] | None:
        """The one visible name that this one may be read as, with its likeness."""
        return self._look(name)[0]

    def granted(self, name: str) -> list[str]:
        """Granted names like this one, the closest first."""
        return self._look(name)[1]

    def refusal(self, name: str) -> dict[str, Json]:
        """What a call to a name that cannot be reached is answered with; near names are told, never run."""
        if name not in self._refusals:
            payload = self._fault(name)
            if "suggestions" not in payload and (names := self.granted(name)):
                payload = {**payload, "suggestions": names}
            self._refusals[name] = payload
        return self._refusals[name]

    def _fault(self, name: str) -> dict[str, Json]:
        try:
            find_tool(self._scope, name)
        except BridgeError as fault:
            return fault.payload
        return {"error": f"{name} is called another way."}

    def _look(self, name: str) -> tuple[tuple[str, float] | None, list[str]]:
        if name not in self._found:
            if self._most is not None and len(self._found) >= self._most:
                return None, []
            self._found[name] = closest(self._scope, name, self._bridge), near_granted(self._scope, name)
        return self._found[name]


def closest(scope: Scope, name: str, bridge: Iterable[str] = ()) -> tuple[str, float] | None:
    """The one visible name that a typo stands for, with its likeness.

    None where none is like it, two visible ones are equally like it, or a name that is not visible (deferred, withheld,
    or a server's own name of such a tool) is at least as like: then nobody can say that it is not a typo of that.
    """
    likeness = _Likeness(name)
    best = SIMILAR
    found: list[str] = []
    for bound, candidate in sorted(likeness.bounds((*scope.visible, *bridge), SIMILAR), reverse=True):
        if bound < best - _SLACK or (len(found) > 1 and bound <= best + _SLACK):
            break
        ratio = likeness.to(candidate)
        if ratio > best + _SLACK:
            best, found = ratio, [candidate]
        elif ratio >= best - _SLACK:
            found.append(candidate)
    if len(found) != 1:
        return None
    hidden = (candidate for _, candidate in likeness.bounds(_hidden(scope), best - _SLACK))
    if any(likeness.to(candidate) >= best - _SLACK for candidate in hidden):
        return None
    return found[0], best


def near_granted(scope: Scope, name: str) -> list[str]:
    """At most three granted names like this one, the closest first."""
    likeness = _Likeness(name)
    bounds = likeness.bounds((*scope.visible, *scope.deferred), SIMILAR)
    rated = [(-likeness.to(candidate), candidate) for _, candidate in heapq.nlargest(_LOOKED_AT, bounds)]
    return [candidate for ratio, candidate in heapq.nsmallest(_MOST, rated) if -ratio >= SIMILAR]


def _hidden(scope: Scope) -> Iterator[str]:
    for tool in scope.deferred.values():
        yield tool.name
        if tool.original_name != tool.name:
            yield tool.original_name
    yield from scope.registered - scope.visible.keys() - scope.deferred.keys()


class _Likeness:
    """How like names are to one: a ratio of what they share, case and separators aside where that is closer."""

    def __init__(self, name: str) -> None:
        forms = dict.fromkeys((name, _folded(name)))
        self._matchers = [SequenceMatcher(None, "", form, autojunk=False) for form in forms]

    def to(self, candidate: str) -> float:
        """The likeness, 1 for the same."""
        return max(matcher.ratio() for matcher in self._against(candidate))

    def bounds(self, candidates: Iterable[str], least: float) -> Iterator[tuple[float, str]]:
        """The candidates whose likeness may be at least so much, each with what it cannot exceed; cheap."""
        for candidate in candidates:
            bound = max(
                (matcher.quick_ratio() for matcher in self._against(candidate) if matcher.real_quick_ratio() >= least),
                default=0.0,
            )
            if bound >= least:
                yield bound, candidate

    def _against(self, candidate: str) -> Iterator[SequenceMatcher[str]]:
        for form in dict.fromkeys((candidate, _folded(candidate))):
            for matcher in self._matchers:
                matcher.set_seq1(form)
                yield matcher


def _folded(name: str) -> str:
    return name.casefold().replace("-", "_").replace(" ", "_")
