"""The bridge over local and connector tools: asks the gateway, then hands all to the pure functions (spec 4.3)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from workbench.bridge.call import Approve, Run
from workbench.bridge.describe import tool_describe
from workbench.bridge.hooks import NO_HOOKS, Hooks
from workbench.bridge.remote import (
    connector_dispatch,
    connector_entries,
    describe_with_schemas,
    names_to_ask,
    queries_to_send,
    tool_search_with_hits,
)
from workbench.bridge.scope import Scope
from workbench.bridge.search import SearchAnswer, tool_search
from workbench.connectors.calls import Executed, execute_entries
from workbench.connectors.errors import GatewayError
from workbench.connectors.port import cause_of
from workbench.connectors.search import describe_tools, read_hits, slugs_to_describe
from workbench.model import Approval, CallReport, CallRequest, Json, Repair, Tool, ToolResult
from workbench.session.hub import ConnectorsHub

KNOWN_TOOLS: Final = 2_000
"""Connector tools whose schemas are remembered, so that their arguments are checked here before a call."""


class RemoteBridge:
    """Reaches connector tools through the hub's gateway. Where there is none, everything stays local."""

    def __init__(self, hub: ConnectorsHub) -> None:
        self._hub = hub
        self._known: dict[str, Tool] = {}

    def tool(self, name: str) -> Tool | None:
        """A connector tool that a search or a describe has met; none while connectors are out of scope."""
        return self._known.get(name) if self._hub.view.in_scope else None

    async def search(self, scope: Scope, raw: Json) -> SearchAnswer:
        """`tool_search` with one request to the gateway for all its queries; local results where that fails."""
        queries = queries_to_send(scope, raw) if self._hub.view.in_scope else ()
        answer = await self._hub.search(queries) if queries else None
        if answer is None:
            return tool_search(scope, raw)
        hits = read_hits(queries, answer, scope.analyzer)
        self._remember(hits.tools)
        self._hub.degraded(hits.degraded, hits.reports)
        return tool_search_with_hits(scope, raw, hits.segments)

    def describe_known(self, scope: Scope, raw: Json) -> dict[str, Json]:
        """`tool_describe` from what is known here: connector tools that were met before, without asking the gateway."""
        found = {name: tool for name in names_to_ask(raw) if (tool := self.tool(name)) is not None}
        return describe_with_schemas(scope, raw, found)

    async def describe(self, scope: Scope, raw: Json) -> dict[str, Json]:
        """`tool_describe` with the gateway's schemas for connector names; why there are none is for the screen only."""
        client = self._hub.client if self._hub.view.in_scope else None
        names = names_to_ask(raw) if client is not None else ()
        if client is None or not names:
            return tool_describe(scope, raw)
        try:
            found = describe_tools(names, await client.schemas(slugs_to_describe(names)))
        except GatewayError as fault:
            if self._hub.client is client:
                self._hub.degraded(cause_of(fault).words)
            failed = {name: f"{name} cannot be described just now; it may work later." for name in names}
            return describe_with_schemas(scope, raw, {}, failed)
        if self._hub.client is not client:
            return tool_describe(scope, raw)
        self._remember(found)
        return describe_with_schemas(scope, raw, found)

    async def call(
        self,
        scope: Scope,
        raw: Json,
        *,
        approve: Approve,
        overrides: Mapping[str, Approval],
        clock: Callable[[], float],
        stop: Callable[[], bool],
        cards: bool,
        hooks: Hooks = NO_HOOKS,
        started: Callable[[str], None] = lambda _: None,
    ) -> Executed | None:
        """The connector entries of a `tool_call`; None where the call is not one of these or there is no gateway.

        `started` hears the name of each entry that is really sent.
        """
        client = self._hub.client if self._hub.view.in_scope else None
        entries = connector_entries(raw) if client is not None else ()
        if client is None or not entries:
            return None
        dispatch = connector_dispatch(scope, approve=approve, overrides=overrides, clock=clock, hooks=hooks)

        async def announced(tool: Tool, request: CallRequest, run: Run, repairs: Sequence[Repair]) -> CallReport:
            async def send(sent: Tool, arguments: Mapping[str, Json]) -> ToolResult:
                started(sent.name)
                return await run(sent, arguments)

            return await dispatch(tool, request, send, repairs)

        return await execute_entries(entries, client, announced, known=self._known.get, stop=stop, cards=cards)

    def _remember(self, tools: Mapping[str, Tool]) -> None:
        self._known.update(tools)
        for name in list(self._known)[:-KNOWN_TOOLS]:
            del self._known[name]
