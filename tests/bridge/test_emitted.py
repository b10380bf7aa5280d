"""Turns in every shape, and in shapes that nobody should send (spec 3.5)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bridge.strategies import JSON
from workbench.bridge.answers import result_messages
from workbench.bridge.emitted import MAX_CALLS, Shape, Turn, read_turn


def openai(call_id: str, name: str, arguments: Any = "{}") -> dict[str, Any]:
    """One entry of `tool_calls`."""
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def block(call_id: str, name: str, **given_: Any) -> dict[str, Any]:
    """One `tool_use` block."""
    return {"type": "tool_use", "id": call_id, "name": name, "input": given_}


def item(call_id: str, name: str, arguments: str = "{}") -> dict[str, Any]:
    """One `function_call` item."""
    return {"type": "function_call", "id": "fc_1", "call_id": call_id, "name": name, "arguments": arguments}


def brief(turn: Turn) -> list[tuple[Any, ...]]:
    """What matters of each call."""
    return [(call.id, call.name, call.arguments, str(call.shape), call.position) for call in turn.calls]


CHAT = [openai("a", "one", '{"x": 1}'), openai("b", "two")]
CHAT_READ = [("a", "one", '{"x": 1}', "openai"), ("b", "two", "{}", "openai")]


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        (CHAT, "[0]"),
        ({"tool_calls": CHAT}, "tool_calls[0]"),
        ({"role": "assistant", "content": None, "tool_calls": CHAT}, "tool_calls[0]"),
        ({"choices": [{"message": {"role": "assistant", "tool_calls": CHAT}}]}, "choices[0].message.tool_calls[0]"),
        ([{"role": "user", "content": "x"}, {"role": "assistant", "tool_calls": CHAT}], "[1].tool_calls[0]"),
    ],
)
def test_openai_chat(raw: Any, place: str) -> None:
    turn = read_turn(raw)
    assert [call[:4] for call in brief(turn)] == CHAT_READ
    assert (turn.calls[0].position, turn.reports) == (place, ())
    assert brief(read_turn(json.dumps(raw))) == brief(turn)


def test_openai_responses() -> None:
    items = [{"type": "reasoning", "summary": []}, item("c1", "one"), item("c2", "two", '{"y": 2}')]
    for raw in (items, {"id": "resp_1", "output": items}):
        turn = read_turn(raw)
        assert [call[:4] for call in brief(turn)] == [
            ("c1", "one", "{}", "openai responses"),
            ("c2", "two", '{"y": 2}', "openai responses"),
        ]
        assert turn.reports == ()


def test_responses_input_items_count_from_the_last_answer_on() -> None:
    raw = [
        {"role": "user", "content": "x"},
        item("old", "one"),
        {"type": "function_call_output", "call_id": "old", "output": "1"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "now"}]},
        item("new", "two"),
    ]
    assert brief(read_turn(raw)) == [("new", "two", "{}", "openai responses", "[4]")]


def test_anthropic_blocks_messages_and_whole_answers() -> None:
    blocks = [{"type": "text", "text": "let me look"}, block("t1", "one", x=1), block("t2", "two")]
    read = [("t1", "one", {"x": 1}, "anthropic"), ("t2", "two", {}, "anthropic")]
    message = {"role": "assistant", "content": blocks}
    whole = {"id": "msg_1", "type": "message", **message, "stop_reason": "tool_use"}
    for raw in (blocks, message, whole, {"content": blocks}, {"messages": [{"role": "user", "content": "x"}, message]}):
        turn = read_turn(raw)
        assert [call[:4] for call in brief(turn)] == read
        assert turn.reports == ()


def test_of_messages_the_last_assistant_turn_counts() -> None:
    old = {"role": "assistant", "content": [block("t0", "old")]}
    result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t0", "content": "1"}]}
    new = {"role": "assistant", "content": [block("t1", "new")]}
    assert [call.name for call in read_turn([old, result, new]).calls] == ["new"]
    assert [call.name for call in read_turn([old, result, new, result]).calls] == ["new"]
    assert [call.name for call in read_turn([old, new]).calls] == ["old", "new"]
    done = read_turn([old, result, {"role": "assistant", "content": "done"}])
    assert (done.calls, [report.severity for report in done.reports]) == ((), ["note"])


def test_mcp_requests_and_params() -> None:
    params = {"name": "one", "arguments": {"x": 1}, "_meta": {"progressToken": 1}}
    request = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}
    assert brief(read_turn(request)) == [(7, "one", {"x": 1}, "mcp", "the turn")]
    assert read_turn(request).calls[0].rpc
    assert brief(read_turn(params)) == [("", "one", {"x": 1}, "mcp", "the turn")]
    assert brief(read_turn({"params": params})) == [("", "one", {"x": 1}, "mcp", "the turn")]
    [listing] = read_turn({"jsonrpc": "2.0", "id": 8, "method": "tools/list"}).calls
    assert (listing.id, "tools/list" in listing.problem) == (8, True)


def test_ours() -> None:
    calls = [{"name": "one", "arguments": {"x": 1}}, {"id": "k", "name": "two"}]
    read = [("", "one", {"x": 1}, "ours"), ("k", "two", None, "ours")]
    for raw in ({"calls": calls}, {"calls": json.dumps(calls)}, calls):
        assert [call[:4] for call in brief(read_turn(raw))] == read
    assert brief(read_turn({"calls": calls[0]}))[0][1] == "one"


def test_markdown_fences() -> None:
    text = (
        "I will look.\r\n```json\r\n"
        + json.dumps({"tool_calls": CHAT})
        + "\r\n```\nthen\n\n~~~ tool_call\n"
        + json.dumps({"name": "three", "arguments": {}})
        + "\n~~~\n```python\nprint({})\n```\n```json\n{oops\n```\n````\n"
        + json.dumps({"name": "four"})
    )
    turn = read_turn(text)
    assert [call.name for call in turn.calls] == ["one", "two", "three", "four"]
    assert turn.calls[0].position == "fence 1 (line 3): tool_calls[0]"
    [report] = turn.reports
    assert report.where.startswith("fence 3 (line 14")
    assert "line 1, column 2" in report.problem


def test_several_values_in_a_row() -> None:
    turn = read_turn('\ufeff{"name": "one"}\n{"name": "two", "arguments": {}}\n')
    assert [(call.name, call.position) for call in turn.calls] == [("one", "value 1"), ("two", "value 2")]


@pytest.mark.parametrize(
    ("raw", "place", "words"),
    [
        ("", "the turn", "is empty"),
        ("no json", "the turn", "not readable as JSON"),
        ("[" * 100_000, "the turn", "nested too deeply"),
        ('{"calls": [{"name": "a", "arguments": {"x": NaN}}]}', "the turn", "NaN is not JSON"),
        ('{"name": "a", "name": "b"}', "the turn", "stands twice"),
        (7, "the turn", "neither a call"),
        ({"calls": 7}, "calls", "not a list"),
        ({"calls": "{"}, "calls", "not readable"),
        ({"tool_calls": [openai("a", "x"), 5]}, "tool_calls[1]", "is no call"),
        ({"tool_calls": [{"id": "a", "type": "custom", "custom": {"name": "x"}}]}, "tool_calls[0]", "'custom'"),
        ({"tool_calls": [{"id": "a", "function": "x"}]}, "tool_calls[0]", "names no tool"),
        ({"tool_calls": [openai("a", 5)]}, "tool_calls[0]", "must be a text"),  # type: ignore[arg-type]
        ({"tool_calls": [openai("a", "x"), openai("a", "y")]}, "tool_calls[1]", "earlier call"),
        ({"calls": [{"name": "de\u202elete"}]}, "calls[0]", "characters"),
        ({"calls": [{"name": "x" * 300}]}, "calls[0]", "300 characters"),
        ({"calls": [{"name": "x", "args": {"a": 1}}]}, "calls[0]", "'args' where 'arguments'"),
        ({"calls": [{"name": "x", "arguments.a": 1}]}, "calls[0]", "'arguments.a' where"),
        ([block("t", "x") | {"type": "server_tool_use"}], "[0]", "'server_tool_use'"),
        ({"role": "user", "content": [block("t", "x")]}, "the turn", "not an assistant"),
        ([{"role": "user", "content": "x"}], "the turn", "nothing that an assistant"),
        ({"choices": [7]}, "choices[0]", "no message"),
        ({}, "the turn", "is no call"),
        ([], "the turn", "no calls"),
    ],
)
def test_what_is_odd_is_reported_at_its_place(raw: Any, place: str, words: str) -> None:
    reports = read_turn(raw).reports
    assert [report for report in reports if report.where == place and words in report.problem], reports


def test_one_odd_call_never_costs_the_others() -> None:
    turn = read_turn({"tool_calls": [openai("a", "one"), None, {"id": "b", "function": {}}, openai("c", "two")]})
    assert [(call.id, call.name, bool(call.problem)) for call in turn.calls] == [
        ("a", "one", False),
        ("b", "", True),
        ("c", "two", False),
    ]


def test_a_flood_is_cut_and_said() -> None:
    turn = read_turn({"calls": [{"name": "a"}] * (MAX_CALLS + 5)})
    assert len(turn.calls) == MAX_CALLS
    assert any("5 were not read" in report.problem for report in turn.reports)


def test_nesting_is_not_followed() -> None:
    for key in ("messages", "calls", "output", "content", "tool_calls"):
        raw: Any = []
        for _ in range(3000):
            raw = [{"role": "assistant", key: raw}]
        read_turn(raw)


@given(JSON)
def test_no_value_raises(raw: Any) -> None:
    read_turn(raw)


WORDS = [
    *("role", "content", "tool_calls", "function_call", "function", "name", "arguments", "input", "type", "id"),
    *("call_id", "output", "choices", "message", "messages", "calls", "params", "method", "jsonrpc"),
]

_NODES = st.recursive(
    st.one_of(st.none(), st.integers(), st.text(max_size=5), st.sampled_from(["assistant", "user", "tool_use", "[]"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(WORDS),
            inner,
            max_size=5,
        ),
    ),
    max_leaves=25,
)


@given(_NODES)
def test_nothing_made_of_the_right_words_raises_and_every_call_is_answered(raw: Any) -> None:
    turn = read_turn(raw)
    assert brief(read_turn(json.dumps(raw))) == brief(turn) or isinstance(raw, str)
    assert turn.calls or turn.reports
    json.dumps(result_messages([(call, "x") for call in turn.calls]))


@given(st.text(alphabet='`~{}[]"json:\n ,1', max_size=60))
def test_no_text_raises(text: str) -> None:
    read_turn(text)


def test_answers_have_the_shape_of_their_calls() -> None:
    calls = read_turn(
        [
            openai("a", "one"),
            item("b", "two"),
            block("c", "three"),
            block("d", "four"),
            {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "five"}},
            {"id": "f", "name": "six"},
            {"name": "seven"},
        ]
    ).calls
    payloads: list[Any] = ["text", {"x": 1}, {"error": "no"}, "4", {"error": "e"}, {"y": 2}, "7"]
    assert result_messages(list(zip(calls, payloads, strict=True))) == [
        {"role": "tool", "tool_call_id": "a", "content": "text"},
        {"type": "function_call_output", "call_id": "b", "output": '{"x":1}'},
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "c", "content": '{"error":"no"}', "is_error": True},
                {"type": "tool_result", "tool_use_id": "d", "content": "4"},
            ],
        },
        {
            "jsonrpc": "2.0",
            "id": 5,
            "result": {"content": [{"type": "text", "text": '{"error":"e"}'}], "isError": True},
        },
        {"results": [{"id": "f", "name": "six", "result": {"y": 2}}, {"name": "seven", "result": "7"}]},
    ]
    assert calls[5].shape is Shape.OURS
