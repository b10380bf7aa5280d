"""Arguments as the text in the editor: filled in from a schema, and read back without losing a digit."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NoReturn

from workbench.model import Json, Schema
from workbench.text import pretty_json
from workbench.ui.panes.tool.references import References

_DEPTH: Final = 4
_EMPTY: Final[Mapping[str, Json]] = {"integer": 0, "number": 0, "boolean": False, "array": [], "null": None}


@dataclass(frozen=True, slots=True)
class Parsed:
    """The arguments in a text, or why there are none and where (line and column from 1; 0 where no place is meant)."""

    arguments: dict[str, Json] | None
    error: str = ""
    line: int = 0
    column: int = 0


def parse(text: str) -> Parsed:
    """Reads the text of the editor; blank text stands for no arguments. Never raises."""
    if not text.strip():
        return Parsed({})
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_exact_enough, object_pairs_hook=_once_each)
    except json.JSONDecodeError as error:
        return Parsed(None, error.msg[:1].lower() + error.msg[1:], error.lineno, error.colno)
    except ValueError as error:
        return Parsed(None, str(error))
    except RecursionError:
        return Parsed(None, "nested too deeply")
    if not isinstance(value, dict):
        return Parsed(None, "the arguments must be an object: { … }")
    return Parsed(value)


def prefill(schema: Schema) -> str:
    """What the editor starts with: the required properties with defaults or empty values; blank without any."""
    value = _object(schema, References(schema), 0)
    return pretty_json(value) if value else ""


def starter(schema: Schema, references: References) -> Json:
    """What a value of this schema starts with: its default, its first choice, or an empty value of its type."""
    return _value(schema, references, 1)


def _object(schema: Schema, references: References, depth: int) -> dict[str, Json]:
    target, _, _ = references.follow(schema)
    if not isinstance(target, Mapping) or depth > _DEPTH:
        return {}
    properties = target.get("properties")
    known = properties if isinstance(properties, Mapping) else {}
    required = target.get("required")
    names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    return {name: _value(known.get(name, True), references, depth + 1) for name in dict.fromkeys(names)}


def _value(schema: Schema, references: References, depth: int) -> Json:
    target, _, _ = references.follow(schema)
    if not isinstance(target, Mapping):
        return ""
    if "default" in target:
        return target["default"]
    if "const" in target:
        return target["const"]
    choices = target.get("enum")
    if isinstance(choices, list) and choices:
        return choices[0]
    kind = target.get("type")
    if isinstance(kind, list) and kind:
        kind = kind[0]
    if kind == "object" or (kind is None and "properties" in target):
        return _object(target, references, depth)
    if isinstance(kind, str):
        return _EMPTY.get(kind, "")
    for key in ("anyOf", "oneOf", "allOf"):
        forms = target.get(key)
        if isinstance(forms, list) and forms and depth <= _DEPTH:
            return _value(forms[0], references, depth + 1)
    return ""


def _once_each(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in made if names.count(name) > 1)!r} stands twice in one object")
    return made


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _exact_enough(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{text} is too large for a number")
    return value
