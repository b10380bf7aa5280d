"""Running a plan: together or one by one, stopped, failing, always answered in input order (spec 3.5)."""

import asyncio
from collections.abc import Callable

import pytest

from tests.bridge.test_planner import LOOKUP, SCOPE, planned, wrapped
from workbench.bridge.route import Routed
from workbench.bridge.turn import Answer, TurnEntry, TurnReport, pending, run_turn
from workbench.model import Approval, CallReport, Outcome

Stop = Callable[[], bool]


class Clock:
    """Seconds that pass only when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class World:
    """Carries out calls by name, waiting where it is told to, and notes what started and ended."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.log: list[str] = []
        self.running = 0
        self.most = 0
        self.stopped = False
        self.stop_at = ""

    async def run(self, routed: Routed, _: Stop) -> Answer:
        name = routed.names[0]
        self.log.append(f"+{name}")
        self.running += 1
        self.most = max(self.most, self.running)
        if name == self.stop_at:
            self.stopped = True
        for _turn in range(3 if name.endswith("get") else 1):
            await asyncio.sleep(0)
        self.clock.now += 1
        self.running -= 1
        self.log.append(f"-{name}")
        return Answer(name, Outcome.DONE, (CallReport(name, Outcome.DONE, {}, approval=Approval.ALLOW),))

    def stop(self) -> bool:
        return self.stopped


async def ran(world: World, *calls: object) -> TurnReport:
    """The report of these calls."""
    return await run_turn(planned(*calls), world.run, world.stop, world.clock)


async def test_a_parallel_group_runs_together_and_keeps_the_input_order() -> None:
    world = World()
    report = await ran(world, "mcp_fast_get", "mcp_fast_put", LOOKUP)
    assert world.most == 3
    assert world.log.index("-mcp_fast_put") < world.log.index("-mcp_fast_get")
    assert [entry.payload for entry in report.entries] == ["mcp_fast_get", "mcp_fast_put", "tool_search"]
    assert [entry.lane for entry in report.entries] == [0, 1, 2]


async def test_a_barrier_has_the_time_to_itself() -> None:
    world = World()
    report = await ran(world, "mcp_fast_get", "mcp_slow_get", "mcp_fast_put")
    assert world.most == 1
    spans = [(entry.start, entry.end) for entry in report.entries]
    assert spans == [(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)]
    assert [(entry.group, entry.lane, entry.parallel) for entry in report.entries] == [
        (0, 0, True),
        (1, 0, False),
        (2, 0, True),
    ]
    assert report.seconds == 3.0


async def test_cal_032_stop_halts_before_the_next_entry_and_keeps_what_is_done() -> None:
    world = World()
    world.stop_at = "mcp_slow_get"
    report = await ran(world, "mcp_fast_get", "mcp_slow_get", "mcp_fast_put", "read_file")
    assert [entry.outcome for entry in report.entries] == [
        Outcome.DONE,
        Outcome.DONE,
        Outcome.INTERRUPTED,
        Outcome.INTERRUPTED,
    ]
    assert "+mcp_fast_put" not in world.log
    assert [entry.payload["code"] for entry in report.entries[2:]] == ["INTERRUPTED"] * 2
    assert (report.entries[3].start, report.entries[3].end, report.stopped) == (None, None, True)
    assert report.entries[3].reports[0].name == "read_file"


async def test_stop_is_read_between_the_entries_of_a_parallel_group_too() -> None:
    world = World()
    world.stop_at = "mcp_fast_get"
    report = await ran(world, "mcp_fast_put", "mcp_fast_get", "mcp_fast_seen")
    assert [entry.outcome for entry in report.entries] == [Outcome.DONE, Outcome.DONE, Outcome.INTERRUPTED]


async def test_a_flag_that_falls_again_stays_seen() -> None:
    world = World()
    answers = iter([False, True, False, False])
    report = await run_turn(planned("mcp_slow_get", "read_file", "read_file"), world.run, answers.__next__, world.clock)
    assert [entry.outcome for entry in report.entries] == [Outcome.DONE, Outcome.INTERRUPTED, Outcome.INTERRUPTED]


async def test_one_call_that_breaks_never_costs_the_others() -> None:
    world = World()

    async def run(routed: Routed, stop: Stop) -> Answer:
        if routed.names == ("mcp_fast_put",):
            raise ZeroDivisionError("secret")
        return await world.run(routed, stop)

    report = await run_turn(planned("mcp_fast_get", "mcp_fast_put", "read_file"), run, world.stop, world.clock)
    assert [entry.outcome for entry in report.entries] == [Outcome.DONE, Outcome.UNREACHABLE, Outcome.DONE]
    assert "ZeroDivisionError" in report.entries[1].payload["error"]
    assert "secret" not in str(report.entries[1].payload)


async def test_refused_calls_are_answered_and_never_run() -> None:
    world = World()
    report = await ran(world, "nope", ("tool_call", "{"), "mcp_fast_get")
    assert [entry.outcome for entry in report.entries] == [Outcome.REFUSED, Outcome.INVALID, Outcome.DONE]
    assert world.log == ["+mcp_fast_get", "-mcp_fast_get"]
    assert [call.name for call in report.entries[0].reports] == ["nope"]


async def test_cancelling_cancels_what_runs() -> None:
    gone: list[str] = []

    async def run(routed: Routed, _: Stop) -> Answer:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            gone.extend(routed.names)
            raise
        raise AssertionError

    task = asyncio.create_task(run_turn(planned("mcp_fast_get", "mcp_fast_put"), run, lambda: False, Clock()))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert sorted(gone) == ["mcp_fast_get", "mcp_fast_put"]


async def test_watching_sees_each_entry_start_and_end() -> None:
    world = World()
    seen: list[TurnEntry] = []
    await run_turn(planned("mcp_slow_get", "read_file"), world.run, world.stop, world.clock, seen.append)
    assert [(entry.index, entry.outcome) for entry in seen] == [
        (0, None),
        (0, Outcome.DONE),
        (1, None),
        (1, Outcome.DONE),
    ]


async def test_the_approval_of_a_batch_is_its_strictest() -> None:
    entry = pending(planned(wrapped("connectors__a__B")))[0]
    reports = tuple(
        CallReport("x", Outcome.DONE, {}, approval=approval) for approval in (Approval.ALLOW, Approval.ASK, None)
    )
    assert entry.approval is None
    assert TurnEntry(0, entry.routed, 0, 0, False, reports=reports).approval is Approval.ASK
    assert SCOPE.granted("read_file")
