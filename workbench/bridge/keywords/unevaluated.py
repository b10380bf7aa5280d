"""Keywords that look at what no other keyword has looked at."""

from collections.abc import Iterator
from typing import Any

from jsonschema import ValidationError

from workbench.bridge.keywords.run import is_valid, matching
from workbench.bridge.schema.nodes import NULLABLE
from workbench.bridge.showing import show_names
from workbench.model import Json

Errors = Iterator[ValidationError]


def unevaluated_properties(validator: Any, schema: Any, value: Json, parent: Any) -> Errors:
    if not isinstance(value, dict):
        return
    seen = _seen_keys(validator, {**parent, "unevaluatedProperties": None}, value)
    extra = [name for name in value if name not in seen and not is_valid(validator, schema, value[name])]
    if extra:
        yield ValidationError(f"has {show_names(extra)}, which the schema does not allow")


def unevaluated_items(validator: Any, schema: Any, value: Json, parent: Any) -> Errors:
    if not isinstance(value, list):
        return
    seen = _seen_items(validator, {**parent, "unevaluatedItems": None}, value)
    extra = [at for at, item in enumerate(value) if at not in seen and not is_valid(validator, schema, item)]
    if extra:
        yield ValidationError(
            f"has {len(extra)} items that the schema does not allow, the first at position {extra[0]}"
        )


def _seen_keys(validator: Any, schema: Any, value: dict[str, Json]) -> set[str]:
    """The keys that a schema and what it applies to the same value have looked at."""
    if schema.get("additionalProperties") is not None or schema.get("unevaluatedProperties") is not None:
        return set(value)
    seen = {name for name in schema.get("properties", ()) if name in value}
    for matcher in schema.get("patternProperties", ()):
        seen.update(matching(matcher, value, validator))
    for inner in _applied(validator, schema, value):
        seen |= _seen_keys(validator, inner, value)
    return seen


def _seen_items(validator: Any, schema: Any, value: list[Json]) -> set[int]:
    if any(schema.get(keyword) is not None for keyword in ("items", "additionalItems", "unevaluatedItems")):
        return set(range(len(value)))
    seen = set(range(min(len(schema.get("prefixItems", ())), len(value))))
    if "contains" in schema:
        seen |= {at for at, item in enumerate(value) if is_valid(validator, schema["contains"], item)}
    for inner in _applied(validator, schema, value):
        seen |= _seen_items(validator, inner, value)
    return seen


def _applied(validator: Any, schema: Any, value: Json) -> Iterator[Any]:
    """The subschemas that hold for the same value here."""
    found = [schema[keyword] for keyword in ("$ref", "$dynamicRef", "$recursiveRef", NULLABLE) if keyword in schema]
    found += schema.get("allOf", ())
    for keyword in ("anyOf", "oneOf"):
        found += [option for option in schema.get(keyword, ()) if is_valid(validator, option, value)]
    if "if" in schema:
        holds = is_valid(validator, schema["if"], value)
        found += [schema["if"]] if holds else []
        found += [schema[branch] for branch in ("then" if holds else "else",) if branch in schema]
    if isinstance(value, dict):
        found += [inner for name, inner in schema.get("dependentSchemas", {}).items() if name in value]
    return (inner for inner in found if isinstance(inner, dict))
