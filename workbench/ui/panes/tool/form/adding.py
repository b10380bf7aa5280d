"""Where a new item or property goes."""

from collections.abc import Mapping
from typing import Any

from workbench.model import Json, Schema
from workbench.ui.panes.tool.form.changes import at_path
from workbench.ui.panes.tool.form.fields import Field, Path, takes_names
from workbench.ui.panes.tool.form.shapes import Shapes


def where_to_add(
    field: Field | None, fields: Mapping[object, Field], value: Json, shapes: Shapes, schema: Schema
) -> tuple[Path, Mapping[str, Schema], Any]:
    """The path of the object or array that gets something more, what holds inside it, and what it holds now.

    It is the highlighted one, else the nearest around it: an array, or an object that is meant to take other names.
    Where there is none it is the whole.
    """
    if field is not None and not field.present and field.kind == "array":
        return field.path, field.target, []
    path = field.path if field is not None else ()
    if field is not None and field.kind not in ("add", "more") and not field.container:
        path = path[:-1]
    while path:
        owner = fields.get(path)
        here = at_path(value, path)
        target = owner.target if owner is not None else {}
        if isinstance(here, list) or (isinstance(here, dict) and takes_names(target)):
            return path, target, here
        path = path[:-1]
    root = fields.get(())
    here = value if isinstance(value, dict) else {}
    return (), (root.target if root is not None else shapes.flat(schema)), here
