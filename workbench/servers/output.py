"""Structured content against the declared output schema: a note beside the result, never an exception (spec 3.5)."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError
from referencing import Registry

from workbench.model import Json, Schema, ToolResult
from workbench.text import clip, one_line, plain

_SHOWN: Final = 3
_COUNTED: Final = 50
_PHRASES: Final = {
    "required": "lacks a required property",
    "enum": "is not one of the allowed values",
    "const": "is not the one allowed value",
    "additionalProperties": "has a property that is not declared",
    "minimum": "is too small",
    "maximum": "is too large",
    "minLength": "is too short",
    "maxLength": "is too long",
    "minItems": "has too few items",
    "maxItems": "has too many items",
}


def output_problems(result: ToolResult, schema: Schema) -> tuple[str, ...]:
    """What to note about a result's structured content; empty where it fits or nothing was declared.

    Patterns are left out: a hostile one can take minutes. References resolve inside the schema only.
    """
    if schema is None or result.is_error:
        return ()
    if not isinstance(schema, dict | bool):
        return ("not checked: the declared output schema is not a schema",)
    if result.structured is None:
        return ("an output schema is declared, but the answer holds no structured content",)
    try:
        errors = _errors(result.structured, schema)
    except Exception as fault:  # jsonschema lets whatever a malformed keyword causes through
        return (f"not checked: the declared output schema cannot be used ({_named(fault)})",)
    if not errors:
        return ()
    more = f"; and {len(errors) - _SHOWN} more" if len(errors) > _SHOWN else ""
    return (f"does not match the declared output: {'; '.join(map(_sentence, errors[:_SHOWN]))}{more}",)


def _errors(value: Json, schema: Schema) -> list[ValidationError]:
    """Where the value differs, wrong types first, at most a few dozen."""
    kind = validators.validator_for(schema, default=Draft202012Validator)
    kind.check_schema(schema)
    replaced: dict[str, Any] = {"pattern": None, "patternProperties": None}
    replaced["additionalProperties"] = _additional(kind.VALIDATORS.get("additionalProperties"))
    extend: Any = validators.extend
    checker = extend(kind, replaced)
    found: list[ValidationError] = list(islice(checker(schema, registry=Registry()).iter_errors(value), _COUNTED))
    return sorted(found, key=lambda error: error.validator != "type")


def _additional(rule: Any) -> Any:
    """The rule for undeclared properties, except beside patterns, which would have to be run to know them."""

    def without_patterns(validator: Any, allowed: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
        if rule is not None and "patternProperties" not in schema:
            yield from rule(validator, allowed, value, schema)

    return without_patterns


def _sentence(error: ValidationError) -> str:
    pointer = "".join(f"/{plain(str(part))}" for part in error.absolute_path) or "the root"
    keyword = str(error.validator)
    if keyword == "type":
        wanted = error.validator_value
        names = [str(name) for name in wanted] if isinstance(wanted, list) else [str(wanted)]
        phrase = "is not " + " or ".join(f"{'an' if name[:1] in 'aeiou' else 'a'} {name}" for name in names)
    else:
        phrase = _PHRASES.get(keyword, f"breaks the rule {keyword}")
        if keyword == "required":
            phrase = clip(one_line(error.message), 120)
    return f"{clip(one_line(pointer), 200)} {phrase}"


def _named(fault: Exception) -> str:
    return clip(one_line(f"{type(fault).__name__}: {getattr(fault, 'message', fault)}"), 160)
