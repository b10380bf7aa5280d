"""The bridge over local and connector tools alike: one ranking, one description, one dispatch (spec 4.3).

What the gateway knows is handed in; nothing here asks for it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from workbench.bridge.call import Run, run_one
from workbench.bridge.describe import describe_with_extra, read_names
from workbench.bridge.entries import CONNECTOR_PREFIX, Entry, read_calls
from workbench.bridge.errors import BridgeError
from workbench.bridge.hooks import NO_HOOKS, Hooks
from workbench.bridge.policy import Approve
from workbench.bridge.scope import Scope
from workbench.bridge.search import SearchAnswer, read_search, search_with_extra
from workbench.model import Approval, CallReport, CallRequest, Json, Repair, Tool
from workbench.search.segment import Segment

ConnectorDispatch = Callable[[Tool, CallRequest, Run, Sequence[Repair]], Awaitable[CallReport]]
"""Takes one connector call from its request to its report."""


def queries_to_send(scope: Scope, raw: Json) -> tuple[str, ...]:
    """The queries of a `tool_search` call that the gateway is to be asked; none where the call will be refused."""
    try:
        return tuple(read_search(scope, raw)[0])
    except BridgeError:
        return ()


def tool_search_with_hits(scope: Scope, raw: Json, hits_by_query: Mapping[str, Segment]) -> SearchAnswer:
    """`tool_search` with the gateway's hits ranked among the local tools, in one pass under one limit. Never raises.

    `hits_by_query` holds connector documents under the text of the query they were found for; what belongs to another
    query is not looked at. `total_available` counts the local deferred tools and every distinct hit of these queries.
    """
    return search_with_extra(scope, raw, hits_by_query)


def names_to_ask(raw: Json) -> tuple[str, ...]:
    """The connector names of a `tool_describe` call, each once; none where the call will be refused."""
    try:
        return tuple(name for name in read_names(raw) if name.startswith(CONNECTOR_PREFIX))
    except BridgeError:
        return ()


def describe_with_schemas(
    scope: Scope, raw: Json, schemas: Mapping[str, Tool], failed: Mapping[str, str] | None = None
) -> dict[str, Json]:
    """`tool_describe` with connector tools by their model-facing names. Never raises.

    A connector name in neither mapping is not found. `failed` has names that the gateway could not be asked about, with
    what the model is told: they may exist, so they are errors.
    """
    return describe_with_extra(scope, raw, schemas, failed or {})


def connector_entries(raw: Json) -> tuple[Entry, ...]:
    """The entries of a `tool_call`, where all of them are for connectors; none for any other call.

    Such another call, a refused one included, is `tool_call`'s to answer.
    """
    try:
        entries = read_calls(raw)
    except BridgeError:
        return ()
    return () if any(entry.is_local for entry in entries) else tuple(entries)


def connector_dispatch(
    scope: Scope,
    *,
    approve: Approve,
    overrides: Mapping[str, Approval],
    clock: Callable[[], float],
    hooks: Hooks = NO_HOOKS,
) -> ConnectorDispatch:
    """The dispatch of a single connector call: checked, shown to the hooks, approved and run as any local one, under
    its composed name."""

    async def dispatch(tool: Tool, request: CallRequest, run: Run, repairs: Sequence[Repair]) -> CallReport:
        seen = replace(scope, deferred={tool.name: tool}, visible={})
        return await run_one(
            seen,
            request,
            run=run,
            approve=approve,
            overrides=overrides,
            clock=clock,
            repairs=repairs,
            hooks=hooks,
        )

    return dispatch
