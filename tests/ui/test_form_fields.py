"""The form's fields and its changes, without a widget: any schema, any value, nothing lost."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.bridge.validation import validate
from workbench.model import ArgumentCheck, Failure, Repair
from workbench.text import compact_json, pretty_json
from workbench.ui.panes.tool.argument_text import parse
from workbench.ui.panes.tool.form import changes
from workbench.ui.panes.tool.form.adding import where_to_add
from workbench.ui.panes.tool.form.asking import note
from workbench.ui.panes.tool.form.fields import MOST, Field, Look, form_fields
from workbench.ui.panes.tool.form.rows import form_rows
from workbench.ui.panes.tool.form.shapes import Shapes, of_item
from workbench.ui.panes.tool.form.starting import first_value, in_form
from workbench.ui.panes.tool.form.typed import as_json, doubt, read_typed, typed_text

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
        "maybe": {"anyOf": [{"$ref": "#/$defs/person"}, {"type": "null"}], "default": None},
        "target": {"oneOf": [
            {"type": "object", "properties": {"kind": {"const": "file"}, "path": {"type": "string"}}, "required": ["kind"]},
            {"type": "object", "properties": {"kind": {"const": "web"}, "url": {"type": "string"}}, "required": ["kind"]},
        ]},
        "loose": {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "null"}]},
        "many": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "both": {"allOf": [{"properties": {"x": {"type": "number"}}}, {"properties": {"y": {"type": "number"}}}]},
        "level": {"oneOf": [{"const": 1, "title": "low"}, {"const": 2}]},
        "either": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
                   "oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
    },
}  # fmt: skip


def named(value: Any, schema: Any = SCHEMA, look: Look | None = None) -> dict[str, Field]:
    fields = form_fields(schema, value, look)
    return {field.shown.removeprefix("arguments."): field for field in fields if field.kind not in ("add", "more")}


def said(value: Any, schema: Any = SCHEMA, check: ArgumentCheck | None = None) -> list[str]:
    rows = form_rows(form_fields(schema, value), check)
    return ["".join(text for text, _ in (*row.spans, ("  ", "dim"), *row.right)).strip() for row in rows]


def test_each_kind_of_schema_has_its_kind_of_field() -> None:
    fields = named(
        {"tags": ["x"], "owner": {"name": "A"}, "both": {}, "target": {"kind": "web"}, "odd": 1, "either": {}}
    )
    kinds = {name: field.kind for name, field in fields.items()}
    assert kinds["title"] == "text" and kinds["due"] == "text" and kinds["count"] == "number"
    assert kinds["done"] == "boolean" and kinds["mode"] == "choice" and kinds["tags"] == "array"
    assert kinds["tags[0]"] == "text" and kinds["owner"] == "object" and kinds["owner.friend"] == "object"
    assert kinds["loose"] == "json" and kinds["many"] == "shape" and {"both.x", "both.y"} <= set(kinds)
    assert fields["level"].choices == (1, 2) and kinds["maybe"] == "object"
    assert {"either.a", "either.b"} <= set(kinds), "conditions alone are no forms"
    assert fields["title"].required and not fields["title"].present and not fields["count"].required
    assert not fields["odd"].known and fields["odd"].value == 1
    assert fields["title"].description == "What it is"
    nullable = {name for name, field in fields.items() if field.nullable}
    assert nullable == {"due", "mode", "maybe", "loose"}


def test_an_optional_object_shows_what_is_inside() -> None:
    fields = named({"maybe": {"name": "A", "friend": {"name": "B"}}})
    assert fields["maybe.name"].required and fields["maybe.friend.name"].value == "B"
    assert "maybe.friend.friend" in fields and "maybe.friend.friend.friend" not in fields, (
        "a circle ends where nothing is"
    )


def test_the_form_of_a_value_is_found_or_picked() -> None:
    fields = named({"target": {"kind": "web"}})
    assert (fields["target"].kind, fields["target"].form) == ("object", 1)
    assert "target.url" in fields and "target.path" not in fields
    assert named({"many": "x"})["many"].kind == "text" and named({"many": ["x"]})["many[0]"].kind == "text"
    assert named({"many": 5})["many"].kind == "shape", "none of them"
    alike = {"properties": {"a": {"oneOf": [{"properties": {"x": {}}}, {"properties": {"y": {}}}]}}}
    assert "a.x" in named({"a": {}}, alike)
    assert "a.y" in named({"a": {}}, alike, Look(picks={("a",): 1}))


def test_another_form_keeps_what_it_knows_too() -> None:
    shapes = Shapes(SCHEMA)
    forms = [
        {"type": "object", "required": ["kind"], "properties": {"kind": {"const": k}, "n": {"type": t}}}
        for k, t in (("a", "integer"), ("b", "integer"), ("c", "string"))
    ]
    value = {"kind": "a", "n": 5, "more": 1}
    assert in_form(value, {}, forms[1], shapes) == {"kind": "b", "n": 5}
    assert in_form(value, {}, forms[2], shapes) == {"kind": "c"}
    assert in_form("x", {}, {"type": "array"}, shapes) == [] and in_form([1], {}, {"type": "string"}, shapes) == ""
    assert in_form(None, {}, forms[0], shapes) == {"kind": "a"}


def test_a_union_at_the_root_is_a_choice_too() -> None:
    schema = {"oneOf": SCHEMA["properties"]["target"]["oneOf"]}  # type: ignore[index]
    fields = form_fields(schema, {"kind": "web"})
    assert (fields[0].path, fields[0].form) == ((), 1) and [field.name for field in fields][1:3] == ["kind", "url"]
    assert form_fields(schema, {})[0].forms


def test_a_value_of_another_type_can_be_put_right() -> None:
    fields = named({"title": {"a": 1}, "tags": "x", "done": 3, "count": "4", "due": 7, "owner": None})
    kinds = [fields[name].kind for name in ("title", "tags", "done", "count", "due", "owner")]
    assert kinds == ["object", "json", "boolean", "number", "text", "object"]
    assert fields["title.a"].value == 1
    assert read_typed(fields["tags"], '["x"]') == (["x"], "")
    assert typed_text(fields["count"]) == '"4"' and typed_text(fields["due"]) == "7"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)
WORDS = st.sampled_from(
    ["type", "properties", "items", "anyOf", "oneOf", "allOf", "enum", "const", "$ref", "required", "$defs", "default",
     "format", "maxLength", "maxItems", "additionalProperties", "prefixItems", "nullable", "description"]
)  # fmt: skip
SCHEMAS = st.recursive(
    st.booleans() | st.none() | st.integers()
    | st.sampled_from(["string", "object", "array", "integer", "null", "#", "#/properties/a", "http://x/y", "date"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | st.text(max_size=3), inner, max_size=4),
    max_leaves=20,
)  # fmt: skip
VALUES = st.dictionaries(st.text(max_size=4) | st.sampled_from(["a", "type"]), JSON, max_size=4)


def same(first: Any, second: Any) -> bool:
    """Equal with types and order of keys: 1 is not true and not 1.0."""
    return compact_json(first) == compact_json(second)


@given(SCHEMAS, VALUES)
def test_no_schema_and_no_value_is_too_odd_and_looking_changes_nothing(schema: Any, value: Any) -> None:
    before = copy.deepcopy(value)
    fields = form_fields(schema, value)
    assert len(fields) <= MOST + 1
    shapes = Shapes(schema)
    for field in fields:
        note(field), field.long
        if field.present and field.kind not in ("add", "more"):
            assert same(changes.at_path(value, field.path), field.value)
            assert same(changes.with_value(value, field.path, field.value), value)
        for form in field.forms:
            shapes.label(form)
            in_form(field.value, field.target, form, shapes)
        compact_json(first_value(field.schema, shapes))
        where_to_add(field, {field.key: field for field in fields}, value, shapes, schema)
    failures, _ = validate(value, schema)
    list(form_rows(fields, ArgumentCheck({}, (), failures)))
    assert same(value, before)


@given(SCHEMAS, VALUES)
def test_what_is_edited_and_left_as_it_was_stays_as_it_was(schema: Any, value: Any) -> None:
    for field in form_fields(schema, value):
        fits = not field.types or type(field.value) is str or field.kind == "number"
        if field.present and field.kind in ("text", "number", "json") and fits and not field.long:
            if field.kind == "number" and (isinstance(field.value, bool) or not isinstance(field.value, int | float)):
                continue
            if field.kind == "json" and "string" not in field.types and field.types:
                continue
            read, wrong = read_typed(field, typed_text(field))
            assert not wrong and same(changes.with_value(value, field.path, read), value)


@given(VALUES)
def test_the_text_of_the_editor_is_the_value(value: Any) -> None:
    text = pretty_json(value)
    assert len(text.splitlines()) == text.count("\n") + 1, "a text area would break the line elsewhere"
    assert same(parse(text).arguments, value)


@given(VALUES, JSON)
def test_what_is_set_is_there_and_what_is_removed_is_gone(value: Any, new: Any) -> None:
    for field in form_fields(True, value):
        if field.kind == "add":
            continue
        changed = changes.with_value(value, field.path, new)
        assert same(changes.at_path(changed, field.path), new)
        rest = changes.without(value, field.path)
        assert not same(changes.at_path(rest, field.path[:-1]), changes.at_path(value, field.path[:-1]))


def test_large_circular_and_deep_schemas_stay_small() -> None:
    large = {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(5000)}}
    fields = form_fields(large, {})
    assert len(fields) == MOST + 1 and fields[-1].kind == "more"
    assert len(form_fields(large, {}, Look(most=2 * MOST))) == 2 * MOST + 1
    circle = {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}
    assert form_fields(circle, {"x": 1})[0].value == 1
    for word in ("anyOf", "oneOf", "allOf"):
        itself = {word: [{"$ref": "#"}, {"$ref": "#"}, {"type": "null"}], "properties": {"a": {"$ref": "#"}}}
        form_fields(itself, {"a": {"a": {}}})
        assert (first_value(itself, Shapes(itself)) is None) is (word == "allOf"), "all of them: null"
    deep: Any = {}
    for _ in range(60):
        deep = {"next": deep}
    path: tuple[str, ...] = ("extra",)
    assert len(form_fields(SCHEMA, {"extra": deep})) < 60
    folds = {path + ("next",) * level: True for level in range(60)}
    opened = [field for field in form_fields(SCHEMA, {"extra": deep}, Look(folds=folds)) if field.kind != "add"]
    opened = [field for field in opened if field.name == "next"]
    assert len(opened) == 60, "what is opened by hand is shown however deep"
    many = {"tags": ["x"] * 1000}
    assert named(many)["tags"].open is False and len(form_fields(SCHEMA, many)) < 50


def test_remote_references_are_words() -> None:
    schema = {"properties": {"a": {"$ref": "http://198.51.100.1/s.json"}, "b": {"$ref": "file:///etc/passwd"}}}
    assert [field.kind for field in form_fields(schema, {})] == ["json", "json"]
    assert "not read" in form_fields(schema, {})[0].words


@pytest.mark.parametrize("schema", [None, True, False, 3, "object", [], {}, {"type": 7}, {"properties": [1]}])
def test_without_a_schema_the_value_itself_is_the_form(schema: Any) -> None:
    fields = form_fields(schema, {"a": {"b": [1]}})
    assert [field.shown for field in fields if field.kind != "add"] == [
        "arguments.a", "arguments.a.b", "arguments.a.b[0]",
    ]  # fmt: skip
    assert form_fields(schema, {})[0].kind == "add"


@pytest.mark.parametrize(
    ("kind", "types", "text", "value", "fine"),
    [("text", "string", "7", "7", True), ("number", "integer", "9007199254740993", 9007199254740993, True),
     ("number", "number", "1.50", 1.5, True), ("number", "number", "x", None, False),
     ("number", "number", "true", None, False), ("number", "number", '1, "b": 2', None, False),
     ("number", "number", "1e999", None, False),
     ("json", "", '{"a": [1]}', {"a": [1]}, True), ("json", "", "abc", "abc", True), ("json", "", "null", None, True),
     ("json", "string integer", "7", 7, True), ("json", "string integer", '"7"', "7", True),
     ("json", "string integer", "true", "true", True), ("json", "array", "abc", None, False),
     ("json", "string number", "NaN", "NaN", True)],
)  # fmt: skip
def test_what_is_typed(kind: Any, types: str, text: str, value: Any, fine: bool) -> None:
    read, wrong = read_typed(Field(("a",), kind, 0, types=frozenset(types.split())), text)
    assert (read, not wrong) == (value, fine) and type(read) is type(value)


def test_texts_with_hidden_characters_are_edited_as_escapes_and_long_ones_in_a_box() -> None:
    text = "a\x1b[31m\u202e\u2028b"
    field = named({"title": text})["title"]
    assert as_json(field) and typed_text(field).isprintable() and read_typed(field, typed_text(field)) == (text, "")
    assert named({"title": "a\nb"})["title"].long and not named({"title": "a"})["title"].long
    for more in ({"maxLength": 5000}, {"format": "markdown"}, {"contentMediaType": "text/html"}):
        assert named({}, {"properties": {"a": {"type": "string", **more}}})["a"].long


def test_a_date_is_doubted_while_it_is_typed() -> None:
    due = named({})["due"]
    assert "2024-02-29" in doubt(due, "2026-13-01") and doubt(due, "2026-12-01") == "" == doubt(due, "")
    assert "date" in note(due) and "required" in note(due)


@pytest.mark.parametrize(
    ("schema", "value"),
    [({"type": "string"}, ""), ({"type": ["null", "integer"]}, 0), ({"default": None, "type": "string"}, ""),
     ({"default": [1]}, [1]), ({"enum": [None, "x"]}, "x"), ({"type": "null"}, None), ({"type": "array"}, []),
     ({"$ref": "#/$defs/person"}, {"name": ""}), ({"anyOf": [{"type": "null"}, {"$ref": "#/$defs/person"}]}, {"name": ""}),
     ({"anyOf": [{"type": "boolean"}, {"type": "string"}]}, False), (True, "")],
)  # fmt: skip
def test_what_is_added_starts_with_something_that_can_be_edited(schema: Any, value: Any) -> None:
    assert same(first_value(schema, Shapes(SCHEMA)), value)


def test_items_move_and_paths_of_missing_things_do_nothing() -> None:
    assert changes.moved({"a": [1, 2, 3]}, ("a", 0), 1) == {"a": [2, 1, 3]}
    assert changes.moved({"a": [1]}, ("a", 0), -1) == {"a": [1]}
    assert changes.without({"a": 1}, ("b", "c")) == {"a": 1}
    assert changes.with_value({"a": [1]}, ("a", 9), 2) == {"a": [1, 2]}


def test_what_is_added_goes_to_the_nearest_place_that_takes_it() -> None:
    value = {"tags": ["x"], "owner": {"name": "A"}}
    fields = {field.key: field for field in form_fields(SCHEMA, value)}

    def where(key: Any) -> Any:
        return where_to_add(fields[key], fields, value, Shapes(SCHEMA), SCHEMA)[0]

    assert where(("tags", 0)) == where(("tags",)) == where((("tags",), "add")) == ("tags",)
    assert where(("many",)) == where(("title",)) == where(((), "add")) == () == where(("owner", "name"))
    assert (("owner",), "add") not in fields, "a person has no other names"
    closed = {"properties": {"a": {"maxItems": 1}}}
    assert ((("a",), "add") in {field.key for field in form_fields(closed, {"a": []})}) is True
    assert ((("a",), "add") in {field.key for field in form_fields(closed, {"a": [1]})}) is False
    tuples = {"prefixItems": [{"type": "integer"}], "items": False}
    assert of_item(tuples, 0) == {"type": "integer"} and of_item(tuples, 1) is False


def test_defaults_required_and_other_are_said_in_words() -> None:
    rows = said({"odd": 1, "title": "x"})
    assert "title *  x  required, string" in rows and "What it is" in rows
    assert any(row.startswith("due *  missing  required, string or null") for row in rows)
    assert "count  – default 3  integer" in rows and "odd  1  other" in rows
    assert any(row.endswith("one of 2 forms") for row in rows)
    assert "a  1  not in the schema" in said({"a": 1}, {"properties": {"b": {}}})
    assert any("names no properties" in row for row in said({}, {}))


def test_failures_stand_at_the_field_that_caused_them_and_none_is_lost() -> None:
    closed = {
        "required": ["a b"], "additionalProperties": False,
        "properties": {"c": {"required": ["x"], "properties": {"x": {"type": "integer"}}}, "d": {"type": "string"},
                       "deep": {"type": "array", "items": {"type": "integer"}}},
    }  # fmt: skip
    value = {"c": {}, "zz": 1, "yy": 2, "d": 5, "deep": ["x"] * 60}
    failures, _ = validate(value, closed)
    rows = said(value, closed, ArgumentCheck({}, (), failures))

    def below(start: str) -> str:
        return rows[next(index for index, row in enumerate(rows) if row.startswith(start)) + 1]

    assert below("a b *") == below("x *") == "✗ must be given"
    assert below("zz") == below("yy") == "✗ the schema does not allow it"
    assert "must be" in below("d ") and "arguments.deep[0]" in below("▸ deep"), "folded: at what holds it"
    assert sum("arguments.deep[" in row for row in rows) == 60


def test_repairs_stand_at_their_field_and_what_has_none_at_the_end() -> None:
    check = ArgumentCheck(
        {}, (Repair("arguments.count", "3", 3), Repair("arguments", "{}", {})),
        (Failure("arguments.title", "type", "arguments.title: must be text"), Failure("arguments", "odd", "no due")),
    )  # fmt: skip
    rows = said({"title": 7}, SCHEMA, check)
    title = next(index for index, row in enumerate(rows) if row.startswith("title"))
    assert "must be text" in rows[title + 1]
    assert any('was "3" → becomes 3' in row for row in rows)
    assert rows[-2].startswith("✗ arguments: no due") and rows[-1].startswith("≈ arguments: was")
