"""The form's fields and its changes, without a widget: any schema, any value, nothing lost."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.model import ArgumentCheck, Failure, Repair
from workbench.ui.panes.tool.form import changes
from workbench.ui.panes.tool.form.fields import MOST, Field, form_fields
from workbench.ui.panes.tool.form.rows import form_rows

SCHEMA = {
    "type": "object",
    "required": ["title", "due", "mode"],
    "additionalProperties": {"type": "integer"},
    "$defs": {
        "person": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"},
                   "friend": {"$ref": "#/$defs/person"}}},
    },
    "properties": {
        "title": {"type": "string", "description": "What it is"},
        "due": {"type": ["string", "null"], "format": "date"},
        "count": {"type": "integer", "default": 3},
        "done": {"type": "boolean"},
        "mode": {"enum": ["a", "b", None, 7]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "owner": {"$ref": "#/$defs/person"},
        "target": {"oneOf": [
            {"type": "object", "properties": {"kind": {"const": "file"}, "path": {"type": "string"}}, "required": ["kind"]},
            {"type": "object", "properties": {"kind": {"const": "web"}, "url": {"type": "string"}}, "required": ["kind"]},
        ]},
        "loose": {"anyOf": [{"type": "string"}, {"type": "number"}]},
        "both": {"allOf": [{"properties": {"x": {"type": "number"}}}, {"properties": {"y": {"type": "number"}}}]},
    },
}  # fmt: skip


def named(value: Any, schema: Any = SCHEMA) -> dict[str, Field]:
    return {field.shown.removeprefix("arguments."): field for field in form_fields(schema, value)}


def test_each_kind_of_schema_has_its_kind_of_field() -> None:
    fields = named({"tags": ["x"], "owner": {"name": "A"}, "both": {}, "target": {"kind": "web"}, "odd": 1})
    kinds = {name: field.kind for name, field in fields.items()}
    assert kinds["title"] == "text" and kinds["due"] == "text" and kinds["count"] == "number"
    assert kinds["done"] == "boolean" and kinds["mode"] == "choice" and kinds["tags"] == "array"
    assert kinds["tags[0]"] == "text" and kinds["owner"] == "object" and kinds["owner.friend"] == "object"
    assert kinds["target"] == "shape" and kinds["loose"] == "json" and {"both.x", "both.y"} <= set(kinds)
    assert "target.url" in fields and "target.path" not in fields, "the form that the value has"
    assert fields["title"].required and not fields["title"].present and not fields["count"].required
    assert not fields["odd"].known and fields["odd"].value == 1
    assert fields["title"].description == "What it is"


def test_a_value_of_another_type_is_shown_as_what_it_is() -> None:
    fields = named({"title": {"a": 1}, "tags": "x", "done": 3})
    assert (fields["title"].kind, fields["tags"].kind, fields["done"].kind) == ("object", "text", "number")
    assert fields["title.a"].value == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)
WORDS = st.sampled_from(
    ["type", "properties", "items", "anyOf", "oneOf", "allOf", "enum", "const", "$ref", "required", "$defs", "default"]
)
SCHEMAS = st.recursive(
    st.booleans() | st.none() | st.sampled_from(["string", "object", "#", "#/properties/a", "http://x/y"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | st.text(max_size=3), inner, max_size=4),
    max_leaves=15,
)


@given(SCHEMAS, st.dictionaries(st.text(max_size=4), JSON, max_size=4))
def test_no_schema_and_no_value_is_too_odd_and_looking_changes_nothing(schema: Any, value: Any) -> None:
    before = copy.deepcopy(value)
    fields = form_fields(schema, value)
    assert len(fields) <= MOST
    for field in fields:
        if field.present and field.kind != "more":
            assert changes.at_path(value, field.path) == field.value
            assert changes.with_value(value, field.path, field.value) == value
        changes.first_value(field.schema, schema)
    list(form_rows(fields, None, frozenset()))
    assert value == before


@given(st.dictionaries(st.text(max_size=4), JSON, max_size=4), JSON)
def test_what_is_set_is_there_and_what_is_removed_is_gone(value: Any, new: Any) -> None:
    for field in form_fields(True, value):
        changed = changes.with_value(value, field.path, new)
        assert changes.at_path(changed, field.path) == new
        rest = changes.without(value, field.path)
        assert changes.at_path(rest, field.path[:-1]) != changes.at_path(value, field.path[:-1])


def test_large_and_circular_schemas_stay_small() -> None:
    large = {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(5000)}}
    fields = form_fields(large, {})
    assert len(fields) == MOST and fields[-1].kind == "more"
    circle = {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}
    assert form_fields(circle, {"x": 1})[0].value == 1
    deep: Any = {}
    for _ in range(60):
        deep = {"next": deep}
    assert len(form_fields(SCHEMA, {"extra": deep})) < 40


@pytest.mark.parametrize(
    ("kind", "text", "value", "fine"),
    [("text", "7", "7", True), ("number", "9007199254740993", 9007199254740993, True), ("number", "1.50", 1.5, True),
     ("number", "x", None, False), ("number", "true", None, False), ("number", '1, "b": 2', None, False),
     ("json", '{"a": [1]}', {"a": [1]}, True), ("json", "abc", None, False), ("json", "null", None, True)],
)  # fmt: skip
def test_what_is_typed(kind: Any, text: str, value: Any, fine: bool) -> None:
    read, wrong = changes.read_typed(Field(("a",), kind, 0), text)
    assert (read, not wrong) == (value, fine)


def test_items_move_and_paths_of_missing_things_do_nothing() -> None:
    assert changes.moved({"a": [1, 2, 3]}, ("a", 0), 1) == {"a": [2, 1, 3]}
    assert changes.moved({"a": [1]}, ("a", 0), -1) == {"a": [1]}
    assert changes.without({"a": 1}, ("b", "c")) == {"a": 1}
    assert changes.with_value({"a": [1]}, ("a", 9), 2) == {"a": [1, 2]}


def test_failures_and_repairs_stand_at_their_field_and_none_is_lost() -> None:
    check = ArgumentCheck(
        {}, (Repair("arguments.count", "3", 3),),
        (Failure("arguments.title", "type", "arguments.title: must be text"), Failure("arguments", "required", "no due")),
    )  # fmt: skip
    rows = ["".join(text for text, _ in row.spans) for row in form_rows(form_fields(SCHEMA, {"title": 7}), check, ())]
    title = next(index for index, row in enumerate(rows) if "title" in row)
    assert "must be text" in rows[title + 1]
    assert any('was "3" → becomes 3' in row for row in rows)
    assert any("arguments: no due" in row for row in rows)
