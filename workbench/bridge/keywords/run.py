"""What one validation may spend, and how its keywords reach it."""

from typing import Any, Final

from workbench.bridge.patterns import Budget, Matcher
from workbench.model import Json

_STEPS: Final = 10_000
"""Steps allowed for any value; a step is a reference followed, a form tried or an item looked at, some 40 µs each."""

_STEPS_PER_PART: Final = 5
_MOST_PARTS: Final = 20_000
_PATTERN_STEPS: Final = 200_000


class TooMuchWork(Exception):
    """The steps allowed for one validation are used up."""


class Run:
    """What one validation may spend. It travels in the field that hands a format checker to every sub-validator."""

    def __init__(self, value: Json) -> None:
        self.steps = _STEPS + _STEPS_PER_PART * _parts(value)
        self.patterns = Budget(_PATTERN_STEPS)

    def spend(self) -> None:
        """Counts one step. Raises TooMuchWork."""
        self.steps -= 1
        if self.steps < 0:
            raise TooMuchWork


def _parts(value: Json) -> int:
    """How many values a value is made of, counted up to a limit."""
    waiting = [value]
    count = 0
    while waiting and count < _MOST_PARTS:
        value = waiting.pop()
        count += 1
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return count


def run_of(validator: Any) -> Run:
    run: Run = validator.format_checker
    return run


def is_valid(validator: Any, schema: Any, value: Json) -> bool:
    run_of(validator).spend()
    return bool(validator.evolve(schema=schema).is_valid(value))


def matching(matcher: Matcher, value: dict[str, Json], validator: Any) -> list[str]:
    """The keys of an object that a pattern of `patternProperties` names."""
    return [name for name in value if matcher.search(name, run_of(validator).patterns)]
