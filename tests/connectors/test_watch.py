"""The lifecycle loop on a clock that only moves when told (spec 4.6)."""

import asyncio

import pytest

from tests.connectors.scene import Scene, calm, gateway_fault, link, listed
from workbench.connectors.errors import FaultKind


async def test_one_reading_a_tick_whatever_the_number_of_targets() -> None:
    scene = Scene()
    scene.gateway.at(0, [listed(name, "initiated") for name in ("gmail", "linear", "notion")])
    task = scene.start("gmail", "linear", "notion")
    await scene.time.to(30.0)
    assert scene.gateway.read_at == [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]
    assert scene.gateway.minted == [(("gmail", "linear", "notion"), False)]
    scene.desk.interrupt()
    await task


async def test_con_003_no_reading_after_the_operation_was_settled() -> None:
    scene = Scene()
    scene.gateway.at(30, [listed(name, "active") for name in ("gmail", "linear", "notion")])
    task = scene.start("gmail", "linear", "notion")
    await scene.time.to(100.0)
    assert task.done() and task.result()["settled_by"] == "all_resolved"
    assert scene.gateway.read_at[-1] == 30.0


async def test_con_005_stop_takes_effect_at_once_and_not_at_the_next_tick() -> None:
    scene = Scene()
    task = scene.start("gmail")
    await scene.time.to(2.0)
    scene.desk.interrupt()
    await scene.time.to(2.25)
    assert task.done() and task.result()["settled_by"] == "interrupt"


async def test_con_005_without_input_it_settles_at_three_hundred_seconds() -> None:
    scene = Scene()
    task = scene.start("gmail")
    await scene.time.to(299.9)
    assert not task.done()
    await scene.time.to(300.25)
    result = task.result()
    assert (result["settled_by"], result["targets"][0]["state"]) == ("deadline", "not_connected")
    settled_at = scene.desk.status("op_1")
    assert settled_at["deadline_at"] == settled_at["created_at"] + 300


@pytest.mark.parametrize("moment", [0.1, 2.0, 7.0])
async def test_stop_does_not_wait_for_a_slow_gateway(moment: float) -> None:
    scene = Scene()
    scene.gateway.slow = 20.0  # the mint first, then each reading
    task = scene.start("gmail")
    await scene.time.to(20.0 + moment if moment > 1 else moment)
    scene.desk.interrupt()
    await calm()
    assert task.done() and task.result()["settled_by"] == "interrupt"
    assert scene.gateway.cancelled == 1


async def test_the_deadline_does_not_wait_for_a_slow_gateway() -> None:
    scene = Scene()
    task = scene.start("gmail")
    await scene.time.to(291.0)
    scene.gateway.slow = 60.0
    await scene.time.to(300.25)
    assert task.done() and task.result()["settled_by"] == "deadline"


async def test_a_slow_reading_never_overlaps_the_next() -> None:
    scene = Scene()
    scene.gateway.at(0, [listed("gmail", "initiated")])
    task = scene.start("gmail")
    await calm()
    scene.gateway.slow = 7.0
    await scene.time.to(26.0)
    assert scene.gateway.read_at == [0.0, 5.0, 15.0, 25.0]
    scene.desk.interrupt()
    await task


async def test_an_answer_wakes_the_loop_without_another_reading() -> None:
    scene = Scene()
    task = scene.start("gmail", "linear")
    await scene.time.to(6.0)
    before = len(scene.gateway.read_at)
    scene.desk.respond("op_1", {"targets": [{"name": "gmail", "state": "skipped"}]})
    await calm()
    assert scene.state("gmail") == "skipped"
    assert (len(scene.gateway.read_at), scene.time.passed) == (before, 6.0)
    scene.desk.respond("op_1", {"targets": {"linear": "skipped"}})
    await calm()
    assert task.done() and task.result()["settled_by"] == "all_resolved"
    assert len(scene.gateway.read_at) == before


async def test_nothing_is_read_while_no_target_is_live() -> None:
    scene = Scene()
    scene.gateway.mint = lambda *_: []
    task = scene.start("gmail")
    await scene.time.to(30.0)
    assert (scene.state("gmail"), scene.gateway.read_at) == ("failed", [])
    scene.desk.interrupt()
    await task


FAULTS = [
    (gateway_fault(FaultKind.TRANSPORT), "did not answer in time"),
    (gateway_fault(FaultKind.TRANSPORT, code="UNREACHABLE"), "cannot be reached"),
    (gateway_fault(FaultKind.HTTP, 502), "status 502"),
    (gateway_fault(FaultKind.RATE_LIMITED, 429), "slow down"),
    (gateway_fault(FaultKind.AUTH, 401), "does not accept the token"),
    (gateway_fault(FaultKind.AUTH, 403), "does not allow"),
    (gateway_fault(FaultKind.AUTH, None), "not signed in"),
    (gateway_fault(FaultKind.DARK, 404), "not available for this account"),
    (gateway_fault(FaultKind.INVALID), "wrong shape"),
    (RuntimeError("Bearer s3cret"), "request to the gateway failed"),
]


@pytest.mark.parametrize(("fault", "words"), FAULTS, ids=[words for _, words in FAULTS])
async def test_con_001_con_014_a_failed_reading_ends_nothing_and_is_shown_in_its_own_words(
    fault: Exception, words: str
) -> None:
    scene = Scene()
    scene.gateway.at(0, [listed("gmail", "initiated")]).at(10, fault).at(20, [listed("gmail", "active")])
    task = scene.start("gmail")
    await scene.time.to(16.0)
    watch = scene.frames[-1].payload["watch"]
    assert words in watch["fault"]
    assert watch["last_read_at"] == scene.frames[0].payload["created_at"] + 5.0
    assert scene.kinds.count("connection.update") == 1, "two failed readings in a row are one piece of news"
    assert scene.target("gmail")["connect_url"] == link("gmail")
    await scene.time.to(21.0)
    assert task.result()["targets"][0]["state"] == "connected"
    assert "s3cret" not in repr([dict(frame.payload) for frame in scene.frames])


async def test_con_014_the_note_goes_when_reading_works_again() -> None:
    scene = Scene()
    scene.gateway.at(0, gateway_fault(FaultKind.HTTP, 502)).at(5, [listed("gmail", "initiated")])
    scene.start("gmail")
    await scene.time.to(1.0)
    assert scene.frames[-1].payload["watch"]["last_read_at"] is None
    await scene.time.to(6.0)
    assert scene.frames[-1].payload["watch"] == {}
    scene.desk.interrupt()
    await calm()


async def test_cancelling_the_call_interrupts_the_operation() -> None:
    scene = Scene()
    task = scene.start("gmail")
    await scene.time.to(3.0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert scene.frames[-1].payload["settled_by"] == "interrupt"
    assert scene.desk.open_operation is None


async def test_a_clock_that_jumps_settles_at_the_next_slice() -> None:
    scene = Scene()
    task = scene.start("gmail")
    await scene.time.to(1.0)
    scene.time.now += 1000.0
    await scene.time.to(1001.25)
    assert task.done() and task.result()["settled_by"] == "deadline"


async def test_nothing_is_left_running_after_settling() -> None:
    before = asyncio.all_tasks()
    scene = Scene()
    task = scene.start("gmail")
    await scene.time.to(7.0)
    scene.desk.respond("op_1", {"settled_by": "continue"})
    await task
    await calm()
    assert asyncio.all_tasks() == before
