"""Reported faults of connection operations, each under its id."""

import pytest

from tests.connectors.scene import Scene, calm, gateway_fault, link, listed
from workbench.connectors.cards import card
from workbench.connectors.contract import RefusalReason, Refused
from workbench.connectors.errors import FaultKind
from workbench.connectors.shapes import MintRow
from workbench.connectors.store import StoreState, reduce


def shown(scene: Scene) -> "dict[str, str]":
    """The row texts of the card, made from the frames alone."""
    state = StoreState()
    for frame in scene.frames:
        state = reduce(state, frame.payload)
    entry = state.entry("session-1")
    assert entry is not None
    return {row.name: row.words for row in card(entry, scene.time.wall()).rows}


async def test_con_001_an_account_without_connectors_gets_no_card() -> None:
    scene = Scene()
    scene.gateway.mint_fault = gateway_fault(FaultKind.DARK, 404)
    with pytest.raises(Refused) as caught:
        await scene.desk.connect(["gmail"])
    assert "not available for this account" in caught.value.message
    assert scene.frames == []


async def test_con_001_five_faults_have_five_different_words() -> None:
    messages = set()
    faults = [(FaultKind.DARK, 404), (FaultKind.AUTH, 401), (FaultKind.AUTH, 403), (FaultKind.TRANSPORT, None)]
    for kind, status in faults:
        scene = Scene()
        scene.gateway.at(0, gateway_fault(kind, status))
        with pytest.raises(Refused) as caught:
            await scene.desk.list()
        messages.add(caught.value.message)
    scene = Scene()
    scene.gateway.at(0, [listed("gmail", "inactive")])
    messages.add((await scene.desk.list())[0].words)
    assert len(messages) == 5


@pytest.mark.parametrize("ids", [("", ""), ("c1", "c2")])
async def test_con_007_a_switch_waits_for_the_new_account(ids: tuple[str, str]) -> None:
    old, new = ids
    scene = Scene()
    scene.gateway.at(5, [listed("gmail", "active", old)])
    scene.gateway.at(10, [listed("gmail", "initiated", new)])
    scene.gateway.at(40, [listed("gmail", "active", new)])
    task = scene.start("gmail", action="reconnect", force=True)
    for moment in (1, 6, 11, 39):
        await scene.time.to(moment)
        assert (scene.state("gmail"), scene.target("gmail")["connect_url"]) == ("initiated", link("gmail"))
    await scene.time.to(41)
    assert task.result()["targets"][0]["state"] == "connected"


@pytest.mark.parametrize("ids", [("", ""), ("c1", "c2")])
async def test_con_007_also_when_the_old_account_was_read_first(ids: tuple[str, str]) -> None:
    old, new = ids
    scene = Scene()
    scene.gateway.at(0, [listed("gmail", "active", old)])
    scene.gateway.at(40, [listed("gmail", "active", new)])
    task = scene.start("gmail", action="reconnect", force=True)
    await scene.time.to(39)
    assert scene.state("gmail") == "initiated"
    await scene.time.to(41)
    assert task.done() is bool(new), "with ids the new one is told apart; without, nothing can be told"
    await scene.time.to(271)
    if not new:
        assert "cannot be seen" in scene.target("gmail")["extra"]["notice"]
    await scene.time.to(301)
    assert task.result()["settled_by"] == ("all_resolved" if new else "deadline")


async def test_con_009_a_waiting_row_keeps_its_link_and_its_button() -> None:
    scene = Scene()
    task = scene.start("gmail")
    state = StoreState()
    for moment in (1, 2, 8):
        await scene.time.to(moment)
        for frame in scene.frames:
            state = reduce(state, frame.payload)
        entry = state.entry("session-1")
        assert entry is not None
        for busy in ((), ("gmail",)):
            row = card(entry, scene.time.wall(), busy).rows[0]
            assert (row.primary, row.enabled, row.link) == ("Connect", True, link("gmail"))
    assert len(scene.gateway.minted) == 1
    scene.desk.interrupt()
    await task


async def test_con_011_the_operation_is_found_after_the_session_changed_its_key() -> None:
    scene = Scene()
    task = scene.start("gmail")
    await scene.time.to(2)
    scene.desk.rotate_key("session-2")
    for caller in ("session-1", "session-2"):
        assert scene.desk.status("op_1", caller)["op_id"] == "op_1"
    scene.desk.respond("op_1", {"targets": {"gmail": "skipped"}}, "session-2")
    await calm()
    assert task.done() and task.result()["targets"][0]["state"] == "skipped"
    assert scene.time.passed == 2


async def test_con_013_a_live_link_is_not_minted_again() -> None:
    scene = Scene()
    task = scene.start("gmail")
    await scene.time.to(10)
    with pytest.raises(Refused) as caught:
        await scene.desk.retry("op_1", ["gmail"])
    assert caught.value.reason is RefusalReason.LINK_STILL_VALID and "still valid" in caught.value.message
    assert (len(scene.gateway.minted), scene.target("gmail")["connect_url"]) == (1, link("gmail"))
    scene.desk.interrupt()
    await task


async def test_con_014_faults_on_the_way_do_not_end_a_sign_in() -> None:
    scene = Scene()
    scene.gateway.at(10, gateway_fault(FaultKind.TRANSPORT)).at(15, gateway_fault(FaultKind.HTTP, 502))
    scene.gateway.at(20, [listed("stripe", "initiated")]).at(90, [listed("stripe", "active")])
    task = scene.start("stripe")
    await scene.time.to(16)
    state = StoreState()
    for frame in scene.frames:
        state = reduce(state, frame.payload)
    entry = state.entry("session-1")
    assert entry is not None
    assert card(entry, scene.time.wall()).watch.startswith("checking again: ")
    assert "last heard 11 s ago" in card(entry, scene.time.wall()).watch
    await scene.time.to(91)
    assert task.result()["targets"][0]["state"] == "connected"


async def test_con_016_the_result_is_history_and_the_list_is_read_fresh() -> None:
    scene = Scene()
    scene.gateway.at(420, [listed("slack", "active")])
    task = scene.start("slack")
    await scene.time.to(301)
    assert task.result()["targets"][0]["state"] == "not_connected"
    await scene.time.to(430)
    assert (await scene.desk.list())[0].words == "connected"
    assert scene.desk.status("op_1")["targets"][0]["state"] == "not_connected"


async def test_con_018_each_state_shows_and_a_reading_of_one_leaves_the_others() -> None:
    scene = Scene()
    scene.gateway.mint = lambda *_: [
        MintRow("gmail", "initiated", link("gmail")),
        MintRow("notion", "active"),
    ]
    scene.gateway.at(0, [listed("gmail", "initiated"), listed("notion", "active")])
    scene.gateway.at(5, [listed("gmail", "expired")])
    task = scene.start("gmail", "notion")
    await scene.time.to(1)
    assert shown(scene) == {"gmail": "finish connecting in your browser", "notion": "connected"}
    await scene.time.to(6)
    assert shown(scene) == {"gmail": "access expired", "notion": "connected"}
    scene.desk.interrupt()
    await task


async def test_con_020_two_accounts_are_one_connector_and_told_apart_by_their_ids() -> None:
    scene = Scene()
    scene.gateway.at(0, [listed("gmail", "revoked", "ops"), listed("gmail", "active", "billing")])
    views = await scene.desk.list()
    assert [(view.name, view.connected) for view in views] == [("gmail", True)]
    assert [account["connection_id"] for account in views[0].as_json()["accounts"]] == ["billing", "ops"]


async def test_con_030_looking_sends_only_readings() -> None:
    scene = Scene()
    scene.gateway.at(0, [listed("gmail", "active")])
    for _ in range(10):
        assert (await scene.desk.list())[0].connected
    assert (scene.gateway.minted, len(scene.gateway.read_at)) == ([], 10)


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "\\\\host\\share"])
async def test_sec_014_sec_015_a_card_never_offers_a_link_that_is_not_http(url: str) -> None:
    scene = Scene()
    scene.gateway.mint = lambda *_: [MintRow("gmail", "initiated", url)]
    task = scene.start("gmail")
    await calm()
    state = reduce(StoreState(), scene.frames[0].payload)
    entry = state.entry("session-1")
    assert entry is not None
    row = card(entry, scene.time.wall()).rows[0]
    assert (row.link, row.enabled) == (None, False)
    assert url in row.notice
    scene.desk.interrupt()
    await task
