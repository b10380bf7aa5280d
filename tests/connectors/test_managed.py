"""What each mint row and each list row does to a target in each state (spec 4.6)."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.connectors.scene import WALL, link, listed, waiting
from workbench.connectors.contract import Actor, SettleReason, TargetKind, TargetState
from workbench.connectors.frames import Frame, Target
from workbench.connectors.managed import (
    apply_list,
    apply_mint,
    attempts,
    fail_all,
    pass_connected,
)
from workbench.connectors.operation import Operation
from workbench.connectors.shapes import ConnectorRow, MintRow

WATCHER, USER, CLOCK = "backend_watcher", "user", "clock"


class Stage:
    """One connector target `gmail`, in a state, with every frame since."""

    def __init__(self, state: str = "pending", forced: bool = False, old: str | None = None) -> None:
        self.now = 0.0
        self.frames: list[Frame] = []
        start = TargetState(state)
        target = Target(
            "gmail",
            TargetKind.CONNECTOR,
            "reconnect" if forced else "connect",
            start,
            detail="earlier text" if state == "failed" else "",
            connect_url=link("gmail", 0) if state == "initiated" else None,
            extra={"force": True} if forced else {},
            awaiting_new_attempt=forced,
            old_connection=old,
        )
        self.operation = Operation(
            "op",
            [target],
            session_key="s",
            tool_call_id="c",
            clock=lambda: self.now,
            wall=lambda: WALL,
            publish=self.frames.append,
        )
        self.operation.announce()
        self.frames.clear()

    @property
    def gmail(self) -> Target:
        return self.operation.target("gmail")

    @property
    def moves(self) -> list[tuple[str, str, str]]:
        return [(f.payload["from"], f.payload["to"], f.payload["actor"]) for f in self.frames if "from" in f.payload]

    def mint(self, *rows: MintRow, retry: bool = False) -> None:
        apply_mint(self.operation, rows, ["gmail"], retry=retry)

    def reading(self, *rows: ConnectorRow) -> None:
        apply_list(self.operation, rows, attempts(self.operation))

    def links(self) -> list[Any]:
        return [frame.payload["targets"][0]["connect_url"] for frame in self.frames]


FIRST_MINT = [
    (MintRow("gmail", "active"), [("pending", "initiated", WATCHER), ("initiated", "connected", WATCHER)], ""),
    (waiting("gmail"), [("pending", "initiated", WATCHER)], ""),
    (MintRow("gmail", "failed", status_reason="no scope"), [("pending", "failed", WATCHER)], "no scope"),
    (MintRow("gmail", "failed", instruction="ask your admin"), [("pending", "failed", WATCHER)], "ask your admin"),
    (MintRow("gmail", "paused", link("gmail"), status_reason="odd"), [("pending", "failed", WATCHER)], "odd"),
    (MintRow("slack", "active"), [("pending", "failed", WATCHER)], ""),
]


@pytest.mark.parametrize(("row", "moves", "detail"), FIRST_MINT)
def test_the_first_mint(row: MintRow, moves: list[tuple[str, str, str]], detail: str) -> None:
    stage = Stage()
    stage.mint(row)
    assert (stage.moves, stage.gmail.detail) == (moves, detail)
    assert stage.gmail.connect_url == (link("gmail") if row.status == "initiated" else None)
    assert stage.gmail.attempt == 1


def test_a_new_mint_replaces_the_link_of_a_waiting_target_also_by_none() -> None:
    stage = Stage("initiated")
    stage.mint(waiting("gmail", link("gmail", 7)))
    assert stage.gmail.connect_url == link("gmail", 7)
    stage.mint(waiting("gmail", None))
    assert stage.gmail.connect_url is None
    assert (stage.moves, len(stage.frames)) == ([], 2)


@pytest.mark.parametrize("state", ["failed", "expired"])
def test_a_new_attempt_goes_by_the_person_and_carries_the_new_link(state: str) -> None:
    stage = Stage(state)
    stage.mint(waiting("gmail", link("gmail", 2)), retry=True)
    assert stage.moves == [(state, "initiated", USER)]
    assert (stage.gmail.connect_url, stage.gmail.attempt, stage.gmail.detail) == (link("gmail", 2), 2, "")


@pytest.mark.parametrize("state", ["failed", "expired"])
def test_a_new_attempt_may_find_the_account_active(state: str) -> None:
    stage = Stage(state)
    stage.mint(MintRow("gmail", "active"), retry=True)
    assert stage.moves == [(state, "initiated", USER), ("initiated", "connected", WATCHER)]
    assert stage.links() == [None, None]


@pytest.mark.parametrize("row", [MintRow("gmail", "failed", link("gmail"), status_reason="again"), None])
def test_a_failed_target_that_fails_again_is_refreshed_without_a_move(row: MintRow | None) -> None:
    stage = Stage("failed")
    stage.mint(*([row] if row else []), retry=True)
    assert (stage.moves, len(stage.frames)) == ([], 1)
    assert stage.gmail.detail == ("again" if row else "")
    assert (stage.gmail.state, stage.gmail.connect_url, stage.gmail.attempt) == (TargetState.FAILED, None, 2)


def test_an_expired_target_that_fails_steps_through_initiated_without_a_link() -> None:
    stage = Stage("expired")
    stage.mint(MintRow("gmail", "failed", link("gmail"), status_reason="gone"), retry=True)
    assert stage.moves == [("expired", "initiated", USER), ("initiated", "failed", WATCHER)]
    assert stage.links() == [None, None]
    assert stage.gmail.detail == "gone"


def test_a_mint_answer_leaves_alone_what_was_resolved_meanwhile() -> None:
    stage = Stage("pending")
    stage.operation.apply_answers({"gmail": TargetState.SKIPPED})
    stage.mint(waiting("gmail"))
    assert stage.gmail.state is TargetState.SKIPPED
    late = Stage("pending")
    late.operation.settle(SettleReason.INTERRUPT)
    before = len(late.frames)
    late.mint(waiting("gmail"))
    fail_all(late.operation, ["gmail"], "x")
    assert len(late.frames) == before


def test_a_refused_link_is_told_as_text_and_not_kept() -> None:
    stage = Stage()
    stage.mint(MintRow("gmail", "initiated", None, refused_link="javascript:alert(1)"))
    assert (stage.gmail.state, stage.gmail.connect_url) == (TargetState.INITIATED, None)
    assert "javascript:alert(1)" in stage.gmail.extra["notice"]
    assert stage.gmail.detail == ""


READINGS = [
    ("initiated", listed("gmail", "active"), [("initiated", "connected", WATCHER)]),
    ("initiated", ConnectorRow("gmail", True, True), [("initiated", "connected", WATCHER)]),
    ("pending", listed("gmail", "active"), [("pending", "initiated", WATCHER), ("initiated", "connected", WATCHER)]),
    ("initiated", listed("GMAIL", "failed"), [("initiated", "failed", WATCHER)]),
    ("initiated", listed("gmail", "revoked"), [("initiated", "failed", WATCHER)]),
    ("pending", listed("gmail", "revoked"), [("pending", "failed", WATCHER)]),
    ("initiated", listed("gmail", "expired"), [("initiated", "expired", CLOCK)]),
    ("pending", listed("gmail", "expired"), [("pending", "initiated", WATCHER), ("initiated", "expired", CLOCK)]),
    ("initiated", listed("gmail", "initiated"), []),
    ("initiated", listed("gmail", "initializing"), []),
    ("initiated", listed("gmail", "inactive"), []),
    ("initiated", listed("gmail", ""), []),
    ("initiated", listed("slack", "active"), []),
    ("failed", listed("gmail", "active"), []),
    ("expired", listed("gmail", "active"), []),
    ("connected", listed("gmail", "failed"), []),
    ("skipped", listed("gmail", "active"), []),
]


@pytest.mark.parametrize(("state", "row", "moves"), READINGS)
def test_a_reading_of_the_list(state: str, row: ConnectorRow, moves: list[tuple[str, str, str]]) -> None:
    stage = Stage(state)
    stage.reading(row)
    assert stage.moves == moves
    assert len(stage.frames) == len(moves)


def test_the_vendors_reason_comes_with_a_failure() -> None:
    stage = Stage("initiated")
    stage.reading(listed("gmail", "revoked", reason="the owner withdrew it"))
    assert stage.gmail.detail == "the owner withdrew it"


def test_a_reading_that_began_before_a_new_attempt_is_ignored() -> None:
    stage = Stage("failed")
    began = attempts(stage.operation)
    stage.mint(waiting("gmail"), retry=True)
    apply_list(stage.operation, [listed("gmail", "failed")], began)
    assert stage.gmail.state is TargetState.INITIATED


def test_a_reading_after_settling_changes_nothing() -> None:
    stage = Stage("initiated")
    stage.operation.settle(SettleReason.CONTINUE)
    before = len(stage.frames)
    stage.reading(listed("gmail", "active"))
    assert len(stage.frames) == before


@pytest.mark.parametrize("order", [1, -1])
def test_con_020_several_rows_of_one_connector_are_one_and_a_working_one_wins(order: int) -> None:
    rows: Sequence[ConnectorRow] = [listed("gmail", "revoked"), listed("gmail", "active", "c2")][::order]
    stage = Stage("initiated")
    stage.reading(*rows)
    assert stage.moves == [("initiated", "connected", WATCHER)]


@pytest.mark.parametrize("order", [1, -1])
def test_con_020_a_row_that_waits_outweighs_a_dead_one(order: int) -> None:
    stage = Stage("initiated")
    stage.reading(*[listed("gmail", "failed"), listed("gmail", "initiated")][::order])
    assert stage.moves == []


def test_reconnect_passes_what_is_connected_and_names_the_rest() -> None:
    operation = Operation(
        "op",
        [Target(name, TargetKind.CONNECTOR, "reconnect") for name in ("gmail", "linear", "notion")],
        session_key="s",
        tool_call_id="c",
        clock=lambda: 0.0,
        wall=lambda: WALL,
    )
    rest = pass_connected(operation, [listed("gmail", "active"), listed("linear", "expired")])
    assert rest == ["linear", "notion"]
    assert [str(target.state) for target in operation.targets] == ["connected", "pending", "pending"]


def test_the_clock_alone_expires_and_the_person_alone_retries() -> None:
    stage = Stage("initiated")
    stage.operation.move("gmail", TargetState.EXPIRED, Actor.CLOCK)
    assert stage.gmail.connect_url is None
