"""The form: a list of fields, each edited where it is chosen; what changes is told as the whole new value."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import ClassVar, Final

from textual import on
from textual.binding import BindingType
from textual.message import Message

from workbench.bridge.paths import show_path
from workbench.model import ArgumentCheck, Json, Schema
from workbench.ui import actions
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.tool.form import asking, changes
from workbench.ui.panes.tool.form.adding import where_to_add
from workbench.ui.panes.tool.form.fields import MOST, Field, Look, Path, form_fields
from workbench.ui.panes.tool.form.rows import form_rows
from workbench.ui.panes.tool.form.shapes import Shapes, of_item, of_property
from workbench.ui.panes.tool.form.starting import first_value, in_form

_STALE: Final = "The JSON cannot be read now; this is what stood there before. Ctrl+N goes to the JSON."
_CHANGES: Final = frozenset({"add", "remove", "shift", "flip", "branch", "null", "lines"})


class FormView(LinesView):
    """Shows the fields of a schema as a value fills them. It changes nothing itself: Edited tells the new value.

    While `drawn` is off nothing is worked out, for the form is not on the screen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("form")]

    class Edited(Message):
        """The person changed the arguments to `value`."""

        def __init__(self, value: Json) -> None:
            super().__init__()
            self.value: Final = value

    class TakenBack(Message):
        """The person wants the arguments as they were before the last change."""

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._tool = ""
        self._schema: Schema = True
        self._value: Json = {}
        self._check: ArgumentCheck | None = None
        self._fields: dict[object, Field] = {}
        self._look = Look()
        self._stale = False
        self._drawn = False

    @property
    def drawn(self) -> bool:
        """Whether the form is on the screen."""
        return self._drawn

    @drawn.setter
    def drawn(self, drawn: bool) -> None:
        self._drawn = drawn
        self._draw()

    def show(self, tool: str, schema: Schema, value: Json, check: ArgumentCheck | None) -> None:
        """Draws the arguments of a tool; None says that they cannot be read, and keeps those before."""
        if tool != self._tool:
            self._tool, self._value, self._look = tool, {}, Look()
        self._schema, self._check, self._stale = schema, check, value is None
        self._value = self._value if value is None else value
        self._draw()

    def _draw(self) -> None:
        if not self._drawn:
            return
        fields = form_fields(self._schema, self._value, self._look)
        self._fields = {field.key: field for field in fields}
        rows = tuple(form_rows(fields, self._check, _STALE if self._stale else ""))
        self.set_rows(lambda _: rows)

    @property
    def field(self) -> Field | None:
        """The highlighted field."""
        return self._fields.get(self.highlighted)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is changed while the JSON cannot be read."""
        del parameters
        return None if self._stale and action in _CHANGES else True

    # Changing

    def _put(self, value: Json, at: Path | None = None) -> None:
        self._value = value
        self._draw()
        if at is not None:
            self.highlight(at)
        self.post_message(self.Edited(value))

    def _set(self, path: Path, new: Json) -> None:
        self._put(changes.with_value(self._value, path, new), path)

    def _ask(self, field: Field, asked: Callable[[], Awaitable[Json]]) -> None:
        """Waits for a dialog; its answer is dropped where another tool is shown by then."""
        tool = self._tool

        async def wait() -> None:
            new = await asked()
            if new is asking.LEFT or tool != self._tool or self._stale:
                return
            if new is not asking.GONE:
                self._set(field.path, new)
            elif field.present:
                self._put(changes.without(self._value, field.path))

        self.run_worker(wait(), group="edit", exclusive=True)

    @on(LinesView.Chosen)
    def _chosen(self, message: LinesView.Chosen) -> None:
        message.stop()
        field = self.field
        if field is None:
            return
        if field.kind == "more":
            self._look = replace(self._look, most=self._look.most + MOST)
            self._draw()
        elif field.container:
            self._fold(field)
        elif not self._stale:
            self._edit(field)

    def _edit(self, field: Field) -> None:
        match field.kind:
            case "add":
                self.action_add()
            case "shape":
                self.action_branch()
            case "boolean":
                self._set(field.path, field.value is not True)
            case "object" | "array":
                self._set(field.path, self._first(field))
            case "choice":
                self._ask(field, lambda: asking.ask_choice(self.app, field))
            case _:
                self._ask(field, lambda: asking.ask_value(self.app, field))

    def _fold(self, field: Field) -> None:
        self._look = replace(self._look, folds={**self._look.folds, field.path: not field.open})
        self._draw()

    def _first(self, field: Field) -> Json:
        return first_value(field.schema, Shapes(self._schema))

    def action_flip(self) -> None:
        """Turns a yes or no, folds or unfolds, or adds what is not there with its usual value."""
        field = self.field
        if field is None:
            return
        if field.container:
            self._fold(field)
        elif field.kind == "boolean" and field.present:
            self._set(field.path, field.value is not True)
        elif field.kind == "shape":
            self.action_branch()
        elif not field.present:
            self._set(field.path, self._first(field))

    def action_branch(self) -> None:
        """Chooses the form of a value that may have several; what the new form knows too stays."""
        field = self.field
        if field is None or not field.forms:
            return
        shapes = Shapes(self._schema)

        async def ask() -> Json:
            place = await asking.ask_form(self.app, field, shapes)
            if place is None:
                return asking.LEFT
            self._look = replace(self._look, picks={**self._look.picks, field.path: place})
            target = shapes.flat(field.schema)
            return in_form(field.value if field.present else None, target, field.forms[place], shapes)

        self._ask(field, ask)

    def action_null(self) -> None:
        """Sets a field that takes null to null."""
        field = self.field
        if field is not None and field.nullable and field.path:
            self._set(field.path, None)
        elif field is not None:
            said = f"{field.shown} does not take null; Ctrl+N edits the arguments as JSON."
            self.app.notify(said, severity="warning", markup=False)

    def action_lines(self) -> None:
        """Writes a text in a box of several lines."""
        field = self.field
        if field is not None and field.kind == "text":
            self._ask(field, lambda: asking.ask_value(self.app, field, several_lines=True))

    def action_undo(self) -> None:
        """The arguments as they were before the last change."""
        self.post_message(self.TakenBack())

    # Items and properties

    def action_add(self) -> None:
        """An item more in the array the highlighted field is or is in; else a property with a name to be typed."""
        path, target, known = where_to_add(self.field, self._fields, self._value, Shapes(self._schema), self._schema)
        shapes = Shapes(self._schema)
        if isinstance(known, list):
            self._set((*path, len(known)), first_value(of_item(target, len(known)), shapes))
            return
        tool = self._tool

        async def ask() -> None:
            name = await asking.ask_name(self.app, show_path(path), [*known])
            if name and tool == self._tool and not self._stale:
                self._set((*path, name), first_value(of_property(target, name), shapes))

        self.run_worker(ask(), group="edit", exclusive=True)

    def action_remove(self) -> None:
        """Takes the highlighted property or item away."""
        field = self.field
        if field is not None and field.present and field.path and field.kind != "add":
            self._put(changes.without(self._value, field.path))

    def action_shift(self, step: int) -> None:
        """Moves the highlighted item up or down in its array."""
        field = self.field
        if field is not None and field.path and isinstance(field.path[-1], int) and field.kind != "add":
            value = changes.moved(self._value, field.path, step)
            if value is not self._value:
                self._put(value, (*field.path[:-1], field.path[-1] + step))

    def action_step(self, step: int) -> None:
        """The next field or the one before; past the ends the focus moves on."""
        keys = self.keys
        at = keys.index(self.highlighted) + step if self.highlighted in keys else -1
        if 0 <= at < len(keys):
            self.action_cursor(step)
        else:
            (self.screen.focus_next if step > 0 else self.screen.focus_previous)()
