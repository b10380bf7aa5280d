"""Readings of what a model emits (spec 2.7, 3.2)."""

from typing import Any

import pytest

from workbench.bridge.arguments import read_limit, read_object, read_texts
from workbench.bridge.entries import read_calls
from workbench.bridge.errors import BridgeError
from workbench.settings import ToolSearchSettings


def refused(raw: Any) -> dict[str, Any]:
    with pytest.raises(BridgeError) as fault:
        read_calls(raw)
    return fault.value.payload


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("find file", ["find file"]),
        ('["a", " b ", "", null, 3]', ["a", "b", "3"]),
        ("[draft", ["[draft"]),
        (["a", "a"], ["a", "a"]),
        ([" a "], ["a"]),
    ],
)
def test_texts_are_read_in_every_accepted_shape(raw: Any, expected: list[str]) -> None:
    assert read_texts(raw, "queries", 7) == expected


def test_names_are_read_once_each() -> None:
    assert read_texts(["a", " a", "b"], "names", 2, unique=True) == ["a", "b"]


@pytest.mark.parametrize("raw", [None, "", "  ", "[]", [], ["", " "], {"a": 1}, 3, True])
def test_no_text_at_all_is_an_error(raw: Any) -> None:
    with pytest.raises(BridgeError, match="queries"):
        read_texts(raw, "queries", 7)


@pytest.mark.parametrize("item", [{"q": 1}, ["x"], True])
def test_what_is_no_text_is_named_by_its_position(item: Any) -> None:
    with pytest.raises(BridgeError, match=r"queries\[1\]"):
        read_texts(["a", item], "queries", 7)


def test_too_many_are_refused_with_the_first_ones_to_retry() -> None:
    with pytest.raises(BridgeError) as fault:
        read_texts([*"abcdefgh", ""], "queries", 7)
    assert "8" in fault.value.payload["error"]
    assert fault.value.payload["retry"] == {"queries": [*"abcdefg"]}


@pytest.mark.parametrize(
    ("raw", "expected"),
    [(None, 5), (3, 3), ("3", 3), (" 7 ", 7), (3.9, 3), (0, 1), (-4, 1), ("-4", 1), (10**400, 25), ("9" * 5_000, 25),
     (float("inf"), 5), (float("-inf"), 5), (float("nan"), 5), (True, 5), ("many", 5), ([3], 5), ("3.5", 5), ("", 5)],
)  # fmt: skip
def test_the_limit_is_clamped_or_the_default(raw: Any, expected: int) -> None:
    assert read_limit(raw, ToolSearchSettings()) == expected


@pytest.mark.parametrize("raw", ['{"queries": "a"}', {"queries": "a"}, "a", ["a"], '["a"]'])
def test_the_arguments_object_is_found_in_every_shape(raw: Any) -> None:
    assert read_texts(read_object(raw, "queries")["queries"], "queries", 7) == ["a"]


ENTRY = {"name": "wire", "arguments": {"a": 1}}


@pytest.mark.parametrize(
    "raw",
    [
        {"calls": [ENTRY]},
        {"calls": ENTRY},
        {"calls": '[{"name": "wire", "arguments": {"a": 1}}]'},
        {"calls": '{"name": "wire", "arguments": "{\\"a\\": 1}"}'},
        '{"calls": [{"name": " wire ", "arguments": {"a": 1}}]}',
        [ENTRY],
        ENTRY,
        {**ENTRY, "calls": None},
        {**ENTRY, "id": "call_1", "type": "function"},
    ],
)
def test_every_accepted_shape_of_a_call_is_the_same_call(raw: Any) -> None:
    (entry,) = read_calls(raw)
    assert (entry.request.name, dict(entry.request.arguments), entry.repairs) == ("wire", {"a": 1}, ())


@pytest.mark.parametrize("arguments", [None, "", "  ", {}, "{}", "null"])
def test_no_arguments_are_an_empty_object(arguments: Any) -> None:
    (entry,) = read_calls({"name": "wire", "arguments": arguments})
    assert entry.request.arguments == {}


def test_cal_001_dotted_keys_are_rebuilt_and_said() -> None:
    (entry,) = read_calls({"name": "wire", "arguments.url": "https://example.invalid", "arguments.opt.depth": 2})
    assert entry.request.arguments == {"url": "https://example.invalid", "opt": {"depth": 2}}
    assert [repair.note for repair in entry.repairs] == ["rebuilt from dotted keys"]


@pytest.mark.parametrize(
    "raw",
    [
        {"name": "wire", "arguments": {"a": 1}, "arguments.b": 2},
        {"name": "wire", "arguments.a": 1, "b": 2},
        {"name": "wire", "arguments.a": 1, "arguments.a.b": 2},
        {"name": "wire", "arguments.a": {"b": 1}, "arguments.a.b": 2},
        {"name": "wire", "arguments.": 1},
        {"name": "wire", "url": "x"},
        {"name": "wire", "id": 5},
        {"name": "wire", "arguments": {}, "url": "x"},
        {"name": "wire", "parameters": {"a": 1}, "args": {"a": 1}},
    ],
)
def test_mixed_shapes_are_refused_and_never_run_empty(raw: Any) -> None:
    payload = refused(raw)
    assert "calls[0]" in payload["error"]
    assert payload["retry"]["calls"][0]["arguments"]


@pytest.mark.parametrize("key", ["parameters", "args", "input", "params"])
def test_cal_003_arguments_under_another_key_are_taken_and_said(key: str) -> None:
    (entry,) = read_calls({"name": "echo", key: {"text": "hi"}})
    assert entry.request.arguments == {"text": "hi"}
    assert key in entry.repairs[0].note


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"path": "C:\\new", "re": "\\d+"}', "line 1, column 27"),
        ('{\n"a": 1', "line 2, column 7"),
        ('{"a":1} trailing', "line 1, column 9"),
        ('{"a":1}{"a":2}', "2 different values"),
        ('{"a":1,"a":2}', "twice"),
        ('{"a": NaN}', "NaN"),
        ("[" * 100_000, "too deeply"),
        ('{"a": ' + "9" * 5_000 + "}", "too many digits"),
        ("[1]", "must be an object"),
    ],
)
def test_cal_005_unreadable_argument_text_is_an_error_with_its_place(text: str, place: str) -> None:
    error = refused({"calls": [{"name": "wire", "arguments": text}]})["error"]
    assert "calls[0].arguments" in error
    assert place in error


def test_cal_006_the_same_object_twice_counts_once_and_is_said() -> None:
    (entry,) = read_calls({"name": "wire", "arguments": '{"a":1} {"a":1}'})
    assert entry.request.arguments == {"a": 1}
    assert "2 times" in entry.repairs[0].note


@pytest.mark.parametrize(
    "raw", [None, 3, {}, [], "x", {"calls": []}, {"calls": 3}, {"calls": ""}, {**ENTRY, "calls": [ENTRY]}]
)
def test_what_is_no_call_is_an_error(raw: Any) -> None:
    assert "error" in refused(raw)


@pytest.mark.parametrize("entry", [3, None, {}, {"name": ""}, {"name": 3, "arguments": {}}, {"name": "tool_call"}])
def test_a_bad_entry_is_named_by_its_position(entry: Any) -> None:
    assert "calls[0]" in refused({"calls": [entry]})["error"]


def test_several_entries_with_a_local_one_are_refused_with_the_first_local_one() -> None:
    remote = {"name": "connectors__mail__SEND", "arguments": {}}
    local = {"name": "wire", "arguments": "{not json"}
    payload = refused({"calls": [remote, local, ENTRY]})
    assert "3 were sent" in payload["error"]
    assert payload["retry"] == {"calls": [local]}


def test_cal_032_twenty_local_entries_are_refused_with_their_number() -> None:
    assert "20 were sent" in refused({"calls": [ENTRY] * 20})["error"]


def test_connector_entries_batch_up_to_ten() -> None:
    remote = {"name": "connectors__mail__SEND", "arguments": {}}
    assert len(read_calls({"calls": [remote] * 10})) == 10
    payload = refused({"calls": [remote] * 11})
    assert "11" in payload["error"]
    assert len(payload["retry"]["calls"]) == 10
