"""Schemas for export: always a well-formed object schema, whatever was received."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.disclosure.support import nested
from workbench.disclosure.schemas import export_schema
from workbench.text import compact_json, estimate_tokens, pretty_json

ANYTHING = {"type": "object", "properties": {}, "additionalProperties": True}


@pytest.mark.parametrize("schema", [None, {}, True, False, [], "object", 7, {"type": "string"}, {"type": ["null"]}])
def test_unusable_roots_admit_any_object(schema: object) -> None:
    assert export_schema(schema) == ANYTHING


def test_a_root_of_another_type_keeps_its_description() -> None:
    assert export_schema({"type": "string", "description": "the title"}) == {**ANYTHING, "description": "the title"}


def test_a_good_schema_is_handed_on_as_it_is() -> None:
    schema = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "type": "object",
        "properties": {
            "n": {"type": "integer", "minimum": 0, "exclusiveMinimum": True},
            "type": {"type": ["string", "null"], "enum": ["a", None], "default": {"x": [1]}},
            "pair": {"type": "array", "items": [{"type": "string"}, True], "additionalItems": False},
        },
        "required": ["n"],
        "x-own": {"type": "whatever"},
    }
    assert export_schema(schema) is schema


@pytest.mark.parametrize(
    ("schema", "exported"),
    [
        ({"type": "object"}, {"type": "object", "properties": {}}),
        ({"type": ["object", "null"], "properties": {"a": {}}}, {"type": "object", "properties": {"a": {}}}),
        ({"properties": {"a": True}}, {"properties": {"a": True}, "type": "object"}),
        ({"$ref": "#"}, {"$ref": "#", "type": "object", "properties": {}}),
        ({"type": "object", "properties": []}, {"type": "object", "properties": {}}),
        ({"type": 7, "properties": {"a": {}}}, {"type": "object", "properties": {"a": {}}}),
    ],
)
def test_roots_are_made_object_schemas(schema: Any, exported: object) -> None:
    before = copy.deepcopy(schema)
    assert export_schema(schema) == exported
    assert schema == before


@pytest.mark.parametrize(
    ("given_part", "exported"),
    [
        (None, {}),
        ("array", {}),
        (["string"], {}),
        ({"type": "strng"}, {}),
        ({"type": ["string", "any", "string"]}, {"type": ["string"]}),
        ({"type": "string", "required": True}, {"type": "string"}),
        ({"required": ["a", 7, "a"]}, {"required": ["a"]}),
        ({"enum": "low"}, {}),
        ({"enum": []}, {}),
        ({"$ref": 7}, {}),
        ({"minimum": "1", "maximum": "many"}, {"minimum": 1}),
        ({"minimum": "-0.5"}, {"minimum": -0.5}),
        ({"maximum": float("nan"), "minimum": float("-inf")}, {}),
        ({"minLength": -1, "maxLength": 2.0}, {"maxLength": 2.0}),
        ({"minLength": True}, {}),
        ({"anyOf": []}, {}),
        ({"anyOf": [{"type": "x"}, {"type": "null"}]}, {"anyOf": [{}, {"type": "null"}]}),
        ({"items": "string"}, {}),
        ({"additionalProperties": "no"}, {}),
        ({"description": None, "title": 3}, {}),
    ],
)
def test_malformed_parts_are_left_out(given_part: object, exported: object) -> None:
    schema = {"type": "object", "properties": {"a": given_part, "b": {"type": "string"}}}
    assert export_schema(schema) == {"type": "object", "properties": {"a": exported, "b": {"type": "string"}}}


@pytest.mark.parametrize("levels", [40, 600, 5000])
def test_deep_schemas_are_cut_where_anything_is_admitted(levels: int) -> None:
    exported = export_schema(nested(levels))
    text = json.dumps(exported)
    assert text.endswith("{}" + "}" * text.count('"p"') * 2)
    assert 30 <= text.count('"p"') < 40
    Draft202012Validator.check_schema(exported)


def test_deep_plain_data_goes() -> None:
    deep: Any = 1
    for _ in range(900):
        deep = [deep]
    schema = {"type": "object", "properties": {"a": {"default": deep, "enum": [deep], "type": "array"}}, "x": deep}
    assert export_schema(schema) == {"type": "object", "properties": {"a": {"type": "array"}}}


def test_the_json_of_a_schema_can_be_encoded() -> None:
    schema = {
        "type": "object",
        "properties": {"half \ud800": {"description": "\udfff", "default": [float("inf"), 1]}},
        "x": {"limit": float("nan"), "set": {1, 2}, "vast": 1 << 20_000},
    }
    exported = export_schema(schema)
    assert exported["properties"] == {"half \ufffd": {"description": "\ufffd", "default": [1]}}
    compact_json(exported).encode()
    json.dumps(exported, allow_nan=False)


leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
keywords = st.sampled_from(["type", "properties", "items", "required", "enum", "anyOf", "$ref", "not", "if", "a"]) | (
    st.sampled_from(["$defs", "minimum", "minLength", "additionalProperties", "default"])
)
values = leaves | st.sampled_from(["object", "array", "string", "#/$defs/a"])
schemas = st.recursive(
    values, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keywords, inner, max_size=4), max_leaves=20
)


@given(schemas | st.dictionaries(keywords, schemas, max_size=5))
def test_whatever_is_received_a_valid_object_schema_leaves(schema: Any) -> None:
    exported = export_schema(schema)
    assert exported["type"] == "object"
    Draft202012Validator.check_schema(_without_tuples(exported))
    json.dumps(exported, allow_nan=False, ensure_ascii=False).encode()
    assert export_schema(exported) == exported


def _without_tuples(schema: Any) -> Any:
    """Lists of `items`, flags as exclusive bounds: right in older drafts, which the metaschema of today refuses."""
    if isinstance(schema, list):
        return [_without_tuples(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _without_tuples(item) for key, item in schema.items() if not (key == "items" and isinstance(item, list))
    }


def test_json_and_its_cost_have_no_depth() -> None:
    schema = nested(1500)
    text = compact_json(schema)
    assert text == '{"type":"object","properties":{"p":' * 1500 + '{"type":"string"}' + "}}" * 1500
    assert estimate_tokens(schema) == -(-len(text) // 4)
    assert pretty_json(schema) == text
    deep_list: Any = [1, "é", None, {"a": [], "b": {}}]
    for _ in range(2000):
        deep_list = [deep_list, True]
    assert compact_json(deep_list) == "[" * 2000 + '[1,"é",null,{"a":[],"b":{}}]' + ",true]" * 2000
