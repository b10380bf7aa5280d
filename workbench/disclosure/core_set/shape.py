"""How the shipped definitions are written down: one record a tool, and short words for the parts of a schema."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from workbench.model import Annotations

Property = dict[str, Any]

READS: Final = Annotations(read_only=True, destructive=False)
"""Looks at things and changes none."""

ADDS: Final = Annotations(read_only=False, destructive=False)
"""Changes things, and takes nothing away."""

CHANGES: Final = Annotations(read_only=False, destructive=True)
"""May overwrite or remove things."""


@dataclass(frozen=True, slots=True)
class CoreDefinition:
    """One core tool as data: its name, the toolset it belongs to, and what a model is told about it."""

    name: str
    toolset: str
    description: str
    parameters: Mapping[str, Any]
    annotations: Annotations = CHANGES


def prose(text: str) -> str:
    """Written text as a description: lines of one paragraph are joined, paragraphs stand on lines of their own."""
    paragraphs = (" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
    return "\n".join(paragraph for paragraph in paragraphs if paragraph)


def parameters(required: Sequence[str] = (), /, **properties: Property) -> Property:
    """The schema of a tool's arguments: nothing beside these properties."""
    schema: Property = {"type": "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    return {**schema, "additionalProperties": False}


def text(description: str, /, **more: Any) -> Property:
    """A text."""
    return {"type": "string", "description": prose(description), **more}


def choice(values: Sequence[str], description: str, /, **more: Any) -> Property:
    """One of a few words."""
    return {"type": "string", "enum": list(values), "description": prose(description), **more}


def whole(description: str, low: int, high: int, /, **more: Any) -> Property:
    """A whole number within bounds."""
    return {"type": "integer", "description": prose(description), "minimum": low, "maximum": high, **more}


def flag(description: str, /, default: bool = False) -> Property:
    """A yes or no."""
    return {"type": "boolean", "description": prose(description), "default": default}


def array(items: Property, description: str, /, **more: Any) -> Property:
    """A list."""
    return {"type": "array", "items": items, "description": prose(description), **more}


def record(required: Sequence[str], description: str, /, **properties: Property) -> Property:
    """An object with these properties."""
    return {**parameters(required, **properties), **({"description": prose(description)} if description else {})}
