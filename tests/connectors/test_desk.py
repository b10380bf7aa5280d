"""Operations from opening to result, and what a card may ask meanwhile (spec 4.6, 4.8)."""

import asyncio
import json

import pytest

from tests.connectors.scene import Scene, calm, link, listed, waiting
from workbench.connectors.contract import OperationOpen, RefusalReason, Refused
from workbench.connectors.shapes import MintRow


async def test_connect_asks_once_for_all_and_the_request_has_the_links() -> None:
    scene = Scene()
    scene.start("gmail", "linear")
    await calm()
    assert scene.gateway.minted == [(("gmail", "linear"), False)]
    request = scene.frames[0].payload
    assert (request["kind"], request["seq"], request["tool_call_id"]) == ("connection.request", 1, "call_1")
    assert [target["connect_url"] for target in request["targets"]] == [link("gmail"), link("linear")]
    scene.desk.interrupt()
    await calm()


async def test_a_finished_sign_in_settles_with_a_result_without_links() -> None:
    scene = Scene()
    scene.gateway.at(20, [listed("gmail", "active", "c1")])
    task = scene.start("gmail")
    await scene.time.to(21.0)
    result = task.result()
    assert (result["status"], result["settled_by"]) == ("settled", "all_resolved")
    assert "https" not in json.dumps(result)
    assert scene.kinds == ["connection.request", "connection.update", "connection.update"]
    assert scene.frames[-1].payload["settled"] is True


async def test_what_is_connected_already_settles_at_once_after_the_request() -> None:
    scene = Scene()
    scene.gateway.mint = lambda names, _: [MintRow(name, "active") for name in names]
    result = await scene.start("gmail")
    assert (result["settled_by"], scene.gateway.read_at) == ("all_resolved", [])
    assert scene.kinds == ["connection.request", "connection.update"]


async def test_reconnect_leaves_working_accounts_alone() -> None:
    scene = Scene()
    scene.gateway.at(0, [listed("gmail", "active"), listed("linear", "expired")])
    task = scene.start("gmail", "linear", action="reconnect")
    scene.gateway.on_mint = [listed("gmail", "active"), listed("linear", "initiated")]
    scene.gateway.at(5, [listed("gmail", "active"), listed("linear", "active")])
    await scene.time.to(6.0)
    assert scene.gateway.minted == [(("linear",), True)]
    assert [entry["state"] for entry in task.result()["targets"]] == ["connected", "connected"]


async def test_reconnect_of_working_accounts_only_asks_for_no_link() -> None:
    scene = Scene()
    scene.gateway.at(0, [listed("gmail", "active")])
    result = await scene.start("gmail", action="reconnect")
    assert (scene.gateway.minted, result["targets"][0]["state"]) == ([], "connected")


async def test_a_forced_reconnect_asks_anew_for_all_and_marks_each() -> None:
    scene = Scene()
    scene.gateway.at(0, [listed("gmail", "active", "c1")])
    scene.start("gmail", "linear", action="reconnect", force=True)
    await calm()
    assert scene.gateway.minted == [(("gmail", "linear"), True)]
    assert [target["awaiting_new_attempt"] for target in scene.frames[0].payload["targets"]] == [True, True]
    scene.desk.interrupt()
    await calm()


async def test_a_second_connect_names_the_open_operation_and_disturbs_nothing() -> None:
    scene = Scene()
    task = scene.start("gmail")
    await calm()
    with pytest.raises(OperationOpen) as caught:
        await scene.desk.connect(["linear"])
    assert (caught.value.op_id, caught.value.names) == ("op_1", ("gmail",))
    assert len(scene.gateway.minted) == 1 and not task.done()
    scene.desk.interrupt()
    await task
    again = scene.start("linear")
    await calm()
    assert scene.frames[-1].payload["op_id"] == "op_2"
    scene.desk.interrupt()
    await again


async def test_without_cards_the_links_come_at_once_and_nothing_stays_open() -> None:
    scene = Scene()
    result = await scene.start("gmail", "linear", cards=False)
    assert (result["status"], scene.frames, scene.desk.open_operation) == ("initiated", [], None)
    assert [entry["connect_url"] for entry in result["targets"]] == [link("gmail"), link("linear")]
    await scene.time.to(20.0)
    assert scene.gateway.read_at == []


async def test_without_cards_what_is_connected_already_is_settled() -> None:
    scene = Scene()
    scene.gateway.mint = lambda names, _: [MintRow(name, "active") for name in names]
    result = await scene.start("gmail", cards=False)
    assert (result["status"], result["settled_by"]) == ("settled", "all_resolved")


async def test_without_cards_a_failure_has_the_vendors_text_and_no_link() -> None:
    scene = Scene()
    scene.gateway.mint = lambda *_: [MintRow("gmail", "failed", link("gmail"), status_reason="no")]
    result = await scene.start("gmail", cards=False)
    assert result["status"] == "failed"
    assert result["targets"] == [
        {"name": "gmail", "kind": "connector", "action": "connect", "state": "failed", "detail": "no"}
    ]


async def test_continue_settles_with_what_is_there() -> None:
    scene = Scene()
    scene.gateway.at(5, [listed("gmail", "active")])
    task = scene.start("gmail", "linear")
    await scene.time.to(6.0)
    told = scene.desk.respond("op_1", {"settled_by": "continue"})
    assert told == {"op_id": "op_1", "settled": True, "settled_by": "continue"}
    assert [entry["state"] for entry in (await task)["targets"]] == ["connected", "not_connected"]


async def test_continue_that_loses_the_race_tells_who_won_and_changes_nothing() -> None:
    scene = Scene()
    scene.gateway.at(5, [listed("gmail", "active")])
    task = scene.start("gmail")
    await scene.time.to(6.0)
    frames = len(scene.frames)
    assert scene.desk.respond("op_1", {"settled_by": "continue"})["settled_by"] == "all_resolved"
    assert (len(scene.frames), task.result()["settled_by"]) == (frames, "all_resolved")


async def test_answers_and_continue_together() -> None:
    scene = Scene()
    task = scene.start("gmail", "linear")
    await calm()
    scene.desk.respond("op_1", {"targets": [{"name": "gmail", "state": "skipped"}], "settled_by": "continue"})
    assert [entry["state"] for entry in (await task)["targets"]] == ["skipped", "not_connected"]


async def test_try_again_mints_anew_as_the_person() -> None:
    scene = Scene()
    scene.gateway.at(5, [listed("gmail", "failed", reason="no scope")])
    task = scene.start("gmail", "linear")
    await scene.time.to(6.0)
    scene.gateway.timeline.clear()
    scene.gateway.mint = lambda names, _: [waiting(name, link(name, 2)) for name in names]
    picture = await scene.desk.retry("op_1", ["gmail"])
    assert scene.gateway.minted[1:] == [(("gmail",), True)]
    assert scene.moves("gmail")[-1] == ("failed", "initiated", "user")
    assert picture["targets"][0]["connect_url"] == link("gmail", 2)
    scene.desk.interrupt()
    await task


async def test_try_again_of_one_that_waits_mints_for_none() -> None:
    scene = Scene()
    scene.gateway.at(5, [listed("gmail", "failed")])
    task = scene.start("gmail", "linear")
    await scene.time.to(6.0)
    with pytest.raises(Refused) as caught:
        await scene.desk.retry("op_1", ["gmail", "linear"])
    assert caught.value.reason is RefusalReason.LINK_STILL_VALID
    assert len(scene.gateway.minted) == 1
    scene.desk.interrupt()
    await task


async def test_pressing_try_again_twice_mints_once() -> None:
    scene = Scene()
    scene.gateway.mint = lambda *_: []
    task = scene.start("gmail")
    await calm()
    scene.gateway.slow = 3.0
    first = asyncio.ensure_future(scene.desk.retry("op_1", ["gmail"]))
    await scene.time.to(1.0)
    assert scene.desk.busy("op_1") == {"gmail"}
    with pytest.raises(Refused) as caught:
        await scene.desk.retry("op_1", ["gmail"])
    assert caught.value.reason is RefusalReason.LINK_STILL_VALID
    await scene.time.to(4.0)
    await first
    assert (len(scene.gateway.minted), scene.desk.busy("op_1")) == (2, frozenset())
    scene.desk.interrupt()
    await task


async def test_a_new_attempt_whose_answer_comes_after_settling_changes_nothing() -> None:
    scene = Scene()
    scene.gateway.mint = lambda *_: []
    task = scene.start("gmail")
    await calm()
    scene.gateway.slow = 3.0
    retry = asyncio.ensure_future(scene.desk.retry("op_1", ["gmail"]))
    await scene.time.to(1.0)
    scene.desk.respond("op_1", {"settled_by": "continue"})
    result, frames = await task, len(scene.frames)
    await scene.time.to(4.0)
    with pytest.raises(Refused) as caught:
        await retry
    assert caught.value.reason is RefusalReason.ILLEGAL_TRANSITION
    assert (len(scene.frames), result["targets"][0]["state"]) == (frames, "not_connected")


async def test_a_listener_that_breaks_does_not_take_the_operation_with_it() -> None:
    scene = Scene()

    def broken(_: object) -> None:
        raise RuntimeError("cannot draw")

    leave = scene.desk.subscribe(broken)
    scene.gateway.at(5, [listed("gmail", "active")])
    task = scene.start("gmail")
    await scene.time.to(6.0)
    assert task.result()["targets"][0]["state"] == "connected"
    leave()
    leave()


async def test_the_status_of_operations_open_and_over() -> None:
    scene = Scene()
    task = scene.start("gmail")
    await calm()
    assert scene.desk.status("op_1")["targets"][0]["connect_url"] == link("gmail")
    scene.desk.interrupt()
    await task
    over = scene.desk.status("op_1")
    assert (over["settled_by"], over["targets"][0]["connect_url"]) == ("interrupt", None)


async def test_only_so_many_operations_are_remembered() -> None:
    scene = Scene()
    scene.gateway.mint = lambda names, _: [MintRow(name, "active") for name in names]
    for _ in range(52):
        await scene.desk.connect(["gmail"])
    assert scene.desk.status("op_52")["settled"]
    with pytest.raises(Refused):
        scene.desk.status("op_2")


async def test_nothing_open_nothing_to_stop() -> None:
    assert Scene().desk.interrupt() is False
