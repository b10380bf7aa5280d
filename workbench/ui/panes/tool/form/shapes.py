"""What a schema says at one place, laid out flat: references followed, `allOf` merged, an optional one form taken.

Nothing is fetched, nothing raises, and the work for one schema is bounded whatever it refers to.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from workbench.bridge.coercion import type_of
from workbench.model import Json, Schema
from workbench.text import clip, compact_json, one_line
from workbench.ui.panes.tool.references import References, short_name
from workbench.ui.panes.tool.schema_words import words

_UNIONS: Final = ("anyOf", "oneOf")
_MOST_FORMS: Final = 50
_MOST_PARTS: Final = 20
_DEEPEST: Final = 8
_STEPS: Final = 200
_LABEL: Final = 100
_TELLING: Final = frozenset({"type", "properties", "items", "prefixItems", "enum", "const", "$ref", *_UNIONS})


class Shapes:
    """Reads the places of the schema `root`."""

    def __init__(self, root: Schema) -> None:
        self._references = References(root)
        self._known: dict[int, tuple[Schema, Mapping[str, Schema]]] = {}

    def flat(self, schema: Schema) -> Mapping[str, Schema]:
        """The keywords that hold here; empty for what is no mapping. `nullable` tells of a null form left out."""
        known = self._known.get(id(schema))
        if known is None or known[0] is not schema:
            known = schema, self._flat(schema, [_STEPS], 0)
            self._known[id(schema)] = known
        return known[1]

    def _flat(self, schema: Schema, steps: list[int], depth: int) -> Mapping[str, Schema]:
        target, _, _ = self._references.follow(schema)
        steps[0] -= 1
        if not isinstance(target, Mapping) or depth > _DEEPEST or steps[0] < 0:
            return {}
        laid: dict[str, Schema] = {}
        parts = target.get("allOf")
        for part in parts[:_MOST_PARTS] if isinstance(parts, list) else ():
            laid = laid_over(laid, self._flat(part, steps, depth + 1))
        laid = laid_over(laid, {key: value for key, value in target.items() if key != "allOf"})
        for union in _UNIONS:
            forms = _listed(laid, union)
            left = [form for form in forms if not _is_null(form)]
            if len(left) == 1:
                beside = {key: value for key, value in laid.items() if key != union}
                laid = laid_over(self._flat(left[0], steps, depth + 1), beside)
                if len(forms) > 1:
                    laid["nullable"] = True
        return laid

    def forms(self, target: Mapping[str, Schema]) -> tuple[Schema, ...]:
        """The forms among which a value has one, null left out; none where they only add conditions."""
        for union in _UNIONS:
            forms = tuple(form for form in _listed(target, union) if not _is_null(form))
            if len(forms) > 1 and any(isinstance(form, Mapping) and _TELLING & set(form) for form in forms):
                return forms
        return ()

    def types(self, target: Mapping[str, Schema], depth: int = 0) -> frozenset[str]:
        """The types a value may have, as far as they are told; empty for any."""
        named = target.get("type")
        names = [named] if isinstance(named, str) else named if isinstance(named, list) else []
        found = {name for name in names if isinstance(name, str)}
        if not found and depth <= _DEEPEST and (forms := self.forms(target)):
            inner = [self.types(self.flat(form), depth + 1) for form in forms]
            found = set().union(*inner) if all(inner) else set()
            nullable = any(_is_null(form) for union in _UNIONS for form in _listed(target, union))
            found |= {"null"} if found and nullable else set()
        elif not found and ("enum" in target or "const" in target):
            found = {type_of(value) for value in choices(target)}
        elif not found:
            found = {"object"} if "properties" in target else {"array"} if _ARRAYS & set(target) else set()
        return frozenset(found | {"null"} if found and target.get("nullable") is True else found)

    def within(self, target: Mapping[str, Schema], form: Schema) -> Mapping[str, Schema]:
        """What holds inside a value of `target` that has this form: the form's keywords and those beside the union."""
        beside = {key: value for key, value in target.items() if key not in _UNIONS}
        return laid_over(self.flat(form), beside)

    def fitting(self, forms: Sequence[Schema], value: Json) -> int | None:
        """The form that the value seems to have: of its type, without a wrong fixed value, with most of its names."""
        best, most = None, -1_000_000
        for place, form in enumerate(forms):
            target = self.flat(form)
            if not self.admits(target, value):
                continue
            properties = mapping(target.get("properties"))
            score = 0
            for name, part in properties.items() if isinstance(value, Mapping) else ():
                fixed = choices(self.flat(part))
                score += 0 if name not in value else -100 if fixed and value[name] not in fixed else 2 if fixed else 1
            fixed = choices(target)
            score += 0 if not fixed else 5 if value in fixed else -100
            if score > most:
                best, most = place, score
        return best

    def admits(self, target: Mapping[str, Schema], value: Json) -> bool:
        """Whether a value has one of the types."""
        types = self.types(target)
        return not types or is_of(value, types)

    def words(self, schema: Schema) -> str:
        """What a value may be, on one line."""
        return words(schema, self._references)

    def label(self, form: Schema) -> str:
        """A form's name among others: its title, or its type with what sets it apart."""
        _, reference, _ = self._references.follow(form)
        target = self.flat(form)
        title = target.get("title")
        said = title if isinstance(title, str) and title.strip() else short_name(reference) or words(
            form, self._references
        )  # fmt: skip
        properties = mapping(target.get("properties"))
        apart = [f"{name} = {compact_json(fixed[0])}" for name, part in properties.items()
                 if len(fixed := choices(self.flat(part))) == 1]  # fmt: skip
        inside = ", ".join(apart or [*properties][:5])
        return clip(one_line(f"{said} ({inside})" if inside else said), _LABEL)


_ARRAYS: Final = frozenset({"items", "prefixItems"})


def mapping(value: Schema) -> Mapping[str, Schema]:
    """The parts of an object of schemas; none where there is no object."""
    return {key: part for key, part in value.items() if isinstance(key, str)} if isinstance(value, Mapping) else {}


def choices(target: Mapping[str, Schema]) -> tuple[Json, ...]:
    """The only values there are, where they are listed."""
    listed = target.get("enum")
    if isinstance(listed, list) and listed:
        return tuple(listed)
    return (target["const"],) if "const" in target else ()


def of_item(target: Mapping[str, Schema], index: int) -> Schema:
    """What holds for the item at `index`."""
    for key in ("prefixItems", "items"):
        first = target.get(key)
        if isinstance(first, list) and index < len(first):
            return first[index]
    items = target.get("items", True)
    return target.get("additionalItems", True) if isinstance(items, list) else items


def of_property(target: Mapping[str, Schema], name: str) -> Schema:
    """What holds for a property."""
    return mapping(target.get("properties")).get(name, target.get("additionalProperties", True))


def is_of(value: Json, types: frozenset[str]) -> bool:
    """Whether a value has one of these types; an integer is a number too."""
    return type_of(value) in types or (type_of(value) == "integer" and "number" in types)


def laid_over(below: Mapping[str, Schema], above: Mapping[str, Schema]) -> dict[str, Schema]:
    """Both sets of keywords as one; properties and required names add up, of the rest those above win."""
    laid = {**below, **above}
    properties = {**mapping(below.get("properties")), **mapping(above.get("properties"))}
    if properties:
        laid["properties"] = properties
    required = [part for side in (below, above) if isinstance(part := side.get("required"), list)]
    if required:
        laid["required"] = [name for names in required for name in names]
    return laid


def _listed(target: Mapping[str, Schema], union: str) -> list[Schema]:
    forms = target.get(union)
    return forms[:_MOST_FORMS] if isinstance(forms, list) else []


def _is_null(form: Schema) -> bool:
    return isinstance(form, Mapping) and (form.get("type") == "null" or choices(form) == (None,))
