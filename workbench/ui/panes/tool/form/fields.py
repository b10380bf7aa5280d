"""From a schema and a value to the fields of a form. Knows nothing of widgets; never raises, whatever the schema is.

The value is the truth: a field is a place in it that the schema speaks of, or that is there although it does not.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, Literal

from workbench.bridge.paths import show_path
from workbench.model import Json, Schema
from workbench.ui.panes.tool.form.shapes import Shapes, choices, mapping, of_item

Path = tuple[str | int, ...]
Kind = Literal["object", "array", "choice", "boolean", "text", "number", "json", "shape", "add", "more"]

MOST: Final = 400
"""Fields that are shown at first; the last row shows as many more."""
_DEEPEST: Final = 12
_LONGEST: Final = 50
_LONG_TEXT: Final = 80
_LONG_SCHEMA: Final = 200
_LONG_FORMATS: Final = frozenset({"textarea", "multiline", "multi-line", "markdown", "html", "text", "code"})
_MISSING: Final = object()


@dataclass(frozen=True, slots=True)
class Look:
    """What the person chose to see: places folded or opened by hand, the form picked for a place, how many fields."""

    folds: Mapping[Path, bool] = field(default_factory=dict)
    picks: Mapping[Path, int] = field(default_factory=dict)
    most: int = MOST


@dataclass(frozen=True, slots=True)
class Field:
    """One place: where it is, what the schema says of it, and what stands there.

    `kind` is how it is edited: `shape` is a value whose form has to be chosen first, `add` the row that adds to the
    object or array at `path`, `more` the row that shows more fields. `present` is False for a property that may be
    added, `known` for one that the schema does not name. `target` are the keywords that hold at the place and inside;
    `forms` those it may have, where it may have several, and `form` which of them it has.
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
    target: Mapping[str, Schema] = field(default_factory=dict)
    types: frozenset[str] = frozenset()
    choices: tuple[Json, ...] = ()
    forms: tuple[Schema, ...] = ()
    form: int | None = None
    open: bool = False

    @property
    def key(self) -> Hashable:
        """What the row is called: its path, or the path of what it adds to and a word."""
        return self.path if self.kind not in ("add", "more") else (self.path, self.kind)

    @property
    def name(self) -> str:
        """The last part of the path: a property, or `[0]`; a word for the whole."""
        if not self.path:
            return "arguments"
        last = self.path[-1]
        return f"[{last}]" if isinstance(last, int) else last

    @property
    def shown(self) -> str:
        """The path as failures tell it."""
        return show_path(self.path)

    @property
    def description(self) -> str:
        """What the schema says about it."""
        said = self.target.get("description")
        return said if isinstance(said, str) else ""

    @property
    def nullable(self) -> bool:
        """Whether null is one of its values."""
        return "null" in self.types or any(choice is None for choice in self.choices)

    @property
    def container(self) -> bool:
        """Whether there is something inside to be shown or hidden."""
        return self.present and self.kind in ("object", "array") and isinstance(self.value, dict | list)

    @property
    def long(self) -> bool:
        """Whether a text is better written in a box of several lines."""
        if self.kind != "text":
            return False
        if isinstance(self.value, str) and ("\n" in self.value or "\t" in self.value or len(self.value) > _LONG_TEXT):
            return True
        longest, hints = self.target.get("maxLength"), (self.target.get("format"), self.target.get("contentMediaType"))
        media = any(isinstance(hint, str) and (hint in _LONG_FORMATS or hint.startswith("text/")) for hint in hints)
        return media or (isinstance(longest, int) and longest > _LONG_SCHEMA)


def form_fields(schema: Schema, value: Json, look: Look | None = None) -> list[Field]:
    """The fields in the schema's order, then what it does not know; where there are more than asked for, a last row."""
    look = look or Look()
    found = list(islice(_Reader(Shapes(schema), look).root(schema, value), look.most + 1))
    if len(found) > look.most:
        found[look.most :] = [Field((), "more", 0)]
    return found


class _Reader:
    def __init__(self, shapes: Shapes, look: Look) -> None:
        self._shapes = shapes
        self._look = look

    def root(self, schema: Schema, value: Json) -> Iterator[Field]:
        """The fields of the whole; its form first, where it may have several."""
        target = self._shapes.flat(schema)
        if self._shapes.forms(target):
            yield from self.field((), schema, value, 0)
        else:
            yield from self._inside((), target, value, 0)

    def _inside(self, path: Path, target: Mapping[str, Schema], value: Json, depth: int) -> Iterator[Field]:
        """The fields below an object or an array."""
        if isinstance(value, Mapping):
            yield from self._properties(path, target, value, depth)
            more = takes_names(target)
        else:
            items = value if isinstance(value, list) else []
            for index, item in enumerate(items):
                yield from self.field((*path, index), of_item(target, index), item, depth)
            most = target.get("maxItems")
            more = of_item(target, len(items)) is not False
            more = more and not (isinstance(most, int) and len(items) >= most)
        if more:
            yield Field(path, "add", depth, value=value, target=target)

    def _properties(
        self, path: Path, target: Mapping[str, Schema], value: Mapping[str, Json], depth: int
    ) -> Iterator[Field]:
        known = mapping(target.get("properties"))
        required = target.get("required")
        names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
        needed = dict.fromkeys(names)
        for name in [*known, *(name for name in needed if name not in known)]:
            given = value.get(name, _MISSING)
            yield from self.field((*path, name), known.get(name, True), given, depth, required=name in needed)
        others = target.get("additionalProperties", True)
        other = "other" if "additionalProperties" in target or "patternProperties" in target else "not in the schema"
        for name, given in value.items():
            if name not in known and name not in needed:
                yield from self.field((*path, name), others, given, depth, other=other)

    def field(
        self, path: Path, schema: Schema, given: object, depth: int, *, required: bool = False, other: str = ""
    ) -> Iterator[Field]:
        """One place, and what is inside where that is shown. `other` says how it stands to a schema that lacks it."""
        shapes = self._shapes
        target = shapes.flat(schema)
        present = given is not _MISSING
        value: Json = given if present else None
        types, forms, form = shapes.types(target), shapes.forms(target), None
        only = choices(target) or self._fixed(forms)
        if forms and not only and not all(self._scalar(each) for each in forms):
            form = self._form(path, forms, value) if present else None
            inner = target if form is None else shapes.within(target, forms[form])
            only = choices(inner)
            kind: Kind = "shape" if form is None else _kind(shapes.types(inner), only, value, present)
        else:
            forms, inner = (), target
            kind = _kind(types, only, value, present)
        opened = present and kind in ("object", "array") and isinstance(value, dict | list)
        opened = opened and self._open(path, value, depth)
        yield Field(path, kind, depth, schema, value, present, required, not other, other or shapes.words(schema),
                    inner, types, only, forms, form, opened)  # fmt: skip
        if opened:
            yield from self._inside(path, inner, value, depth + 1)

    def _form(self, path: Path, forms: tuple[Schema, ...], value: Json) -> int | None:
        picked = self._look.picks.get(path)
        if picked is not None and picked < len(forms) and self._shapes.admits(self._shapes.flat(forms[picked]), value):
            return picked
        return self._shapes.fitting(forms, value)

    def _open(self, path: Path, value: Json, depth: int) -> bool:
        usual = not path or (depth < _DEEPEST and len(value) <= _LONGEST)
        return self._look.folds.get(path, usual)

    def _fixed(self, forms: tuple[Schema, ...]) -> tuple[Json, ...]:
        """The values of forms that only list values."""
        listed = [choices(self._shapes.flat(form)) for form in forms]
        return tuple(value for values in listed for value in values) if all(listed) else ()

    def _scalar(self, form: Schema) -> bool:
        target = self._shapes.flat(form)
        types = self._shapes.types(target)
        return bool(choices(target)) or (bool(types) and not types & {"object", "array"})


def _kind(types: frozenset[str], only: tuple[Json, ...], value: Json, present: bool) -> Kind:
    """How a value is edited: as what it is where it holds others, else as the schema wants it."""
    if only:
        return "choice"
    if present and isinstance(value, dict | list):
        return "object" if isinstance(value, dict) else "array"
    kinds = {_KINDS.get(name, "json") for name in types - {"null"}}
    kind: Kind = kinds.pop() if len(kinds) == 1 else "json"
    return "json" if kind in ("object", "array") and value is not None else kind


_KINDS: Final[Mapping[str, Kind]] = {
    "object": "object", "array": "array", "string": "text", "number": "number", "integer": "number",
    "boolean": "boolean",
}  # fmt: skip


def takes_names(target: Mapping[str, Schema]) -> bool:
    """Whether an object is meant to hold names that the schema does not list."""
    if "additionalProperties" in target:
        return target["additionalProperties"] is not False
    return "patternProperties" in target or not mapping(target.get("properties"))
