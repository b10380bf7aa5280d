"""Which tools defer, decided tool by tool from one resolved configuration (spec 1.2, 1.4)."""

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

DEFERRABLE: Final = frozenset(
    {
        "terminal", "patch", "memory", "session_search", "execute_code", "delegate_task", "cronjob", "send_message",
        "skill_manage", "vision_analyze", "image_generate", "text_to_speech", "computer_use", "browser_navigate",
        "browser_snapshot", "browser_click", "browser_type", "browser_scroll", "browser_back", "browser_press",
        "browser_get_images", "browser_vision", "browser_console", "kanban_list", "kanban_show", "kanban_create",
        "kanban_complete", "kanban_block", "kanban_comment", "kanban_link", "kanban_unblock", "kanban_heartbeat",
        "ha_list_entities", "ha_get_state", "ha_list_services", "ha_call_service", "mixture_of_agents",
        "transcribe_audio", "read_terminal",
    }
)  # fmt: skip
"""The core tools that `defer_core_tools` lets defer (spec 1.4)."""

PROTECTED: Final = frozenset({"memory", "session_search"})
"""Core tools that stay when their toolset is put away: they gate parts of the prompt (spec 1.4)."""

ALWAYS_DIRECT: Final = "manage_connections"
"""The core tool that never defers, whoever asks (spec 1.2)."""

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
    return _core(name, toolset, settings) if kind == Kind.CORE else _by_kind(kind, toolset)


def core_deferral_on(settings: ToolSearchSettings) -> bool:
    """Whether the settings let any core tool defer; whether they do now is the assembly's decision (spec 1.4)."""
    return bool(settings.defer_core_tools or settings.defer_builtin_toolsets or settings.defer)


def deferral_key(settings: ToolSearchSettings) -> Hashable:
    """The part of the settings that `classify` depends on, to keep its decisions by."""
    return (
        frozenset(settings.never_defer_tools),
        settings.defer_core_tools,
        settings.defer_builtin_toolsets,
        settings.defer,
    )


def _core(name: str, toolset: str, settings: ToolSearchSettings) -> Deferral:
    """A core tool that is not foundational: named ones first, then the allow-list, then whole toolsets (spec 1.4)."""
    if name == ALWAYS_DIRECT:
        return Deferral(False, "core tool that is always direct")
    if name in (settings.defer or ()):
        return Deferral(True, "named in defer")
    if settings.defer_core_tools and name in DEFERRABLE:
        return Deferral(True, "on the list of defer_core_tools")
    if toolset not in settings.defer_builtin_toolsets:
        return Deferral(False, "core tool")
    if name in PROTECTED:
        return Deferral(False, "protected: parts of the prompt depend on it")
    return Deferral(True, f"toolset {toolset} is named in defer_builtin_toolsets")


def _by_kind(kind: object, toolset: str) -> Deferral:
    match kind:
        case Kind.MCP:
            return Deferral(True, "tool of an MCP server")
        case Kind.PLUGIN if toolset in SESSION_GATED_TOOLSETS:
            return Deferral(False, f"toolset {toolset} belongs to the open interface")
        case Kind.PLUGIN:
            return Deferral(True, "tool of a plugin")
        case Kind.CONNECTORS:
            return Deferral(False, "remote, not registered here")
    return Deferral(False, "unknown kind")
