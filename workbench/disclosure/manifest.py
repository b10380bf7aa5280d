"""The manifest: the deferred core tools, named in the system prompt (spec 1.4)."""

from collections.abc import Iterable
from typing import Final

from workbench.disclosure.assembly import Assembly
from workbench.disclosure.descriptions import short_description
from workbench.model import Tool

HEADER: Final = "Built-in tools that load on demand (tool_describe gives their parameters, tool_call runs them):"


def manifest(assembly: Assembly, core_tools: Iterable[Tool]) -> str:
    """A line `name — what it does` for each of `core_tools` that is deferred, by name; empty where none is.

    `core_tools` are the definitions from before the assembly. Whether a tool is listed depends on what the assembly
    made of it and on no switch, so that nothing stands both here and in the array.
    """
    deferred = {tool.name for tool in assembly.core_deferred}
    listed = {tool.name: tool for tool in core_tools if tool.name in deferred}
    if not listed:
        return ""
    return "\n".join([HEADER, *(_line(listed[name]) for name in sorted(listed))])


def _line(tool: Tool) -> str:
    what = short_description(tool.description).removesuffix(".")
    return f"{tool.name} — {what}" if what else tool.name
