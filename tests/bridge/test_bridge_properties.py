"""What holds for any schema and any arguments."""

import copy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.bridge.strategies import ANYTHING, JSON, KEYS, SCHEMAS, SMALL_JSON
from tests.bridge.support import make_scope, make_tool
from workbench.bridge.arguments import read_limit, read_object, read_texts
from workbench.bridge.coercion import coerce
from workbench.bridge.describe import tool_describe
from workbench.bridge.entries import read_calls
from workbench.bridge.errors import BridgeError
from workbench.bridge.search import tool_search
from workbench.bridge.validation import check_arguments, validate
from workbench.settings import ToolSearchSettings

ARGUMENTS = st.dictionaries(KEYS, JSON, max_size=4)
ONCE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
MANY = settings(deadline=None, max_examples=300)


@MANY
@given(JSON, ANYTHING)
def test_nothing_raises_and_messages_are_bounded(arguments: Any, schema: Any) -> None:
    repaired, _ = coerce(arguments, schema)
    failures, unchecked = validate(repaired, schema)
    assert all(len(failure.message) <= 600 for failure in failures)
    assert all(note.startswith("not checked: ") for note in unchecked)


@MANY
@given(st.dictionaries(KEYS, JSON, max_size=4), st.dictionaries(KEYS, ANYTHING, max_size=4))
def test_nothing_raises_below_properties(arguments: Any, properties: Any) -> None:
    schema = {"type": "object", "properties": properties}
    repaired, _ = coerce(arguments, schema)
    validate(repaired, schema)


@MANY
@given(SMALL_JSON, SCHEMAS)
def test_it_agrees_with_jsonschema_on_well_formed_schemas(value: Any, schema: Any) -> None:
    failures, unchecked = validate(value, schema)
    assert unchecked == ()
    assert (not failures) is Draft202012Validator(schema).is_valid(value)


@MANY
@given(SMALL_JSON, SCHEMAS)
def test_coercion_never_touches_what_is_valid(value: Any, schema: Any) -> None:
    repaired, repairs = coerce(value, schema)
    if Draft202012Validator(schema).is_valid(value):
        assert repaired is value
        assert repairs == ()


@MANY
@given(ARGUMENTS, st.dictionaries(KEYS, SCHEMAS | ANYTHING, max_size=4))
def test_coercion_never_mutates_and_says_what_it_changed(arguments: Any, properties: Any) -> None:
    before = copy.deepcopy(arguments)
    schema = {"type": "object", "properties": properties}
    repaired, repairs = coerce(arguments, schema)
    assert repr(arguments) == repr(before)
    assert (repr(repaired) == repr(before)) is (not repairs)


@MANY
@given(st.dictionaries(st.sampled_from("abx"), st.one_of(SMALL_JSON, JSON), max_size=3), SCHEMAS)
def test_coercion_never_makes_a_fault_and_settles_at_once(arguments: Any, schema: Any) -> None:
    repaired, _ = coerce(arguments, {"type": "object", "properties": dict.fromkeys("abx", schema)})
    again, more = coerce(repaired, {"type": "object", "properties": dict.fromkeys("abx", schema)})
    assert repr(again) == repr(repaired)
    assert more == ()


@given(st.integers())
def test_integers_keep_every_digit(number: int) -> None:
    repaired, _ = coerce({"n": str(number)}, {"properties": {"n": {"type": "integer"}}})
    assert repaired == {"n": number}
    assert isinstance(repaired["n"], int)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_are_read_only_without_loss(number: float) -> None:
    repaired, repairs = coerce({"n": repr(number)}, {"properties": {"n": {"type": "number"}}})
    assert not repairs or repaired["n"] == number


@MANY
@given(JSON, JSON, JSON)
def test_readers_raise_only_bridge_errors(raw: Any, queries: Any, limit: Any) -> None:
    for read in (
        lambda: read_texts(read_object(raw, "queries").get("queries"), "queries", 7),
        lambda: read_texts(queries, "queries", 7),
        lambda: read_calls(raw),
        lambda: read_calls({"calls": queries}),
        lambda: read_calls({"name": "x", "arguments": queries}),
        lambda: read_calls({"name": "x", "parameters": queries, "arguments": limit}),
    ):
        try:
            read()
        except BridgeError as fault:
            assert isinstance(fault.payload["error"], str)
    assert 1 <= read_limit(limit, ToolSearchSettings()) <= 25


@ONCE
@given(raw=JSON, names=JSON, limit=JSON)
def test_the_tools_answer_anything_with_json(raw: Any, names: Any, limit: Any) -> None:
    scope = make_scope([make_tool("add", description="Add two numbers.")])
    for sent in (raw, {"queries": names, "limit": limit}):
        payload = tool_search(scope, sent).payload
        assert "error" in payload or len(payload["results"]) == len(payload["queries"])
    for sent in (raw, {"names": names}):
        described = tool_describe(scope, sent)
        assert "error" in described or "tools" in described


@ONCE
@given(arguments=JSON, schema=ANYTHING)
def test_check_arguments_never_raises(arguments: Any, schema: Any) -> None:
    check = check_arguments(make_tool("x", schema), arguments)
    assert isinstance(check.arguments, dict)


def test_integers_that_python_cannot_print_are_answered() -> None:
    huge = -(10**5_000)
    schema = {"properties": {"a": {"maximum": 1, "minimum": huge}, "b": {"enum": [huge]}, "c": {"type": "string"}}}
    repaired, _ = coerce({"a": -huge, "b": 1, "c": huge, "queries": [huge]}, schema)
    assert len(validate(repaired, schema)[0]) == 3
    assert "error" in tool_search(make_scope(), {"queries": [huge]}).payload


@pytest.mark.parametrize("depth", [200, 100_000])
def test_values_of_any_depth_are_answered(depth: int) -> None:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    schema = {"type": "object", "properties": {"a": {"enum": [1]}, "b": {"uniqueItems": True}}, "required": ["c"]}
    repaired, _ = coerce({"a": value, "b": value}, schema)
    failures, unchecked = validate(repaired, schema)
    assert failures or unchecked
