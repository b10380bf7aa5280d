"""Every row of the card table, and what settling makes of a card (spec 4.8)."""

from typing import Any

import pytest

from tests.connectors.test_store import frame, target
from workbench.connectors.cards import Card, card
from workbench.connectors.store import StoreState, reduce

URL = "https://consent.example/c/1"


def shown(*targets: dict[str, Any], now: float = 1000.0, busy: tuple[str, ...] = (), **more: Any) -> Card:
    state = reduce(StoreState(), frame(targets=list(targets)))
    if more:
        state = reduce(state, frame("update", seq=2, targets=list(targets), **more))
    entry = state.entry("s")
    assert entry is not None
    return card(entry, now, busy)


TABLE = [
    # state, more, primary, enabled, other, words, unresolved
    ("pending", {}, "Connect", False, "Not now", "preparing", True),
    ("pending", {"connect_url": URL}, "Connect", True, "Not now", "preparing", True),
    ("initiated", {"connect_url": URL}, "Connect", True, "Not now", "finish connecting in your browser", True),
    ("initiated", {}, "Connect", False, "Not now", "finish connecting in your browser", True),
    ("connected", {}, None, False, None, "connected", False),
    ("connected", {"extra": {"tool_count": 1}}, None, False, None, "connected (1 tool)", False),
    ("connected", {"extra": {"tool_count": 24}}, None, False, None, "connected (24 tools)", False),
    ("connected", {"extra": {"tool_count": "many"}}, None, False, None, "connected", False),
    ("skipped", {}, None, False, None, "skipped", False),
    ("failed", {"detail": "the vendor says no"}, "Try again", True, "Not now", "the vendor says no", True),
    ("failed", {}, "Try again", True, "Not now", "could not connect", True),
    ("expired", {}, "Reconnect", True, "Not now", "access expired", True),
    ("expired", {"detail": "token too old"}, "Reconnect", True, "Not now", "access expired", True),
    ("not_connected", {}, None, False, None, "not connected", False),
    ("unavailable", {}, None, False, None, "unavailable", False),
]


@pytest.mark.parametrize(("state", "more", "primary", "enabled", "other", "words", "unresolved"), TABLE)
def test_the_card_table(
    state: str,
    more: dict[str, Any],
    primary: str | None,
    enabled: bool,
    other: str | None,
    words: str,
    unresolved: bool,
) -> None:
    made = shown(target(state=state, **more))
    row = made.rows[0]
    assert (row.primary, row.enabled, row.other, row.words) == (primary, enabled, other, words)
    assert row.unresolved is unresolved is made.continue_shown


@pytest.mark.parametrize(("state", "more", "words"), [(row[0], row[1], row[5]) for row in TABLE])
def test_a_settled_card_has_the_words_and_no_live_control(state: str, more: dict[str, Any], words: str) -> None:
    made = shown(target(state=state, **more), settled=True, settled_by="continue", busy=("gmail",))
    row = made.rows[0]
    assert (row.primary, row.enabled, row.other, row.link, row.unresolved, row.busy) == (
        None,
        False,
        None,
        None,
        False,
        False,
    )
    assert (made.settled, made.continue_shown, made.countdown) == (True, False, None)
    assert made.summary == (f"gmail: {words}",)


@pytest.mark.parametrize("state", ["failed", "expired"])
def test_a_row_is_busy_only_while_its_own_action_runs(state: str) -> None:
    both = shown(target("gmail", state), target("linear", state), busy=("gmail",))
    assert [(row.busy, row.enabled) for row in both.rows] == [(True, False), (False, True)]


def test_the_countdown_ends_at_nought() -> None:
    assert [shown(target(), now=now).countdown for now in (1000.0, 1290.5, 1300.0, 1400.0)] == [300, 9, 0, 0]


def test_continue_shows_while_anything_is_unresolved() -> None:
    assert shown(target("a", "connected"), target("b", "expired")).continue_shown is True
    assert shown(target("a", "connected"), target("b", "skipped")).continue_shown is False


def test_a_failed_reading_says_that_it_is_repeated_and_when_it_last_went_well() -> None:
    failing = shown(target(), now=1020.0, watch={"fault": "the gateway failed", "last_read_at": 1009.0})
    assert failing.watch == "checking again: the gateway failed; last heard 11 s ago"
    assert shown(target(), watch={"fault": "slow", "last_read_at": None}).watch == "checking again: slow"
    assert shown(target(), watch={"fault": 7}).watch == ""


def test_a_flows_steps_question_and_notice_are_shown_as_far_as_they_can_be_read() -> None:
    steps = [{"name": "discover", "state": "failed", "note": "no \x1bmetadata"}, "odd", {"name": 3}]
    extra = {"steps": steps, "question": {"kind": "approval"}, "notice": "look"}
    row = shown(target(state="pending", extra=extra) | {"kind": "mcp"}).rows[0]
    assert row.steps == (("discover", "failed", "no metadata"), ("", "", ""))
    assert (row.question, row.notice) == ({"kind": "approval"}, "look")
    odd = shown(target(extra={"steps": 5, "question": "x", "notice": []})).rows[0]
    assert (odd.steps, odd.question, odd.notice) == ((), None, "")
