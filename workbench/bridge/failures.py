"""The validator's errors as failures a person can act on: every place once, the most telling first (spec 3.4)."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from workbench.bridge.paths import Path, show_path
from workbench.bridge.schema.nodes import NEVER
from workbench.bridge.showing import show_value
from workbench.model import Failure
from workbench.text import clip, one_line

MAX_DETAIL: Final = 600
"""Characters of one failure's sentence."""

_MAX_FAILURES: Final = 200
_NAMES: Final = {NEVER: "false schema"}
_SAYS_IT_ALL: Final = frozenset({"required", "additionalProperties", "unevaluatedProperties", "dependentRequired"})
_UNIONS: Final = ("anyOf", "oneOf")


def ordered(errors: Iterable[Any], root: str) -> tuple[Failure, ...]:
    """Failures from `jsonschema` errors. Missing required arguments first, outer ones before inner ones.

    Where one form of a union is plainly the one meant, its own failures stand before the union's.
    """
    found: dict[tuple[str, str, str], tuple[bool, Failure]] = {}
    for error, path, direct in _flat(errors, (), True):
        failure = _failure(error, path, root)
        key = failure.path, failure.constraint, failure.message
        found.setdefault(key, (not (direct and failure.constraint == "required"), failure))
        if len(found) >= _MAX_FAILURES:
            break
    ranked = sorted(found.values(), key=lambda entry: (entry[0], _depth(entry)))
    return tuple(failure for _, failure in ranked)


def _depth(entry: tuple[bool, Failure]) -> int:
    """Missing arguments sort by depth; for the rest the order of the schema stays."""
    later, failure = entry
    return 0 if later else failure.path.count(".") + failure.path.count("[")


def _flat(errors: Iterable[Any], path: Path, direct: bool) -> Iterator[tuple[Any, Path, bool]]:
    for error in errors:
        place = (*path, *error.path)
        if error.validator in _UNIONS and error.context:
            yield from _flat(_meant(error), place, False)
        yield error, place, direct


def _meant(union: Any) -> list[Any]:
    """The errors of the one form that fits the value's type and fixed values; none where several could be meant."""
    branches: dict[Any, list[Any]] = {}
    for error in union.context:
        branches.setdefault(error.schema_path[0], []).append(error)
    likely = [errors for errors in branches.values() if not any(_excludes(error) for error in errors)]
    return likely[0] if len(likely) == 1 else []


def _excludes(error: Any) -> bool:
    """Whether an error says that its form is not the one meant: another type here, another fixed value just below."""
    if error.validator in ("type", NEVER):
        return not error.path
    if error.validator in ("const", "enum"):
        return not error.path or (len(error.path) == 1 and len(error.validator_value.values) == 1)
    return False


def _failure(error: Any, path: Path, root: str) -> Failure:
    constraint = str(error.validator)
    shown = show_path(path, root)
    message = f"{clip(shown, 200)} {one_line(error.message)}"
    if constraint not in _SAYS_IT_ALL and (constraint == "type" or not isinstance(error.instance, dict | list)):
        message = f"{clip(message, MAX_DETAIL - 120)}; found {show_value(error.instance, path)}"
    return Failure(shown, _NAMES.get(constraint, constraint), clip(message, MAX_DETAIL))
