"""Hand-made tools and scopes."""

from collections.abc import Mapping, Sequence
from typing import Any

from workbench.bridge.scope import Scope
from workbench.bridge.validation import validate
from workbench.model import Annotations, Kind, Source, Tool
from workbench.search.catalog import Catalog
from workbench.search.segment import build_segment
from workbench.search.terms import Analyzer
from workbench.settings import ToolSearchSettings


def make_tool(
    name: str,
    schema: Any = None,
    *,
    server: str = "hub",
    description: str = "",
    annotations: Annotations | None = None,
    output: Any = None,
) -> Tool:
    """A tool of an MCP server under its usual model-facing name."""
    return Tool(
        name=f"mcp_{server}_{name}",
        original_name=name,
        source=server,
        kind=Kind.MCP,
        toolset=f"mcp-{server}",
        description=description,
        parameters={"type": "object"} if schema is None else schema,
        schema_tokens=10,
        annotations=annotations or Annotations(),
        output_schema=output,
    )


def make_scope(
    tools: Sequence[Tool] = (),
    *,
    visible: Sequence[Tool] = (),
    withheld: Sequence[str] = (),
    down: Mapping[str, str] | None = None,
    settings: ToolSearchSettings | None = None,
) -> Scope:
    """A scope over these deferred and visible tools; `withheld` names exist but are not granted."""
    analyzer = Analyzer()
    servers = dict.fromkeys(tool.source for tool in tools)
    segments = [
        build_segment(Source(server, Kind.MCP, tuple(tool for tool in tools if tool.source == server)), analyzer)
        for server in servers
    ]
    names = [tool.name for tool in (*tools, *visible)]
    return Scope(
        deferred={tool.name: tool for tool in tools},
        visible={tool.name: tool for tool in visible},
        registered=frozenset([*names, *withheld]),
        catalog=Catalog(tuple(segments)),
        analyzer=analyzer,
        settings=settings or ToolSearchSettings(),
        unavailable=down or {},
    )


def faults(arguments: Any, schema: Any) -> list[tuple[str, str]]:
    """Place and keyword of each failure, in order."""
    return [(failure.path, failure.constraint) for failure in validate(arguments, schema)[0]]


def unchecked(schema: Any, arguments: Any = None) -> str:
    """What was not checked, a line each."""
    return "\n".join(validate(arguments or {}, schema)[1])


def of(name: str, schema: Any, **more: Any) -> dict[str, Any]:
    """An object schema with one property."""
    return {"type": "object", "properties": {name: schema}, **more}
