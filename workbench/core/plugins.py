"""Loads plugins: callables that register tools under a toolset of their own (spec 1.2)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from types import MappingProxyType
from typing import Any, Final

from workbench.core.loading import LoadFault, fault_words, import_callable
from workbench.disclosure.naming import name_tools
from workbench.model import Annotations, Json, Kind, RawTool, Report, Schema, Source
from workbench.text import clip, one_line, plain

PluginFunction = Callable[[dict[str, Json]], Any]
"""Gets the checked arguments; answers a text, other JSON, or a ToolResult, or is async and does so. One that is not
async runs in a thread."""

MAX_TOOLSET: Final = 40
MAX_TOOLS: Final = 500
"""Tools of one plugin."""


class PluginTools:
    """What a plugin's callable is given to register its tools with.

    `toolset` is the plugin's own name, its module's unless the plugin sets another before it returns.
    """

    def __init__(self, toolset: str) -> None:
        self.toolset = toolset
        self._tools: list[tuple[RawTool, PluginFunction]] = []

    @property
    def registered(self) -> tuple[tuple[RawTool, PluginFunction], ...]:
        """What was registered, in order."""
        return tuple(self._tools)

    def tool(
        self,
        name: str,
        run: PluginFunction,
        *,
        description: str = "",
        parameters: Schema = None,
        read_only: bool | None = None,
        destructive: bool | None = None,
    ) -> None:
        """Registers one tool. `parameters` is a JSON Schema of an object; without one any object is taken.

        `read_only` tools run without being asked about, as those of servers do. Raises ValueError for a registration
        that cannot be one.
        """
        if not isinstance(name, str) or not plain(name).strip():
            raise ValueError("a tool needs a name")
        if not callable(run):
            raise ValueError(f"the tool {name} needs a callable")
        if len(self._tools) >= MAX_TOOLS:
            raise ValueError(f"a plugin registers at most {MAX_TOOLS} tools")
        hints = Annotations(read_only=read_only, destructive=destructive)
        raw = RawTool(name, plain(description), input_schema=parameters or {}, annotations=hints)
        self._tools.append((raw, run))


@dataclass(frozen=True, slots=True)
class LoadedPlugins:
    """A source for each plugin, and what its tools run: (source name, original name) → function."""

    sources: tuple[Source, ...] = ()
    functions: Mapping[tuple[str, str], PluginFunction] = field(default_factory=lambda: MappingProxyType({}))
    reports: tuple[Report, ...] = ()


def load_plugins(
    paths: Sequence[str],
    folder: PurePath | None = None,
    *,
    taken: Collection[str] = (),
    toolsets: Collection[str] = (),
    where: str = "configuration",
) -> LoadedPlugins:
    """Imports and calls the plugins in their order; `folder` is searched too. Blocks, runs their code, never raises.

    `taken` are names that core tools have, `toolsets` those of core tools: a plugin can have neither. A plugin that
    fails leaves nothing behind; of two plugins with one toolset the second is refused. All of it is reported.
    """
    reports: list[Report] = []
    sources: dict[str, Source] = {}
    functions: dict[tuple[str, str], PluginFunction] = {}
    names = set(taken)
    for path in paths:
        try:
            plugin, toolset = _registered(path, folder, {*toolsets, *sources})
        except LoadFault as fault:
            used = "nothing, the plugin is left out"
            place = f"{where}: plugins"
            reports.append(Report(place, path, fault.problem, used=used, advice=fault.advice, severity="error"))
            continue
        tools, naming = name_tools(toolset, [raw for raw, _ in plugin], taken=names, kind=Kind.PLUGIN)
        names |= {tool.name for tool in tools}
        sources[toolset] = Source(toolset, Kind.PLUGIN, tools)
        for raw, run in plugin:
            functions.setdefault((toolset, raw.name), run)
        reports += naming
        if not tools:
            reports.append(Report(f"{where}: plugins", path, "registered no tool", severity="note"))
    return LoadedPlugins(tuple(sources.values()), MappingProxyType(functions), tuple(reports))


def _registered(
    path: str, folder: PurePath | None, held: Collection[str]
) -> tuple[tuple[tuple[RawTool, PluginFunction], ...], str]:
    """What the plugin registers and under which toolset. Raises LoadFault."""
    register: Callable[..., Any] = import_callable(path, folder)
    plugin = PluginTools(path.partition(":")[0].rpartition(".")[2])
    try:
        register(plugin)
    except (Exception, SystemExit) as fault:
        raise LoadFault(f"registering failed with {fault_words(fault)}", "Mend the plugin.") from None
    toolset = clip(one_line(plugin.toolset), MAX_TOOLSET)
    if not toolset:
        raise LoadFault("its toolset has no name")
    if toolset in held:
        raise LoadFault(f"the toolset {toolset} is held by others", "Give the plugin a toolset of its own.")
    if toolset.startswith("mcp-") or toolset in ("connectors", "bridge"):
        raise LoadFault(f"the toolset {toolset} cannot be a plugin's", "Give the plugin another one.")
    return plugin.registered, toolset
