"""One call as a model emitted it, told by its own keys whichever shape it has."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from workbench.model import Json
from workbench.text import clip, one_line, plain

LONGEST_NAME: Final = 256
"""Characters of a name that is looked at; no tool of a session has a name near as long."""

_ALIASES: Final = ("arguments", "parameters", "args", "input", "params")


class Shape(StrEnum):
    """How a call was written, and so how its answer has to be."""

    OPENAI = "openai"
    RESPONSES = "openai responses"
    ANTHROPIC = "anthropic"
    MCP = "mcp"
    OURS = "ours"


@dataclass(frozen=True, slots=True)
class Emitted:
    """One call as emitted.

    `arguments` are raw: an object, JSON text, or anything else. `position` is its place in what was read. `problem`
    says why it cannot be used; it is then only answered. `rpc` marks a whole JSON-RPC request.
    """

    id: str | int
    name: str
    arguments: Json
    shape: Shape
    position: str
    problem: str = ""
    rpc: bool = False


def read_call(value: Json, position: str, shape: Shape) -> Emitted | None:
    """The call in a value; `shape` is that of the place where it stood. None where nothing in it is a call."""
    if not isinstance(value, dict):
        return None
    kind = value.get("type")
    if kind == "tool_use":
        return _made(value.get("id"), value, "input", Shape.ANTHROPIC, position)
    if kind == "function_call":
        return _made(value.get("call_id", value.get("id")), value, "arguments", Shape.RESPONSES, position)
    if isinstance(value.get("function"), dict):
        return _made(value.get("id"), value["function"], "arguments", Shape.OPENAI, position)
    if "method" in value or (isinstance(value.get("params"), dict) and "name" not in value):
        return _request(value, position)
    if isinstance(kind, str) and kind not in ("function", "call", "tool_call"):
        return _unusable(value, shape, position)
    if "name" in value:
        blocks = shape is Shape.ANTHROPIC or ("input" in value and "id" in value)
        if blocks and "arguments" not in value:
            return _made(value.get("id"), value, "input", Shape.ANTHROPIC, position)
        return _made(value.get("id"), value, "arguments", shape, position)
    return _unusable(value, shape, position) if "id" in value or "function" in value else None


def _request(value: Mapping[str, Json], position: str) -> Emitted:
    """A JSON-RPC request `tools/call`, or its params in their envelope."""
    rpc = "jsonrpc" in value
    params = value.get("params")
    if value.get("method", "tools/call") != "tools/call":
        problem = f"is a request for {_shown(value.get('method'))}, not for tools/call"
    elif not isinstance(params, dict):
        problem = "has no params"
    else:
        return _made(value.get("id"), params, "arguments", Shape.MCP, position, rpc=rpc)
    return Emitted(_id(value.get("id")), "", None, Shape.MCP, position, problem, rpc)


def _unusable(value: Mapping[str, Json], shape: Shape, position: str) -> Emitted:
    """Something with an id that has to be answered, though nobody can say what it calls."""
    kind = value.get("type")
    problem = f"is of the type {_shown(kind)}, which is not run here" if kind is not None else "names no tool"
    name, _ = _name(value.get("name"))
    return Emitted(_id(value.get("id", value.get("call_id"))), name, None, shape, position, problem)


def _made(
    given: Json, holder: Mapping[str, Json], key: str, shape: Shape, position: str, *, rpc: bool = False
) -> Emitted:
    name, problem = _name(holder.get("name"))
    if not problem and key not in holder:
        stray = [other for other in holder if other in _ALIASES or other.startswith("arguments.")]
        if stray:
            problem = f"has {_shown(stray[0])} where {key!r} belongs"
    return Emitted(_id(given), name, holder.get(key), shape, position, problem, rpc)


def _name(value: Json) -> tuple[str, str]:
    """The name, and why it is none. A name is never made to fit one: hidden characters are not taken out in silence."""
    if not isinstance(value, str) or not value.strip():
        return "", "names no tool: `name` must be a text"
    name = value.strip()
    if len(name) > LONGEST_NAME:
        return clip(one_line(name), 80), f"has a name of {len(name)} characters"
    if one_line(name) != name or plain(name) != name:
        return one_line(name), "has a name with characters that no name may have"
    return name, ""


def _id(value: Json) -> str | int:
    """The id as it has to be given back; empty where there is none that could be."""
    return value if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)) else ""


def _shown(value: Json) -> str:
    return repr(clip(one_line(value), 40)) if isinstance(value, str) else "an odd value"
