"""Coercion: exactly the repairs that the schema asks for (spec 3.3)."""

from typing import Any

import pytest

from tests.bridge.support import of
from workbench.bridge.coercion import coerce
from workbench.model import Repair

INT = {"type": "integer"}
TEXT = {"type": "string"}


def sent(value: Any, schema: Any, **more: Any) -> Any:
    return coerce({"a": value}, of("a", schema, **more))[0]["a"]


@pytest.mark.parametrize(
    ("schema", "given", "expected"),
    [
        (INT, "36893488147419103232", 36893488147419103232),
        (INT, "-5", -5),
        (INT, "3.0", 3),
        ({"type": "number"}, "36893488147419103233", 36893488147419103233),
        ({"type": "number"}, "1.50", 1.5),
        ({"type": "number"}, "1e3", 1000.0),
        ({"type": "boolean"}, "True", True),
        ({"type": ["integer", "null"]}, "null", None),
        ({"type": "integer", "nullable": True}, "null", None),
        ({"anyOf": [INT, {"type": "null"}]}, "7", 7),
        ({"anyOf": [INT, {"const": "auto"}]}, "7", 7),
        ({"oneOf": [{"type": "boolean"}, INT]}, "true", True),
        ({"allOf": [INT, {"minimum": 3}]}, "7", 7),
        ({"enum": [1, 2]}, "2", 2),
        ({"type": "array", "items": INT}, '["1", 2]', [1, 2]),
        ({"type": "array", "items": INT}, ["1", 2], [1, 2]),
        ({"type": "array", "items": INT}, "5", [5]),
        ({"type": "array", "items": TEXT}, "[draft] notes", ["[draft] notes"]),
        ({"type": "array", "prefixItems": [INT, TEXT]}, ["1", "2"], [1, "2"]),
        ({"anyOf": [{"type": "array", "items": TEXT}, {"type": "null"}]}, "x", ["x"]),
        ({"anyOf": [of("x", INT, required=["x"]), of("y", INT, required=["y"])]}, {"y": "2"}, {"y": 2}),
        (of("b", of("c", INT)), {"b": {"c": "1", "d": "2"}}, {"b": {"c": 1, "d": "2"}}),
        ({"type": "object", "additionalProperties": INT}, {"x": "1"}, {"x": 1}),
        ({"type": "object", "patternProperties": {"^n": INT}}, {"n1": "1", "x": "1"}, {"n1": 1, "x": "1"}),
        (of("n", INT), '{"n": "4"}', {"n": 4}),
        ({"$ref": "#/$defs/tree"}, {"kids": [{"size": "2"}]}, {"kids": [{"size": 2}]}),
    ],
)
def test_a_text_becomes_what_the_schema_asks_for(schema: Any, given: Any, expected: Any) -> None:
    tree = {"type": "object", "properties": {"size": INT, "kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}}
    result = sent(given, schema, **{"$defs": {"tree": tree}})
    assert result == expected
    assert type(result) is type(expected)


@pytest.mark.parametrize(
    ("schema", "given"),
    [
        (INT, "007"),
        (INT, "1_000"),
        (INT, " 5"),
        (INT, "+5"),
        (INT, "0x10"),
        (INT, "٣"),
        (INT, "-0"),
        (INT, "1e3"),
        (INT, "9" * 5_000),
        (INT, True),
        (INT, 3.5),
        ({"type": "number"}, "inf"),
        ({"type": "number"}, "nan"),
        ({"type": "number"}, "1e999"),
        ({"type": "number"}, "0.10000000000000000001"),
        ({"type": "boolean"}, "yes"),
        ({"type": "boolean"}, 1),
        (TEXT, 5),
        (TEXT, None),
        (INT, "null"),
        (of("n", INT, required=["m"]), '{"n": 1}'),
        (of("n", INT), '{"n": 1, "n": 2}'),
        (of("n", INT), '{"n": 1'),
        (of("n", INT), '[{"n": 1}]'),
        ({"type": "array", "items": TEXT}, None),
        ({"type": "array", "items": TEXT}, "null"),
        ({"type": "array", "items": TEXT}, ""),
        ({"type": "array", "items": TEXT}, '["a", "b"'),
        ({"type": "array", "items": TEXT}, '{"a": 1}'),
        ({"type": "array", "items": TEXT}, {"a": 1}),
        ({"type": "array", "items": {"type": "array", "items": INT}}, 3),
        ({"type": "array", "items": TEXT, "minItems": 2}, "a"),
        ({"anyOf": [of("x", INT), of("x", {"type": "boolean"}), of("y", INT)], "required": ["z"]}, {"x": "1"}),
        ({"oneOf": [INT, {"type": "number"}]}, "5"),
    ],
)
def test_what_is_ambiguous_or_would_lose_something_stays(schema: Any, given: Any) -> None:
    arguments = {"a": given}
    repaired, repairs = coerce(arguments, of("a", schema))
    assert repaired["a"] is given
    assert repairs == ()


def test_two_readings_that_fit_are_none() -> None:
    either = {"anyOf": [{"type": "null"}, {"type": "array", "items": {"type": "array"}, "maxItems": 1}]}
    assert sent("null", either) is None
    ambiguous = {"anyOf": [of("n", INT, required=["n"]), of("n", {"type": "array", "items": INT}, required=["n"])]}
    assert sent({"n": "1"}, ambiguous) == {"n": "1"}


def test_repairs_carry_place_and_both_values_and_the_input_is_untouched() -> None:
    arguments = {"list of": [{"n": "1"}, {"n": 2}, {"n": "x"}], "o": '{"n": "3"}'}
    schema = {"properties": {"list of": {"items": of("n", INT)}, "o": of("n", INT)}}
    repaired, repairs = coerce(arguments, schema)
    assert repairs == (
        Repair('arguments["list of"][0].n', "1", 1),
        Repair("arguments.o", '{"n": "3"}', {"n": 3}),
    )
    assert arguments == {"list of": [{"n": "1"}, {"n": 2}, {"n": "x"}], "o": '{"n": "3"}'}
    assert repaired == {"list of": [{"n": 1}, {"n": 2}, {"n": "x"}], "o": {"n": 3}}


def test_a_place_is_repaired_although_another_stays_wrong() -> None:
    repaired, _ = coerce({"a": "1", "b": "x"}, {"properties": {"a": INT, "b": INT}, "required": ["c"]})
    assert repaired == {"a": 1, "b": "x"}


def test_a_schema_that_loops_or_multiplies_ends() -> None:
    levels = {f"l{n}": {"anyOf": [{"$ref": f"#/$defs/l{n + 1}"}, {"$ref": f"#/$defs/l{n + 1}"}]} for n in range(25)}
    schema = {"properties": {"a": {"$ref": "#/$defs/l0"}, "n": INT}, "$defs": {**levels, "l25": INT}}
    assert coerce({"a": "x", "n": "1"}, schema)[0] == {"a": "x", "n": 1}
    assert coerce({"a": "1"}, {"allOf": [{"$ref": "#"}], "properties": {"a": INT}})[0] == {"a": 1}


def test_a_number_out_of_range_is_read_so_that_its_range_is_the_failure() -> None:
    repaired, repairs = coerce({"a": "10"}, of("a", {"type": "integer", "maximum": 5}))
    assert repaired == {"a": 10}
    assert [(repair.before, repair.after) for repair in repairs] == [("10", 10)]
