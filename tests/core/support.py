"""A room over temporary folders, and a short way to run its tools as a session would."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from workbench.bridge.validation import check_arguments
from workbench.core import Ask, CoreRoom, sources
from workbench.model import Json, Tool, ToolResult
from workbench.settings import Settings


@dataclass
class Bench:
    """Settings, folders and the room made from them."""

    settings: Settings
    data_dir: Path
    room: CoreRoom
    wall: Callable[[], float]

    @property
    def workspace(self) -> Path:
        return Path(self.settings.workspace)

    def tool(self, name: str) -> Tool:
        return next(tool for source in self.room.sources for tool in source.tools if tool.name == name)

    async def run(self, name: str, /, **arguments: Json) -> ToolResult:
        """Checks the arguments against the tool's schema and runs it."""
        check = check_arguments(self.tool(name), arguments)
        assert check.valid, check.failures
        return await self.room.runner.run(self.tool(name), check.arguments)

    async def text(self, name: str, /, **arguments: Json) -> str:
        result = await self.run(name, **arguments)
        assert not result.is_error, result.content
        return result.content[0].text

    async def data(self, name: str, /, **arguments: Json) -> Any:
        result = await self.run(name, **arguments)
        assert not result.is_error, result.content
        return result.structured

    async def fault(self, name: str, /, **arguments: Json) -> str:
        result = await self.run(name, **arguments)
        assert result.is_error
        return result.content[0].text

    def again(self, ask: Ask | None = None, **changes: Any) -> "Bench":
        """Another session over the same folders."""
        return bench(self.workspace.parent, ask, self.wall, **{**_changes(self.settings), **changes})


def bench(
    folder: Path, ask: Ask | None = None, wall: Callable[[], float] = lambda: 1_700_000_000.0, **changes: Any
) -> Bench:
    """A session with the shipped set over `folder/workspace` and `folder/data`."""
    workspace = folder / "workspace"
    workspace.mkdir(exist_ok=True)
    settings = replace(Settings(core_tools="shipped", workspace=workspace), **changes)
    return Bench(settings, folder / "data", sources(settings, folder / "data", ask, wall=wall), wall)


def _changes(settings: Settings) -> Mapping[str, Any]:
    return {name: getattr(settings, name) for name in ("core_tools", "skill_dirs", "compact_categories", "plugins")}
