"""Schemas said in words and as a tree; arguments filled in from them and read back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.model import Json, Schema
from workbench.ui.panes.rows import layout
from workbench.ui.panes.tool.argument_text import parse, prefill
from workbench.ui.panes.tool.references import References
from workbench.ui.panes.tool.schema_tree import schema_rows
from workbench.ui.panes.tool.schema_words import summary

NODE = {
    "$defs": {"Node": {"type": "object", "properties": {"name": {"type": "string"}, "next": {"$ref": "#/$defs/Node"}}}},
    "type": "object",
    "properties": {"first": {"$ref": "#/$defs/Node"}},
}
KEYS = st.sampled_from(
    ["type", "properties", "required", "items", "anyOf", "oneOf", "allOf", "enum", "const", "$ref", "$defs", "default",
     "description", "prefixItems", "additionalProperties", "patternProperties", "minimum", "maximum", "nullable", "x", "#"]
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=25,
)


def said(schema: Schema, root: Schema = None) -> str:
    return summary(schema, References(schema if root is None else root))


def tree(schema: Schema, width: int = 80) -> list[str]:
    return [line.text.rstrip() for line in layout(schema_rows(schema), width).lines]


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}, "string or null, default null"),
        ({"type": ["integer", "null"]}, "integer or null"),
        (True, "any"),
        (False, "not allowed"),
        ({"const": "x"}, 'always "x"'),
        ({"enum": [1, "1", None]}, '1 | "1" | null'),
        ({}, "any"),
        ({"description": "free", "title": "T"}, "any"),
        ({"type": "string", "nullable": True}, "string or null"),
        ({"properties": {"nullable": {}}}, "object"),
        ({"type": "array", "items": {"type": "integer"}}, "array of integer"),
        ({"type": "array", "items": {"type": ["string", "null"]}}, "array of (string or null)"),
        ({"prefixItems": [{"type": "number"}, {"type": "string"}], "type": "array"}, "array [number, string]"),
        ({"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}, "string or array of string"),
        ({"allOf": [{"type": "object"}]}, "object"),
        ({"type": "integer", "minimum": 1, "maximum": 5, "default": 3}, "integer, 1 to 5, default 3"),
        ({"type": "string", "minLength": 0, "maxLength": 9, "pattern": "^a"}, "string, 0 to 9 characters, matching ^a"),
        ({"type": "string", "format": "date"}, "string, date"),
        ({"exclusiveMinimum": 0, "multipleOf": 0.5}, "number, more than 0, a multiple of 0.5"),
        ({"not": {"type": "string"}}, '{"not":{"type":"string"}}'),
        ({"$ref": "https://example.com/s.json"}, "reference to https://example.com/s.json, not read"),
        ({"$ref": "#/nowhere"}, "reference #/nowhere, not found"),
        ("odd", '"odd"'),
        (None, "null"),
    ],
)
def test_des_002_every_schema_has_a_readable_line(schema: Schema, words: str) -> None:
    assert said(schema) == words


def test_des_008_long_enumerations_are_clipped_with_their_number() -> None:
    schema = {"enum": [f"value_{n:04}" for n in range(2000)]}
    assert said(schema) == '"value_0000" | "value_0001" | "value_0002" | … (2,000 values)'


def test_references_are_followed_inside_and_never_for_ever() -> None:
    assert said({"$ref": "#/$defs/Node"}, NODE) == "object"
    lines = tree(NODE)
    assert lines[0] == " first  object"
    assert lines[1].split() == ["name", "string"]
    assert lines[2].split() == ["next", "Node,", "as", "above"]
    assert len(lines) == 3
    circle = {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}
    assert "a circle" in " ".join(tree(circle))
    assert tree({"type": "array", "items": {"$ref": "#"}})


def test_the_tree_marks_required_properties_and_tells_what_they_are_for() -> None:
    schema = {
        "type": "object",
        "required": ["title", "ghost"],
        "properties": {
            "title": {"type": "string", "description": "What\nis wrong."},
            "links": {"type": "array", "items": {"properties": {"url": {"format": "uri"}}, "required": ["url"]}},
        },
        "additionalProperties": {"type": "integer"},
    }
    assert tree(schema) == [
        " title*  string",
        "   What is wrong.",
        " links   array of object",
        "   url*  string, uri",
        " ghost*  any",
        " (any other)  integer",
    ]


def test_the_tree_shows_each_form() -> None:
    schema = {"anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}, {"type": "null"}]}
    assert tree(schema) == [" form 1 of 3", "   a  any", " form 2 of 3", "   b  any"]


def test_columns_hold_with_wide_names() -> None:
    lines = tree({"properties": {"日本": {"type": "string"}, "id": {"type": "string"}}})
    assert lines == [" 日本  string", " id    string"]


def test_no_parameters_and_no_schema_are_said() -> None:
    assert tree({"type": "object"}) == [" none"]
    assert tree(None) == [" the server gave no schema"]
    assert "not" in " ".join(tree({"not": {}}))


def test_huge_schemas_are_cut() -> None:
    lines = tree({"properties": {f"p{n}": {"type": "string"} for n in range(5000)}})
    assert "4,700 more" in lines[-1]
    deep: Schema = {"type": "string"}
    for _ in range(600):
        deep = {"type": "object", "properties": {"a": deep}}
    assert "deeper levels" in tree(deep)[-1]


@given(JSON)
def test_no_schema_raises(schema: Json) -> None:
    assert isinstance(said(schema), str)
    assert all("\n" not in line for line in tree(schema, 30))
    assert parse(prefill(schema)).arguments is not None


def test_required_arguments_are_filled_in() -> None:
    schema = {
        "required": ["a", "b", "c", "d", "e", "f", "g"],
        "properties": {
            "a": {"type": "string"}, "b": {"type": "integer", "default": 7}, "c": {"enum": ["x", "y"]},
            "d": {"type": "object", "required": ["n"], "properties": {"n": {"type": ["array", "null"]}}},
            "e": {"$ref": "#/$defs/e"}, "f": {"anyOf": [{"type": "boolean"}, {"type": "null"}]}, "g": True,
            "optional": {"default": 1},
        },
        "$defs": {"e": {"const": None}},
    }  # fmt: skip
    assert json.loads(prefill(schema)) == {
        "a": "", "b": 7, "c": "x", "d": {"n": []}, "e": None, "f": False, "g": "",
    }  # fmt: skip


def test_without_required_arguments_the_editor_is_blank() -> None:
    assert prefill({"properties": {"a": {"default": 1}}}) == ""
    assert parse("").arguments == {}
    assert parse(" \n").arguments == {}


@pytest.mark.parametrize(
    ("text", "error", "place"),
    [
        ('{"a": }', "expecting value", (1, 7)),
        ('{"a": 1,\n  "b" 2}', "expecting ':' delimiter", (2, 7)),
        ("[1]", "must be an object", (0, 0)),
        ("null", "must be an object", (0, 0)),
        ('{"a": NaN}', "NaN is not a JSON number", (0, 0)),
        ('{"a": 1e999}', "too large", (0, 0)),
        ('{"a": 1, "a": 2}', "'a' stands twice", (0, 0)),
        ('{"a": ' + "9" * 5000 + "}", "digits", (0, 0)),
        ("[" * 100_000, "nested too deeply", (0, 0)),
    ],
)
def test_what_is_no_json_says_where(text: str, error: str, place: tuple[int, int]) -> None:
    parsed = parse(text)
    assert parsed.arguments is None
    assert error in parsed.error
    assert (parsed.line, parsed.column) == place


def test_cal_029_integers_keep_their_digits() -> None:
    arguments = parse('{"a": 9007199254740993, "b": 36893488147419103232}').arguments
    assert arguments == {"a": 9007199254740993, "b": 36893488147419103232}


def test_val_013_untouched_optional_arguments_are_left_out() -> None:
    properties = {"q": {"type": "string"}, "page": {"type": "integer"}, "tags": {"type": "array"}}
    assert json.loads(prefill({"type": "object", "properties": properties, "required": ["q"]})) == {"q": ""}
    assert prefill({"type": "object", "properties": properties}) == ""


def test_val_031_arguments_start_with_values_of_their_types() -> None:
    properties = {"n": {"type": "integer"}, "x": {"type": "number"}, "b": {"type": "boolean"}}
    start = json.loads(prefill({"type": "object", "properties": properties, "required": ["n", "x", "b"]}))
    assert [(value, type(value)) for value in start.values()] == [(0, int), (0, int), (False, bool)]
