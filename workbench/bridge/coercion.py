"""Arguments repaired where the schema says how, the same for direct and bridged calls (spec 3.3)."""

from collections.abc import Iterator
from typing import Any, Final

from workbench.bridge.jsontext import same
from workbench.bridge.paths import Path, show_path
from workbench.bridge.readings import readings, wrappable
from workbench.bridge.schema.fallbacks import with_fallbacks
from workbench.bridge.schema.nodes import NULLABLE
from workbench.bridge.schema.prepared import Prepared, SchemaCache
from workbench.model import Json, Repair, Schema

_REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef", NULLABLE)
_MAX_REPAIRS: Final = 1000
_SCALARS: Final = frozenset({"integer", "number", "boolean"})


def coerce(
    arguments: Json, schema: Schema, *, schemas: SchemaCache | None = None, root: str = "arguments"
) -> tuple[Json, tuple[Repair, ...]]:
    """The arguments with repairs, and each repair with its place. Never raises, never changes what it was given.

    A value that fits its place is never touched. A repair is made only where exactly one reading fits the whole schema
    at that place, or where a number or boolean alone is asked for; everything else stays as it was.
    """
    from workbench.bridge.keywords.run import Run
    from workbench.bridge.keywords.validator import validator_for

    def repair(prepared: Prepared) -> tuple[Json, tuple[Repair, ...]]:
        mender = _Mender(validator_for(prepared.root, Run(arguments)))
        value = mender.repair(arguments, prepared.root, ())
        repairs = [Repair(show_path(path, root), before, after) for path, before, after in mender.made]
        return value, tuple(repairs[:_MAX_REPAIRS])

    try:
        return with_fallbacks(schema, schemas, repair)
    except Exception:
        return arguments, ()


class _Mender:
    """Repairs one value. `made` lists what was changed: place, before, after."""

    def __init__(self, validator: Any) -> None:
        self._validator = validator
        self._wrapping = False
        self.made: list[tuple[Path, Json, Json]] = []

    def fits(self, value: Json, schema: Any) -> bool:
        """Whether a value is valid against a prepared schema. Raises when the work allowed is used up."""
        self._validator.format_checker.spend()
        return bool(self._validator.evolve(schema=schema).is_valid(value))

    def repair(self, value: Json, schema: Any, path: Path) -> Json:
        """The value, as far as it can be mended at this place and below."""
        if not isinstance(schema, dict) or self.fits(value, schema):
            return value
        before = len(self.made)
        if isinstance(value, dict | list):
            mended = self._inside(value, schema, path)
            if len(self.made) > before:
                value = mended
                if self.fits(value, schema):
                    return value
            inner = self.made[before:]
            found = self._only(self._through_unions(value, schema, path), schema)
            self.made[before:] = inner
            if found is not None:
                value, extra = found
                self.made += extra
            return value
        found = self._only(self._read(value, schema, path), schema)
        del self.made[before:]
        meant = found[0] if found else _only_scalar(value, schema)
        if meant is None and found is None:
            return value
        self.made.append((path, value, meant))
        return meant

    def _only(self, candidates: Iterator[Json], schema: Any) -> tuple[Json, list[tuple[Path, Json, Json]]] | None:
        """The one candidate that fits, with the repairs that led to it; none where two different ones do."""
        found: tuple[Json, list[tuple[Path, Json, Json]]] | None = None
        start = len(self.made)
        for candidate in candidates:
            extra = self.made[start:]
            del self.made[start:]
            if not self.fits(candidate, schema):
                continue
            if found is not None and not same(found[0], candidate):
                return None
            found = found or (candidate, extra)
        return found

    def _inside(self, value: Json, schema: Any, path: Path) -> Json:
        """A copy of a container with its parts repaired, each by all schemas that hold for it in any case."""
        if isinstance(value, dict):
            return {key: self._part(item, self._of_key(schema, key), (*path, key)) for key, item in value.items()}
        return [self._part(item, self._of_item(schema, at), (*path, at)) for at, item in enumerate(value)]

    def _part(self, value: Json, schemas: list[Any], path: Path) -> Json:
        if not schemas:
            return value
        return self.repair(value, schemas[0] if len(schemas) == 1 else {"allOf": schemas}, path)

    def _of_key(self, schema: Any, key: str) -> list[Any]:
        found: list[Any] = []
        for place in _holding(schema):
            own = [place["properties"][key]] if key in place.get("properties", ()) else []
            for matcher, inner in place.get("patternProperties", {}).items():
                if matcher.search(key, self._validator.format_checker.patterns):
                    own.append(inner)
            if not own and "additionalProperties" in place:
                own.append(place["additionalProperties"])
            found += own
        return [inner for inner in found if isinstance(inner, dict)]

    def _of_item(self, schema: Any, at: int) -> list[Any]:
        found: list[Any] = []
        for place in _holding(schema):
            first = place.get("prefixItems", ())
            found.append(first[at] if at < len(first) else place.get("items", place.get("additionalItems", True)))
        return [inner for inner in found if isinstance(inner, dict)]

    def _through_unions(self, value: Json, schema: Any, path: Path) -> Iterator[Json]:
        for option in _options(schema):
            self._validator.format_checker.spend()
            yield self.repair(value, option, path)

    def _read(self, value: Json, schema: Any, path: Path) -> Iterator[Json]:
        """What a scalar may have been meant as: the exact readings first, then a list of one."""
        types = _asked(schema)
        read = False
        if isinstance(value, str):
            for reading in readings(value, types):
                reading = self.repair(reading, schema, path) if isinstance(reading, dict | list) else reading
                read = read or self.fits(reading, schema)
                yield reading
        if "array" in types and not read and not self._wrapping and wrappable(value):
            self._wrapping = True
            try:
                yield self.repair([value], schema, path)
            finally:
                self._wrapping = False


def _only_scalar(value: Json, schema: Any) -> Json:
    """The number or boolean a text stands for, where nothing else is asked for; the failure is then about its value."""
    types = _asked(schema)
    if not isinstance(value, str) or not types or types - _SCALARS or _options(schema):
        return None
    meant = list(readings(value, types))
    return meant[0] if len(meant) == 1 else None


def _holding(schema: Any) -> list[dict[str, Any]]:
    """The schema and all that hold for the same value whatever it is: through references and `allOf`."""
    found: list[dict[str, Any]] = []
    waiting = [schema]
    seen: set[int] = set()
    while waiting:
        place = waiting.pop()
        if not isinstance(place, dict) or id(place) in seen:
            continue
        seen.add(id(place))
        found.append(place)
        waiting += [place[keyword] for keyword in _REFERENCES if keyword in place]
        waiting += place.get("allOf", ())
    return found


def _options(schema: Any) -> list[Any]:
    """The forms of every union that holds at this place."""
    return [option for place in _holding(schema) for keyword in ("anyOf", "oneOf") for option in place.get(keyword, ())]


def _asked(schema: Any) -> frozenset[str]:
    """The types that a schema asks for anywhere at this place, through references, `allOf` and unions."""
    asked: set[str] = set()
    waiting = [schema]
    seen: set[int] = set()
    while waiting:
        place = waiting.pop()
        if not isinstance(place, dict) or id(place) in seen:
            continue
        seen.add(id(place))
        if NULLABLE in place:
            asked.add("null")
        asked.update(place.get("type", ()))
        for keyword in ("enum", "const"):
            if keyword in place and "type" not in place:
                asked.update(type_of(value) for value in place[keyword].values)
        waiting += [place[keyword] for keyword in _REFERENCES if keyword in place]
        for keyword in ("allOf", "anyOf", "oneOf"):
            waiting += place.get(keyword, ())
    return frozenset(asked)


def type_of(value: Json) -> str:
    """The JSON type of a value."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    names = {str: "string", float: "number", list: "array", dict: "object"}
    return names.get(type(value), "null")
