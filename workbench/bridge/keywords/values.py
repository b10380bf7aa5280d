"""Keywords that look at the value itself: references, unions, types, numbers, texts."""

import math
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from jsonschema import ValidationError

from workbench.bridge.formats import FORMATS
from workbench.bridge.jsontext import json_key
from workbench.bridge.keywords.run import is_valid, run_of
from workbench.bridge.patterns import Matcher
from workbench.bridge.schema.dialect import DRAFT_4_INTEGER
from workbench.bridge.schema.nodes import Choices
from workbench.bridge.showing import show_choices, show_type, show_value
from workbench.model import Json

Errors = Iterator[ValidationError]


# References and nullability


def reference(validator: Any, target: Any, value: Json, _: Any) -> Errors:
    run_of(validator).spend()
    yield from validator.descend(value, target)


def nullable(validator: Any, inner: Any, value: Json, _: Any) -> Errors:
    if value is None:
        return
    for error in validator.descend(value, inner):
        if error.validator == "type" and not error.absolute_path:
            error.message += " or null"
        yield error


def never(_validator: Any, _true: Any, _value: Json, _: Any) -> Errors:
    yield ValidationError("is not allowed here")


# Any value


def types(validator: Any, names: list[str], value: Json, _: Any) -> Errors:
    if not any(validator.is_type(value, name) for name in names):
        shown = ["integer" if name == DRAFT_4_INTEGER else name for name in names]
        yield ValidationError(f"must be of type {show_type(shown)}")


def choices(_validator: Any, choices: Choices, value: Json, _: Any) -> Errors:
    if json_key(value) not in choices.keys:
        word = "be" if len(choices.values) == 1 else "be one of"
        yield ValidationError(f"must {word} {show_choices(choices.values)}")


def any_of(validator: Any, options: list[Any], value: Json, _: Any) -> Errors:
    errors: list[ValidationError] = []
    for index, option in enumerate(options):
        run_of(validator).spend()
        found = list(validator.descend(value, option, schema_path=index))
        if not found:
            return
        errors += found
    yield ValidationError(f"fits none of the {len(options)} allowed forms", context=errors)


def one_of(validator: Any, options: list[Any], value: Json, schema: Any) -> Errors:
    fitting = [index for index, option in enumerate(options) if is_valid(validator, option, value)]
    if not fitting:
        yield from any_of(validator, options, value, schema)
    elif len(fitting) > 1:
        places = ", ".join(str(index + 1) for index in fitting[:5])
        yield ValidationError(f"must fit exactly one of {len(options)} forms, but fits forms {places}")


def not_(validator: Any, schema: Any, value: Json, _: Any) -> Errors:
    if is_valid(validator, schema, value):
        yield ValidationError("has a form that the schema rules out")


# Numbers


def compare(wrong: Any, words: str) -> Any:
    def check(validator: Any, limit: Any, value: Json, _: Any) -> Errors:
        if validator.is_type(value, "number") and wrong(value, limit):
            yield ValidationError(f"must be {words} {show_value(limit)}")

    return check


def multiple_of(validator: Any, step: Any, value: Json, _: Any) -> Errors:
    if validator.is_type(value, "number") and not _is_multiple(value, step):
        yield ValidationError(f"must be a multiple of {show_value(step)}")


def _is_multiple(value: Any, step: Any) -> bool:
    """By the digits of both numbers, so 19.99 is a multiple of 0.01."""
    if isinstance(value, int) and isinstance(step, int):
        return value % step == 0
    if isinstance(value, float) and not math.isfinite(value):
        return False
    return (_exact(value) / _exact(step)).denominator == 1


def _exact(number: Any) -> Fraction:
    return Fraction(number) if isinstance(number, int) else Fraction(Decimal(repr(float(number))))


# Texts


def pattern(validator: Any, matcher: Matcher, value: Json, _: Any) -> Errors:
    if isinstance(value, str) and not matcher.search(value, run_of(validator).patterns):
        source = matcher.source if len(matcher.source) <= 80 else f"{matcher.source[:79]}…"
        hint = ""
        if source.startswith("/") and source.rstrip("dgimsuvy").endswith("/") and len(source) > 2:
            hint = "; the pattern looks like a /literal/ whose slashes are part of it, a fault of the schema"
        yield ValidationError(f"must match the pattern {source}{hint}")


def formats(_validator: Any, name: str, value: Json, _: Any) -> Errors:
    known = FORMATS.get(name)
    if known is not None and isinstance(value, str) and not known[0](value):
        yield ValidationError(f"must be {known[1]}")


def size(kind: type[str] | type[list[Any]] | type[dict[str, Any]], least: bool, words: str) -> Any:
    bound = "least" if least else "most"

    def check(_validator: Any, limit: Any, value: Json, _: Any) -> Errors:
        if isinstance(value, kind) and (len(value) < limit if least else len(value) > limit):
            yield ValidationError(f"must have at {bound} {show_value(limit)} {words}, but has {len(value)}")

    return check
