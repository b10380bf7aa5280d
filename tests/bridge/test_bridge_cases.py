"""The reported faults about arguments, as they were recorded."""

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.bridge.coercion import coerce
from workbench.bridge.validation import validate

SENT: dict[str, list[Any]] = {
    "CAT-019": ["valid", "valid", "valid", ("arguments.correspondent", "type")],
    "VAL-001": [
        "valid",
        ("arguments.priority", "enum"),
        ("arguments.options", "required"),
        ("arguments.options.count", "type"),
        ("arguments.options", "additionalProperties"),
        ("arguments", "additionalProperties"),
    ],
    "VAL-003": [
        {"ids": ["a", "b"]},
        {"opt": {"k": 1}},
        {"n": 10},
        {"b": True},
        ("arguments.ids", "type"),
        ("arguments.n", "type"),
    ],
    "VAL-005": ["valid", "valid", ("arguments.n", "type"), {"n": 42}],
    "VAL-007": ["valid", "valid", "valid", "valid"],
    "VAL-008": [{"urls": ["https://a"]}, ("arguments.urls", "type"), ("arguments.pairs", "type")],
    "VAL-010": ["valid"],
    "VAL-011": ["valid", "valid", "valid"],
    "VAL-014": ["valid", ("arguments.extra", "type")],
    "VAL-015": ["valid", "valid", ("arguments.cursor", "type"), "valid"],
    "VAL-016": ["valid", ("arguments.size", "enum"), ("arguments.pair", "additionalItems")],
    "VAL-018": ["valid", ("arguments.n", "exclusiveMinimum")],
    "VAL-019": ["valid", ("arguments.name", "pattern")],
    "VAL-021": [("arguments.id", "pattern")],
    "VAL-023": [("arguments.word", "pattern")],
    "VAL-025": ["valid", "valid", "valid", ("arguments.amount", "multipleOf")],
    "VAL-029": [("arguments", "additionalProperties"), "valid"],
    "VAL-036": ["valid"],
}
"""Case -> per input: `valid` (sent unchanged), the arguments that are sent, or the place and keyword that refuse."""


@pytest.mark.parametrize("case", SENT)
def test_a_reported_fault_is_gone(case: str, cases: Path) -> None:
    lines = (cases / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    given = next(entry for entry in map(json.loads, lines) if entry["id"] == case)["minimal_input"]
    assert len(given["args"]) == len(SENT[case])
    for arguments, expected in zip(given["args"], SENT[case], strict=True):
        sent, repairs = coerce(arguments, given["schema"])
        failures, _ = validate(sent, given["schema"])
        if isinstance(expected, tuple):
            assert expected in [(failure.path, failure.constraint) for failure in failures]
            assert sent == arguments
        else:
            assert failures == ()
            assert sent == (arguments if expected == "valid" else expected)
            assert bool(repairs) is (expected != "valid")
