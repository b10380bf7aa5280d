"""What a demo tool is: a definition in MCP's wire form and a function that runs it. Knows nothing of mcp itself."""

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from workbench.model import Json

Arguments: TypeAlias = Mapping[str, Json]
Definition: TypeAlias = dict[str, Any]
"""One entry of a `tools/list` answer."""

ReportProgress: TypeAlias = Callable[[float, float | None, str], Awaitable[None]]
"""Takes the progress so far, the total if known, and a few words."""


class DemoError(Exception):
    """A tool could not do what it was asked; its text is for the caller and becomes an `isError` result."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool answers: text for reading and, where there is data, the same as an object."""

    text: str
    structured: Mapping[str, Json] | None = None

    @classmethod
    def of(cls, data: Mapping[str, Json]) -> "Answer":
        """An answer whose text is the data written as JSON."""
        return cls(json.dumps(data, ensure_ascii=False, indent=2), data)


READ: Final = {"readOnlyHint": True, "openWorldHint": False}
ADD: Final = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False, "openWorldHint": False}
SET: Final = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}
OVERWRITE: Final = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True, "openWorldHint": False}
DESTROY: Final = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": False}


class Toolbox(Protocol):
    """Tools with the state they act on."""

    @property
    def definitions(self) -> Sequence[Definition]:
        """Every tool, in a fixed order."""

    async def call(self, name: str, arguments: Arguments, report: ReportProgress, /) -> Answer:
        """Run one tool with arguments that fit its schema; what is kept of them is a copy.

        Raises DemoError with words for the caller, KeyError for a name that is not among the definitions.
        """


@dataclass(frozen=True, slots=True)
class DemoTool:
    """One tool written by hand; `run` gets arguments that fit `parameters`."""

    name: str
    title: str
    description: str
    parameters: Definition
    hints: Mapping[str, bool]
    run: Callable[[Arguments, ReportProgress], Awaitable[Answer]]
    output: Definition | None = None

    def definition(self) -> Definition:
        """The entry for `tools/list`."""
        entry = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.parameters,
            "annotations": dict(self.hints),
        }
        return entry if self.output is None else {**entry, "outputSchema": self.output}


class HandTools:
    """A toolbox of tools written by hand."""

    def __init__(self, tools: Iterable[DemoTool]) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._definitions = tuple(tool.definition() for tool in self._tools.values())

    @property
    def definitions(self) -> Sequence[Definition]:
        """Every tool, in the order they were given."""
        return self._definitions

    async def call(self, name: str, arguments: Arguments, report: ReportProgress) -> Answer:
        """As `Toolbox.call`."""
        return await self._tools[name].run(deepcopy(arguments), report)


def at_once(function: Callable[[Arguments], Answer]) -> Callable[[Arguments, ReportProgress], Awaitable[Answer]]:
    """Make a tool's `run` of a function that neither waits nor reports progress."""

    async def run(arguments: Arguments, _report: ReportProgress) -> Answer:
        return function(arguments)

    return run


def parameters(properties: Mapping[str, Json], required: Sequence[str] = (), **more: Json) -> Definition:
    """An object schema that allows nothing beyond `properties`; `more` is added as it is (`**{"$defs": ...}`)."""
    schema: Definition = {"type": "object", "properties": dict(properties), "additionalProperties": False, **more}
    return {**schema, "required": list(required)} if required else schema
