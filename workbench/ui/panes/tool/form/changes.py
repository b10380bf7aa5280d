"""Every change of a form as a step from one value to the next; the value that comes in stays as it is."""

import json
from typing import Final

from workbench.model import Json, Schema
from workbench.ui.panes.tool.argument_text import parse, starter
from workbench.ui.panes.tool.form.fields import Field, Path, schema_of_item
from workbench.ui.panes.tool.references import References

_NO_NUMBER: Final = "This is no number."
_NOTHING: Final = object()


def with_value(value: Json, path: Path, new: Json) -> Json:
    """The value with `new` at `path`; an index behind the end of an array adds an item."""
    if not path:
        return new
    head, rest = path[0], path[1:]
    if isinstance(value, list) and isinstance(head, int):
        items = list(value)
        if head < len(items):
            items[head] = with_value(items[head], rest, new)
        else:
            items.append(with_value({}, rest, new))
        return items
    known = dict(value) if isinstance(value, dict) else {}
    return {**known, str(head): with_value(known.get(str(head), {}), rest, new)}


def without(value: Json, path: Path) -> Json:
    """The value without what is at `path`."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(value, list) and isinstance(head, int) and head < len(value):
        if rest:
            return with_value(value, (head,), without(value[head], rest))
        return [*value[:head], *value[head + 1 :]]
    if isinstance(value, dict) and head in value:
        if rest:
            return {**value, head: without(value[head], rest)}
        return {name: part for name, part in value.items() if name != head}
    return value


def moved(value: Json, path: Path, step: int) -> Json:
    """The item of an array at `path` a place up or down; anything else stays."""
    if not path or not isinstance(path[-1], int):
        return value
    items, at = at_path(value, path[:-1]), path[-1]
    if not isinstance(items, list) or not 0 <= at + step < len(items):
        return value
    changed = list(items)
    changed[at], changed[at + step] = changed[at + step], changed[at]
    return with_value(value, path[:-1], changed)


def at_path(value: Json, path: Path) -> Json:
    """What is at `path`, None where there is nothing."""
    for part in path:
        if isinstance(value, list):
            if not isinstance(part, int) or part >= len(value):
                return None
            value = value[part]
        elif isinstance(value, dict) and part in value:
            value = value[part]
        else:
            return None
    return value


def first_value(schema: Schema, root: Schema) -> Json:
    """What a field starts with when it is added: its default, its first choice, or an empty value of its type."""
    return starter(schema, References(root))


def item_schema(schema: Schema, root: Schema, index: int) -> Schema:
    """The schema of an item of the array that `schema` describes."""
    target, _, _ = References(root).follow(schema)
    return schema_of_item(target if isinstance(target, dict) else {}, index)


def read_typed(field: Field, text: str) -> tuple[Json, str]:
    """What was typed into a field, and what is wrong with it, empty where nothing is."""
    if field.kind == "text":
        return text, ""
    if field.kind == "number":
        number = _alone(text)
        if isinstance(number, bool) or not isinstance(number, int | float):
            return None, _NO_NUMBER
        return number, ""
    value = _alone(text)
    if value is _NOTHING:
        return None, 'This is no JSON: a text stands in quotes, such as "abc".'
    return value, ""


def _alone(text: str) -> Json:
    """The one JSON value in a text, `_NOTHING` where there is none or more."""
    arguments = parse(f'{{"value": {text}}}').arguments
    return _NOTHING if arguments is None or len(arguments) != 1 else arguments["value"]


def typed_text(field: Field) -> str:
    """What stands in the line when a field is edited."""
    if not field.present:
        return ""
    if field.kind == "text" and isinstance(field.value, str):
        return field.value
    return json.dumps(field.value, ensure_ascii=False)
