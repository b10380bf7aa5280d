"""Runs the agent's own tools and those of plugins; every answer is a result, whatever happens inside."""

import asyncio
import inspect
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from workbench.core.clarify import Ask, clarify
from workbench.core.files import Files
from workbench.core.loading import fault_words
from workbench.core.notes import Notes
from workbench.core.plugins import PluginFunction
from workbench.core.results import ToolFault, data_result, definition_only, text_result
from workbench.core.skills import SkillTools
from workbench.core.store import Store
from workbench.model import Json, Kind, Tool, ToolResult
from workbench.settings import SHIPPED, Settings
from workbench.text import plain

_Blocking = Callable[[Mapping[str, Json]], ToolResult]

NO_PLUGINS: Final[Mapping[tuple[str, str], PluginFunction]] = MappingProxyType({})


class CoreRunner:
    """Carries out core and plugin tools of one session.

    Only the shipped set acts: another agent's definitions may mean other things by the same names. `ask` puts questions
    to the person, None where nobody is there. Nothing is written to `data_dir` before a tool needs it.
    """

    def __init__(
        self,
        settings: Settings,
        data_dir: Path,
        ask: Ask | None = None,
        *,
        plugins: Mapping[tuple[str, str], PluginFunction] = NO_PLUGINS,
        session: str = "",
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.session = session or f"{int(wall())}-{secrets.token_hex(4)}"
        self._ask = ask
        self._plugins = plugins
        files = Files(Path(settings.workspace))
        skills = SkillTools(settings.skill_dirs, settings.compact_categories)
        self._notes = Notes(Store(data_dir), self.session, wall)
        self._acts = settings.core_tools == SHIPPED
        self._blocking: Mapping[str, _Blocking] = {
            "read_file": files.read_file,
            "write_file": files.write_file,
            "search_files": files.search_files,
            "patch": files.patch,
            "memory": self._notes.memory,
            "todo": self._notes.todo,
            "session_search": self._notes.session_search,
            "skills_list": skills.skills_list,
            "skill_view": skills.skill_view,
        }

    async def run(self, tool: Tool, arguments: Mapping[str, Json]) -> ToolResult:
        """The tool's answer. `arguments` have been checked against its schema. Only cancelling raises."""
        try:
            if tool.kind is Kind.PLUGIN:
                return await self._run_plugin(tool, arguments)
            if self._acts and tool.name == "clarify":
                return await clarify(arguments, self._ask)
            if self._acts and tool.name in self._blocking:
                return await asyncio.to_thread(self._blocking[tool.name], arguments)
        except ToolFault as fault:
            return text_result(str(fault), is_error=True)
        except Exception as fault:
            return text_result(f"{tool.name} failed with {fault_words(fault)}.", is_error=True)
        return definition_only(tool.name)

    async def record(self, kind: Literal["message", "call"], text: str) -> None:
        """Keeps what was said or called, so that `session_search` of later sessions finds it; a failure is ignored."""
        try:
            await asyncio.to_thread(self._notes.record, kind, text)
        except ToolFault:
            return

    async def _run_plugin(self, tool: Tool, arguments: Mapping[str, Json]) -> ToolResult:
        function = self._plugins.get((tool.source, tool.original_name))
        if function is None:
            raise ToolFault(f"The plugin {tool.source} no longer has this tool.")
        if inspect.iscoroutinefunction(function):
            answer = await function(dict(arguments))
        else:
            answer = await asyncio.to_thread(function, dict(arguments))
            if inspect.isawaitable(answer):
                answer = await answer
        return _as_result(answer)


def _as_result(answer: object) -> ToolResult:
    if isinstance(answer, ToolResult):
        return answer
    if answer is None:
        return text_result("")
    if isinstance(answer, str):
        return text_result(plain(answer))
    return data_result(answer)
