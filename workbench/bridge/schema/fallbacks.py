"""Work over a prepared schema that gives up part by part instead of taking for ever."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from workbench.bridge.keywords.run import TooMuchWork
from workbench.bridge.patterns import TooSlow
from workbench.bridge.schema.prepared import FULL, SHALLOW, Prepared, SchemaCache, prepare
from workbench.model import Schema

_T = TypeVar("_T")

_ROUNDS: Final = 3
"""How often the work starts again without a pattern that was too slow."""


def with_fallbacks(schema: Schema, schemas: SchemaCache | None, use: Callable[[Prepared], _T]) -> _T:
    """Runs `use` over the prepared schema; again without what was too slow, at last over its outermost part only."""
    slow: set[str] = set()
    prepared = schemas.get(schema) if schemas is not None else prepare(schema)
    for round_ in range(_ROUNDS):
        try:
            return use(prepared)
        except TooSlow as fault:
            slow.add(fault.matcher.source)
            limits = FULL if round_ < _ROUNDS - 2 else replace(FULL, patterns=False)
            prepared = prepare(schema, limits, slow)
        except (TooMuchWork, RecursionError):
            break
    shallow = prepare(schema, SHALLOW)
    note = "not checked: what lies deeper, because checking it takes too many steps"
    return use(Prepared(shallow.root, (note, *shallow.unchecked)))
