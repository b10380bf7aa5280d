"""A schema in a few words: `integer or null`, `always "x"`, `"a" | "b" | … (2,000 values)`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from workbench.model import Json, Schema
from workbench.text import clip, compact_json, one_line
from workbench.ui.format import number
from workbench.ui.panes.tool.references import References, short_name

_VALUES_SHOWN: Final = 6
_VALUE_LENGTH: Final = 40
_FORMS_SHOWN: Final = 5
_JSON_LENGTH: Final = 200
_DEPTH: Final = 6

_SAYS_NOTHING: Final = frozenset(
    {"title", "description", "default", "examples", "example", "$comment", "deprecated", "readOnly", "writeOnly"}
    | {"$schema", "$id", "$defs", "definitions", "$anchor", "nullable"}
)

_ARRAY_WORDS: Final = frozenset({"items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"})
_OBJECT_WORDS: Final = frozenset(
    {"properties", "required", "additionalProperties", "patternProperties", "propertyNames"}
    | {"minProperties", "maxProperties"}
)
_TEXT_WORDS: Final = frozenset({"minLength", "maxLength", "pattern", "format"})
_NUMBER_WORDS: Final = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})


def summary(schema: Schema, references: References) -> str:
    """Type, facts and default on one line. Never raises, whatever the schema is."""
    return ", ".join([words(schema, references), *facts(references.follow(schema)[0])])


def words(schema: Schema, references: References, depth: int = 0, seen: frozenset[str] = frozenset()) -> str:
    """What a value may be; JSON where there are no words for it."""
    if schema is True:
        return "any"
    if schema is False:
        return "not allowed"
    if not isinstance(schema, Mapping) or depth > _DEPTH:
        return clip(one_line(shown(schema)), _JSON_LENGTH)
    target, reference, trouble = references.follow(schema)
    if trouble:
        return one_line(trouble)
    if reference and reference in seen:
        return one_line(f"{short_name(reference)}, as above")
    if reference:
        return words(target, references, depth + 1, seen | {reference})
    said = _said(schema, references, depth, seen)
    nullable = schema.get("nullable") is True and not said.endswith("null")
    return f"{said} or null" if nullable else said


def facts(schema: Schema) -> list[str]:
    """Bounds, format and default as short phrases."""
    if not isinstance(schema, Mapping):
        return []
    said = [
        *_bounds(schema, "minimum", "maximum", ""),
        *_bounds(schema, "minLength", "maxLength", " characters"),
        *_bounds(schema, "minItems", "maxItems", " items"),
    ]
    for key, phrase in (("exclusiveMinimum", "more than {}"), ("exclusiveMaximum", "less than {}")):
        if _is_number(schema.get(key)):
            said.append(phrase.format(schema[key]))
    for key, phrase in (("multipleOf", "a multiple of {}"), ("format", "{}"), ("pattern", "matching {}")):
        if isinstance(schema.get(key), str | int | float):
            said.append(clip(one_line(phrase.format(schema[key])), 80))
    if schema.get("uniqueItems") is True:
        said.append("no duplicates")
    if "default" in schema:
        said.append(f"default {clip(one_line(shown(schema['default'])), 60)}")
    return said


def values(items: Sequence[Json]) -> str:
    """The values of an enumeration, cut with their number."""
    some = [clip(one_line(shown(item)), _VALUE_LENGTH) for item in items[:_VALUES_SHOWN]]
    if len(items) > _VALUES_SHOWN:
        some[3:] = [f"… ({number(len(items))} values)"]
    return " | ".join(some)


def shown(value: Json) -> str:
    """A value as compact JSON; as much as can be said of one that is too deep."""
    try:
        return compact_json(value)
    except (RecursionError, TypeError, ValueError):
        return "(nested too deeply to show)"


def _said(schema: Mapping[str, Schema], references: References, depth: int, seen: frozenset[str]) -> str:
    said: str | None = None
    kind = schema.get("type")
    if "const" in schema:
        said = f"always {clip(one_line(shown(schema['const'])), _VALUE_LENGTH)}"
    elif isinstance(schema.get("enum"), list) and schema["enum"]:
        said = values(schema["enum"])
    elif isinstance(kind, list) and kind and all(isinstance(item, str) for item in kind):
        said = _or(_of_type(item, schema, references, depth, seen) for item in kind)
    elif isinstance(kind, str):
        said = _of_type(kind, schema, references, depth, seen)
    else:
        said = _combined(schema, references, depth, seen) or _guessed(schema, references, depth, seen)
    return said if said is not None else clip(one_line(shown(schema)), _JSON_LENGTH)


def _combined(schema: Mapping[str, Schema], references: References, depth: int, seen: frozenset[str]) -> str | None:
    for key in ("anyOf", "oneOf", "allOf"):
        forms = schema.get(key)
        if isinstance(forms, list) and forms:
            said = [words(form, references, depth + 1, seen) for form in forms[:_FORMS_SHOWN]]
            if len(forms) > _FORMS_SHOWN:
                said.append(f"… ({number(len(forms))} forms)")
            return _or(said) if key != "allOf" else " and ".join(dict.fromkeys(said))
    return None


def _guessed(schema: Mapping[str, Schema], references: References, depth: int, seen: frozenset[str]) -> str | None:
    telling = set(schema) - _SAYS_NOTHING
    if not telling:
        return "any"
    if telling <= _OBJECT_WORDS:
        return "object"
    if telling <= _ARRAY_WORDS:
        return _of_type("array", schema, references, depth, seen)
    if telling <= _TEXT_WORDS:
        return "string"
    return "number" if telling <= _NUMBER_WORDS else None


def _of_type(kind: str, schema: Mapping[str, Schema], references: References, depth: int, seen: frozenset[str]) -> str:
    if kind != "array":
        return one_line(kind) or shown(kind)
    items = schema.get("prefixItems", schema.get("items"))
    if isinstance(items, list):
        return f"array [{', '.join(words(item, references, depth + 1, seen) for item in items[:_FORMS_SHOWN])}]"
    if items is None or items is True:
        return "array"
    inner = words(items, references, depth + 1, seen)
    return f"array of ({inner})" if " or " in inner or " | " in inner else f"array of {inner}"


def _or(parts: Iterable[str]) -> str:
    return " or ".join(dict.fromkeys(parts))


def _bounds(schema: Mapping[str, Schema], low: str, high: str, unit: str) -> list[str]:
    least, most = schema.get(low), schema.get(high)
    if _is_number(least) and _is_number(most):
        return [f"{least} to {most}{unit}"]
    if _is_number(least) and not (unit and least == 0):
        return [f"at least {least}{unit}"]
    return [f"at most {most}{unit}"] if _is_number(most) else []


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
