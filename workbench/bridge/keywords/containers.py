"""Keywords that look inside lists and objects."""

from collections.abc import Iterator
from typing import Any

from jsonschema import ValidationError

from workbench.bridge.jsontext import json_key
from workbench.bridge.keywords.run import is_valid, matching, run_of
from workbench.bridge.patterns import Matcher
from workbench.bridge.schema.nodes import NEVER
from workbench.bridge.showing import show_names, show_value
from workbench.model import Json

Errors = Iterator[ValidationError]


# Lists


def items(validator: Any, schema: Any, value: Json, parent: Any) -> Errors:
    if not isinstance(value, list):
        return
    before = len(parent.get("prefixItems", ()))
    if isinstance(schema, dict) and NEVER in schema:
        if len(value) > before:
            yield ValidationError(f"must have at most {before} items, but has {len(value)}")
        return
    for index in range(before, len(value)):
        run_of(validator).spend()
        yield from validator.descend(value[index], schema, path=index)


def unique(_validator: Any, wanted: bool, value: Json, _: Any) -> Errors:
    if wanted and isinstance(value, list) and len({json_key(item) for item in value}) < len(value):
        yield ValidationError("must not hold the same item twice")


def contains(validator: Any, schema: Any, value: Json, parent: Any) -> Errors:
    if not isinstance(value, list):
        return
    found = sum(is_valid(validator, schema, item) for item in value)
    least = parent.get("minContains", 1)
    most = parent.get("maxContains")
    if found < least:
        keyword = "minContains" if "minContains" in parent else None
        error = f"must hold at least {show_value(least)} items of a certain form, but holds {found}"
        yield ValidationError(error, validator=keyword) if keyword else ValidationError(error)
    elif most is not None and found > most:
        yield ValidationError(
            f"must hold at most {show_value(most)} items of a certain form, but holds {found}", validator="maxContains"
        )


# Objects


def required(_validator: Any, names: list[str], value: Json, _: Any) -> Errors:
    if isinstance(value, dict):
        for name in dict.fromkeys(names):
            if name not in value:
                yield ValidationError(f"is missing the required {show_names([name])}")


def properties(validator: Any, schemas: dict[str, Any], value: Json, _: Any) -> Errors:
    if isinstance(value, dict):
        for name, schema in schemas.items():
            if name in value:
                yield from validator.descend(value[name], schema, path=name)


def pattern_properties(validator: Any, schemas: dict[Matcher, Any], value: Json, _: Any) -> Errors:
    if isinstance(value, dict):
        for matcher, schema in schemas.items():
            for name in matching(matcher, value, validator):
                yield from validator.descend(value[name], schema, path=name)


def additional(validator: Any, schema: Any, value: Json, parent: Any) -> Errors:
    if not isinstance(value, dict):
        return
    known = set(parent.get("properties", ()))
    for matcher in parent.get("patternProperties", ()):
        known.update(matching(matcher, value, validator))
    extra = [name for name in value if name not in known]
    if not (isinstance(schema, dict) and NEVER in schema):
        for name in extra:
            run_of(validator).spend()
            yield from validator.descend(value[name], schema, path=name)
    elif extra:
        error = f"has {show_names(extra)}, which the schema does not allow"
        inner = [name for name in extra if any(name in names for names in _declared_inside(parent))]
        if inner:
            error += "; declared inside allOf, anyOf or oneOf, where additionalProperties does not look: "
            error += show_names(inner)
        elif known:
            error += f"; allowed: {show_names(sorted(known))}"
        yield ValidationError(error)


def _declared_inside(schema: Any) -> Iterator[dict[str, Any]]:
    for keyword in ("allOf", "anyOf", "oneOf"):
        for option in schema.get(keyword, ()):
            for _ in range(8):
                if not isinstance(option, dict):
                    break
                yield option.get("properties", {})
                option = option.get("$ref")


def property_names(validator: Any, schema: Any, value: Json, _: Any) -> Errors:
    if isinstance(value, dict):
        for name in value:
            for error in validator.descend(name, schema):
                yield ValidationError(f"has the key {show_names([name])}, which {error.message}")
                break


def dependent_required(_validator: Any, wanted: dict[str, list[str]], value: Json, _: Any) -> Errors:
    if isinstance(value, dict):
        for name, others in wanted.items():
            missing = [other for other in others if other not in value] if name in value else []
            if missing:
                yield ValidationError(f"needs {show_names(missing)} where {show_names([name])} is given")
