"""Clients of demo servers, arguments that fit a schema, and the room's sources for the engine."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import mcp
from mcp_types import TextContent
from mcp_types import Tool as ListedTool

from workbench.demo import DEMO_NAMES, make_server, make_toolbox
from workbench.demo.serving import check
from workbench.demo.toolbox import Answer, Definition, Toolbox
from workbench.disclosure.naming import name_tools
from workbench.model import Json, Kind, Source
from workbench.servers.reading import read_tools

NOON = 1_780_000_000.0


def toolbox(name: str, workspace: Path = Path()) -> Toolbox:
    return make_toolbox(name, workspace, lambda: NOON)


@cache
def definitions(name: str) -> tuple[Definition, ...]:
    return tuple(toolbox(name).definitions)


@cache
def source(name: str) -> Source:
    """A demo server's tools as a session would hold them."""
    raw, reports = read_tools(list(definitions(name)), name)
    tools, more = name_tools(name, raw)
    assert (*reports, *more) == ()
    return Source(name, Kind.MCP, tools)


def every_definition() -> list[Definition]:
    return [definition for name in DEMO_NAMES for definition in definitions(name)]


@asynccontextmanager
async def client(name: str, workspace: Path = Path(), mode: str = "auto") -> AsyncIterator[mcp.Client]:
    async with mcp.Client(make_server(name, workspace, lambda: NOON), mode=mode) as connected:
        yield connected


async def list_all(connected: mcp.Client) -> tuple[list[ListedTool], int]:
    """Every tool over all pages, and the number of pages."""
    tools: list[ListedTool] = []
    cursor: str | None = None
    pages = 0
    while True:
        page = await connected.list_tools(cursor=cursor)
        tools += page.tools
        pages += 1
        cursor = page.next_cursor
        if cursor is None:
            return tools, pages


async def ask(connected: mcp.Client, name: str, /, **arguments: Json) -> tuple[str, Any]:
    """The text and the data of a call that has to succeed."""
    result = await connected.call_tool(name, arguments)
    text = "\n".join(item.text for item in result.content if isinstance(item, TextContent))
    assert not result.is_error, text
    return text, result.structured_content


async def refusal(connected: mcp.Client, name: str, /, **arguments: Json) -> str:
    """The text of a call that has to come back as an error."""
    result = await connected.call_tool(name, arguments)
    assert result.is_error, result
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text


async def silent(_progress: float, _total: float | None, _message: str) -> None:
    """Nobody listens to the progress."""


async def run(tools: Toolbox, definition: Definition, arguments: Mapping[str, Json]) -> Answer:
    """Check the arguments and run the tool, as the server does."""
    check(definition["inputSchema"], arguments)
    return await tools.call(definition["name"], arguments, silent)


def example(schema: Mapping[str, Any]) -> Json:
    """A value that fits a schema of the large servers: its own example where it gives one."""
    if "examples" in schema:
        return schema["examples"][0]
    if "anyOf" in schema:
        return example(schema["anyOf"][0])
    if "enum" in schema:
        return schema["enum"][-1]
    kind = schema["type"] if isinstance(schema["type"], str) else schema["type"][0]
    if kind == "object":
        properties = {name: example(part) for name, part in schema.get("properties", {}).items()}
        extra = schema.get("additionalProperties")
        return properties or ({"key": example(extra)} if isinstance(extra, Mapping) else {"key": 1})
    if kind == "array":
        return [example(schema["items"])] * schema.get("minItems", 1)
    if kind == "string":
        return "w" * max(schema.get("minLength", 1), 1)
    if kind == "boolean":
        return not schema.get("default", False)
    return _number(schema, kind)


def _number(schema: Mapping[str, Any], kind: str) -> int | float:
    if "minimum" in schema:
        least: int | float = schema["minimum"]
        return least
    return 1 if kind == "integer" else 0.5 if schema.get("maximum", 1) <= 1 else 1.5


def arguments_for(definition: Definition) -> dict[str, Json]:
    """Every argument of a tool, made from its schema."""
    return {name: example(schema) for name, schema in definition["inputSchema"]["properties"].items()}
