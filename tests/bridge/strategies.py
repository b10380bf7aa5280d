"""Hypothesis strategies: JSON values, anything where a schema is expected, and well-formed schemas."""

from typing import Any

from hypothesis import strategies as st

from workbench.bridge.schema.dialect import KEYWORDS

KEYS = st.sampled_from(["a", "b", "c d", "", "näme", "arguments.a"])

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 5),
    st.integers(),
    st.sampled_from([10**400, 1e308, 0.1, 19.99, float("inf"), float("nan")]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["1", "007", "1.50", "true", "null", "[1]", '["a"]', '{"a": 1}', "[draft]", "1_000", "nan", ""]),
    st.text(max_size=8),
)

JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)

_KEYWORDS = st.one_of(
    st.sampled_from(sorted(KEYWORDS)),
    st.sampled_from(["nullable", "additionalItems", "$id", "id", "$anchor", "$schema", "$defs", "definitions"]),
)

_ODD = st.one_of(
    SCALARS,
    st.sampled_from(
        ["string", "integer", "object", "array", "strng", r"\p{L}", "^(a+)+$", "(", "#", "#/", "#/$defs/a"]
    ),
    st.sampled_from(
        ["#/properties/a", "http://localhost:9/x", "file:///etc/hosts", "#name", "a/../b#c", "http://[bad"]
    ),
    st.sampled_from(["http://json-schema.org/draft-04/schema#", "https://json-schema.org/draft-07/schema", "urn:x"]),
    st.just(["string", "null"]),
)

ANYTHING = st.recursive(
    _ODD,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(_KEYWORDS, inner, max_size=5),
        st.dictionaries(KEYS, inner, max_size=3),
    ),
    max_leaves=25,
)
"""What a hostile server may send for a schema."""

_SMALL = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 6), st.sampled_from([0.5, 1.0, 2.5]), st.text("ab1", max_size=4)
)
SMALL_JSON = st.recursive(
    _SMALL,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from("abx"), inner, max_size=3)),
    max_leaves=8,
)
_TYPES = st.sampled_from(["array", "boolean", "integer", "null", "number", "object", "string"])


def _keywords(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    schemas = st.lists(inner, min_size=1, max_size=3)
    named = st.dictionaries(st.sampled_from("abx"), inner, max_size=3)
    names = st.lists(st.sampled_from("abx"), unique=True, max_size=2)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.one_of(_TYPES, st.lists(_TYPES, min_size=1, max_size=3, unique=True)),
            "enum": st.lists(SMALL_JSON, min_size=1, max_size=3),
            "const": SMALL_JSON,
            "minimum": st.integers(-3, 6),
            "exclusiveMaximum": st.integers(-3, 6),
            "multipleOf": st.sampled_from([1, 2, 0.5]),
            "maxLength": st.integers(0, 3),
            "minLength": st.integers(0, 3),
            "pattern": st.sampled_from(["^a", "b$", "a|1", "[ab]{2}"]),
            "items": inner,
            "prefixItems": schemas,
            "minItems": st.integers(0, 3),
            "uniqueItems": st.booleans(),
            "contains": inner,
            "minContains": st.integers(0, 2),
            "maxContains": st.integers(0, 2),
            "required": names,
            "properties": named,
            "patternProperties": st.dictionaries(st.sampled_from(["^a", "b|x"]), inner, max_size=2),
            "additionalProperties": inner,
            "propertyNames": inner,
            "minProperties": st.integers(0, 2),
            "dependentRequired": st.dictionaries(st.sampled_from("abx"), names, max_size=2),
            "dependentSchemas": named,
            "unevaluatedProperties": inner,
            "unevaluatedItems": inner,
            "if": inner,
            "then": inner,
            "else": inner,
            "allOf": schemas,
            "anyOf": schemas,
            "oneOf": schemas,
            "not": inner,
            "$ref": st.sampled_from(["#/$defs/n", "#/$defs/s"]),
        },
    )


SCHEMAS = st.recursive(st.booleans(), _keywords, max_leaves=6).map(
    lambda schema: {
        "allOf": [schema],
        "$defs": {"n": {"type": "integer", "minimum": 1}, "s": {"type": ["string", "object"], "minLength": 1}},
    }
)
"""Well-formed 2020-12 schemas without loops."""
