"""A value as the text in which it is edited, and that text as a value again: no digit and no character is lost."""

import json
from typing import Final

from workbench.bridge.formats import FORMATS
from workbench.model import Json
from workbench.text import pretty_json
from workbench.ui.panes.tool.argument_text import parse
from workbench.ui.panes.tool.form.fields import Field
from workbench.ui.panes.tool.form.shapes import is_of

_NO_NUMBER: Final = "This is no number."
_NO_JSON: Final = 'This is no JSON: a text stands in quotes, such as "abc".'
_BREAKS: Final = frozenset("\n\t")
_NOTHING: Final = object()


def typed_text(field: Field) -> str:
    """What stands in the line when a field is edited."""
    value = field.value
    if not field.present:
        return ""
    if isinstance(value, str) and not as_json(field):
        plainly = field.kind == "text" or not _BREAKS & set(value)
        if plainly and read_typed(field, value) == (value, ""):
            return value
    return " ".join(line.strip() for line in pretty_json(value).split("\n"))


def read_typed(field: Field, text: str) -> tuple[Json, str]:
    """What was typed into a field, and what is wrong with it, empty where nothing is.

    Where a text is allowed among other types, what reads as JSON of one of them is that, and all else is the text.
    """
    if field.kind == "text" and not as_json(field):
        return text, ""
    value = _alone(text)
    if field.kind == "number":
        fine = isinstance(value, int | float) and not isinstance(value, bool)
        return (value, "") if fine else (None, _NO_NUMBER)
    types = frozenset({"string"}) if field.kind == "text" else field.types
    if value is not _NOTHING and (not types or isinstance(value, str) or is_of(value, types)):
        return value, ""
    if not types or "string" in types:
        return text, ""
    return (None, _NO_JSON) if value is _NOTHING else (value, "")


def as_json(field: Field) -> bool:
    """Whether a text has characters that cannot be seen: it is edited in quotes, where they are written as escapes."""
    value = field.value
    return isinstance(value, str) and pretty_json(value) != json.dumps(value, ensure_ascii=False)


def doubt(field: Field, text: str) -> str:
    """What the check is going to say about the format of a text, while it is typed."""
    said = field.target.get("format")
    known = FORMATS.get(said) if isinstance(said, str) else None
    if known is None or field.kind != "text" or not text or known[0](text):
        return ""
    return f"not yet {known[1]}"


def _alone(text: str) -> Json:
    """The one JSON value in a text, `_NOTHING` where there is none or more."""
    arguments = parse(f'{{"value": {text}}}').arguments
    return _NOTHING if arguments is None or len(arguments) != 1 else arguments["value"]
