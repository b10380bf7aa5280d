"""Calls of a session: from a name and arguments to the server, gateway or core tool that answers (spec 3.5)."""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from workbench.bridge.call import Approve, run_one, tool_call
from workbench.bridge.hooks import NO_HOOKS, Hooks
from workbench.bridge.policy import approval_for
from workbench.connectors.calls import Executed
from workbench.connectors.manage import NAME as MANAGE
from workbench.connectors.manage import run as manage_connections
from workbench.core import CoreRoom
from workbench.events import CallEnded, CallProgressed, CallStarted, Event
from workbench.model import Approval, CallReport, CallRequest, Json, Kind, Outcome, Progress, Tool, ToolResult
from workbench.session.fleet import Fleet
from workbench.session.hub import ConnectorsHub
from workbench.session.outcomes import with_gateway_error
from workbench.session.pins import Pins
from workbench.session.remote import RemoteBridge
from workbench.session.state import SessionState
from workbench.session.turns import Ground, Turns

OnProgress = Callable[[Progress], None]


def never() -> bool:
    """A stop flag that nobody sets."""
    return False


@dataclass(frozen=True, kw_only=True)
class Reach:
    """What a call may reach. The callables read what is true now."""

    state: Callable[[], SessionState]
    core: Callable[[], CoreRoom]
    fleet: Fleet
    hub: ConnectorsHub
    remote: RemoteBridge


class Dispatcher:
    """Runs calls one by one and publishes each under its real name. `clock` is monotonic seconds."""

    def __init__(
        self,
        reach: Reach,
        approvals: Mapping[str, Approval],
        *,
        clock: Callable[[], float],
        publish: Callable[[Event], None],
    ) -> None:
        self.hooks: Hooks = NO_HOOKS
        self._reach = reach
        # Connecting is answered by the person on the card; asking before it would ask twice.
        self._approvals = {MANAGE: Approval.ALLOW, **approvals}
        self._clock = clock
        self._publish = publish
        self._call_ids = itertools.count(1)
        self.pins = Pins(self._approvals)
        self.turns = Turns(self._ground())

    def approval(self, tool: Tool) -> Approval:
        """What has to happen before a tool runs (spec 3.5)."""
        return approval_for(tool, self._approvals)

    async def call(
        self, name: str, arguments: Mapping[str, Json], *, approve: Approve, on_progress: OnProgress | None, cards: bool
    ) -> CallReport:
        """One call by name (see `Session.call`)."""
        call_id = next(self._call_ids)
        report = CallReport(name, Outcome.INTERRUPTED, arguments)
        try:
            raw = {"calls": [{"name": name, "arguments": arguments}]}
            executed = await self._execute(call_id, raw, approve=approve, stop=never, cards=cards)
            if executed is not None:
                [report] = executed.reports
            else:
                report = await run_one(
                    self._reach.state().scope,
                    CallRequest(name, arguments),
                    run=lambda tool, sent: self._run(call_id, tool, sent, on_progress, cards),
                    approve=approve,
                    overrides=self._approvals,
                    clock=self._clock,
                    direct=True,
                    hooks=self.hooks,
                )
        finally:
            self._publish(CallEnded(call_id, report))
        return report if executed is None else with_gateway_error(report, executed.payload)

    async def tool_call(
        self, raw: Json, *, approve: Approve, stop: Callable[[], bool], cards: bool
    ) -> tuple[Json, tuple[CallReport, ...]]:
        """What a model emitted for `tool_call` (see `Session.tool_call`)."""
        call_id = next(self._call_ids)
        executed = await self._execute(call_id, raw, approve=approve, stop=stop, cards=cards)
        if executed is not None:
            answer: Json = executed.payload
            reports = executed.reports
        else:
            answer, reports = await tool_call(
                self._reach.state().scope,
                raw,
                run=lambda tool, sent: self._run(call_id, tool, sent, None, cards),
                approve=approve,
                overrides=self._approvals,
                clock=self._clock,
                stop=stop,
                hooks=self.hooks,
            )
        for report in reports:
            self._publish(CallEnded(call_id, report))
        return answer, reports

    async def manage(self, raw: Json, *, cards: bool) -> dict[str, Json]:
        """The `manage_connections` tool (spec 4.4)."""
        return await manage_connections(raw, self._reach.hub.desk, tool_call_id="", cards=cards)

    async def _execute(
        self, call_id: int, raw: Json, *, approve: Approve, stop: Callable[[], bool], cards: bool
    ) -> Executed | None:
        return await self._reach.remote.call(
            self._reach.state().scope,
            raw,
            approve=approve,
            overrides=self._approvals,
            clock=self._clock,
            stop=stop,
            cards=cards,
            hooks=self.hooks,
            started=lambda name: self._publish(CallStarted(call_id, name)),
        )

    async def _run(
        self, call_id: int, tool: Tool, arguments: Mapping[str, Json], on_progress: OnProgress | None, cards: bool
    ) -> ToolResult:
        def progressed(progress: Progress) -> None:
            self._publish(CallProgressed(call_id, progress))
            if on_progress is not None:
                on_progress(progress)

        self._publish(CallStarted(call_id, tool.name))
        self.pins.ran(tool)
        if tool.name == MANAGE:
            return ToolResult(structured=await self.manage(dict(arguments), cards=cards))
        if tool.kind in (Kind.CORE, Kind.PLUGIN):
            return await self._reach.core().runner.run(tool, arguments)
        return await self._reach.fleet.call(tool, arguments, progressed)

    def _ground(self) -> Ground:
        return Ground(
            state=self._reach.state,
            remote=self._reach.remote,
            connectors=lambda: self._reach.hub.view.in_scope,
            parallel_servers=self._reach.fleet.parallel_servers,
            hooks=lambda: self.hooks,
            overrides=self._approvals,
            run=lambda call_id, tool, sent, cards: self._run(call_id, tool, sent, None, cards),
            next_id=lambda: next(self._call_ids),
            publish=self._publish,
            clock=self._clock,
        )
