"""A turn made of the session's own tools, so that there is something to look at from the first key on."""

import json
from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import Final

from workbench.bridge.route import CALL, SEARCH
from workbench.model import Json, Kind, Tool
from workbench.session import Session
from workbench.ui.panes.tool.argument_text import parse, prefill

_TRIED: Final = 200
"""Tools whose arguments are made and checked in the search for one that needs no more than can be made up."""

_FILLER: Final = "example"


def example_turn(session: Session) -> str:
    """Two searches, a call that reads and a call that writes, as Anthropic `tool_use` blocks; blank without any tool.

    The reading call goes straight to its tool and the writing one through `tool_call` where the bridge is active, so
    that the routes differ.
    """
    tools = [tool for tool in _tools(session) if _runs(session, tool)]
    bridge = session.state.assembly.activated
    reading = _pick(session, sorted((tool for tool in tools if tool.annotations.read_only), key=_demands))
    changing = (tool for tool in tools if not tool.annotations.read_only)
    writing = _pick(session, sorted(changing, key=lambda tool: tool.annotations.destructive is not False))
    calls: list[tuple[str, dict[str, Json]]] = []
    for found in (reading, writing):
        if found is not None and bridge:
            calls.append((SEARCH, {"queries": [_words(found[0])]}))
    if reading is not None:
        calls.append((reading[0].name, reading[1]))
    if writing is not None:
        entry = {"name": writing[0].name, "arguments": writing[1]}
        wrapped = bridge and writing[0].name in session.state.scope.deferred
        calls.append((CALL, {"calls": [entry]}) if wrapped else (writing[0].name, writing[1]))
    return "[\n" + ",\n".join(starmap(_block, enumerate(calls, 1))) + "\n]\n" if calls else ""


def _block(number: int, call: tuple[str, dict[str, Json]]) -> str:
    """One block on two lines, which is what fits a small terminal and can still be read."""
    name, given = call
    head = f'  {{"type": "tool_use", "id": "call_{number}", "name": {_json(name)},'
    return f'{head}\n   "input": {_json(given)}}}'


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _tools(session: Session) -> Iterator[Tool]:
    scope = session.state.scope
    for tools in (scope.deferred, scope.visible):
        yield from (tool for tool in tools.values() if tool.kind is Kind.MCP)


def _runs(session: Session, tool: Tool) -> bool:
    server = session.state.server(tool.source)
    return server is None or server.callable


def _demands(tool: Tool) -> int:
    """How many arguments a tool asks for."""
    return len(parse(prefill(tool.parameters)).arguments or {})


def _pick(session: Session, tools: Sequence[Tool]) -> tuple[Tool, dict[str, Json]] | None:
    """The first tool whose made-up arguments are valid, with them; else the first of all."""
    made = None
    for tool in tools[:_TRIED]:
        arguments = parse(prefill(tool.parameters)).arguments or {}
        filled = {name: _FILLER if value == "" else value for name, value in arguments.items()}
        for candidate in (filled, arguments):
            if session.check(tool.name, candidate).valid:
                return tool, dict(candidate)
        made = made or (tool, dict(filled))
    return made


def _words(tool: Tool) -> str:
    return " ".join(tool.original_name.replace("-", "_").split("_"))
