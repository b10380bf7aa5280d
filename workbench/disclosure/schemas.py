"""A tool's schema made fit to hand to a model, whatever the server sent.

One unusable schema makes a provider refuse the whole request, so what is malformed is left out of the exported copy;
`Tool.parameters` keeps the schema as received.
"""

import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from workbench.model import Json, Schema

MAX_LEVELS: Final = 32
"""Levels of subschemas, or of plain data in one keyword, that are exported; what is below admits anything.

Real schemas nest about a dozen. The bound keeps every later recursion over a definition harmless.
"""

_TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


def export_schema(schema: Schema) -> dict[str, Json]:
    """An object schema for the `parameters` of a definition.

    Missing, empty and unusable schemas admit any object. A well-formed object schema comes back as the same data. Never
    raises, and the answer is always encodable as strict JSON, at any depth the schema was received.
    """
    if not isinstance(schema, dict) or not schema or not _may_be_object(schema):
        return _any_object(schema)
    clean: dict[str, Json] = _subschema(schema, 0)
    if clean.get("type") != "object" or "properties" not in clean:
        clean = {**clean, "type": "object"}
        clean.setdefault("properties", {})
    try:
        json.dumps(clean, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, TypeError):
        clean = _scrubbed(clean)
    return clean


def _may_be_object(schema: Mapping[str, Json]) -> bool:
    """Whether the root admits objects at all; arguments are always one."""
    kind = _type(schema.get("type"), 0)
    return kind is _DROP or kind == "object" or "object" in kind


def _any_object(schema: Schema) -> dict[str, Json]:
    empty: dict[str, Json] = {"type": "object", "properties": {}, "additionalProperties": True}
    if isinstance(schema, dict) and isinstance(schema.get("description"), str):
        empty["description"] = _scrubbed(schema["description"])
    return empty


def _subschema(schema: Any, level: int) -> Any:
    """The schema without its malformed keywords; the same object when nothing had to go."""
    if isinstance(schema, bool):
        return schema
    if not isinstance(schema, dict) or level > MAX_LEVELS:
        return {}
    changed: dict[str, Any] = {}
    for keyword, value in schema.items():
        reader = _READERS.get(keyword)
        if reader is not None:
            read = reader(value, level + 1)
        else:
            read = _DROP if isinstance(value, dict | list) and _too_deep(value) else value
        if read is not value:
            changed[keyword] = read
    if not changed:
        return schema
    merged = {**schema, **changed}
    return {keyword: value for keyword, value in merged.items() if value is not _DROP}


def _too_deep(value: Json) -> bool:
    layer = [value]
    for _ in range(MAX_LEVELS):
        layer = [
            child
            for node in layer
            for child in (node.values() if isinstance(node, dict) else node)
            if isinstance(child, dict | list)
        ]
        if not layer:
            return False
    return True


_DROP: Final = object()
_Reader = Callable[[Any, int], Any]


def _schema_map(value: Any, level: int) -> Any:
    if not isinstance(value, dict):
        return _DROP
    changed = {key: read for key, child in value.items() if (read := _subschema(child, level)) is not child}
    return {**value, **changed} if changed else value


def _schema_list(value: Any, level: int) -> Any:
    if not isinstance(value, list) or not value:
        return _DROP
    read = [_subschema(child, level) for child in value]
    return value if all(new is old for new, old in zip(read, value, strict=True)) else read


def _one_schema(value: Any, level: int) -> Any:
    return _subschema(value, level) if isinstance(value, dict | bool) else _DROP


def _items(value: Any, level: int) -> Any:
    return _schema_list(value, level) if isinstance(value, list) else _one_schema(value, level)


def _type(value: Any, _level: int) -> Any:
    if isinstance(value, str):
        return value if value in _TYPES else _DROP
    if not isinstance(value, list):
        return _DROP
    known = [name for index, name in enumerate(value) if _known_type(name) and name not in value[:index]]
    return value if len(known) == len(value) and known else known or _DROP


def _known_type(name: Any) -> bool:
    return isinstance(name, str) and name in _TYPES


def _names(value: Any, _level: int) -> Any:
    if not isinstance(value, list):
        return _DROP
    names = [name for name in value if isinstance(name, str)]
    names = list(dict.fromkeys(names))
    return value if len(names) == len(value) else names


def _text(value: Any, _level: int) -> Any:
    return value if isinstance(value, str) else _DROP


def _flag(value: Any, _level: int) -> Any:
    return value if isinstance(value, bool) else _DROP


def _number(value: Any, _level: int) -> Any:
    if isinstance(value, str):
        return _written_number(value)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if number and not _unwritable(value) else _DROP


def _written_number(text: str) -> Any:
    """The number a server put between quotes, which is common for bounds."""
    if not _DECIMAL.fullmatch(text):
        return _DROP
    return float(text) if "." in text else int(text)


def _bound(value: Any, level: int) -> Any:
    return value if isinstance(value, bool) else _number(value, level)  # draft 4 spells exclusive bounds as flags


def _count(value: Any, _level: int) -> Any:
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return value if whole and not isinstance(value, bool) and value >= 0 else _DROP


def _choices(value: Any, _level: int) -> Any:
    return value if isinstance(value, list) and value and not _too_deep(value) else _DROP


_READERS: Final[Mapping[str, _Reader]] = {
    **dict.fromkeys(("properties", "patternProperties", "$defs", "definitions", "dependentSchemas"), _schema_map),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), _schema_list),
    **dict.fromkeys(
        (
            "additionalProperties",
            "unevaluatedProperties",
            "propertyNames",
            "additionalItems",
            "unevaluatedItems",
            "contains",
            "not",
            "if",
            "then",
            "else",
        ),
        _one_schema,
    ),
    "items": _items,
    "type": _type,
    "required": _names,
    "enum": _choices,
    **dict.fromkeys(("title", "description", "pattern", "format"), _text),
    **dict.fromkeys(("$ref", "$schema", "$id", "$comment", "$anchor"), _text),
    **dict.fromkeys(("uniqueItems", "readOnly", "writeOnly", "deprecated"), _flag),
    **dict.fromkeys(("minimum", "maximum", "multipleOf"), _number),
    **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), _bound),
    **dict.fromkeys(
        (
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
            "minContains",
            "maxContains",
        ),
        _count,
    ),
}


def _scrubbed(value: Any) -> Any:
    """A copy that strict JSON can carry: no halves of surrogate pairs, no infinities, nothing but JSON's own types."""
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_scrubbed(str(key)): _scrubbed(item) for key, item in value.items() if not _unwritable(item)}
    if isinstance(value, list | tuple):
        return [_scrubbed(item) for item in value if not _unwritable(item)]
    return value if value is None or isinstance(value, bool | int | float) else str(value)


def _unwritable(value: Any) -> bool:
    if isinstance(value, float):
        return not math.isfinite(value)
    return isinstance(value, int) and value.bit_length() > _MOST_BITS


_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_MOST_BITS: Final = 4096
_DECIMAL: Final = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,9})?")
