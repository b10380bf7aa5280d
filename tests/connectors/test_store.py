"""The operation store: what a frame changes, and what it must not (spec 4.8)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.connectors.store import MAX_SETTLED, StoreState, reduce


def target(name: str = "gmail", state: str = "initiated", **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": "connector", "action": "connect", "state": state, "detail": "", "attempt": 1} | more


def frame(kind: str = "request", op_id: str = "op_1", seq: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "kind": f"connection.{kind}",
        "op_id": op_id,
        "session_key": "s",
        "tool_call_id": "c1",
        "deadline_at": 1300.0,
        "targets": [target()],
        "seq": seq,
    } | more


def str_id(value: object) -> str:
    return repr(value)[:12]


OPEN = reduce(StoreState(), frame())


def test_a_request_opens_the_card_of_its_session() -> None:
    entry = OPEN.entry("s")
    assert entry is not None
    assert (entry.op_id, entry.seq, entry.settled, len(entry.targets)) == ("op_1", 1, False, 1)
    assert OPEN.entry("other") is None


def test_an_update_replaces_the_picture_so_that_what_was_cleared_clears() -> None:
    linked = reduce(StoreState(), frame(targets=[target(connect_url="https://a.example/x", detail="text")]))
    state = reduce(linked, frame("update", seq=2, targets=[target()]))
    entry = state.entry("s")
    assert entry is not None
    assert (entry.targets[0].connect_url, entry.targets[0].detail, entry.seq) == (None, "", 2)


@pytest.mark.parametrize(
    "payload",
    [
        frame("update", op_id="op_2", seq=9),
        frame("update", seq=1),
        frame("update", seq=0),
        frame("request", seq=9),
        frame("request", op_id="op_2"),
        frame("update", seq=2, tool_call_id="c2"),
        frame("other", seq=2),
    ],
)
def test_a_frame_that_is_not_the_next_of_this_operation_changes_nothing(payload: dict[str, Any]) -> None:
    assert reduce(OPEN, payload) is OPEN


def test_no_update_opens_a_card() -> None:
    empty = StoreState()
    assert reduce(empty, frame("update", seq=2)) is empty


def test_nothing_changes_a_settled_card_and_a_new_call_gets_its_own() -> None:
    settled = reduce(OPEN, frame("update", seq=2, settled=True, settled_by="continue"))
    assert reduce(settled, frame("update", seq=3)) is settled
    assert reduce(settled, frame("request", seq=3)) is settled
    fresh = reduce(settled, frame("request", op_id="op_2"))
    now, before = fresh.entry("s"), fresh.operation("op_1")
    assert now is not None and before is not None
    assert (now.op_id, now.settled, before.settled, before.settled_by) == ("op_2", False, True, "continue")
    assert reduce(fresh, frame("request", op_id="op_1", seq=5)) is fresh, "a dead card stays dead"


def test_gaps_are_fine_because_each_frame_is_whole() -> None:
    entry = reduce(OPEN, frame("update", seq=40)).entry("s")
    assert entry is not None and entry.seq == 40


def test_sessions_do_not_touch_each_other() -> None:
    both = reduce(OPEN, frame(op_id="op_9", session_key="t"))
    assert {key: entry.op_id for key, entry in both.current.items()} == {"s": "op_1", "t": "op_9"}


def test_settled_cards_are_kept_up_to_a_bound() -> None:
    state = StoreState()
    for number in range(MAX_SETTLED + 10):
        state = reduce(state, frame(op_id=f"op_{number}"))
        state = reduce(state, frame("update", op_id=f"op_{number}", seq=2, settled=True))
    assert len(state.settled) == MAX_SETTLED


@pytest.mark.parametrize("key", ["op_id", "tool_call_id", "deadline_at", "targets", "seq", "kind"])
@pytest.mark.parametrize("value", [None, "", [], {}, True, float("nan"), 10**400, "\x1b[0m"], ids=str_id)
def test_a_payload_without_its_parts_is_rejected(key: str, value: object) -> None:
    empty = StoreState()
    assert reduce(empty, frame() | {key: value}) is empty
    assert reduce(empty, {name: part for name, part in frame().items() if name != key}) is empty


@pytest.mark.parametrize(
    "odd",
    [
        None,
        "gmail",
        target(state="on fire"),
        target(state=["initiated"]),
        target() | {"kind": "plugin"},
        target(name=""),
        target(name="\x1b"),
        target(attempt="1"),
        {"name": "x"},
    ],
)
def test_one_odd_target_rejects_the_whole_frame(odd: Any) -> None:
    assert reduce(OPEN, frame("update", seq=2, targets=[target(), odd])) is OPEN


def test_a_name_twice_is_rejected() -> None:
    assert reduce(OPEN, frame("update", seq=2, targets=[target(), target()])) is OPEN


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from([*frame(), *target(), "settled", "watch"]), inner, max_size=9)
        ),
        max_leaves=20,
    )
)
def test_odd_payloads_never_raise(payload: Any) -> None:
    reduce(OPEN, payload)
    if isinstance(payload, dict):
        reduce(OPEN, frame("update", seq=2) | payload)
        reduce(StoreState(), frame(targets=[target() | payload]))


def test_foreign_text_is_cleaned_and_other_links_dropped() -> None:
    payload = frame(targets=[target(detail="\x1b[2Jno\u202e", connect_url="javascript:alert(1)")])
    entry = reduce(StoreState(), payload).entry("s")
    assert entry is not None
    assert (entry.targets[0].detail, entry.targets[0].connect_url) == ("[2Jno", None)


def test_a_payload_survives_the_way_over_json() -> None:
    assert reduce(StoreState(), json.loads(json.dumps(frame()))) == OPEN
