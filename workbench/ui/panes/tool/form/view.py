"""The form: a list of fields, each edited where it is chosen; what changes is told as the whole new value."""

from typing import ClassVar, Final

from textual import on
from textual.binding import BindingType
from textual.message import Message

from workbench.bridge.paths import show_path
from workbench.model import ArgumentCheck, Json, Schema
from workbench.text import compact_json, one_line
from workbench.ui import actions
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.tool.form import changes
from workbench.ui.panes.tool.form.fields import Field, Path, form_fields
from workbench.ui.panes.tool.form.rows import form_rows
from workbench.ui.screens.ask_line import AskLine
from workbench.ui.screens.pick import PickDialog

_STALE: Final = "The JSON cannot be read now; this is what stood there before. Ctrl+N goes to the JSON."


class FormView(LinesView):
    """Shows the fields of `schema` as `value` fills them. It changes nothing itself: Edited tells the new value."""

    BINDINGS: ClassVar[list[BindingType]] = [*actions.bindings("form")]

    class Edited(Message):
        """The person changed the arguments to `value`."""

        def __init__(self, value: Json) -> None:
            super().__init__()
            self.value: Final = value

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._schema: Schema = True
        self._value: Json = {}
        self._check: ArgumentCheck | None = None
        self._fields: dict[Path, Field] = {}
        self._folded: set[Path] = set()
        self._stale = False

    def show(self, schema: Schema, value: Json, check: ArgumentCheck | None) -> None:
        """Draws a value; None says that there is none to be read, and keeps the one before."""
        if schema is not self._schema:
            self._folded.clear()
        self._schema, self._check, self._stale = schema, check, value is None
        self._value = self._value if value is None else value
        self._draw()

    def _draw(self) -> None:
        fields = form_fields(self._schema, self._value, self._folded)
        self._fields = {field.path: field for field in fields}
        check, folded, note = self._check, frozenset(self._folded), _STALE if self._stale else ""
        rows = tuple(form_rows(fields, check, folded, note))
        self.set_rows(lambda _: rows)

    @property
    def field(self) -> Field | None:
        """The highlighted field."""
        key = self.highlighted
        return self._fields.get(key) if isinstance(key, tuple) else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is changed while the JSON cannot be read."""
        del parameters
        return None if self._stale and action in ("add", "remove", "shift", "flip") else True

    def _put(self, value: Json) -> None:
        self._value = value
        self._draw()
        self.post_message(self.Edited(value))

    # Editing

    @on(LinesView.Chosen)
    def _chosen(self, message: LinesView.Chosen) -> None:
        message.stop()
        if (field := self.field) is not None and not self._stale:
            self.run_worker(self._edit(field), group="edit", exclusive=True)

    async def _edit(self, field: Field) -> None:
        match field.kind:
            case "boolean":
                self._put(changes.with_value(self._value, field.path, field.value is not True))
            case "choice":
                await self._choose(field)
            case "shape":
                await self._shape(field)
            case "object" | "array":
                self._open(field)
            case _:
                await self._type(field)

    def _open(self, field: Field) -> None:
        if not field.present:
            self._put(changes.with_value(self._value, field.path, changes.first_value(field.schema, self._schema)))
        else:
            (self._folded.discard if field.path in self._folded else self._folded.add)(field.path)
            self._draw()

    async def _choose(self, field: Field) -> None:
        lines = [one_line(compact_json(choice)) for choice in field.choices]
        place = await self.app.push_screen_wait(PickDialog(field.shown, lines))
        if place is not None:
            self._put(changes.with_value(self._value, field.path, field.choices[place]))

    async def _shape(self, field: Field) -> None:
        place = await self.app.push_screen_wait(PickDialog(f"{field.shown}: which form", [*map(str, field.choices)]))
        if place is not None:
            start = changes.first_value(field.forms[place], self._schema)
            self._put(changes.with_value(self._value, field.path, start))

    async def _type(self, field: Field) -> None:
        def fault(text: str) -> str:
            return changes.read_typed(field, text)[1]

        text = changes.typed_text(field)
        if "\n" in text:
            self.app.notify("This text has several lines: Ctrl+N edits it as JSON.", markup=False)
            return
        line = AskLine(field.shown, check=fault, value=text, exact=field.kind == "text")
        given = await self.app.push_screen_wait(line)
        if given is not None:
            self._put(changes.with_value(self._value, field.path, changes.read_typed(field, given)[0]))

    def action_flip(self) -> None:
        """Turns a boolean, folds or unfolds, or adds what is not there with its usual value."""
        field = self.field
        if field is None:
            return
        if field.kind == "boolean" and field.present:
            self._put(changes.with_value(self._value, field.path, field.value is not True))
        elif not field.present:
            self._put(changes.with_value(self._value, field.path, changes.first_value(field.schema, self._schema)))
        elif field.kind in ("object", "array", "shape"):
            (self._folded.discard if field.path in self._folded else self._folded.add)(field.path)
            self._draw()

    def action_add(self) -> None:
        """An item more in the array the highlighted field is or is in; else a property with a name to be typed."""
        field = self.field
        path = () if field is None else field.path
        while path and not isinstance(changes.at_path(self._value, path), list):
            path = path[:-1]
        items = changes.at_path(self._value, path)
        if isinstance(items, list):
            self.run_worker(self._add_item(path, items), group="edit", exclusive=True)
        else:
            self.run_worker(self._add_property(field), group="edit", exclusive=True)

    async def _add_item(self, path: Path, items: list[Json]) -> None:
        owner = self._fields.get(path)
        schema = changes.item_schema(owner.schema if owner else True, self._schema, len(items))
        self._put(changes.with_value(self._value, (*path, len(items)), changes.first_value(schema, self._schema)))
        self.highlight((*path, len(items)))

    async def _add_property(self, field: Field | None) -> None:
        path = field.path if field is not None and field.kind == "object" and field.present else (
            field.path[:-1] if field is not None else ()
        )  # fmt: skip
        known = changes.at_path(self._value, path)
        taken = set(known) if isinstance(known, dict) else set()
        title = f"Another property of {show_path(path)}"
        given = await self.app.push_screen_wait(
            AskLine(title, check=lambda text: "it is there already" if text in taken else "")
        )
        if given:
            self._put(changes.with_value(self._value, (*path, given), ""))
            self.highlight((*path, given))

    def action_remove(self) -> None:
        """Takes the highlighted property or item away."""
        field = self.field
        if field is not None and field.present:
            self._put(changes.without(self._value, field.path))

    def action_shift(self, step: int) -> None:
        """Moves the highlighted item up or down in its array."""
        field = self.field
        if field is not None and field.path and isinstance(field.path[-1], int):
            value = changes.moved(self._value, field.path, step)
            if value != self._value:
                self._put(value)
                self.highlight((*field.path[:-1], field.path[-1] + step))
