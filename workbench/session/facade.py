"""Session, the facade: attached servers, connectors, the assembly they add up to, and the bridge over it."""

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from workbench.bridge.call import Approve, run_one, tool_call
from workbench.bridge.describe import tool_describe
from workbench.bridge.hooks import NO_HOOKS, Hooks
from workbench.bridge.search import SearchAnswer, tool_search
from workbench.bridge.validation import check_arguments, warm
from workbench.connectors.calls import Executed
from workbench.connectors.manage import NAME as MANAGE
from workbench.connectors.manage import run as manage_connections
from workbench.events import (
    CallEnded,
    CallProgressed,
    CallStarted,
    ConnectorsChanged,
    Event,
    FramePublished,
    ServerChanged,
    StateChanged,
)
from workbench.model import (
    Approval,
    ArgumentCheck,
    CallReport,
    CallRequest,
    Json,
    Kind,
    Outcome,
    Progress,
    RawTool,
    Tool,
    ToolResult,
)
from workbench.session.builder import StateBuilder
from workbench.session.fleet import AttachRefused, Fleet
from workbench.session.flow_servers import Vault, make_flows
from workbench.session.hub import ConnectorsHub
from workbench.session.outcomes import with_gateway_error
from workbench.session.refresher import Refresher
from workbench.session.remote import RemoteBridge
from workbench.session.state import SessionState
from workbench.session.turns import Ground, Turns
from workbench.settings import ServerSpec, Settings

__all__ = ["AttachRefused", "Session"]

OnProgress = Callable[[Progress], None]


def _never() -> bool:
    return False


class Session:
    """Holds the attached servers and answers search, describe and call over the catalog they add up to.

    Everything but the constructor and the reads belongs to one running event loop. `clock` is monotonic seconds, `wall`
    the time of day, `sleep` waits for connection operations and the gateway. Listeners are called on the loop.
    `data_dir` keeps what the embedded gateway knows, and the secrets of MCP servers.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        log_dir: Path,
        data_dir: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.settings = settings
        self._clock = clock
        self._builder = StateBuilder(settings)
        self._refresher = Refresher(self._prepare, self._moved)
        data_dir = data_dir or log_dir / "gateway"
        vault = Vault(data_dir)
        workspace = Path(settings.workspace)
        self._fleet = Fleet(
            on_change=self._changed, log_dir=log_dir, workspace=workspace, wall=wall, supply=vault.supply
        )
        self.connectors = ConnectorsHub(
            settings,
            data_dir=data_dir,
            on_change=self._connectors_changed,
            on_frame=lambda payload: self._publish(FramePublished(payload)),
            clock=clock,
            wall=wall,
            sleep=sleep,
            flows=make_flows(self._fleet, vault, settings),
        )
        self._remote = RemoteBridge(self.connectors)
        self._approvals = {MANAGE: Approval.ALLOW, **settings.approvals}
        self._listeners: list[Callable[[Event], None]] = []
        self._call_ids = itertools.count(1)
        self._connecting: asyncio.Task[None] | None = None
        self.state: SessionState = self._builder.build((), 0)
        self.hooks: Hooks = NO_HOOKS
        self.turns = Turns(self._ground())

    # Listening

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Calls `listener` with every event from now on; the answer ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def _publish(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    # Servers

    async def start(self) -> None:
        """Starts every enabled server of the settings at once; returns before any has answered."""
        self._refresher.start(self.state)
        for spec in self.settings.servers:
            self._fleet.add(spec)
        self._connecting = asyncio.create_task(self.connectors.start(), name="connectors")
        self._changed()

    async def warm(self) -> None:
        """Imports what the first check of arguments needs, in a thread, so that it does not hold up a keystroke."""
        await asyncio.to_thread(warm)

    async def settled(self) -> None:
        """Waits until every server and the gateway are ready or have failed, and the state says so."""
        await asyncio.gather(self._fleet.settled(), self.connectors.settled())
        await self._refresher.wait(self._refresher.ask())

    async def attach(self, spec: ServerSpec) -> None:
        """Attaches one more server, or one that was detached; returns before it has answered.

        Raises AttachRefused where a server of that name is attached already.
        """
        self._fleet.attach(spec)

    async def detach(self, name: str) -> None:
        """Ends a server's process or connection; its tools leave the catalog. Unknown names change nothing."""
        await self._fleet.detach(name)

    async def reconnect(self, name: str) -> None:
        """Connects again: an attached server from scratch, a detached one anew. Unknown names change nothing."""
        await self._fleet.reconnect(name)

    async def close(self) -> None:
        """Ends every server and the refresher; no child process stays behind."""
        if self._connecting is not None:
            self._connecting.cancel()
        await self.connectors.close()
        await self._fleet.close()
        await self._refresher.close()

    def log_path(self, name: str) -> Path | None:
        """The file with a server's stderr and protocol log."""
        return self._fleet.log_path(name)

    def raw_tools(self, name: str) -> tuple[RawTool, ...]:
        """A server's tools as it gave them."""
        return self._fleet.raw_tools(name)

    # The state

    def _changed(self) -> None:
        self._refresher.ask()

    def _connectors_changed(self) -> None:
        self._changed()
        self._publish(ConnectorsChanged())

    def _prepare(self, before: SessionState) -> Callable[[], SessionState]:
        in_scope = self.connectors.view.in_scope
        return partial(self._builder.build, self._fleet.feeds(), before.version + 1, connectors_in_scope=in_scope)

    def _moved(self, before: SessionState, state: SessionState) -> None:
        self.state = state
        statuses = {server.name: server.status for server in before.servers}
        for server in state.servers:
            if statuses.get(server.name) != server.status:
                self._publish(ServerChanged(server.name, server.status))
        self._publish(StateChanged(state.version))

    # The bridge

    def search(self, queries: Sequence[str], limit: int | None = None) -> SearchAnswer:
        """`tool_search` over the present catalog (spec 2.7), with the reasons behind it."""
        return tool_search(self.state.scope, {"queries": list(queries), "limit": limit})

    def describe(self, names: Sequence[str]) -> dict[str, Json]:
        """`tool_describe` over the present catalog (spec 3.1)."""
        return tool_describe(self.state.scope, {"names": list(names)})

    async def search_everywhere(self, queries: Sequence[str], limit: int | None = None) -> SearchAnswer:
        """`tool_search` with the connectors' hits where they are in scope, in one ranking (spec 4.3)."""
        return await self._remote.search(self.state.scope, {"queries": list(queries), "limit": limit})

    async def describe_everywhere(self, names: Sequence[str]) -> dict[str, Json]:
        """`tool_describe` with the gateway's schemas for connector names."""
        return await self._remote.describe(self.state.scope, {"names": list(names)})

    def tool(self, name: str) -> Tool | None:
        """Any tool the session grants, deferred or directly listed, or a connector's that was met before."""
        return self.state.scope.granted(name) or self._remote.tool(name)

    def check(self, name: str, arguments: Json) -> ArgumentCheck:
        """Coercion and validation of a tool's arguments without calling it. Raises KeyError for an unknown tool."""
        tool = self.tool(name)
        if tool is None:
            raise KeyError(name)
        return check_arguments(tool, arguments, schemas=self.state.scope.schemas)

    async def call(
        self,
        name: str,
        arguments: Mapping[str, Json],
        *,
        approve: Approve,
        on_progress: OnProgress | None = None,
        cards: bool = True,
    ) -> CallReport:
        """Calls one tool, deferred, directly listed or a connector's, as a model's call would go (spec 3.5).

        Cancel the awaiting task to cancel the call at the server. `cards` False: nobody is there to see a card, so
        links come with the error (spec 4.3).
        """
        call_id = next(self._call_ids)
        report = CallReport(name, Outcome.INTERRUPTED, arguments)
        try:
            raw = {"calls": [{"name": name, "arguments": arguments}]}
            executed = await self._execute(call_id, raw, approve=approve, stop=_never, cards=cards)
            if executed is not None:
                [report] = executed.reports
            else:
                report = await run_one(
                    self.state.scope,
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
        self, raw: Json, *, approve: Approve, stop: Callable[[], bool] = _never, cards: bool = True
    ) -> tuple[Json, tuple[CallReport, ...]]:
        """`tool_call` with what a model emitted: what the model gets, and the story of each entry (spec 3.2)."""
        call_id = next(self._call_ids)
        executed = await self._execute(call_id, raw, approve=approve, stop=stop, cards=cards)
        if executed is not None:
            answer: Json = executed.payload
            reports = executed.reports
        else:
            answer, reports = await tool_call(
                self.state.scope,
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

    async def manage(self, raw: Json, *, cards: bool = True) -> Json:
        """The `manage_connections` tool with what a model emitted (spec 4.4)."""
        return await manage_connections(raw, self.connectors.desk, tool_call_id="", cards=cards)

    async def _execute(
        self, call_id: int, raw: Json, *, approve: Approve, stop: Callable[[], bool], cards: bool
    ) -> Executed | None:
        return await self._remote.call(
            self.state.scope,
            raw,
            approve=approve,
            overrides=self._approvals,
            clock=self._clock,
            stop=stop,
            cards=cards,
            hooks=self.hooks,
            started=lambda name: self._publish(CallStarted(call_id, name)),
        )

    def _ground(self) -> Ground:
        return Ground(
            state=lambda: self.state,
            remote=self._remote,
            connectors=lambda: self.connectors.view.in_scope,
            parallel_servers=self._fleet.parallel_servers,
            hooks=lambda: self.hooks,
            overrides=self._approvals,
            run=lambda call_id, tool, sent, cards: self._run(call_id, tool, sent, None, cards),
            next_id=lambda: next(self._call_ids),
            publish=self._publish,
            clock=self._clock,
        )

    async def _run(
        self, call_id: int, tool: Tool, arguments: Mapping[str, Json], on_progress: OnProgress | None, cards: bool
    ) -> ToolResult:
        def progressed(progress: Progress) -> None:
            self._publish(CallProgressed(call_id, progress))
            if on_progress is not None:
                on_progress(progress)

        self._publish(CallStarted(call_id, tool.name))
        if tool.kind is Kind.CORE:
            return ToolResult(structured=await self.manage(dict(arguments), cards=cards))
        return await self._fleet.call(tool, arguments, progressed)
