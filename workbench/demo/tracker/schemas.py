"""The parts of the tracker's schemas, kept once under `$defs` and referred to where they are used."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from workbench.demo.toolbox import Answer, Arguments, Definition, DemoTool, at_once, parameters
from workbench.model import Json

PRIORITIES: Final = ("urgent", "high", "medium", "low")
LINK_KINDS: Final = ("blocks", "is blocked by", "duplicates", "relates to")
CLOSE_REASONS: Final = ("completed", "not planned", "duplicate")

_DEFINITIONS: Final[Mapping[str, Json]] = MappingProxyType(
    {
        "issue_key": {
            "type": "string",
            "pattern": "^[A-Z]{2,6}-[1-9][0-9]{0,5}$",
            "description": "Key of the issue.",
            "examples": ["SHOP-3"],
        },
        "project_key": {
            "type": "string",
            "pattern": "^[A-Z]{2,6}$",
            "description": "Short key of the project.",
            "examples": ["SHOP"],
        },
        "member": {"type": "string", "pattern": "^[a-z]{2,20}$", "description": "User name.", "examples": ["ines"]},
        "label": {"type": "string", "minLength": 1, "maxLength": 30, "examples": ["bug"]},
        "title": {"type": "string", "minLength": 1, "maxLength": 120},
        "markdown": {"type": "string", "maxLength": 20000, "description": "Text in Markdown."},
        "day": {"type": "string", "format": "date", "examples": ["2026-06-30"]},
        "priority": {"type": "string", "enum": list(PRIORITIES)},
        "estimate": {
            "type": "object",
            "properties": {
                "amount": {"type": "number", "exclusiveMinimum": 0, "maximum": 1000},
                "unit": {"type": "string", "enum": ["hours", "days", "points"]},
            },
            "required": ["amount", "unit"],
            "additionalProperties": False,
        },
        "checklist_item": {
            "type": "object",
            "properties": {
                "text": {"type": "string", "minLength": 1, "maxLength": 200},
                "done": {"type": "boolean", "default": False},
            },
            "required": ["text"],
            "additionalProperties": False,
        },
    }
)


def ref(name: str) -> Definition:
    """A reference to one of the definitions."""
    return {"$ref": f"#/$defs/{name}"}


def nullable(schema: Definition) -> Definition:
    """The schema, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def several(schema: Definition, most: int = 20, least: int = 0) -> Definition:
    """A list of different values of one schema."""
    extra = {"minItems": least} if least else {}
    return {"type": "array", "items": schema, "uniqueItems": True, "maxItems": most, **extra}


def issue_fields() -> dict[str, Json]:
    """What can be given when an issue is created and changed later."""
    return {
        "title": ref("title"),
        "body": ref("markdown"),
        "priority": ref("priority"),
        "assignee": nullable(ref("member")),
        "labels": several(ref("label")),
        "milestone": nullable({"type": "string", "minLength": 1, "maxLength": 60}),
        "due_on": nullable(ref("day")),
        "estimate": nullable(ref("estimate")),
        "checklist": {"type": "array", "items": ref("checklist_item"), "maxItems": 50},
    }


def fields_object(fields: Mapping[str, Json], least: int = 0) -> Definition:
    """Some fields of an issue in an object of their own; none is required, but `least` of them must be there."""
    extra = {"minProperties": least} if least else {}
    return {"type": "object", "properties": dict(fields), "additionalProperties": False, **extra}


def issue_output() -> Definition:
    """The shape of one issue in a structured result."""
    return {
        "type": "object",
        "properties": {
            "key": {"type": "string"},
            "title": {"type": "string"},
            "state": {"type": "string", "enum": ["open", "closed"]},
            "priority": {"type": "string", "enum": list(PRIORITIES)},
            "assignee": {"type": ["string", "null"]},
            "labels": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["key", "title", "state", "priority", "assignee", "labels"],
    }


def issues_output() -> Definition:
    """The shape of a list of issues in a structured result."""
    return parameters(
        {"issues": {"type": "array", "items": issue_output()}, "total": {"type": "integer"}}, ["issues", "total"]
    )


def tool(
    name: str,
    description: str,
    run: Callable[[Arguments], Answer],
    hints: Mapping[str, bool],
    properties: Mapping[str, Json],
    required: Sequence[str] = (),
    *,
    output: Definition | None = None,
) -> DemoTool:
    """A tool of the tracker, its schema completed with the definitions it refers to."""
    used = {part: _DEFINITIONS[part] for part in _DEFINITIONS if part in set(_references(properties))}
    defs = {"$defs": used} if used else {}
    title = name.replace("_", " ").capitalize()
    schema = parameters(properties, required, **defs)
    return DemoTool(name, title, description, schema, hints, at_once(run), output)


def _references(schema: Json) -> Iterable[str]:
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield str(schema["$ref"]).rpartition("/")[2]
        for part in schema.values():
            yield from _references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _references(part)
