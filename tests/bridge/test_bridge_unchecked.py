"""What cannot be checked: bounded, said, never fetched, never a reason to refuse (spec 3.4)."""

import socket
import urllib.request
from typing import Any

import pytest

from tests.bridge.support import faults, of, unchecked
from workbench.bridge.validation import validate


@pytest.mark.parametrize("name", ["a", "example", "default", "const", "enum"])
@pytest.mark.parametrize("reference", ["http://127.0.0.1:9/s.json", "file:///etc/hostname", "other.json#/a", "urn:x:y"])
def test_sec_021_external_references_are_never_followed(
    name: str, reference: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: Any, **__: Any) -> None:
        raise AssertionError("the validator reached out")

    monkeypatch.setattr(socket.socket, "connect", forbidden)
    monkeypatch.setattr(urllib.request, "urlopen", forbidden)
    schema = {"type": "object", "properties": {name: {"$ref": reference}, "n": {"type": "integer"}}}
    failures, notes = validate({name: "x", "n": "y"}, schema)
    assert [(failure.path, failure.constraint) for failure in failures] == [("arguments.n", "type")]
    assert len(notes) == 1
    assert f"external reference not followed at properties.{name}" in notes[0]


def test_references_by_id_and_anchor_inside_the_schema_are_followed() -> None:
    schema = {
        "$id": "https://example.invalid/root.json",
        "properties": {
            "a": {"$ref": "item.json"},
            "b": {"$ref": "item.json#n"},
            "c": {"$ref": "root.json#/$defs/x~1y"},
        },
        "$defs": {
            "i": {"$id": "item.json", "type": "string", "$defs": {"q": {"$anchor": "n", "type": "null"}}},
            "x/y": False,
        },
    }
    assert faults({"a": 1, "b": 1, "c": 1}, schema) == [
        ("arguments.a", "type"),
        ("arguments.b", "type"),
        ("arguments.c", "false schema"),
    ]


def test_a_recursive_schema_checks_every_level() -> None:
    schema = {"$defs": {"n": of("next", {"$ref": "#/$defs/n"}, required=["v"])}, "$ref": "#/$defs/n"}
    assert faults({"v": 1, "next": {"v": 1, "next": {}}}, schema) == [("arguments.next.next", "required")]


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"type": "object", "allOf": [{"$ref": "#"}]},
        {"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"not": {"$ref": "#/$defs/a"}}}, "$ref": "#/$defs/a"},
    ],
)
def test_a_reference_loop_is_cut_and_said(schema: Any) -> None:
    assert faults({"x": 1}, schema) == []
    assert "reference loop at" in unchecked(schema)


def test_val_027_a_deep_schema_is_checked_down_to_the_cap() -> None:
    deep: Any = {"type": "string"}
    for _ in range(500):
        deep = of("a", deep)
    schema = of("deep", deep, required=["n"])
    failures, notes = validate({}, schema)
    assert [failure.constraint for failure in failures] == ["required"]
    assert "schema too deep to validate" in notes[0]


def test_deep_arguments_of_a_recursive_schema_are_still_checked_at_the_top() -> None:
    value: Any = {}
    for _ in range(5_000):
        value = {"next": value}
    failures, notes = validate(value, of("next", {"$ref": "#"}, required=["v"]))
    assert ("arguments", "required") in [(failure.path, failure.constraint) for failure in failures]
    assert "takes too many steps" in notes[0]


def test_a_schema_that_multiplies_is_given_up_in_part() -> None:
    levels = {f"l{n}": {"anyOf": [{"$ref": f"#/$defs/l{n + 1}"}] * 2} for n in range(25)}
    schema = of("a", {"$ref": "#/$defs/l0"}, required=["b"], **{"$defs": {**levels, "l25": {"type": "string"}}})
    failures, notes = validate({"a": 1}, schema)
    assert [failure.constraint for failure in failures] == ["required"]
    assert "takes too many steps" in notes[0]


def test_a_large_value_is_checked_to_its_end() -> None:
    schema = of(
        "a", {"items": {"$ref": "#/$defs/i"}}, **{"$defs": {"i": {"anyOf": [{"type": "null"}, {"type": "string"}]}}}
    )
    failures, notes = validate({"a": ["x"] * 15_000 + [1]}, schema)
    assert [failure.path for failure in failures] == ["arguments.a[15000]"]
    assert notes == ()


def test_val_023_a_pattern_that_is_too_slow_costs_only_itself() -> None:
    schema = of("w", {"type": "string", "pattern": "(?=.*x)(?=.*y)z"}, required=["n"])
    failures, notes = validate({"w": "a" * 5_000}, schema)
    assert [failure.constraint for failure in failures] == ["required"]
    assert notes == ("not checked: pattern at properties.w.pattern (too slow)",)


@pytest.mark.parametrize(
    ("part", "arguments"),
    [
        ({"not": {"pattern": r"(a)\1"}}, {"a": "x"}),
        ({"oneOf": [{"pattern": r"(a)\1"}, {"type": "string"}]}, {"a": "x"}),
        ({"if": {"pattern": r"(a)\1"}, "then": False}, {"a": "x"}),
        ({"contains": {"pattern": r"(a)\1"}, "maxContains": 0}, {"a": ["x"]}),
        ({"patternProperties": {r"(a)\1": {}}, "additionalProperties": False}, {"a": {"x": 1}}),
        ({"allOf": [{"$ref": "http://x.invalid/y"}], "unevaluatedProperties": False}, {"a": {"x": 1}}),
        ({"anyOf": [{"not": {"$ref": "http://x.invalid/y"}}]}, {"a": 1}),
        ({"properties": [], "additionalProperties": False}, {"a": {"x": 1}}),
    ],
)
def test_what_is_not_checked_never_refuses(part: Any, arguments: Any) -> None:
    schema = of("a", part, required=["b"])
    assert faults(arguments, schema) == [("arguments", "required")]
    assert "not checked" in unchecked(schema)


@pytest.mark.parametrize(
    ("schema", "place"),
    [
        (of("a", {"type": "strng"}), "properties.a.type"),
        (of("a", {"minimum": "1"}), "properties.a.minimum"),
        (of("a", "array"), "properties.a"),
        ({"type": "object", "properties": []}, "properties"),
        ({"type": "object", "required": "a"}, "required"),
        (of("a", {"enum": []}), "properties.a.enum"),
        (of("a b", {"anyOf": [{"type": None}]}), 'properties["a b"].anyOf[0].type'),
    ],
)
def test_val_036_a_fault_in_the_schema_is_named_by_its_place(schema: Any, place: str) -> None:
    assert faults({"a": "x", "a b": 1}, schema) == []
    assert f"schema fault at {place}" in unchecked(schema)


@pytest.mark.parametrize("schema", [None, True, False, [], "object", 3, {}])
def test_without_a_schema_nothing_is_refused(schema: Any) -> None:
    failures, notes = validate({"a": 1}, schema)
    assert failures == ()
    assert notes[0].startswith("not checked: ")


def test_cat_014_a_root_that_is_no_object_is_said_and_not_held_against_the_call() -> None:
    failures, notes = validate({}, {"type": "string"})
    assert failures == ()
    assert "root is not an object" in notes[0]
