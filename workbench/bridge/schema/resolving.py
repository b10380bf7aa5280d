"""References inside one schema. Nothing here, or anywhere, fetches what is not in the schema itself (spec 3.4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import unquote, urldefrag, urljoin

from workbench.bridge.paths import Path
from workbench.model import Json

_DATA: Final = frozenset({"enum", "const", "default", "example", "examples"})
_NAMED: Final = frozenset(
    {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}
)


class Unresolved(Exception):
    """A reference leads out of the schema or to nothing; the text says which."""


@dataclass(frozen=True, slots=True)
class Base:
    """The part of a document that a reference is relative to: the root, or a subschema with an `$id` of its own."""

    root: Any
    path: Path
    uri: str

    def entering(self, schema: Any, path: Path) -> "Base":
        """The base inside `schema`, which stands at `path`: a new one where it carries an `$id`."""
        name = _id(schema)
        return self if name is None else Base(schema, path, _split(_join(self.uri, name))[0])


@dataclass(frozen=True, slots=True)
class Target:
    """What a reference points at, with its place and its own base."""

    schema: Json
    path: Path
    base: Base


class Document:
    """One schema as received, searched for the targets of its references."""

    def __init__(self, root: Json) -> None:
        self.base = Base(root, (), "").entering(root, ())

    def resolve(self, reference: str, base: Base) -> Target:
        """The target of a reference that stands under `base`. Raises Unresolved."""
        if reference.startswith("#"):
            name, fragment = base.uri, reference[1:]
        else:
            name, fragment = _split(_join(base.uri, reference))
            known = self._index.get(name)
            if known is None:
                raise Unresolved("external reference not followed")
            base = known
        if not fragment:
            return Target(base.root, base.path, base)
        fragment = unquote(fragment)
        if fragment.startswith("/"):
            return _walk(base, fragment)
        target = self._anchors.get((name, fragment))
        if target is None:
            raise Unresolved("reference to a name that is not in the schema")
        return target

    @cached_property
    def _index(self) -> dict[str, Base]:
        found = {self.base.uri: self.base}
        for target in self._places():
            if target.base.root is target.schema:
                found.setdefault(target.base.uri, target.base)
        return found

    @cached_property
    def _anchors(self) -> dict[tuple[str, str], Target]:
        found: dict[tuple[str, str], Target] = {}
        for target in self._places():
            for keyword in ("$anchor", "$dynamicAnchor", "$id", "id"):
                name = target.schema.get(keyword)
                if isinstance(name, str):
                    name = name[1:] if keyword.endswith("id") and name.startswith("#") else name
                    found.setdefault((target.base.uri, name), target)
        return found

    def _places(self) -> Iterator[Target]:
        """Every object that may be a schema, with its base; data such as defaults is passed over."""
        waiting: list[tuple[Any, Path, Base, bool]] = [(self.base.root, (), self.base, True)]
        seen: set[int] = set()
        while waiting:
            value, path, base, is_schema = waiting.pop()
            if id(value) in seen:
                continue
            seen.add(id(value))
            if isinstance(value, list):
                waiting += [(item, (*path, at), base, True) for at, item in enumerate(value) if _is_container(item)]
            elif isinstance(value, dict):
                if is_schema:
                    base = base.entering(value, path)
                    yield Target(value, path, base)
                for key, item in value.items():
                    if _is_container(item) and not (is_schema and key in _DATA):
                        waiting.append((item, (*path, key), base, not (is_schema and key in _NAMED)))


def _walk(base: Base, pointer: str) -> Target:
    value, path = base.root, base.path
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value, path = value[key], (*path, key)
        elif isinstance(value, list) and key.isascii() and key.isdigit() and len(key) < 8 and int(key) < len(value):
            value, path = value[int(key)], (*path, int(key))
        else:
            raise Unresolved("reference to a place that is not in the schema")
        base = base.entering(value, path)
    return Target(value, path, base)


def _is_container(value: Any) -> bool:
    return isinstance(value, dict | list)


def _id(schema: Any) -> str | None:
    if not isinstance(schema, dict):
        return None
    for keyword in ("$id", "id"):
        name = schema.get(keyword)
        if isinstance(name, str) and name and not name.startswith("#") and (keyword == "$id" or ":" in name):
            return name
    return None


def _join(base: str, reference: str) -> str:
    try:
        return urljoin(base, reference)
    except ValueError:
        return reference


def _split(uri: str) -> tuple[str, str]:
    try:
        name, fragment = urldefrag(uri)
    except ValueError:
        return uri, ""
    return name, fragment
