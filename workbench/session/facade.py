"""Session, the facade: servers, connectors, core tools, the assembly they add up to, and the bridge over it."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from workbench.bridge.call import Approve
from workbench.bridge.hooks import Hooks
from workbench.bridge.search import SearchAnswer, tool_search
from workbench.bridge.validation import check_arguments, warm
from workbench.connectors.manage import manage_tool
from workbench.core import Ask, CoreRoom, Question, sources
from workbench.disclosure.conversation import Conversation, Drift
from workbench.disclosure.prompt import prompt_text
from workbench.events import ActivityChanged, ConnectorsChanged, Event, FramePublished, ServerChanged, StateChanged
from workbench.masking import known_secrets
from workbench.model import Approval, ArgumentCheck, CallReport, Json, RawTool, Source, Tool
from workbench.session.activity import Journal
from workbench.session.builder import StateBuilder
from workbench.session.dispatch import Dispatcher, OnProgress, Reach, never
from workbench.session.fleet import AttachRefused, Fleet
from workbench.session.flow_servers import Vault, make_flows
from workbench.session.hub import ConnectorsHub
from workbench.session.recorder import Recorder
from workbench.session.refresher import Refresher
from workbench.session.remote import RemoteBridge
from workbench.session.state import SessionState
from workbench.session.turns import Turns
from workbench.settings import ServerSpec, Settings

__all__ = ["AttachRefused", "Session"]


class Session:
    """Holds the attached servers and answers search, describe and call over the catalog they add up to.

    Everything but the constructor and the reads belongs to one running event loop. `clock` is monotonic seconds, `wall`
    the time of day, `sleep` waits for connection operations and the gateway. Listeners are called on the loop.
    `data_dir` keeps what the embedded gateway and the core tools know, and the secrets of MCP servers. `ask` may be set
    to what puts the questions of core tools to the person.
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
        self.ask: Ask | None = None
        self._data_dir = data_dir or log_dir / "gateway"
        self._wall = wall
        self._builder = StateBuilder()
        self._refresher = Refresher(self._prepare, self._moved)
        vault = Vault(self._data_dir)
        workspace = Path(settings.workspace)
        self._fleet = Fleet(
            on_change=self._changed, log_dir=log_dir, workspace=workspace, wall=wall, supply=vault.supply
        )
        self.connectors = ConnectorsHub(
            settings,
            data_dir=self._data_dir,
            on_change=self._connectors_changed,
            on_frame=lambda payload: self._publish(FramePublished(payload)),
            clock=clock,
            wall=wall,
            sleep=sleep,
            flows=make_flows(self._fleet, vault, settings),
        )
        self._remote = RemoteBridge(self.connectors)
        self._core = self._load_core(Settings())
        self._recorder = Recorder(lambda: self._core, lambda value: self.journal.text(value))
        reach = Reach(
            state=lambda: self.state,
            core=lambda: self._core,
            fleet=self._fleet,
            hub=self.connectors,
            remote=self._remote,
        )
        self._dispatcher = Dispatcher(reach, settings.approvals, clock=clock, publish=self._publish)
        self._listeners: list[Callable[[Event], None]] = []
        self._clock = clock
        self.journal = Journal(wall, lambda: known_secrets(self.settings), lambda: self._publish(ActivityChanged()))
        self._connecting: asyncio.Task[None] | None = None
        self.state: SessionState = self._builder.build(settings, (), 0, self._core)
        self.conversation: Conversation | None = None

    # Listening

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Calls `listener` with every event from now on; the answer ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def _publish(self, event: Event) -> None:
        self.journal.hear(event)
        self._recorder.hear(event)
        for listener in tuple(self._listeners):
            listener(event)

    # Servers

    async def start(self) -> None:
        """Loads what the agent brings, then starts every enabled server at once; returns before any has answered."""
        self._core = await asyncio.to_thread(self._load_core, self.settings)
        self._dispatcher.hooks = Hooks(self._core.hooks.pre, self._core.hooks.post)
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
        await self._recorder.close()
        await self._fleet.close()
        await self._refresher.close()

    def apply(self, settings: Settings) -> None:
        """Takes over tool_search, toolsets and model of other settings; servers, gateway and core tools stay."""
        self.settings = replace(
            self.settings, tool_search=settings.tool_search, toolsets=settings.toolsets, model=settings.model
        )
        self.connectors.grant(settings.toolsets)
        self._changed()

    def log_path(self, name: str) -> Path | None:
        """The file with a server's stderr and protocol log."""
        return self._fleet.log_path(name)

    def raw_tools(self, name: str) -> tuple[RawTool, ...]:
        """A server's tools as it gave them."""
        return self._fleet.raw_tools(name)

    @property
    def own_sources(self) -> tuple[Source, ...]:
        """What the agent itself brings: its core tools, then its plugins; whatever the toolsets grant."""
        return self._core.sources

    # The state

    def _changed(self) -> None:
        self._refresher.ask()

    def _connectors_changed(self) -> None:
        self._changed()
        self._publish(ConnectorsChanged())

    def _prepare(self, before: SessionState) -> Callable[[], SessionState]:
        in_scope = self.connectors.view.in_scope
        return partial(
            self._builder.build,
            self.settings,
            self._fleet.feeds(),
            before.version + 1,
            self._core,
            connectors_in_scope=in_scope,
        )

    def _load_core(self, settings: Settings) -> CoreRoom:
        return sources(settings, self._data_dir, self._ask, own=(manage_tool(),), wall=self._wall)

    async def _ask(self, question: Question) -> str | None:
        return None if self.ask is None else await self.ask(question)

    def _moved(self, before: SessionState, state: SessionState) -> None:
        self.state = state = state.with_reports(self._dispatcher.pins.compare(state.scope))
        statuses = {server.name: server.status for server in before.servers}
        for server in state.servers:
            if statuses.get(server.name) != server.status:
                self._publish(ServerChanged(server.name, server.status))
        self._publish(StateChanged(state.version))

    # The bridge

    def search(self, queries: Sequence[str], limit: int | None = None) -> SearchAnswer:
        """`tool_search` over the present catalog (spec 2.7), with the reasons behind it."""
        begun = self._clock()
        answer = tool_search(self.state.scope, {"queries": list(queries), "limit": limit})
        self.journal.search(queries, limit, answer.payload, self._clock() - begun)
        return answer

    def describe(self, names: Sequence[str]) -> dict[str, Json]:
        """`tool_describe` over the present catalog and the connector tools met so far (spec 3.1)."""
        begun = self._clock()
        answer = self._remote.describe_known(self.state.scope, {"names": list(names)})
        self.journal.describe(names, answer, self._clock() - begun)
        return answer

    async def search_everywhere(self, queries: Sequence[str], limit: int | None = None) -> SearchAnswer:
        """`tool_search` with the connectors' hits where they are in scope, in one ranking (spec 4.3)."""
        begun = self._clock()
        answer = await self._remote.search(self.state.scope, {"queries": list(queries), "limit": limit})
        self.journal.search(queries, limit, answer.payload, self._clock() - begun)
        return answer

    async def describe_everywhere(self, names: Sequence[str]) -> dict[str, Json]:
        """`tool_describe` with the gateway's schemas for connector names."""
        begun = self._clock()
        answer = await self._remote.describe(self.state.scope, {"names": list(names)})
        self.journal.describe(names, answer, self._clock() - begun)
        return answer

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
        return await self._dispatcher.call(name, arguments, approve=approve, on_progress=on_progress, cards=cards)

    def approval(self, tool: Tool) -> Approval:
        """What has to happen before a tool runs: nothing, a question, or it never does (spec 3.5)."""
        return self._dispatcher.approval(tool)

    def ran_before(self, tool: Tool) -> Tool | None:
        """The definition a tool last ran with, where it has changed since (spec 3.5)."""
        return self._dispatcher.pins.changed(tool)

    async def tool_call(
        self, raw: Json, *, approve: Approve, stop: Callable[[], bool] = never, cards: bool = True
    ) -> tuple[Json, tuple[CallReport, ...]]:
        """`tool_call` with what a model emitted: what the model gets, and the story of each entry (spec 3.2)."""
        return await self._dispatcher.tool_call(raw, approve=approve, stop=stop, cards=cards)

    async def manage(self, raw: Json, *, cards: bool = True) -> dict[str, Json]:
        """The `manage_connections` tool with what a model emitted (spec 4.4)."""
        return await self._dispatcher.manage(raw, cards=cards)

    @property
    def turns(self) -> Turns:
        """Turns over this session: read, planned, run."""
        return self._dispatcher.turns

    @property
    def hooks(self) -> Hooks:
        """What is asked before and after every call (spec 3.5)."""
        return self._dispatcher.hooks

    @hooks.setter
    def hooks(self, hooks: Hooks) -> None:
        self._dispatcher.hooks = hooks

    # The conversation

    def start_conversation(self) -> Conversation:
        """Freezes the bridge's bytes as they are now (spec 1.6)."""
        self.conversation = Conversation.start(self.state.assembly, prompt_text(self.state.prompt))
        return self.conversation

    def next_turn(self) -> Conversation:
        """One more turn: what the array gained is sent from now on (spec 1.6). Starts a conversation without one."""
        if self.conversation is None:
            return self.start_conversation()
        self.conversation = self.conversation.turn(self.state.assembly)
        return self.conversation

    def compact(self) -> Conversation:
        """A compaction: what was frozen is made anew. Starts a conversation where there is none."""
        if self.conversation is None:
            return self.start_conversation()
        self.conversation = self.conversation.compact(self.state.assembly, prompt_text(self.state.prompt))
        return self.conversation

    def drift(self) -> Drift | None:
        """What moved since the conversation froze its bytes; None without one."""
        if self.conversation is None:
            return None
        return self.conversation.observe(self.state.assembly, prompt_text(self.state.prompt))
