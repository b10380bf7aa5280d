"""Which draft a schema is written in, which keywords that draft knows, and what each may be."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from workbench.model import Json

TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
DRAFT_4_INTEGER: Final = "draft-4 integer"
"""The integer type of draft 4, which 3.0 is not."""

NEWEST: Final = 2020
UNDECLARED: Final = 0
"""No `$schema`: 2020-12, but keywords and forms of older drafts are read as those drafts mean them."""

_SCHEMA_URI: Final = re.compile(
    r"https?://json-schema\.org/(?:(?:draft-0(?P<old>[4567])|draft/(?P<new>2019-09|2020-12))/)?(?:hyper-)?schema#?/?",
    re.IGNORECASE,
)


class UnknownDialect(Exception):
    """`$schema` names a dialect that is not known here."""


def draft_of(schema: Mapping[str, Json]) -> int:
    """4, 6, 7, 2019, 2020 or UNDECLARED, by `$schema` in any of its spellings (spec 3.4). Raises UnknownDialect."""
    if "$schema" not in schema:
        return UNDECLARED
    declared = schema["$schema"]
    found = _SCHEMA_URI.fullmatch(declared.strip()) if isinstance(declared, str) else None
    if found is None:
        raise UnknownDialect
    if found["old"]:
        return {"5": 4}.get(found["old"]) or int(found["old"])
    return int((found["new"] or "2020")[:4])


class Role(Enum):
    """What the value of a keyword is."""

    PLAIN = auto()
    SCHEMA = auto()
    LIST = auto()
    MAP = auto()
    ITEMS = auto()
    REFERENCE = auto()
    DEPENDENCIES = auto()
    PATTERN = auto()


@dataclass(frozen=True, slots=True)
class Keyword:
    """One keyword: its role, the drafts that know it, whether its subschemas see the same value (`in_place`)."""

    role: Role
    since: int = 4
    until: int = NEWEST
    in_place: bool = False
    shape: Callable[[Any], bool] | None = None

    def known_to(self, draft: int) -> bool:
        """Whether schemas of this draft use the keyword; undeclared ones use all."""
        return draft == UNDECLARED or self.since <= draft <= self.until


def _number(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _bound(value: Any) -> bool:
    return isinstance(value, bool) or _number(value)


def _positive(value: Any) -> bool:
    return _number(value) and value > 0


def _count(value: Any) -> bool:
    return _number(value) and value >= 0 and value == math.floor(value)


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _type(value: Any) -> bool:
    names = value if isinstance(value, list) else [value]
    return bool(names) and all(isinstance(name, str) and name in TYPES for name in names)


def _plain(shape: Callable[[Any], bool], since: int = 4) -> Keyword:
    return Keyword(Role.PLAIN, since, shape=shape)


KEYWORDS: Final[Mapping[str, Keyword]] = {
    "type": _plain(_type),
    "enum": _plain(lambda value: isinstance(value, list) and bool(value)),
    "const": _plain(lambda _: True, 6),
    "multipleOf": _plain(_positive),
    "maximum": _plain(_number),
    "exclusiveMaximum": _plain(_bound),
    "minimum": _plain(_number),
    "exclusiveMinimum": _plain(_bound),
    "maxLength": _plain(_count),
    "minLength": _plain(_count),
    "maxItems": _plain(_count),
    "minItems": _plain(_count),
    "uniqueItems": _plain(lambda value: isinstance(value, bool)),
    "maxProperties": _plain(_count),
    "minProperties": _plain(_count),
    "required": _plain(_names),
    "minContains": _plain(_count, 2019),
    "maxContains": _plain(_count, 2019),
    "dependentRequired": _plain(lambda value: isinstance(value, dict) and all(map(_names, value.values())), 2019),
    "format": _plain(lambda value: isinstance(value, str)),
    "pattern": Keyword(Role.PATTERN),
    "properties": Keyword(Role.MAP),
    "patternProperties": Keyword(Role.MAP),
    "additionalProperties": Keyword(Role.SCHEMA),
    "unevaluatedProperties": Keyword(Role.SCHEMA, 2019),
    "propertyNames": Keyword(Role.SCHEMA, 6),
    "prefixItems": Keyword(Role.LIST, 2020),
    "items": Keyword(Role.ITEMS),
    "unevaluatedItems": Keyword(Role.SCHEMA, 2019),
    "contains": Keyword(Role.SCHEMA, 6),
    "dependencies": Keyword(Role.DEPENDENCIES, until=7, in_place=True),
    "dependentSchemas": Keyword(Role.MAP, 2019, in_place=True),
    "if": Keyword(Role.SCHEMA, 7, in_place=True),
    "then": Keyword(Role.SCHEMA, 7, in_place=True),
    "else": Keyword(Role.SCHEMA, 7, in_place=True),
    "allOf": Keyword(Role.LIST, in_place=True),
    "anyOf": Keyword(Role.LIST, in_place=True),
    "oneOf": Keyword(Role.LIST, in_place=True),
    "not": Keyword(Role.SCHEMA, in_place=True),
    "$ref": Keyword(Role.REFERENCE, in_place=True),
    "$recursiveRef": Keyword(Role.REFERENCE, 2019, 2019, in_place=True),
    "$dynamicRef": Keyword(Role.REFERENCE, 2020, in_place=True),
}
