"""A toolbox as an MCP server: pages of the list, checked arguments, errors as results.

Imports mcp at the top, so this module itself is imported only inside functions.
"""

from collections.abc import Mapping
from typing import Any, Final

from jsonschema import Draft202012Validator
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolRequestParams, PaginatedRequestParams

from workbench.demo.toolbox import Answer, Arguments, Definition, DemoError, Toolbox
from workbench.model import Json

PAGE_SIZE: Final = 500
"""Tools on one page of the list; only the two large servers need a second page."""

_CURSOR: Final = "after-"

# What the newer protocol wants beside the data of a result; the older one drops it. Plain dictionaries spare building
# thousands of models only to take them apart again.
_ENVELOPE: Final = {"resultType": "complete"}
_LIST_ENVELOPE: Final = {**_ENVELOPE, "ttlMs": 0, "cacheScope": "private"}


def serve(toolbox: Toolbox, name: str, description: str) -> Server[Any]:
    """The MCP server that lists and runs the tools of `toolbox`."""
    server: Server[Any] = Server(name, version="1.0.0", description=description)
    definitions = toolbox.definitions
    schemas = {definition["name"]: definition["inputSchema"] for definition in definitions}

    async def list_tools(_context: ServerRequestContext[Any], params: PaginatedRequestParams) -> dict[str, Any]:
        start = _read_cursor(params.cursor, len(definitions))
        page: dict[str, Any] = {**_LIST_ENVELOPE, "tools": list(definitions[start : start + PAGE_SIZE])}
        if start + PAGE_SIZE < len(definitions):
            page["nextCursor"] = f"{_CURSOR}{start + PAGE_SIZE}"
        return page

    async def call_tool(context: ServerRequestContext[Any], params: CallToolRequestParams) -> dict[str, Any]:
        if params.name not in schemas:
            raise MCPError(code=INVALID_PARAMS, message=f"There is no tool named {params.name!r}.")
        arguments = params.arguments or {}
        try:
            check(schemas[params.name], arguments)
            answer = await toolbox.call(params.name, arguments, context.session.report_progress)
        except DemoError as error:
            return _result(Answer(str(error)), is_error=True)
        return _result(answer)

    server.add_request_handler("tools/list", PaginatedRequestParams, list_tools)
    server.add_request_handler("tools/call", CallToolRequestParams, call_tool)
    return server


def check(schema: Definition, arguments: Arguments) -> None:
    """Raise DemoError that names every argument that does not fit the schema."""
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    problems = [
        f"{error.json_path[2:] or 'arguments'}: {error.message[:300]}" for error in validator.iter_errors(arguments)
    ]
    if problems:
        raise DemoError("The arguments do not fit this tool. " + "; ".join(sorted(problems)[:5]))


def _read_cursor(cursor: str | None, count: int) -> int:
    if cursor is None:
        return 0
    digits = cursor.removeprefix(_CURSOR)
    start = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 8 else 0
    if cursor != f"{_CURSOR}{start}" or not 0 < start < count or start % PAGE_SIZE:
        raise MCPError(code=INVALID_PARAMS, message="This cursor does not come from this server's list.")
    return start


def _result(answer: Answer, *, is_error: bool = False) -> dict[str, Any]:
    content = [{"type": "text", "text": _encodable(answer.text)}]
    result: dict[str, Any] = {**_ENVELOPE, "content": content, "isError": is_error}
    if answer.structured is not None:
        result["structuredContent"] = _encodable(answer.structured)
    return result


def _encodable(value: Json) -> Json:
    """The same data with lone surrogates replaced: they stand in odd file names, and no transport can encode them."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, Mapping):
        return {_encodable(key): _encodable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_encodable(item) for item in value]
    return value
