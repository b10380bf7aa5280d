"""The gate of a forced account switch (spec 4.6)."""

import pytest

from tests.connectors.scene import link, listed, waiting
from tests.connectors.test_managed import WATCHER, Stage
from workbench.connectors.contract import TargetState
from workbench.connectors.managed import KEPT_ACCOUNT, apply_baseline, warn_near_deadline
from workbench.connectors.shapes import ConnectorRow, MintRow

GATE = [
    # old id, row, does it stay closed?
    ("c1", listed("gmail", "active", "c1"), True),
    ("c1", listed("gmail", "active"), True),
    ("", listed("gmail", "active"), True),
    (None, listed("gmail", "active"), True),
    (None, listed("gmail", "active", "c1"), True),
    ("c1", listed("gmail", "active", "c2"), False),
    ("", listed("gmail", "active", "c2"), False),
    ("c1", listed("gmail", "initiated", "c1"), False),
    ("c1", listed("gmail", "inactive"), False),
    ("c1", listed("gmail", "failed", "c1"), False),
    (None, listed("gmail", "expired"), False),
]


@pytest.mark.parametrize(("old", "row", "closed"), GATE)
def test_the_gate_of_a_forced_switch(old: str | None, row: ConnectorRow, closed: bool) -> None:
    stage = Stage("initiated", forced=True, old=old)
    stage.reading(row)
    assert stage.gmail.awaiting_new_attempt is closed
    assert bool(stage.frames) is not closed


def test_behind_the_gate_a_waiting_row_keeps_the_link_and_the_next_connected_counts() -> None:
    stage = Stage("initiated", forced=True, old="c1")
    stage.reading(listed("gmail", "initiated"))
    assert (stage.gmail.connect_url, stage.moves, len(stage.frames)) == (link("gmail", 0), [], 1)
    stage.reading(listed("gmail", "active"))
    assert stage.moves == [("initiated", "connected", WATCHER)]


def test_without_a_baseline_the_first_account_seen_is_the_old_one() -> None:
    stage = Stage("initiated", forced=True)
    stage.reading(listed("gmail", "active", "c1"))
    assert stage.gmail.state is TargetState.INITIATED
    stage.reading(listed("gmail", "active", "c2"))
    assert stage.gmail.state is TargetState.CONNECTED


def test_the_old_account_beside_the_new_one_does_not_hide_it() -> None:
    stage = Stage("initiated", forced=True, old="c1")
    stage.reading(listed("gmail", "active", "c1"), listed("gmail", "active", "c2"))
    assert stage.gmail.state is TargetState.CONNECTED


@pytest.mark.parametrize(
    ("old", "new", "connected"),
    [("c1", "c1", False), ("c1", "", False), (None, "", False), (None, "c2", False), ("c1", "c2", True)],
)
def test_a_forced_mint_that_is_active_counts_only_with_a_new_connection(
    old: str | None, new: str, connected: bool
) -> None:
    stage = Stage(forced=True, old=old)
    stage.mint(MintRow("gmail", "active", connection_id=new))
    if connected:
        assert (stage.gmail.state, stage.gmail.awaiting_new_attempt) == (TargetState.CONNECTED, False)
    else:
        assert (stage.gmail.state, stage.gmail.detail) == (TargetState.FAILED, KEPT_ACCOUNT)


def test_trying_a_forced_switch_again_waits_at_the_gate_again() -> None:
    stage = Stage(forced=True, old="c1")
    stage.mint(MintRow("gmail", "failed"))
    assert stage.gmail.awaiting_new_attempt is False
    stage.mint(waiting("gmail"), retry=True)
    assert stage.gmail.awaiting_new_attempt is True


def test_the_baseline_is_the_connection_that_works_now() -> None:
    stage = Stage(forced=True)
    apply_baseline(stage.operation, [listed("gmail", "revoked", "c0"), listed("gmail", "active", "c1")])
    assert (stage.gmail.old_connection, stage.frames) == ("c1", [])
    other = Stage(forced=True)
    apply_baseline(other.operation, [listed("gmail", "revoked", "c0")])
    assert other.gmail.old_connection == ""


@pytest.mark.parametrize(("old", "words"), [("c1", "still shows"), (None, "no id to tell"), ("", "no id to tell")])
def test_a_switch_that_cannot_be_seen_says_so_near_the_deadline_and_once(old: str | None, words: str) -> None:
    stage = Stage("initiated", forced=True, old=old)
    stage.now = 269.0
    warn_near_deadline(stage.operation)
    assert stage.frames == []
    stage.now = 270.0
    warn_near_deadline(stage.operation)
    warn_near_deadline(stage.operation)
    assert len(stage.frames) == 1
    assert words in stage.gmail.extra["notice"]
    assert (stage.gmail.detail, stage.gmail.connect_url) == ("", link("gmail", 0))


def test_near_the_deadline_an_ordinary_target_says_nothing() -> None:
    stage = Stage("initiated")
    stage.now = 299.0
    warn_near_deadline(stage.operation)
    assert stage.frames == []
