"""The fields of a form as rows, each with what is wrong with it and what will be repaired."""

from collections.abc import Iterator, Sequence
from typing import Final

from workbench.bridge.paths import show_path
from workbench.bridge.showing import show_names
from workbench.model import ArgumentCheck, Failure, Repair
from workbench.text import clip, compact_json, one_line
from workbench.ui.format import count
from workbench.ui.panes.rows import Row, Span, Tone
from workbench.ui.panes.tool.form.fields import MOST, Field

_VALUE: Final = 200
_WORDS: Final = 28
_PATH: Final = 200
"""Characters of a path in a failure's sentence."""

_TOO_MANY: Final = frozenset({"additionalProperties", "unevaluatedProperties"})


def form_rows(fields: Sequence[Field], check: ArgumentCheck | None, note: str = "") -> Iterator[Row]:
    """Name, value and type of each field; below it its failures, its repairs and its description.

    A missing argument's failure stands at that argument. What belongs to no field that is shown stands at the nearest
    one around it, or at the end: none is lost.
    """
    if note:
        yield Row((("▲ ", "warn"), (note, "warn")), hang=2)
    if not any(field.kind != "add" for field in fields):
        yield Row((("The schema names no properties; Ctrl+N edits the arguments as JSON.", "dim"),))
    said, left = _said(fields, check)
    for place, field in enumerate(fields):
        yield _field(field)
        indent = 2 * field.depth + 4
        for row in said.get(place, ()):
            yield Row(row, indent=indent, hang=2, lines=4, key=field.key)
        if field.description and field.kind not in ("add", "more"):
            lines = 2 if field.present or field.required else 1
            yield Row(((one_line(field.description), "dim"),), indent=indent, lines=lines, key=field.key)
    for row in left:
        yield Row(row, hang=2, lines=4)


def _field(field: Field) -> Row:
    if field.kind == "more":
        return Row(((f"… more than {MOST} fields: Enter shows more", "key"),), key=field.key)
    if field.kind == "add":
        what = "an item" if isinstance(field.value, list) else "a property"
        return Row((("+ ", "key"), (f"add {what}", "dim")), indent=2 * field.depth, key=field.key)
    sign = ("▾ " if field.open else "▸ ") if field.container else "  "
    name: Tone = "name" if field.present or field.required else "dim"
    star: Span = (" *", "warn") if field.required else ("", "dim")
    right: tuple[Span, ...] = ((clip(_right(field), _WORDS), "dim"),)
    spans: tuple[Span, ...] = ((sign, "dim"), (one_line(field.name) or '""', name), star, ("  ", "dim"), _value(field))
    return Row(spans, right=right, indent=2 * field.depth, hang=4, lines=3, key=field.key)


def _right(field: Field) -> str:
    words = field.words
    if field.forms and field.known:
        words = (
            f"one of {len(field.forms)} forms" if field.form is None else f"form {field.form + 1} of {len(field.forms)}"
        )
    return f"required, {words}" if field.required else words


def _value(field: Field) -> Span:
    value = field.value
    if not field.present:
        if field.required:
            return "missing", "bad"
        usual = field.target.get("default")
        return (f"– default {_short(usual)}", "dim") if usual is not None else ("–", "dim")
    if isinstance(value, dict):
        return ("{ }" if not value else "" if field.open else count(len(value), "key")), "dim"
    if isinstance(value, list):
        return (count(len(value), "item") if value else "[ ]"), "dim"
    if isinstance(value, bool):
        sign = "[x]" if value else "[ ]"
        return (f"{sign} {compact_json(value)}" if field.kind == "boolean" else compact_json(value)), "word"
    if isinstance(value, str):
        quoted = field.kind != "text" or not one_line(value)
        return clip(one_line(compact_json(value) if quoted else value), _VALUE), "string"
    return clip(compact_json(value), _VALUE), "word" if value is None else "number"


Spans = tuple[Span, ...]


def _said(fields: Sequence[Field], check: ArgumentCheck | None) -> tuple[dict[int, list[Spans]], list[Spans]]:
    """What the check says at each field, and what it says where no field is shown."""
    said: dict[int, list[Spans]] = {}
    left: list[Spans] = []
    if check is None:
        return said, left
    places = _Places(fields)
    for failure in check.failures[:MOST]:
        found = places.of(failure)
        for place in found:
            said.setdefault(place, []).append(_failure(failure, fields[place]))
        if not found:
            left.append(_failure(failure, None))
    for repair in check.repairs[:MOST]:
        at = places.around(repair.path)
        spans = _repair(repair, at is None or fields[at].shown != repair.path)
        (left if at is None else said.setdefault(at, [])).append(spans)
    return said, left


class _Places:
    """Finds the fields that failures and repairs speak of."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self._shown: dict[str, int] = {}
        self._absent: dict[tuple[str, str], int] = {}
        self._others: dict[str, list[tuple[str, int]]] = {}
        for place, field in enumerate(fields):
            if field.kind in ("add", "more"):
                continue
            self._shown[field.shown] = place
            if field.path and not (field.present and field.known):
                above, name = show_path(field.path[:-1]), show_names([field.name])
                if field.present:
                    self._others.setdefault(above, []).append((name, place))
                else:
                    self._absent[above, name] = place

    def of(self, failure: Failure) -> list[int]:
        """The argument that is missing, those that are too many, else the place itself or the nearest around it."""
        if failure.constraint == "required":
            name = failure.message.removeprefix(f"{clip(failure.path, _PATH)} is missing the required ")
            if (place := self._absent.get((failure.path, name))) is not None:
                return [place]
        if failure.constraint in _TOO_MANY:
            named = failure.message.partition(", which the schema")[0]
            if found := [place for name, place in self._others.get(failure.path, ()) if name in named]:
                return found
        at = self.around(failure.path)
        return [] if at is None else [at]

    def around(self, path: str) -> int | None:
        """The field at a shown path, or the innermost one around it."""
        while path not in self._shown:
            cut = max(path.rfind("."), path.rfind("["))
            if cut <= 0:
                return None
            path = path[:cut]
        return self._shown[path]


def _failure(failure: Failure, field: Field | None) -> Spans:
    sentence = one_line(failure.message).removeprefix(failure.path).lstrip(": ")
    if field is not None and field.shown != failure.path and field.shown not in failure.path:
        missing = failure.constraint == "required"
        sentence = "must be given" if missing else "the schema does not allow it"
    elif field is None or field.shown != failure.path:
        sentence = f"{failure.path}: {sentence}"
    return ("✗ ", "bad"), (sentence, "bad")


def _repair(repair: Repair, elsewhere: bool) -> Spans:
    before = f"{repair.path}: was " if elsewhere else "was "
    return (
        ("≈ ", "warn"), (before, "dim"), (_short(repair.before), "dim"), (" → becomes ", "dim"),
        (_short(repair.after), "good"),
    )  # fmt: skip


def _short(value: object) -> str:
    return clip(one_line(compact_json(value)), 60)
