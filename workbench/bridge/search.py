"""`tool_search`: several keyword queries at once over what the session is granted (spec 2.7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from workbench.bridge.arguments import MAX_QUERIES, read_limit, read_object, read_texts
from workbench.bridge.errors import BridgeError
from workbench.bridge.names import down_lines
from workbench.bridge.scope import Scope
from workbench.disclosure.blocks import MAX_LABEL
from workbench.model import Json, Tool
from workbench.search.intent import QUERY_LIMIT
from workbench.search.query import Group, search
from workbench.search.segment import Segment
from workbench.text import clip, one_line

_MAX_DESCRIPTION: Final = 500
_MAX_REQUIRED: Final = 32
_MAX_REQUIRED_NAME: Final = 64
_MAX_NAMED: Final = 10


@dataclass(frozen=True)
class SearchAnswer:
    """`payload` is exactly what a model gets, the answer or an error; `groups` hold the matches with their reasons."""

    payload: dict[str, Json]
    groups: tuple[Group, ...] = ()


def tool_search(scope: Scope, raw: Json) -> SearchAnswer:
    """Answers `{"queries": ..., "limit": ...}` as a model emitted it, in any of the accepted shapes. Never raises.

    Groups carry names only; `tools` holds the record of each matched tool once. An empty group names the sources.
    """
    return search_with_extra(scope, raw, {})


def search_with_extra(scope: Scope, raw: Json, extra: Mapping[str, Segment]) -> SearchAnswer:
    """The same, where each query is ranked together with the documents of `extra` under its own text (spec 2.3)."""
    try:
        queries, limit = read_search(scope, raw)
    except BridgeError as fault:
        return SearchAnswer(fault.payload)
    groups = tuple(search(scope.catalog, query, limit, scope.analyzer, extra.get(query)) for query in queries)
    tools: dict[str, Json] = {}
    for group in groups:
        for match in group.matches:
            tools.setdefault(match.tool.name, _record(match.tool, match.source_name))
    payload = {
        "queries": queries,
        "total_available": len(scope.deferred) + _distinct(queries, extra),
        "results": [_result(scope, query, group) for query, group in zip(queries, groups, strict=True)],
        "tools": tools,
    }
    return SearchAnswer(payload, groups)


def read_search(scope: Scope, raw: Json) -> tuple[list[str], int]:
    """The queries, each as far as a search reads it, and the limit. Raises BridgeError, before any work is done."""
    arguments = read_object(raw, "queries")
    queries = [clip(query, QUERY_LIMIT) for query in read_texts(arguments.get("queries"), "queries", MAX_QUERIES)]
    return queries, read_limit(arguments.get("limit"), scope.settings)


def _distinct(queries: Sequence[str], extra: Mapping[str, Segment]) -> int:
    """How many tools the extra documents of these queries are."""
    segments = [extra[query] for query in queries if query in extra]
    return len({document.tool.name for segment in segments for document in segment.documents})


def _result(scope: Scope, query: str, group: Group) -> dict[str, Json]:
    result: dict[str, Json] = {"query": query, "matches": [match.tool.name for match in group.matches]}
    if not group.matches:
        sources = sorted(scope.catalog.sources())
        if sources:
            result["available_sources"] = [{"name": _label(name), "tool_count": count} for name, count in sources]
        if sources or scope.unavailable:
            result["hint"] = _hint(scope, group)
    return result


def _hint(scope: Scope, group: Group) -> str:
    named = group.explanation.several_names
    if named:
        first = f"No single tool matches this query; it names {len(named)}. Ask for or describe them one by one: "
        said = first + ", ".join(named[:_MAX_NAMED]) + (", …" if len(named) > _MAX_NAMED else "") + "."
    else:
        said = (
            "No tool matches this query. Try other words for the same action, or the name of one of the sources; "
            "a capability that no source covers is not available."
        )
    return " ".join([said, *down_lines(scope)])


def _label(source_name: str) -> str:
    """A source's name as an answer repeats it: a name of any length stands in every hit."""
    return clip(one_line(source_name), MAX_LABEL)


def _record(tool: Tool, source_name: str) -> dict[str, Json]:
    return {
        "source": str(tool.kind),
        "source_name": _label(source_name),
        "description": clip(tool.description, _MAX_DESCRIPTION),
        "required": _required(tool.parameters),
    }


def _required(schema: Json) -> list[str]:
    names = schema.get("required") if isinstance(schema, dict) else None
    if not isinstance(names, list):
        return []
    texts = [clip(name, _MAX_REQUIRED_NAME) for name in names if isinstance(name, str)]
    return texts[:_MAX_REQUIRED]
