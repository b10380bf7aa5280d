"""What a failure says: order, places, and what it never quotes (spec 3.4)."""

from typing import Any

import pytest

from tests.bridge.support import faults, make_tool, of
from workbench.bridge.schema.prepared import SchemaCache
from workbench.bridge.validation import check_arguments, invalid_payload, validate


def test_missing_arguments_stand_first_and_outer_ones_before_inner_ones() -> None:
    inner = of("x", {"type": "integer"}, required=["y"])
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "o": inner}, "required": ["z"]}
    assert faults({"a": 1, "o": {"x": "q"}}, schema) == [
        ("arguments", "required"),
        ("arguments.o", "required"),
        ("arguments.a", "type"),
        ("arguments.o.x", "type"),
    ]


def test_paths_dot_identifiers_and_bracket_everything_else() -> None:
    schema = of("a b", {"items": {"properties": {"ok": {"type": "null"}, "é\u202e": {"type": "null"}}}})
    assert faults({"a b": [{}, {"ok": 1, "é\u202e": 1}]}, schema) == [
        ('arguments["a b"][1].ok', "type"),
        ('arguments["a b"][1]["é\\u202e"]', "type"),
    ]


def test_of_a_union_the_form_that_is_meant_comes_before_the_union() -> None:
    forms = [
        of("kind", {"const": "circle"}, required=["kind", "r"]),
        of("kind", {"const": "square"}, required=["kind", "side"]),
        {"type": "string"},
    ]
    assert faults({"shape": {"kind": "square"}}, of("shape", {"oneOf": forms})) == [
        ("arguments.shape", "required"),
        ("arguments.shape", "oneOf"),
    ]
    assert faults({"shape": {}}, of("shape", {"oneOf": forms})) == [("arguments.shape", "oneOf")]


def test_val_034_a_failure_never_quotes_a_whole_enumeration() -> None:
    failure = validate({"c": "x"}, of("c", {"enum": [f"country-{n}" for n in range(2_000)]}))[0][0]
    assert (failure.path, failure.constraint) == ("arguments.c", "enum")
    assert "2000 values" in failure.message
    assert failure.message.count("country-") == 5
    assert 'found "x"' in failure.message


@pytest.mark.parametrize("name", ["api_key", "password", "Authorization", "accessToken"])
def test_a_secret_is_never_quoted(name: str) -> None:
    secret = "s3cr3t-value"
    schema = of(name, {"type": "string", "maxLength": 3, "enum": ["a"], "pattern": "^x$"})
    failures, _ = validate({name: secret}, schema)
    assert len(failures) == 3
    assert not any(secret in failure.message or secret[:6] in failure.message for failure in failures)


def test_long_texts_are_clipped_wherever_they_stand() -> None:
    schema = of("a", {"pattern": "z" * 3_000, "const": "y" * 3_000}, additionalProperties=False)
    failures, _ = validate({"a": "q" * 3_000, "w" * 3_000: 1}, schema)
    assert len(failures) == 3
    assert all(len(failure.message) <= 600 for failure in failures)
    assert not any("q" * 17 in failure.message for failure in failures)


def test_val_021_a_pattern_written_as_a_literal_is_explained() -> None:
    failure = validate({"id": "1f"}, of("id", {"pattern": "/^[a-f\\d]{2}$/i"}))[0][0]
    assert failure.constraint == "pattern"
    assert "literal" in failure.message


def test_val_029_additional_properties_beside_all_of_is_refused_and_explained() -> None:
    schema = {
        "type": "object",
        "allOf": [of("a", {"type": "string"}), {"$ref": "#/$defs/b"}],
        "additionalProperties": False,
        "$defs": {"b": of("b", {"type": "string"})},
    }
    failure = validate({"a": "1", "b": "2"}, schema)[0][0]
    assert (failure.path, failure.constraint) == ("arguments", "additionalProperties")
    assert "allOf" in failure.message
    assert faults({}, schema) == []


def test_the_payload_has_the_best_failure_and_the_schema_as_received() -> None:
    schema = of("a", {"type": "integer"}, required=["b" * 3_000])
    tool = make_tool("x", schema)
    check = check_arguments(tool, {"a": "q"})
    payload = invalid_payload(tool, check)
    assert list(payload) == ["error", "path", "constraint", "parameters", "hint"]
    assert payload["parameters"] is schema
    assert (payload["path"], payload["constraint"]) == ("arguments", "required")
    assert len(payload["error"]) <= 600
    assert "1 more fault" in payload["error"]


@pytest.mark.parametrize("arguments", [None, "x", 3, [1], True])
def test_arguments_that_are_no_object_are_one_failure(arguments: Any) -> None:
    check = check_arguments(make_tool("x"), arguments)
    assert not check.valid
    assert check.arguments == {}


def test_des_007_the_schema_that_is_shown_is_the_one_that_is_enforced() -> None:
    tool = make_tool("x", of("o", of("i", {"type": "integer"}, required=["i"]), required=["o"]))
    assert check_arguments(tool, {"o": {"i": 1}}).valid
    assert not check_arguments(tool, {"o": {}}).valid


def test_a_cache_prepares_a_schema_once_and_forgets_the_oldest() -> None:
    cache = SchemaCache(size=2)
    first, second, third = (of(name, {}) for name in "abc")
    prepared = cache.get(first)
    cache.get(second)
    assert cache.get(first) is prepared
    cache.get(third)
    assert cache.get(first) is prepared
    kept = cache.get(third)
    cache.get(second)
    cache.get(third)
    assert cache.get(third) is kept
    assert cache.get(first) is not prepared
