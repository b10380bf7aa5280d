"""`tool_describe`: the schemas of tools by exact name, each name with its own outcome (spec 3.1)."""

from collections.abc import Mapping

from workbench.bridge.arguments import MAX_NAMES, read_object, read_texts
from workbench.bridge.errors import BridgeError
from workbench.bridge.names import search_hint, show_name, suggestions
from workbench.bridge.scope import Scope
from workbench.disclosure.definitions import definition
from workbench.model import Json, Tool


def tool_describe(scope: Scope, raw: Json) -> dict[str, Json]:
    """Answers `{"names": ...}` as a model emitted it. Never raises; one bad name never costs the others.

    `{"tools": {name: {description, parameters}}, "not_found"?, "hint"?, "errors"?: {name: text}}`
    """
    return describe_with_extra(scope, raw, {}, {})


def describe_with_extra(
    scope: Scope, raw: Json, extra: Mapping[str, Tool], failed: Mapping[str, str]
) -> dict[str, Json]:
    """The same with tools of elsewhere by name; `failed` says why others of there cannot be described just now."""
    try:
        names = read_names(raw)
    except BridgeError as fault:
        return fault.payload
    tools: dict[str, Json] = {}
    not_found: list[str] = []
    errors: dict[str, Json] = {}
    for name in names:
        tool = scope.deferred.get(name) or extra.get(name)
        if tool is not None:
            function = definition(tool)["function"]
            tools[name] = {"description": function["description"], "parameters": function["parameters"]}
        elif name in scope.visible:
            errors[name] = f"{name} is listed directly with its parameters; call it directly."
        elif name in failed:
            errors[name] = failed[name]
        else:
            not_found.append(name)
    answer: dict[str, Json] = {"tools": tools}
    if not_found:
        answer["not_found"] = not_found
        answer["hint"] = " ".join([search_hint(scope), *_near_lines(scope, not_found)])
    if errors:
        answer["errors"] = errors
    return answer


def read_names(raw: Json) -> list[str]:
    """The names of what a model emitted, each once. Raises BridgeError."""
    return read_texts(read_object(raw, "names").get("names"), "names", MAX_NAMES, unique=True)


def _near_lines(scope: Scope, names: list[str]) -> list[str]:
    lines = []
    for name in names:
        near = suggestions(scope, name)
        if near:
            lines.append(f"For {show_name(name)}, did you mean {', '.join(near)}?")
    return lines
