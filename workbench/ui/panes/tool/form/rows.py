"""The fields of a form as rows, each with what is wrong with it and what will be repaired."""

from collections.abc import Iterator, Sequence
from typing import Final

from workbench.model import ArgumentCheck, Failure, Repair
from workbench.text import clip, compact_json, one_line
from workbench.ui.panes.rows import Row, Span, Tone
from workbench.ui.panes.tool.form.fields import MOST, Field

_VALUE: Final = 200
_WORDS: Final = 28


def form_rows(fields: Sequence[Field], check: ArgumentCheck | None, folded: object, note: str = "") -> Iterator[Row]:
    """Name, value and type of each field; failures and repairs below it, and those of no field at the end."""
    if note:
        yield Row((("▲ ", "warn"), (note, "warn")), hang=2)
    failures, repairs = _by_path(check)
    for field in fields:
        if field.kind == "more":
            yield Row(((f"… more than {MOST} fields: the rest is edited as JSON", "dim"),))
            continue
        yield _field(field, folded)
        indent = 2 * field.depth + 2
        for failure in failures.pop(field.shown, ()):
            said = one_line(failure.message).removeprefix(failure.path).lstrip(": ")
            yield Row((("✗ ", "bad"), (said, "bad")), indent=indent, hang=2, lines=4)
        for repair in repairs.pop(field.shown, ()):
            yield Row((("was ", "dim"), (_short(repair.before), "dim"), (" → becomes ", "dim"),
                       (_short(repair.after), "good")), indent=indent, hang=2, lines=2)  # fmt: skip
        if field.description and (field.required or field.present):
            yield Row(((field.description, "dim"),), indent=indent, lines=1)
    for path, left in failures.items():
        for failure in left:
            said = one_line(failure.message).removeprefix(failure.path).lstrip(": ")
            yield Row((("✗ ", "bad"), (f"{path}: {said}", "bad")), hang=2, lines=4)
    if not fields:
        yield Row((("The schema names no properties: + adds one, ctrl+n edits the JSON.", "dim"),))


def _field(field: Field, folded: object) -> Row:
    sign = "  "
    if field.kind in ("object", "array", "shape") and field.present:
        sign = "▸ " if field.path in folded else "▾ "  # type: ignore[operator]
    name: Tone = "name" if field.present or field.required else "dim"
    star: Span = (" *", "warn") if field.required else ("", "dim")
    value = _value(field)
    extra = "" if field.known else "not in the schema"
    right: tuple[Span, ...] = ((clip(extra or field.words, _WORDS), "dim"),)
    spans = ((sign, "dim"), (field.name, name), star, ("  ", "dim"), value)
    return Row(spans, right=right, indent=2 * field.depth, hang=4, lines=3, key=field.path)  # type: ignore[arg-type]


def _value(field: Field) -> Span:
    if not field.present:
        return ("missing", "bad") if field.required else ("–", "dim")
    match field.kind:
        case "object":
            return "{ }" if not field.value else "", "dim"
        case "array":
            return f"{len(field.value)} items" if isinstance(field.value, list) and field.value else "[ ]", "dim"
        case "boolean":
            return ("[x] true", "word") if field.value is True else ("[ ] false", "word")
        case "text":
            return (clip(one_line(field.value), _VALUE) or '""', "string")
        case "number":
            return compact_json(field.value), "number"
    return clip(one_line(compact_json(field.value)), _VALUE), "text"


def _by_path(check: ArgumentCheck | None) -> tuple[dict[str, list[Failure]], dict[str, list[Repair]]]:
    failures: dict[str, list[Failure]] = {}
    repairs: dict[str, list[Repair]] = {}
    for failure in check.failures[:MOST] if check is not None else ():
        failures.setdefault(failure.path, []).append(failure)
    for repair in check.repairs[:MOST] if check is not None else ():
        repairs.setdefault(repair.path, []).append(repair)
    return failures, repairs


def _short(value: object) -> str:
    return clip(one_line(compact_json(value)), 60)
