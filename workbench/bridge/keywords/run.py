"""What one validation may spend, and how its keywords reach it."""

from typing import Any

from workbench.bridge.patterns import Budget, Matcher
from workbench.model import Json


class TooMuchWork(Exception):
    """The steps allowed for one validation are used up."""


class Run:
    """What one validation may spend. It travels in the field that hands a format checker to every sub-validator."""

    def __init__(self, steps: int = 100_000, pattern_steps: int = 200_000) -> None:
        self.steps = steps
        self.patterns = Budget(pattern_steps)

    def spend(self) -> None:
        """Counts one step. Raises TooMuchWork."""
        self.steps -= 1
        if self.steps < 0:
            raise TooMuchWork


def run_of(validator: Any) -> Run:
    run: Run = validator.format_checker
    return run


def is_valid(validator: Any, schema: Any, value: Json) -> bool:
    run_of(validator).spend()
    return bool(validator.evolve(schema=schema).is_valid(value))


def matching(matcher: Matcher, value: dict[str, Json], validator: Any) -> list[str]:
    """The keys of an object that a pattern of `patternProperties` names."""
    return [name for name in value if matcher.search(name, run_of(validator).patterns)]
