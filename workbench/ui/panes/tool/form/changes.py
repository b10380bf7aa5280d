"""Every change of a form as a step from one value to the next; the value that comes in stays as it is."""

from workbench.model import Json
from workbench.ui.panes.tool.form.fields import Path


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
