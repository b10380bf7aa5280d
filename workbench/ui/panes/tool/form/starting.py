"""What a value starts with when it is added, and what becomes of one that takes another form."""

from collections.abc import Mapping
from typing import Final

from workbench.model import Json, Schema
from workbench.ui.panes.tool.form.shapes import Shapes, choices, mapping, of_property

_DEPTH: Final = 4
_EMPTY: Final[Mapping[str, Json]] = {"integer": 0, "number": 0, "boolean": False}


def first_value(schema: Schema, shapes: Shapes, depth: int = 0) -> Json:
    """The default, the first choice, or an empty value of the first type: null only where nothing else is allowed."""
    target = shapes.flat(schema)
    if target.get("default") is not None:
        return target["default"]
    only = choices(target)
    if only:
        return next((value for value in only if value is not None), None)
    named = target.get("type")
    names = [named] if isinstance(named, str) else named if isinstance(named, list) else []
    kind = next((name for name in names if isinstance(name, str) and name != "null"), "")
    if not names and (forms := shapes.forms(target)) and depth <= _DEPTH:
        return first_value(forms[0], shapes, depth + 1)
    types = {kind} if kind else shapes.types(target)
    if "object" in types:
        return _object(target, shapes, depth)
    if "array" in types:
        return []
    return None if types == {"null"} or names == ["null"] else _EMPTY.get(kind, "")


def _object(target: Mapping[str, Schema], shapes: Shapes, depth: int) -> dict[str, Json]:
    """An object with what it must have."""
    required = target.get("required")
    if not isinstance(required, list) or depth > _DEPTH:
        return {}
    names = dict.fromkeys(name for name in required if isinstance(name, str))
    return {name: first_value(of_property(target, name), shapes, depth + 1) for name in names}


def in_form(value: Json, target: Mapping[str, Schema], form: Schema, shapes: Shapes) -> Json:
    """A value of another form: of what was there all that the form knows stays, unless the form fixes it."""
    wanted = shapes.within(target, form)
    if shapes.types(wanted) and shapes.admits(wanted, value) and not isinstance(value, Mapping):
        return value
    start = first_value(wanted, shapes)
    if not isinstance(start, dict) or not isinstance(value, Mapping):
        return start
    known = mapping(wanted.get("properties"))
    stays = {name: part for name, part in value.items() if name in known and not _refused(known[name], part, shapes)}
    return {**start, **stays}


def _refused(schema: Schema, value: Json, shapes: Shapes) -> bool:
    target = shapes.flat(schema)
    only = choices(target)
    return (bool(only) and value not in only) or not shapes.admits(target, value)
