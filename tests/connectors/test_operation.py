"""The operation as a state machine: frames, answers, settling, and what never stands in a result (spec 4.5, 4.8)."""

import json
from typing import Any

import pytest

from tests.connectors.scene import WALL, link
from workbench.connectors.contract import Actor, IllegalTransition, SettleReason, TargetKind, TargetState
from workbench.connectors.frames import Frame, Target
from workbench.connectors.operation import Operation

WATCHER = Actor.BACKEND_WATCHER
INITIATED, FAILED, CONNECTED, SKIPPED = (
    TargetState.INITIATED,
    TargetState.FAILED,
    TargetState.CONNECTED,
    TargetState.SKIPPED,
)


class Stage:
    def __init__(self, *names: str, announced: bool = True) -> None:
        self.now = 50.0
        self.frames: list[Frame] = []
        self.operation = Operation(
            "op_1",
            [Target(name, TargetKind.CONNECTOR, "connect") for name in names],
            session_key="s",
            tool_call_id="c",
            clock=lambda: self.now,
            wall=lambda: WALL,
            publish=self.frames.append,
        )
        if announced:
            self.operation.announce()

    def wait(self, name: str) -> None:
        self.operation.move(name, INITIATED, WATCHER, connect_url=link(name))


def test_the_deadline_is_three_hundred_seconds_by_the_monotonic_clock() -> None:
    stage = Stage("a")
    assert stage.operation.deadline_at == stage.operation.created_at + 300 == WALL + 300
    stage.now += 299.0
    assert stage.operation.remaining() == 1.0


def test_moves_before_the_request_are_silent_and_the_request_has_their_picture() -> None:
    stage = Stage("a", announced=False)
    stage.wait("a")
    assert stage.frames == []
    frame = stage.operation.announce()
    assert (frame.kind, frame.seq) == ("connection.request", 1)
    assert frame.payload["targets"][0]["connect_url"] == link("a")
    assert {"op_id", "session_key", "tool_call_id", "deadline_at", "targets"} <= set(frame.payload)
    assert "settled" not in frame.payload
    with pytest.raises(RuntimeError):
        stage.operation.announce()


def test_every_frame_has_the_whole_picture_and_the_next_number() -> None:
    stage = Stage("a", "b")
    stage.wait("a")
    stage.operation.refresh("a", detail="wait", connect_url=None)
    stage.operation.settle(SettleReason.CONTINUE)
    assert [frame.seq for frame in stage.frames] == [1, 2, 3, 4]
    assert all(len(frame.payload["targets"]) == 2 for frame in stage.frames)
    assert [frame.payload.get("settled") for frame in stage.frames] == [None, False, False, True]
    assert stage.frames[2].payload["targets"][0]["connect_url"] is None
    assert "target" not in stage.frames[2].payload


def test_a_frame_does_not_change_with_the_operation() -> None:
    stage = Stage("a")
    stage.operation.refresh("a", extra={"steps": [{"name": "attach"}]})
    before = json.dumps(dict(stage.frames[-1].payload))
    stage.frames[-1].payload["targets"][0]["extra"]["steps"].append("x")
    stage.operation.refresh("a")
    assert stage.frames[-1].payload["targets"][0]["extra"]["steps"] == [{"name": "attach"}]
    stage.frames[1].payload["targets"][0]["extra"]["steps"].pop()
    assert json.dumps(dict(stage.frames[1].payload)) == before


@pytest.mark.parametrize("to", [CONNECTED, FAILED, SKIPPED])
def test_a_link_goes_when_its_target_leaves_the_waiting_state(to: TargetState) -> None:
    stage = Stage("a")
    stage.wait("a")
    actor = Actor.USER if to is SKIPPED else WATCHER
    stage.operation.move("a", to, actor, connect_url=link("a"))
    assert stage.operation.target("a").connect_url is None


def test_answers_are_applied_whole_or_not_at_all() -> None:
    stage = Stage("a", "b")
    stage.wait("b")
    stage.operation.move("b", CONNECTED, WATCHER)
    before = len(stage.frames)
    with pytest.raises(IllegalTransition):
        stage.operation.apply_answers({"a": SKIPPED, "b": SKIPPED})
    with pytest.raises(KeyError):
        stage.operation.apply_answers({"a": SKIPPED, "c": SKIPPED})
    assert stage.operation.target("a").state is TargetState.PENDING
    assert len(stage.frames) == before


def test_an_answer_can_never_claim_a_managed_target_connected() -> None:
    stage = Stage("a")
    stage.wait("a")
    with pytest.raises(IllegalTransition):
        stage.operation.apply_answers({"a": CONNECTED})


def test_settling_is_compare_and_set() -> None:
    stage = Stage("a", "b")
    stage.wait("a")
    assert stage.operation.settle(SettleReason.CONTINUE) is True
    result, seq = stage.operation.result(), stage.operation.seq
    assert stage.operation.settle(SettleReason.DEADLINE) is False
    with pytest.raises(IllegalTransition):
        stage.operation.move("a", CONNECTED, WATCHER)
    with pytest.raises(IllegalTransition):
        stage.operation.move("a", TargetState.NOT_CONNECTED, Actor.USER)
    with pytest.raises(IllegalTransition):
        stage.operation.refresh("a")
    assert stage.operation.note_watch({"fault": "x"}) is None
    assert (stage.operation.result(), stage.operation.seq) == (result, seq)
    assert stage.operation.settled_by is SettleReason.CONTINUE
    assert [entry["state"] for entry in result["targets"]] == ["not_connected", "not_connected"]


def test_whoever_changes_a_result_changes_only_a_copy() -> None:
    stage = Stage("a")
    stage.operation.settle(SettleReason.CONTINUE)
    stage.operation.result()["targets"][0]["state"] = "connected"
    assert stage.operation.result()["targets"][0]["state"] == "not_connected"


def test_a_result_keeps_what_was_resolved_and_notes_each_outcome() -> None:
    stage = Stage("a", "b", "c")
    stage.wait("a")
    stage.operation.move("a", CONNECTED, WATCHER)
    stage.operation.apply_answers({"b": SKIPPED})
    stage.operation.settle(SettleReason.DEADLINE)
    result = stage.operation.result()
    assert (result["status"], result["settled_by"]) == ("settled", "deadline")
    assert [entry["state"] for entry in result["targets"]] == ["connected", "skipped", "not_connected"]
    assert "a: connected" in result["note"] and "not now" in result["note"] and "ask the person" in result["note"]


@pytest.mark.parametrize(
    "text", ["open https://consent.example/a/1?code=s3", "see HTTP://x.example/y now", link("a"), "x://y/z"]
)
def test_vendor_text_takes_no_link_into_a_result(text: str) -> None:
    stage = Stage("a")
    stage.wait("a")
    stage.operation.move("a", FAILED, WATCHER, detail=text)
    stage.operation.settle(SettleReason.CONTINUE)
    assert "://" not in json.dumps(stage.operation.result())


def test_a_targets_own_link_in_vendor_text_is_not_shown_either() -> None:
    stage = Stage("a")
    stage.wait("a")
    stage.operation.move("a", FAILED, WATCHER, detail=f"gone: {link('a')}")
    assert stage.frames[-1].payload["targets"][0]["detail"] == "gone: (link)"


@pytest.mark.parametrize("text", ["failed", "Expired", " deadline ", "not_connected", "interrupt", "all_resolved"])
def test_a_bare_state_or_reason_is_no_detail(text: str) -> None:
    stage = Stage("a")
    stage.operation.move("a", FAILED, WATCHER, detail=text)
    assert stage.operation.target("a").detail == ""


def test_vendor_text_is_cleaned_and_clipped() -> None:
    stage = Stage("a")
    stage.operation.move("a", FAILED, WATCHER, detail="\x1b[31mno\u202e" + "x" * 900)
    assert stage.operation.target("a").detail.startswith("[31mnox")
    assert len(stage.operation.target("a").detail) == 500


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "vscode://x"])
def test_sec_014_sec_015_a_link_that_is_not_http_is_never_kept(url: str) -> None:
    stage = Stage("a")
    stage.operation.move("a", INITIATED, WATCHER, connect_url=url)
    assert stage.operation.target("a").connect_url is None
    stage.operation.refresh("a", connect_url=url)
    assert stage.operation.target("a").connect_url is None


def test_the_watch_note_makes_a_frame_only_when_it_changes() -> None:
    stage = Stage("a")
    notes: list[Any] = [{}, {"fault": "slow"}, {"fault": "slow"}, {}, {}]
    made = [stage.operation.note_watch(note) is not None for note in notes]
    assert made == [False, True, False, True, False]


@pytest.mark.parametrize("names", [[], ["a", "a"]])
def test_targets_are_needed_each_name_once(names: list[str]) -> None:
    with pytest.raises(ValueError):
        Stage(*names)
