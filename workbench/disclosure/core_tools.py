"""The agent's own tools as the session holds them: the shipped set, or another agent's definitions (spec 1.2, 1.4)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from workbench.disclosure.core_set import SHIPPED
from workbench.disclosure.deferral import ALWAYS_DIRECT, BRIDGE_NAMES
from workbench.disclosure.definitions import function_definition
from workbench.disclosure.naming import name_tools
from workbench.model import Annotations, Json, Kind, RawTool, Report, Schema, Tool
from workbench.text import clip, estimate_tokens, one_line, plain

CORE_SOURCE: Final = "core"
"""The name of the source that holds them."""

DEFAULT_TOOLSET: Final = "core"
"""The toolset of a definition that names none and bears no name of the shipped set."""

MAX_DEFINITIONS: Final = 1000
MAX_TOOLSET: Final = 40
_MAX_REPORTS: Final = 50

_LISTS: Final = ("tools", "definitions", "functions")
_SCHEMAS: Final = ("parameters", "input_schema", "inputSchema")
_TOOLSETS: Final = {item.name: item.toolset for item in SHIPPED}


def shipped_core_tools() -> tuple[Tool, ...]:
    """The 49 tools of the shipped set; `manage_connections` is the session's to add."""
    return tuple(
        Tool(
            name=item.name,
            original_name=item.name,
            source=CORE_SOURCE,
            kind=Kind.CORE,
            toolset=item.toolset,
            description=item.description,
            parameters=item.parameters,
            schema_tokens=estimate_tokens(function_definition(item.name, item.description, item.parameters)),
            annotations=item.annotations,
        )
        for item in SHIPPED
    )


def read_definitions(raw: Json, where: str) -> tuple[tuple[Tool, ...], tuple[Report, ...]]:
    """Another agent's definitions as core tools, in the order of the file. Never raises.

    A list, or an object with the list under `tools`, `definitions` or `functions`. Each item in the shape of OpenAI
    (`{"type": "function", "function": {...}}` or flat with `parameters`), of Anthropic (`input_schema`) or of MCP
    (`inputSchema`), mixed as they come. An item may name its `toolset`; else it has the one that the shipped set knows
    its name under, else `core`. What is no definition is left out and reported, with its position.
    """
    items = _items(raw)
    if items is None:
        return (), (Report(where, "core_tools", "holds no list of definitions", used="no core tools"),)
    reports: list[Report] = []
    read: list[RawTool] = []
    toolsets: dict[str, str] = {}
    for position, item in enumerate(items[:MAX_DEFINITIONS]):
        tool, problem = _read(item)
        if tool is None:
            reports.append(Report(where, f"[{position}]", problem, used="definition left out"))
            continue
        read.append(tool)
        toolsets.setdefault(tool.name, _toolset(item, tool.name))
    if len(items) > MAX_DEFINITIONS:
        problem = f"holds {len(items)} definitions"
        reports.append(Report(where, "core_tools", problem, used=f"the first {MAX_DEFINITIONS}"))
    tools, naming = name_tools(CORE_SOURCE, read, taken=(ALWAYS_DIRECT,), kind=Kind.CORE)
    reports += [replace(report, where=where) for report in naming]
    if len(reports) > _MAX_REPORTS:
        rest = f"{len(reports) - _MAX_REPORTS} more things to report"
        reports = [*reports[:_MAX_REPORTS], Report(where, "core_tools", rest)]
    return tuple(replace(tool, toolset=toolsets[tool.original_name]) for tool in tools), tuple(reports)


def _items(raw: Json) -> list[Json] | None:
    if isinstance(raw, list):
        return raw
    if isinstance(raw, dict):
        return next((raw[key] for key in _LISTS if isinstance(raw.get(key), list)), None)
    return None


def _read(item: Json) -> tuple[RawTool | None, str]:
    """The definition, or why it is none."""
    if not isinstance(item, dict):
        return None, "is no object"
    inner = item.get("function")
    body: Mapping[str, Json] = inner if isinstance(inner, dict) else item
    name = body.get("name")
    if not isinstance(name, str) or not name.strip():
        return None, "has no name"
    name = name.strip()
    if name == ALWAYS_DIRECT:
        return None, f"{ALWAYS_DIRECT} is the session's own"
    if name in BRIDGE_NAMES:
        return None, f"the name {name} is reserved for the bridge"
    schema: Schema = next((body[key] for key in _SCHEMAS if key in body), {})
    return RawTool(name, plain(body.get("description")), input_schema=schema, annotations=_annotations(body)), ""


def _annotations(body: Mapping[str, Json]) -> Annotations:
    """What decides about approvals: only real booleans count."""
    hints = body.get("annotations")
    if not isinstance(hints, dict):
        return Annotations()
    read_only, destructive = hints.get("readOnlyHint"), hints.get("destructiveHint")
    return Annotations(
        read_only=read_only if isinstance(read_only, bool) else None,
        destructive=destructive if isinstance(destructive, bool) else None,
    )


def _toolset(item: Mapping[str, Json], name: str) -> str:
    named = clip(one_line(item.get("toolset")), MAX_TOOLSET)
    return named or _TOOLSETS.get(name, DEFAULT_TOOLSET)
