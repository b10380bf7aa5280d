"""Which tools defer, decided tool by tool from one resolved configuration (spec 1.2)."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from workbench.model import Kind, Tool
from workbench.settings import ToolSearchSettings

BRIDGE_NAMES: Final = ("tool_search", "tool_describe", "tool_call")
"""The three tools through which deferred ones are reached; nobody else may bear these names."""

FOUNDATIONAL: Final = frozenset(
    {
        "read_file",
        "write_file",
        "search_files",
        "web_search",
        "web_extract",
        "process",
        "todo",
        "clarify",
        "skill_view",
        "skills_list",
    }
)
"""The ten tools that never defer under any configuration (spec 1.4)."""

SESSION_GATED_TOOLSETS: Final = frozenset({"desktop_ui", "project", "setup"})
"""Plugin toolsets that belong to an interface open now; a model must see them directly (spec 1.2)."""


@dataclass(frozen=True, slots=True)
class Deferral:
    """The decision about one tool and, for a person, the rule that made it."""

    deferred: bool
    reason: str


def classify(tool: Tool, settings: ToolSearchSettings) -> Deferral:
    """Whether a tool loads on demand, by the first rule that applies (spec 1.2). Never raises; in doubt: visible."""
    name = getattr(tool, "name", None)
    toolset = getattr(tool, "toolset", None)
    kind = getattr(tool, "kind", None)
    if not isinstance(name, str) or not name or not isinstance(toolset, str):
        return Deferral(False, "malformed registration")
    if name in BRIDGE_NAMES or kind == Kind.BRIDGE:
        return Deferral(False, "part of the bridge")
    if name in settings.never_defer_tools:
        return Deferral(False, "named in never_defer_tools")
    if name in FOUNDATIONAL:
        return Deferral(False, "foundational tool")
    return _by_kind(kind, toolset)


def deferral_key(settings: ToolSearchSettings) -> Hashable:
    """The part of the settings that `classify` depends on, to keep its decisions by."""
    return (
        frozenset(settings.never_defer_tools),
        settings.defer_core_tools,
        settings.defer_builtin_toolsets,
        settings.defer,
    )


def _by_kind(kind: object, toolset: str) -> Deferral:
    match kind:
        case Kind.MCP:
            return Deferral(True, "tool of an MCP server")
        case Kind.PLUGIN if toolset in SESSION_GATED_TOOLSETS:
            return Deferral(False, f"toolset {toolset} belongs to the open interface")
        case Kind.PLUGIN:
            return Deferral(True, "tool of a plugin")
        case Kind.CORE:
            return Deferral(False, "core tool")
        case Kind.CONNECTORS:
            return Deferral(False, "remote, not registered here")
    return Deferral(False, "unknown kind")
