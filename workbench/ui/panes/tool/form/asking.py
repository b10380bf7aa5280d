"""Asks for the new value of a field: a line, a box of several lines, or one of a list."""

from collections.abc import Sequence
from typing import Any, Final

from textual.app import App

from workbench.model import Json
from workbench.text import clip, compact_json, one_line
from workbench.ui.panes.text_box import MOST
from workbench.ui.panes.tool.form.fields import Field
from workbench.ui.panes.tool.form.shapes import Shapes
from workbench.ui.panes.tool.form.typed import as_json, doubt, read_typed, typed_text
from workbench.ui.panes.tool.schema_words import facts
from workbench.ui.screens.ask_line import AskLine
from workbench.ui.screens.ask_text import AskText
from workbench.ui.screens.pick import PickDialog

LEFT: Final = object()
"""The answer of a dialog that was left."""

GONE: Final = object()
"""The answer that takes the value away."""

_NOTE: Final = 400
_LINE: Final = 160


async def ask_value(app: App[Any], field: Field, *, several_lines: bool = False) -> Json:
    """The value that is typed for a field. A line left empty takes it away, unless it is a text that was there."""
    text = field.value if isinstance(field.value, str) else ""
    if (several_lines or field.long) and not as_json(field):
        if len(text) > MOST:
            app.notify("This text is too long to be edited here.", severity="warning", markup=False)
            return LEFT
        given = await app.push_screen_wait(AskText(field.shown, value=text, note=note(field)))
        return LEFT if given is None else given

    def fault(typed: str) -> str:
        return read_typed(field, typed)[1]

    line = AskLine(field.shown, check=fault, value=typed_text(field), exact=True, note=note(field),
                   doubt=lambda typed: doubt(field, typed))  # fmt: skip
    given = await app.push_screen_wait(line)
    if given is None:
        return LEFT
    if not given.strip() and not (field.kind == "text" and field.present and not as_json(field)):
        return GONE
    return read_typed(field, given)[0]


async def ask_choice(app: App[Any], field: Field) -> Json:
    """One of the values of an enumeration."""
    lines = [one_line(compact_json(choice)) for choice in field.choices]
    place = await _pick(app, field.shown, lines)
    return LEFT if place is None else field.choices[place]


async def ask_form(app: App[Any], field: Field, shapes: Shapes) -> int | None:
    """The place of the form that a value is to have; None where the dialog was left."""
    lines = [f"{place}  {shapes.label(form)}" for place, form in enumerate(field.forms, 1)]
    return await _pick(app, f"{field.shown}: which form", lines)


async def ask_name(app: App[Any], where: str, taken: Sequence[str]) -> str | None:
    """A name for another property."""
    title = f"Another property of {where}"
    known = frozenset(taken)
    return await app.push_screen_wait(AskLine(title, check=lambda name: "it is there already" if name in known else ""))


def note(field: Field) -> str:
    """What one has to know while typing: type, facts, description."""
    need = ["required"] if field.required else []
    said = one_line(", ".join([clip(field.words, _LINE), *facts(field.target), *need]))
    if field.kind == "json" and len(field.types - {"null"}) > 1 and "string" in field.types:
        said += '. What reads as JSON is that; "…" in quotes is a text.'
    description = clip(one_line(field.description), _NOTE)
    return f"{said}\n{description}" if description else said


async def _pick(app: App[Any], title: str, lines: Sequence[str]) -> int | None:
    return await app.push_screen_wait(PickDialog(title, lines))
