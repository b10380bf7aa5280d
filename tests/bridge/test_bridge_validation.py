"""Validation: dialects, references, what is not checked, and what failures say (spec 3.4)."""

from typing import Any

import pytest

from tests.bridge.support import faults, of
from workbench.bridge.validation import validate

D4, D6, D7 = (f"http://json-schema.org/draft-0{draft}/schema#" for draft in (4, 6, 7))
D2019, D2020 = (f"https://json-schema.org/draft/{draft}/schema" for draft in ("2019-09", "2020-12"))


@pytest.mark.parametrize(
    ("schema", "arguments", "expected"),
    [
        (of("n", {"minimum": 0, "exclusiveMinimum": True}, **{"$schema": D4}), {"n": 0}, "exclusiveMinimum"),
        (of("n", {"minimum": 0, "exclusiveMinimum": False}, **{"$schema": D4}), {"n": 0}, None),
        (of("n", {"maximum": 5, "exclusiveMaximum": True}), {"n": 5}, "exclusiveMaximum"),
        (of("n", {"exclusiveMinimum": 0}, **{"$schema": D6}), {"n": 0}, "exclusiveMinimum"),
        (of("n", {"type": "integer"}, **{"$schema": D4}), {"n": 3.0}, "type"),
        (of("n", {"type": "integer"}, **{"$schema": D6}), {"n": 3.0}, None),
        (of("n", {"const": 1}, **{"$schema": D4}), {"n": 2}, None),
        (of("n", {"const": 1}, **{"$schema": D6}), {"n": 2}, "const"),
        (of("n", {"if": {"type": "integer"}, "then": {"minimum": 5}}, **{"$schema": D6}), {"n": 2}, None),
        (of("n", {"if": {"type": "integer"}, "then": {"minimum": 5}}, **{"$schema": D7}), {"n": 2}, "minimum"),
        (of("p", {"items": [{"type": "string"}], "additionalItems": False}, **{"$schema": D7}), {"p": ["a", 1]},
         "additionalItems"),
        (of("p", {"items": [{"type": "string"}]}), {"p": [1]}, "type"),
        (of("p", {"items": [{"type": "string"}], "additionalItems": {"type": "integer"}}), {"p": ["a", "b"]}, "type"),
        (of("p", {"prefixItems": [True], "items": False}, **{"$schema": D2020}), {"p": ["a", 1]}, "items"),
        (of("p", {"prefixItems": [{"type": "string"}]}, **{"$schema": D7}), {"p": [1]}, None),
        (of("a", True, dependencies={"a": ["b"]}, **{"$schema": D7}), {"a": 1}, "dependentRequired"),
        (of("a", True, dependencies={"a": {"required": ["b"]}}, **{"$schema": D7}), {"a": 1}, "required"),
        (of("a", True, dependentRequired={"a": ["b"]}, **{"$schema": D2019}), {"a": 1}, "dependentRequired"),
        (of("a", {"$ref": "#/definitions/s", "maxLength": 1}, definitions={"s": {"type": "string"}},
            **{"$schema": D7}), {"a": "xx"}, None),
        (of("a", {"$ref": "#/$defs/s", "maxLength": 1}, **{"$defs": {"s": {"type": "string"}}}), {"a": "xx"},
         "maxLength"),
        (of("a", {"$recursiveRef": "#"}, **{"$schema": D2019}), {"a": 1}, "type"),
        (of("a", {"$dynamicRef": "#s"}, **{"$defs": {"s": {"$dynamicAnchor": "s", "type": "string"}}}), {"a": 1},
         "type"),
        (of("a", True, unevaluatedProperties=False, allOf=[{"properties": {"b": True}}]), {"a": 1, "b": 1}, None),
        (of("a", True, unevaluatedProperties=False, allOf=[{"properties": {"b": True}}]), {"c": 1},
         "unevaluatedProperties"),
    ],
)  # fmt: skip
def test_each_draft_means_what_it_means(schema: Any, arguments: Any, expected: str | None) -> None:
    assert [constraint for _, constraint in faults(arguments, schema)] == ([expected] if expected else [])


@pytest.mark.parametrize(
    "spelling",
    [D7, D7.replace("http", "https").rstrip("#"), f" {D7.replace('http', 'HTTP')} "],
)
def test_val_016_every_spelling_of_draft_07_is_draft_07(spelling: str) -> None:
    schema = {
        "$schema": spelling,
        **of("pair", {"items": [{"type": "string"}, {"type": "integer"}], "additionalItems": False}),
    }
    assert faults({"pair": ["a", 1]}, schema) == []
    assert faults({"pair": ["a", 1, 2]}, schema) == [("arguments.pair", "additionalItems")]


@pytest.mark.parametrize(
    "declared", ["https://example.invalid/mine", 7, None, "http://json-schema.org/draft-03/schema#"]
)
def test_an_unknown_dialect_is_said_and_refuses_nothing(declared: Any) -> None:
    schema = {"$schema": declared, "type": "object", "required": ["a"]}
    assert validate({}, schema) == ((), ("not checked: $schema names a dialect that is not known",))


def test_val_015_nullable_is_a_keyword_beside_a_schema_and_a_name_among_properties() -> None:
    assert (
        faults({"a": None}, of("a", {"$ref": "#/$defs/s", "nullable": True}, **{"$defs": {"s": {"type": "string"}}}))
        == []
    )
    assert faults({"a": None}, of("a", {"enum": ["x"], "nullable": True})) == []
    assert faults({"a": 3}, of("a", {"type": "string", "nullable": True})) == [("arguments.a", "type")]
    (failure,), _ = validate({"a": 3}, of("a", {"type": ["string", "boolean"], "nullable": True}))
    assert failure.message == "arguments.a must be of type string or boolean or null; found 3"
    assert faults({"a": None}, of("a", {"type": "string", "nullable": "true"})) == [("arguments.a", "type")]
    assert faults({"nullable": None}, of("nullable", {"type": "boolean"})) == [("arguments.nullable", "type")]


@pytest.mark.parametrize(
    ("step", "value", "fits"),
    [(0.01, 19.99, True), (0.01, 600.03, True), (0.01, 0.005, False), (0.5, 10**400, True), (3, 10**400, False),
     (0.1, 1e308, True), (2, 4.0, True), (2, 4.5, False), (1e-300, 1, True)],
)  # fmt: skip
def test_val_025_multiples_are_decided_by_digits(step: float, value: float, fits: bool) -> None:
    assert (faults({"n": value}, of("n", {"multipleOf": step})) == []) is fits


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("date", "2024-02-29", "2023-02-29"),
        ("date-time", "2024-02-29T23:59:60.5+01:00", "2024-02-29T10:00:00"),
        ("uuid", "123e4567-e89b-12d3-a456-426614174000", "123e4567"),
        ("ipv4", "127.0.0.1", "127.0.0.256"),
        ("ipv6", "::1", "1::2::3"),
        ("email", "a@b", "ab"),
        ("uri", "https://a.b/c?d#e", "a b"),
    ],
)
def test_certain_formats_are_asserted(name: str, good: str, bad: str) -> None:
    schema = of("a", {"type": "string", "format": name})
    assert faults({"a": good}, schema) == []
    assert faults({"a": bad}, schema) == [("arguments.a", "format")]


@pytest.mark.parametrize("name", ["int32", "hostname", "regex", "time", "password", "made-up"])
def test_all_other_formats_are_documentation(name: str) -> None:
    assert validate({"a": "%%%"}, of("a", {"type": "string", "format": name})) == ((), ())
