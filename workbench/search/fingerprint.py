"""What tells one content of a source from another, for caches that know no session (spec 2.6)."""

import hashlib
import json
from dataclasses import astuple, fields

from workbench.model import Source, Tool

_PLAIN_FIELDS = tuple(field.name for field in fields(Tool) if field.name != "annotations")


def fingerprint(source: Source) -> str:
    """A digest of a source's key and of everything in its tools, in order.

    Any change of a name, description, schema or hint gives another digest. A tool that cannot be written as JSON
    (nested too deep, odd objects) counts as equal to itself only.
    """
    digest = hashlib.blake2b(digest_size=16)
    _add(digest, json.dumps([source.kind, source.name]))
    for tool in source.tools:
        _add(digest, _written(tool))
    return digest.hexdigest()


def _written(tool: Tool) -> str:
    try:
        return json.dumps([[getattr(tool, name) for name in _PLAIN_FIELDS], astuple(tool.annotations)])
    except (TypeError, ValueError, RecursionError):
        return f"object {id(tool)}"


def _add(digest: "hashlib.blake2b", text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    digest.update(len(data).to_bytes(8, "big"))
    digest.update(data)
