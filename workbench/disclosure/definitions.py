"""The entries of the tool array: a tool as the model gets it, and the three bridge tools (spec 1.6)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from workbench.disclosure.deferral import BRIDGE_NAMES
from workbench.disclosure.listing import Listing
from workbench.disclosure.schemas import export_schema
from workbench.model import Json, Schema, Tool
from workbench.settings import ToolSearchSettings
from workbench.text import plain

__all__ = ["BRIDGE_NAMES", "MAX_NAMES", "MAX_QUERIES", "bridge_definitions", "definition", "function_definition"]

MAX_QUERIES: Final = 7
"""Queries of one `tool_search` call (spec 1.1: not configurable)."""

MAX_NAMES: Final = 10
"""Names of one `tool_describe` call, and connector entries of one `tool_call` (spec 1.1: not configurable)."""


def definition(tool: Tool) -> dict[str, Any]:
    """The tool as an entry of the array: `{"type": "function", "function": {name, description, parameters}}`.

    `parameters` is always a well-formed object schema (see `export_schema`), so `json.dumps` of the entry never raises.
    """
    return function_definition(tool.name, tool.description, tool.parameters)


def function_definition(name: str, description: str, schema: Schema) -> dict[str, Any]:
    """The same from the parts, for a tool that is still being made."""
    return _entry(name, plain(description), export_schema(schema))


def bridge_definitions(
    deferred_count: int, listing: Listing, limits: ToolSearchSettings, connectors_in_scope: bool
) -> tuple[dict[str, Any], ...]:
    """`tool_search`, `tool_describe` and `tool_call`, in this order; the listing stands in the first (spec 1.6)."""
    return (
        _search_entry(deferred_count, listing, limits, connectors_in_scope),
        _describe_entry(),
        _call_entry(connectors_in_scope),
    )


def _search_entry(
    deferred_count: int, listing: Listing, limits: ToolSearchSettings, connectors_in_scope: bool
) -> dict[str, Any]:
    sentences = [
        _what_loads_on_demand(deferred_count),
        "Search whenever no tool you can see does the task exactly.",
        "Each query is a keyword search, not a question: name the service, the action and the object, as in `github "
        f"create issue`, and leave out filler words. Send one query per capability, up to {MAX_QUERIES} in one call.",
        "The result has `results`, one group per query with the matching tool names, best first, and `tools`, one "
        "record per name with its source, description and required parameters. A group without matches names "
        "the connected sources and gives a hint.",
        "Then read the parameters of the tools you chose with tool_describe and run one with tool_call.",
    ]
    if connectors_in_scope:
        sentences.append(
            "Names that begin with `connectors__` belong to accounts that manage_connections connects and looks after."
        )
    sentences.extend(_about_listing(listing, connectors_in_scope))
    description = "\n".join(sentences)
    if listing.text:
        description += f"\n\n{listing.text}"
    properties = {
        "queries": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Keyword queries, one per capability.",
        },
        "limit": {
            "type": "integer",
            "description": f"Most matches per query: {limits.search_default_limit} unless given, at most "
            f"{limits.max_search_limit}.",
        },
    }
    return _entry("tool_search", description, _object(properties, ["queries"]))


def _what_loads_on_demand(count: int) -> str:
    if not count:
        return "Find tools of connected accounts; they load on demand and are not part of this array."
    subject = "1 more tool loads" if count == 1 else f"{count} more tools load"
    return f"Find tools that are not part of this array: {subject} on demand."


def _about_listing(listing: Listing, connectors_in_scope: bool) -> list[str]:
    match listing.form:
        case "full" | "names":
            subject = (
                "Every tool that is not a connector's" if connectors_in_scope else "Every tool that loads on demand"
            )
            return [f"{subject} is listed below: where the exact name you need is there, describe it without a search."]
        case "mixed":
            return ["The sources below whose names are not listed have tools as well: search to find them."]
        case "groups":
            return [
                "Below are only the sources. Search here before anything else: until a search has come back empty, do "
                "not say that a capability is missing, and do not make do with a general-purpose tool."
            ]
    return []


def _describe_entry() -> dict[str, Any]:
    description = (
        "Get the full description and the parameter schema of tools that load on demand, by their exact names from "
        f"tool_search or its listing, up to {MAX_NAMES} at once. Do this before you first call a tool: the parameters "
        "and their allowed values are only in the schema. Names that do not exist come back in `not_found`; the rest "
        "are answered all the same."
    )
    names = {"type": "array", "items": {"type": "string"}, "description": "Exact tool names."}
    return _entry("tool_describe", description, _object({"names": names}, ["names"]))


def _call_entry(connectors_in_scope: bool) -> dict[str, Any]:
    together = f"; only `connectors__` names may be sent together, up to {MAX_NAMES}." if connectors_in_scope else "."
    description = (
        "Run a tool that loads on demand. Give its exact name and the arguments that its schema from tool_describe "
        "asks for; the answer is the tool's own. Arguments that do not fit are refused with the places to mend, and "
        f"nothing runs. Call tools you can see directly, not through here. One tool per call{together}"
    )
    arguments = {
        "type": "object",
        "description": "The tool's arguments as one object; {} when it needs none.",
        "properties": {},
        "additionalProperties": True,
    }
    name = {"type": "string", "description": "Exact tool name."}
    call = _object({"name": name, "arguments": arguments}, ["name", "arguments"])
    calls = {"type": "array", "items": call, "description": "The call to make."}
    return _entry("tool_call", description, _object({"calls": calls}, ["calls"]))


def _object(properties: Mapping[str, Json], required: Sequence[str]) -> dict[str, Any]:
    return {"type": "object", "properties": dict(properties), "required": list(required)}


def _entry(name: str, description: str, parameters: Mapping[str, Json]) -> dict[str, Any]:
    return {
        "type": "function",
        "function": {"name": name, "description": description, "parameters": dict(parameters)},
    }
