"""Strict reading of JSON that arrived as text, and equality of JSON values."""

import json
from collections.abc import Hashable
from typing import Any, Final, NoReturn

from workbench.model import Json
from workbench.text import read_float

_BLANK: Final = " \t\n\r"


class UnreadableJson(Exception):
    """The text is not one JSON value. The text of the exception names the reason, with line and column where known."""


class RepeatedKey(UnreadableJson):
    """An object names one key twice with different values, so nobody can say which is meant."""


def read_json(text: str) -> Json:
    """The one JSON value of a text. Integers keep their digits. Raises UnreadableJson."""
    values = read_values(text, most=1)
    return values[0]


def read_values(text: str, most: int = 8) -> list[Json]:
    """One JSON value after another, at least one and at most `most`. Raises UnreadableJson at the first bad place."""
    decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_number)
    values: list[Json] = []
    at = _skip(text, 0)
    while at < len(text) or not values:
        if len(values) == most:
            raise UnreadableJson(f"there is more text after the value, at {_place(text, at)}")
        try:
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as fault:
            if values:
                raise UnreadableJson(f"there is more text after the value, at {_place(text, at)}") from None
            raise UnreadableJson(f"{fault.msg} at {_place(text, fault.pos)}") from None
        except RecursionError:
            raise UnreadableJson("it is nested too deeply") from None
        except ValueError:
            raise UnreadableJson("it holds a number of too many digits") from None
        values.append(value)
        at = _skip(text, at)
    return values


def same(one: Json, other: Json) -> bool:
    """Whether two JSON values are equal as JSON: 1 equals 1.0, but neither equals true."""
    try:
        return json_key(one) == json_key(other)
    except (RecursionError, TypeError):
        return False


def json_key(value: Json) -> Hashable:
    """A hashable stand-in, equal for equal JSON. Raises RecursionError on deep values, TypeError on what is no JSON."""
    if isinstance(value, bool):
        return "boolean", value
    if isinstance(value, list):
        return "array", tuple(json_key(item) for item in value)
    if isinstance(value, dict):
        return "object", frozenset((key, json_key(item)) for key, item in value.items())
    scalar: Hashable = value
    return scalar


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made and not same(made[key], value):
            raise RepeatedKey(f"the key {json.dumps(key[:60])} stands twice with different values")
        made[key] = value
    return made


def _no_constant(name: str) -> NoReturn:
    raise UnreadableJson(f"{name} is not JSON")


def _number(text: str) -> float | int:
    number = read_float(text)
    if isinstance(number, str):
        raise UnreadableJson("it holds a number that is too large")
    return number


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANK:
        at += 1
    return at


def _place(text: str, at: int) -> str:
    line = text.count("\n", 0, at) + 1
    return f"line {line}, column {at - text.rfind(chr(10), 0, at)}"
