"""A schema as an indented tree of rows: name, words, required mark, description."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from workbench.model import Schema
from workbench.text import one_line
from workbench.ui.format import number
from workbench.ui.panes.json_rows import json_rows
from workbench.ui.panes.rows import Row, Span
from workbench.ui.panes.tool.references import References, short_name
from workbench.ui.panes.tool.schema_words import summary

_DEPTH: Final = 6
_MOST_ROWS: Final = 1_500
_MOST_NAMES: Final = 300
_NAME_COLUMN: Final = 16
_STEP: Final = 2


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in the tree one is: how deep, and through which references."""

    depth: int = 0
    seen: frozenset[str] = frozenset()

    def below(self, reference: str = "") -> "_Place":
        return _Place(self.depth + 1, self.seen | {reference} if reference else self.seen)


def schema_rows(schema: Schema) -> Iterator[Row]:
    """The tree of `schema`, cut after many rows. Never raises; what has no words is shown as JSON."""
    for count, row in enumerate(_root_rows(schema)):
        if count >= _MOST_ROWS:
            yield Row((("… the rest of the schema is in its JSON", "dim"),), indent=1)
            return
        yield row


def has_required(schema: Schema) -> bool:
    """Whether anything at the top is marked as required."""
    return bool(_required(References(schema).follow(schema)[0]))


def _root_rows(schema: Schema) -> Iterator[Row]:
    references = References(schema)
    target, reference, trouble = references.follow(schema)
    rows = list(_inside(target, references, _Place(seen=frozenset({reference} if reference else ()))))
    if rows:
        yield from rows
    elif not trouble and isinstance(target, Mapping) and target.get("type") in ("object", None) and not _odd(target):
        yield Row((("none", "dim"),), indent=1)
    elif schema is None:
        yield Row((("the server gave no schema", "warn"),), indent=1)
    else:
        yield Row(((summary(schema, references), "text"),), indent=1)
        try:
            yield from json_rows(schema, indent=1)
        except (RecursionError, TypeError, ValueError):
            yield Row((("(nested too deeply to show)", "warn"),), indent=1)


def _odd(schema: Mapping[str, Schema]) -> bool:
    return any(key in schema for key in ("not", "if", "enum", "const", "$ref"))


def _inside(schema: Schema, references: References, place: _Place) -> Iterator[Row]:
    """What a value of `schema` holds: properties, items, forms."""
    if not isinstance(schema, Mapping):
        return
    if place.depth > _DEPTH:
        yield Row((("… deeper levels are in the JSON", "dim"),), indent=_indent(place))
        return
    yield from _properties(schema, references, place)
    items = schema.get("items", schema.get("prefixItems"))
    for part in items if isinstance(items, list) else [items]:
        yield from _through(part, references, place)
    for key in ("allOf", "anyOf", "oneOf"):
        forms = schema.get(key)
        if isinstance(forms, list):
            yield from _forms(key, forms, references, place)


def _through(schema: Schema, references: References, place: _Place) -> Iterator[Row]:
    target, reference, _ = references.follow(schema)
    if reference and reference in place.seen:
        yield Row(((f"{one_line(short_name(reference))}, as above", "dim"),), indent=_indent(place))
        return
    seen = place.seen | {reference} if reference else place.seen
    yield from _inside(target, references, _Place(place.depth, seen))


def _forms(key: str, forms: list[Schema], references: References, place: _Place) -> Iterator[Row]:
    inner = [list(_through(form, references, place.below() if key != "allOf" else place)) for form in forms[:20]]
    told = [rows for rows in inner if rows]
    if key == "allOf" or len(told) == 1:
        for rows in told:
            yield from rows
        return
    for position, rows in enumerate(inner, 1):
        if rows:
            yield Row(((f"form {position} of {len(forms)}", "dim"),), indent=_indent(place))
            yield from rows


def _properties(schema: Mapping[str, Schema], references: References, place: _Place) -> Iterator[Row]:
    properties = schema.get("properties")
    named = [(str(name), part) for name, part in properties.items()] if isinstance(properties, Mapping) else []
    required = _required(schema)
    widest = max((cell_len(name) + (name in required) for name, _ in named), default=0)
    column = min(widest, _NAME_COLUMN) + 2
    for name, part in named[:_MOST_NAMES]:
        yield from _property(name, part, name in required, column, references, place)
    if len(named) > _MOST_NAMES:
        yield Row(((f"… {number(len(named) - _MOST_NAMES)} more", "dim"),), indent=_indent(place))
    for name in sorted(required - {name for name, _ in named}):
        yield from _property(name, True, True, column, references, place)
    others = schema.get("additionalProperties")
    if isinstance(others, Mapping) and others:
        yield from _property("(any other)", others, False, column, references, place)
    patterns = schema.get("patternProperties")
    for pattern, part in patterns.items() if isinstance(patterns, Mapping) else ():
        yield from _property(f"/{pattern}/", part, False, column, references, place)


def _property(
    name: str, schema: Schema, required: bool, column: int, references: References, place: _Place
) -> Iterator[Row]:
    indent = _indent(place)
    label = one_line(name) or '""'
    mark: tuple[Span, ...] = (("*", "warn"),) if required else ()
    gap = " " * max(column - cell_len(label) - len(mark), 2)
    target, reference, _ = references.follow(schema)
    again = bool(reference) and reference in place.seen
    said = f"{short_name(reference)}, as above" if again else summary(schema, references)
    yield Row(((label, "key"), *mark, (gap, "text"), (said, "text")), indent=indent, hang=column, lines=6)
    description = target.get("description") if isinstance(target, Mapping) else None
    if isinstance(description, str) and description.strip():
        yield Row(((one_line(description), "dim"),), indent=indent + _STEP, lines=4)
    if not again:
        yield from _inside(target, references, place.below(reference))


def _required(schema: Schema) -> frozenset[str]:
    names = schema.get("required") if isinstance(schema, Mapping) else None
    return frozenset(name for name in names if isinstance(name, str)) if isinstance(names, list) else frozenset()


def _indent(place: _Place) -> int:
    return 1 + _STEP * place.depth
