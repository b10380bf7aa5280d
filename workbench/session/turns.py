"""Turns of a session: what a model emitted at once is read, routed, planned and run over the live scope (spec 3.5)."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from workbench.bridge.call import Approve, run_one, tool_call
from workbench.bridge.emitted import Turn, read_turn
from workbench.bridge.hooks import Hooks
from workbench.bridge.planner import Plan, plan
from workbench.bridge.results import model_result
from workbench.bridge.route import CALL, DESCRIBE, SEARCH, Routed, RouteKind, Surroundings, route_turn
from workbench.bridge.turn import Answer, TurnEntry, TurnReport, run_turn, worst
from workbench.events import CallEnded, Event
from workbench.model import Approval, CallReport, Json, Outcome, Tool, ToolResult
from workbench.session.remote import RemoteBridge
from workbench.session.state import SessionState

__all__ = ["Ground", "Turns"]


@dataclass(frozen=True, kw_only=True)
class Ground:
    """What of the session turns run on. The callables read what is true now.

    `run` sends one call to where its tool is, under a call id of `next_id`, with or without cards. `publish` hands
    events to the listeners.
    """

    state: Callable[[], SessionState]
    remote: RemoteBridge
    connectors: Callable[[], bool]
    parallel_servers: Callable[[], frozenset[str]]
    hooks: Callable[[], Hooks]
    overrides: Mapping[str, Approval]
    run: Callable[[int, Tool, Mapping[str, Json], bool], Awaitable[ToolResult]]
    next_id: Callable[[], int]
    publish: Callable[[Event], None]
    clock: Callable[[], float]


class Turns:
    """Reads, plans and runs turns. One turn may run while others do; each asks for its approvals one at a time."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def read(self, raw: Json) -> Turn:
        """The calls in what a model emitted, in any shape (text or decoded), with reports of what was odd."""
        return read_turn(raw)

    def plan(self, turn: Turn) -> Plan:
        """The routes of the calls and the groups in which they would run. Nothing is run."""
        state = self._ground.state()
        around = Surroundings(state.assembly.activated, self._ground.connectors())
        routes = route_turn(state.scope, turn.calls, around)
        return plan(routes.calls, state.scope, self._ground.parallel_servers(), skipped=routes.skipped)

    async def run(
        self,
        planned: Plan,
        *,
        approve: Approve,
        stop: Callable[[], bool],
        cards: bool = True,
        watch: Callable[[TurnEntry], None] | None = None,
    ) -> TurnReport:
        """Runs a plan and publishes the calls behind it under their real names.

        Every call is looked up again in the scope as it is when it starts: a plan grants nothing. Cancel the awaiting
        task to cancel what is running; `stop` lets that end and starts nothing more. `cards` as in `Session.call`.
        """
        runner = _Runner(self._ground, _one_at_a_time(approve), cards)

        def seen(entry: TurnEntry) -> None:
            runner.publish_unsent(entry)
            if watch is not None:
                watch(entry)

        return await run_turn(planned, runner.answer, stop, self._ground.clock, seen)


class _Runner:
    """Carries out the calls of one turn."""

    def __init__(self, ground: Ground, approve: Approve, cards: bool) -> None:
        self._ground = ground
        self._approve = approve
        self._cards = cards

    async def answer(self, routed: Routed, stop: Callable[[], bool]) -> Answer:
        """One routed call, from the live scope to what the model gets."""
        scope = self._ground.state().scope
        if routed.name == SEARCH:
            payload: Json = (await self._ground.remote.search(scope, routed.arguments)).payload
            return _lookup(payload)
        if routed.name == DESCRIBE:
            return _lookup(await self._ground.remote.describe(scope, routed.arguments))
        call_id = self._ground.next_id()
        reports: tuple[CallReport, ...] = tuple(
            CallReport(entry.request.name, Outcome.INTERRUPTED, entry.request.arguments) for entry in routed.entries
        )
        try:
            if routed.name == CALL:
                payload, reports = await self._wrapped(call_id, routed.arguments, stop)
            else:
                report = await self._direct(call_id, routed)
                payload, reports = model_result(report), (report,)
        finally:
            for at, report in enumerate(reports):
                self._ground.publish(CallEnded(call_id if at == 0 else self._ground.next_id(), report))
        return Answer(payload, worst(reports) if reports else Outcome.INVALID, reports)

    def publish_unsent(self, entry: TurnEntry) -> None:
        """Publishes the calls that ended without `answer`: refused by routing, or stopped before they began."""
        if entry.outcome is not None and (entry.start is None or entry.routed.kind is RouteKind.REFUSED):
            for report in entry.reports:
                self._ground.publish(CallEnded(self._ground.next_id(), report))

    async def _direct(self, call_id: int, routed: Routed) -> CallReport:
        [entry] = routed.entries
        ground = self._ground
        return await run_one(
            ground.state().scope,
            entry.request,
            run=lambda tool, sent: ground.run(call_id, tool, sent, self._cards),
            approve=self._approve,
            overrides=ground.overrides,
            clock=ground.clock,
            direct=True,
            repairs=entry.repairs,
            hooks=ground.hooks(),
        )

    async def _wrapped(self, call_id: int, raw: Json, stop: Callable[[], bool]) -> tuple[Json, tuple[CallReport, ...]]:
        """A `tool_call`: its connector entries at the gateway, its local one on its server."""
        ground = self._ground
        executed = await ground.remote.call(
            ground.state().scope,
            raw,
            approve=self._approve,
            overrides=ground.overrides,
            clock=ground.clock,
            stop=stop,
            cards=self._cards,
            hooks=ground.hooks(),
        )
        if executed is not None:
            return executed.payload, executed.reports
        return await tool_call(
            ground.state().scope,
            raw,
            run=lambda tool, sent: ground.run(call_id, tool, sent, self._cards),
            approve=self._approve,
            overrides=ground.overrides,
            clock=ground.clock,
            stop=stop,
            hooks=ground.hooks(),
        )


def _lookup(payload: Json) -> Answer:
    failed = isinstance(payload, dict) and "error" in payload
    return Answer(payload, Outcome.INVALID if failed else Outcome.DONE)


def _one_at_a_time(approve: Approve) -> Approve:
    """Asks one question after another, however many calls run together."""
    lock = asyncio.Lock()

    async def ask(tool: Tool, arguments: Mapping[str, Json]) -> bool:
        async with lock:
            return await approve(tool, arguments)

    return ask
