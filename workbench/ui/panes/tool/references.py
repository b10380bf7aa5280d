"""Following `$ref` inside one schema, for reading it aloud; never outside of it."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import unquote

from workbench.model import Schema

_HOPS: Final = 20


class References:
    """Resolves the local references of the schema `root`."""

    def __init__(self, root: Schema) -> None:
        self._root = root

    def follow(self, schema: Schema) -> tuple[Schema, str, str]:
        """The schema that stands in place of `schema`, the last reference that led there, and what went wrong.

        Keywords beside `$ref` are kept and win. Without a reference the schema itself comes back.
        """
        reference = ""
        beside: dict[str, Any] = {}
        for _ in range(_HOPS):
            if not isinstance(schema, Mapping) or not isinstance(schema.get("$ref"), str):
                return ({**schema, **beside} if beside and isinstance(schema, Mapping) else schema), reference, ""
            reference = schema["$ref"]
            beside = {**{key: value for key, value in schema.items() if key != "$ref"}, **beside}
            if not reference.startswith("#"):
                return beside, reference, f"reference to {reference}, not read"
            found, schema = self._find(reference[1:])
            if not found:
                return beside, reference, f"reference {reference}, not found"
        return beside, reference, f"reference {reference}, a circle"

    def _find(self, pointer: str) -> tuple[bool, Schema]:
        here: Any = self._root
        for part in pointer.split("/")[1:]:
            part = unquote(part).replace("~1", "/").replace("~0", "~")
            if isinstance(here, Mapping) and part in here:
                here = here[part]
            elif isinstance(here, list) and part.isdecimal() and int(part) < len(here):
                here = here[int(part)]
            else:
                return False, None
        return pointer == "" or pointer.startswith("/"), here


def short_name(reference: str) -> str:
    """`Node` for `#/$defs/Node`."""
    return reference.rpartition("/")[2] or reference
