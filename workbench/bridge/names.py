"""From the name a model wrote to the tool, exactly or not at all; what is near is told, never run (spec 3.2)."""

from collections.abc import Iterator
from typing import Final

from workbench.bridge.errors import BridgeError
from workbench.bridge.scope import Scope
from workbench.disclosure.deferral import BRIDGE_NAMES
from workbench.model import Json, Tool
from workbench.text import clip, one_line

_MAX_SUGGESTIONS: Final = 10
_SHORTEST_ENDING: Final = 2


def find_tool(scope: Scope, name: str, *, direct: bool = False) -> Tool:
    """The tool of exactly this name: a deferred one, or with `direct` any the session is granted.

    Raises BridgeError that says whether the tool is called another way, is withheld, or is unknown, with near names.
    """
    shown = show_name(name)
    if name in BRIDGE_NAMES:
        raise BridgeError(f"{shown} is part of the bridge and cannot be run through it; call it directly.")
    tool = scope.deferred.get(name)
    if tool is not None:
        return tool
    tool = scope.visible.get(name)
    if tool is not None and direct:
        return tool
    if tool is not None:
        raise BridgeError(f"{shown} is listed directly; call it directly, not through tool_call.")
    near = suggestions(scope, name)
    more: dict[str, Json] = {"suggestions": near} if near else {}
    if name in scope.registered:
        raise BridgeError(f"{shown} is not available here. Do not try it again.", **more)
    error = f"There is no tool called {shown}; the exact name is needed. Nothing was run."
    if name in scope.removed:
        error = f"{shown} was removed: {show_name(scope.removed[name])} no longer offers it. Nothing was run."
    raise BridgeError(error, **more, hint=search_hint(scope))


def suggestions(scope: Scope, name: str) -> list[str]:
    """Granted names that end in this one or differ from it only in case and separators, sorted, at most ten.

    A name written twice in a row counts as written once.
    """
    found = _near(scope, name)
    half = name[: len(name) // 2]
    if not found and half and half * 2 == name:
        found = _near(scope, half)
    return sorted(found)[:_MAX_SUGGESTIONS]


def search_hint(scope: Scope) -> str:
    """What to do when a name is not known, with the servers that are down and may be the reason."""
    return " ".join(["Find exact names with tool_search.", *down_lines(scope)])


def down_lines(scope: Scope) -> list[str]:
    """One sentence for each declared server that is down, sorted."""
    return [f"{one_line(name)} is down: {one_line(why)}." for name, why in sorted(scope.unavailable.items())]


def show_name(name: str) -> str:
    """A name from outside, safe and short enough to stand in a sentence."""
    return clip(one_line(name), 80)


def _near(scope: Scope, name: str) -> set[str]:
    letters = _letters(name)
    if not letters:
        return set()
    return {tool.name for tool in _granted(scope) if _is_near(tool, name, letters)}


def _is_near(tool: Tool, name: str, letters: str) -> bool:
    if len(name) >= _SHORTEST_ENDING and tool.name.endswith(name):
        return True
    return letters in (_letters(tool.name), _letters(tool.original_name))


def _granted(scope: Scope) -> Iterator[Tool]:
    yield from scope.deferred.values()
    yield from scope.visible.values()


def _letters(name: str) -> str:
    return "".join(char for char in name.casefold() if char.isalnum())
