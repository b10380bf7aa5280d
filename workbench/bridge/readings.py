"""What a text may have been meant as, where a schema asks for something else. Only readings that lose nothing."""

import math
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from workbench.bridge.jsontext import UnreadableJson, read_json
from workbench.bridge.schema.dialect import DRAFT_4_INTEGER
from workbench.model import Json

_INTEGER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)")
_WHOLE: Final = re.compile(r"(-?(?:0|[1-9][0-9]*))\.0+")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,4})?")
_LIKE_JSON: Final = re.compile(r"\s*(?:\[\s*(?:[\"'\[\]{0-9-]|true\b|false\b|null\b)|\{\s*[\"'}])")
_MOST_DIGITS: Final = 4000
"""Python refuses to read integers not much longer than this."""


def readings(text: str, types: frozenset[str]) -> Iterator[Json]:
    """The values of the asked types that the text stands for exactly. `types` are JSON Schema type names.

    `007`, `1_000`, `+5`, ` 5`, `inf` and `nan` are no numbers; a decimal is read only if its float keeps every digit.
    """
    if "null" in types and text == "null":
        yield None
    if "boolean" in types and text.lower() in ("true", "false"):
        yield text.lower() == "true"
    if types & {"integer", "number", DRAFT_4_INTEGER}:
        number = _number(text, "number" in types)
        if number is not None:
            yield number
    if types & {"array", "object"} and text.lstrip()[:1] in ("[", "{"):
        try:
            value = read_json(text)
        except UnreadableJson:
            return
        if ("array" if isinstance(value, list) else "object") in types:
            yield value


def wrappable(value: Json) -> bool:
    """Whether a bare value may become a list of one: a scalar, but no null and no text that is itself like JSON."""
    if isinstance(value, str):
        return value.strip() not in ("", "null") and not _LIKE_JSON.match(value)
    return isinstance(value, int | float)


def _number(text: str, fractions: bool) -> int | float | None:
    if len(text) > _MOST_DIGITS or text == "-0":
        return None
    if _INTEGER.fullmatch(text):
        return int(text)
    if not fractions:
        whole = _WHOLE.fullmatch(text)
        return int(whole[1]) if whole and whole[1] != "-0" else None
    if not _NUMBER.fullmatch(text):
        return None
    number = float(text)
    return number if math.isfinite(number) and Decimal(repr(number)) == Decimal(text) else None
