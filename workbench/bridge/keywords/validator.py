"""The validator class. It sees prepared schemas only: nothing to fetch, no loop, no malformed keyword.

Messages are short and quote no value; what was found is added when a failure is shown.
"""

from typing import Any, Final

import referencing
from jsonschema import Draft202012Validator, TypeChecker
from jsonschema.validators import create

from workbench.bridge.keywords import containers, unevaluated, values
from workbench.bridge.keywords.run import Run
from workbench.bridge.schema.dialect import DRAFT_4_INTEGER
from workbench.bridge.schema.nodes import NEVER, NULLABLE


def validator_for(schema: Any, run: Run) -> Any:
    """A `jsonschema` validator of a prepared schema."""
    return _Validator(schema, format_checker=run, registry=referencing.Registry())  # type: ignore[arg-type]


def _is_integer(_: Any, value: Any) -> bool:
    return not isinstance(value, bool) and (isinstance(value, int) or (isinstance(value, float) and value.is_integer()))


_TYPES: Final[TypeChecker] = Draft202012Validator.TYPE_CHECKER.redefine_many(
    {
        "integer": _is_integer,
        "number": lambda _, value: isinstance(value, int | float) and not isinstance(value, bool),
        DRAFT_4_INTEGER: lambda _, value: isinstance(value, int) and not isinstance(value, bool),
    }
)

_STANDARD: Final = ("allOf", "if", "dependentSchemas", "prefixItems")

_Validator: Final = create(
    meta_schema={},
    type_checker=_TYPES,
    validators={
        **{keyword: Draft202012Validator.VALIDATORS[keyword] for keyword in _STANDARD},
        "required": containers.required,
        "$ref": values.reference,
        "$dynamicRef": values.reference,
        "$recursiveRef": values.reference,
        NULLABLE: values.nullable,
        NEVER: values.never,
        "type": values.types,
        "enum": values.choices,
        "const": values.choices,
        "anyOf": values.any_of,
        "oneOf": values.one_of,
        "not": values.not_,
        "minimum": values.compare(lambda value, limit: value < limit, "at least"),
        "maximum": values.compare(lambda value, limit: value > limit, "at most"),
        "exclusiveMinimum": values.compare(lambda value, limit: value <= limit, "greater than"),
        "exclusiveMaximum": values.compare(lambda value, limit: value >= limit, "less than"),
        "multipleOf": values.multiple_of,
        "pattern": values.pattern,
        "format": values.formats,
        "minLength": values.size(str, True, "characters"),
        "maxLength": values.size(str, False, "characters"),
        "minItems": values.size(list, True, "items"),
        "maxItems": values.size(list, False, "items"),
        "minProperties": values.size(dict, True, "keys"),
        "maxProperties": values.size(dict, False, "keys"),
        "items": containers.items,
        "additionalItems": containers.items,
        "uniqueItems": containers.unique,
        "contains": containers.contains,
        "properties": containers.properties,
        "patternProperties": containers.pattern_properties,
        "additionalProperties": containers.additional,
        "propertyNames": containers.property_names,
        "dependentRequired": containers.dependent_required,
        "unevaluatedProperties": unevaluated.unevaluated_properties,
        "unevaluatedItems": unevaluated.unevaluated_items,
    },
)
