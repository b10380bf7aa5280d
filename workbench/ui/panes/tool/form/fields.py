"""From a schema and a value to the fields of a form. Knows nothing of widgets; never raises, whatever the schema is.

The value is the truth: a field is a place in it that the schema speaks of, or that is there although it does not.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from workbench.bridge.paths import show_path
from workbench.model import Json, Schema
from workbench.ui.panes.tool.references import References
from workbench.ui.panes.tool.schema_words import words

Path = tuple[str | int, ...]
Kind = Literal["object", "array", "choice", "boolean", "text", "number", "json", "shape", "more"]

MOST: Final = 400
"""Fields of one form; what is beyond them is reached as JSON."""
_DEEPEST: Final = 12
_SCALARS: Final = frozenset({"string", "number", "integer", "boolean", "null"})
_MISSING: Final = object()


@dataclass(frozen=True, slots=True)
class Field:
    """One place: where it is, what the schema says of it, and what stands there.

    `present` is False for a property that may be added; `known` is False for one that the schema does not name.
    `choices` are the values of an enumeration, or for the kind `shape` the words of each form the value may take.
    """

    path: Path
    kind: Kind
    depth: int
    schema: Schema = True
    value: Json = None
    present: bool = True
    required: bool = False
    known: bool = True
    words: str = ""
    description: str = ""
    choices: tuple[Json, ...] = ()
    forms: tuple[Schema, ...] = ()

    @property
    def name(self) -> str:
        """The last part of the path: a property, or `[0]`."""
        last = self.path[-1] if self.path else ""
        return f"[{last}]" if isinstance(last, int) else str(last)

    @property
    def shown(self) -> str:
        """The path as failures tell it."""
        return show_path(self.path)


def form_fields(schema: Schema, value: Json, folded: Collection[Path] = ()) -> list[Field]:
    """The fields in the schema's order, then what it does not know; at most MOST, the last of which says so."""
    reader = _Reader(References(schema), folded)
    found = list(islice(reader.inside((), schema, value, 0), MOST))
    if len(found) == MOST:
        found[-1] = Field((), "more", 0)
    return found


class _Reader:
    def __init__(self, references: References, folded: Collection[Path]) -> None:
        self._references = references
        self._folded = folded

    def inside(self, path: Path, schema: Schema, value: Json, depth: int) -> Iterator[Field]:
        """The fields below an object or an array."""
        target = self.flat(schema)
        if isinstance(value, Mapping):
            yield from self._properties(path, target, value, depth)
        elif isinstance(value, list):
            for index, item in enumerate(value):
                yield from self.field((*path, index), schema_of_item(target, index), item, depth, required=False)

    def _properties(
        self, path: Path, target: Mapping[str, Schema], value: Mapping[str, Json], depth: int
    ) -> Iterator[Field]:
        known = _mapping(target.get("properties"))
        required = target.get("required")
        needed = {name for name in required if isinstance(name, str)} if isinstance(required, list) else set()
        others = target.get("additionalProperties", True)
        for name in [*known, *(name for name in sorted(needed) if name not in known)]:
            given = value.get(name, _MISSING)
            here = (*path, name)
            yield from self.field(here, known.get(name, True), given, depth, required=name in needed)
        for name, given in value.items():
            if name not in known and name not in needed:
                yield from self.field((*path, name), others, given, depth, required=False, known=False)

    def field(
        self, path: Path, schema: Schema, given: object, depth: int, *, required: bool, known: bool = True
    ) -> Iterator[Field]:
        """One place, the choice of its form where it may take several, and what is inside."""
        target = self.flat(schema)
        forms = _forms(target)
        present = given is not _MISSING
        value: Json = given if present else None
        text = target.get("description")
        note = words(schema, self._references)
        said = text if isinstance(text, str) else ""
        if len(forms) > 1 and not all(self._scalar(form) for form in forms):
            labels = tuple(words(form, self._references) for form in forms)
            yield Field(path, "shape", depth, schema, value, present, required, known, note, said, labels, forms)
            form = self._fitting(forms, value) if present else None
            if form is None or path in self._folded:
                return
            yield from self.inside(path, form, value, depth + 1)
            return
        kind, choices = self._kind(target, forms, value, present)
        yield Field(path, kind, depth, schema, value, present, required, known, note, said, choices)
        if present and kind in ("object", "array") and path not in self._folded and depth < _DEEPEST:
            yield from self.inside(path, schema, value, depth + 1)

    def flat(self, schema: Schema) -> Mapping[str, Schema]:
        """The schema with its reference followed and its `allOf` laid into one; empty for what is no mapping."""
        target, _, _ = self._references.follow(schema)
        if not isinstance(target, Mapping):
            return {}
        parts = target.get("allOf")
        if not isinstance(parts, list):
            return target
        laid: dict[str, Schema] = {}
        for part in [*parts[:20], {key: value for key, value in target.items() if key != "allOf"}]:
            inner, _, _ = self._references.follow(part)
            if isinstance(inner, Mapping):
                laid = _laid_over(laid, inner)
        return laid

    def _kind(
        self, target: Mapping[str, Schema], forms: Sequence[Schema], value: Json, present: bool
    ) -> tuple[Kind, tuple[Json, ...]]:
        choices = target.get("enum")
        if isinstance(choices, list) and choices:
            return "choice", tuple(choices)
        if "const" in target:
            return "choice", (target["const"],)
        if forms:
            return self._kind(self.flat(forms[0]), (), value, present) if len(forms) == 1 else ("json", ())
        types = _types(target)
        if present and not _is_one_of(value, types):
            return _kind_of_value(value), ()
        return _KINDS.get(types[0] if len(types) == 1 else "", "json"), ()

    def _scalar(self, form: Schema) -> bool:
        target = self.flat(form)
        return "enum" in target or "const" in target or (bool(_types(target)) and set(_types(target)) <= _SCALARS)

    def _fitting(self, forms: Sequence[Schema], value: Json) -> Schema | None:
        """The form that the value seems to have: of its type, and with the most of its properties."""
        best, score = None, -1
        for form in forms:
            target = self.flat(form)
            types = _types(target)
            if types and not _is_one_of(value, types):
                continue
            names = set(_mapping(target.get("properties")))
            fits = len(names & set(value)) if isinstance(value, Mapping) else 0
            wrong = [
                name
                for name, part in _mapping(target.get("properties")).items()
                if isinstance(value, Mapping)
                and name in value
                and "const" in self.flat(part)
                and self.flat(part)["const"] != value[name]
            ]
            if fits - 100 * len(wrong) > score:
                best, score = form, fits - 100 * len(wrong)
        return best


_KINDS: Final[Mapping[str, Kind]] = {
    "object": "object", "array": "array", "string": "text", "number": "number", "integer": "number",
    "boolean": "boolean",
}  # fmt: skip


def _types(target: Mapping[str, Schema]) -> list[str]:
    """The types that are named, without null; those that the keywords speak of where none is."""
    named = target.get("type")
    names = [named] if isinstance(named, str) else named if isinstance(named, list) else []
    found = [name for name in names if isinstance(name, str) and name != "null"]
    if not found and not names:
        found = ["object"] if "properties" in target else ["array"] if "items" in target else []
    return found


def _forms(target: Mapping[str, Schema]) -> tuple[Schema, ...]:
    for key in ("anyOf", "oneOf"):
        forms = target.get(key)
        if isinstance(forms, list):
            return tuple(form for form in forms[:30] if form != {"type": "null"})
    return ()


def _is_one_of(value: Json, types: Sequence[str]) -> bool:
    return not types or _kind_of_value(value) in {_KINDS.get(name, "json") for name in types}


def _kind_of_value(value: Json) -> Kind:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "text"
    return "object" if isinstance(value, Mapping) else "array" if isinstance(value, list) else "json"


def schema_of_item(target: Mapping[str, Schema], index: int) -> Schema:
    """What `target` says of the item at `index`."""
    first = target.get("prefixItems")
    if isinstance(first, list) and index < len(first):
        return first[index]
    return target.get("items", True)


def _mapping(value: Schema) -> Mapping[str, Schema]:
    return {key: part for key, part in value.items() if isinstance(key, str)} if isinstance(value, Mapping) else {}


def _laid_over(below: dict[str, Schema], above: Mapping[str, Schema]) -> dict[str, Schema]:
    laid = {**below, **above}
    properties = {**_mapping(below.get("properties")), **_mapping(above.get("properties"))}
    if properties:
        laid["properties"] = properties
    required = [part for side in (below, above) if isinstance(part := side.get("required"), list)]
    if required:
        laid["required"] = [name for names in required for name in names]
    return laid
