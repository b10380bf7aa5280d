"""The core tools, plugins, skills and hooks of one session, made from its settings."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from workbench.core.clarify import Ask
from workbench.core.definition_file import load_definitions
from workbench.core.hooks import LoadedHooks, load_hooks
from workbench.core.plugins import load_plugins
from workbench.core.runner import CoreRunner
from workbench.core.skill_files import read_skills
from workbench.disclosure.core_tools import CORE_SOURCE, shipped_core_tools
from workbench.disclosure.skills import Skill
from workbench.model import Kind, Report, Source, Tool
from workbench.settings import SHIPPED, Settings
from workbench.text import one_line


@dataclass(frozen=True, slots=True)
class CoreRoom:
    """What the agent itself brings to a session.

    `sources` are the core source, which is always there, and one for each plugin. `runner` runs all of their tools but
    those the session has handed in as its own.
    """

    sources: tuple[Source, ...]
    runner: CoreRunner
    skills: tuple[Skill, ...] = ()
    reports: tuple[Report, ...] = ()
    hooks: LoadedHooks = field(default_factory=LoadedHooks)

    @property
    def core_tools(self) -> tuple[Tool, ...]:
        """The core tools as they are before any assembly."""
        return self.sources[0].tools


def sources(
    settings: Settings,
    data_dir: Path,
    ask: Ask | None = None,
    *,
    own: Sequence[Tool] = (),
    wall: Callable[[], float] = time.time,
) -> CoreRoom:
    """The room of a session. Reads files and imports plugins and hooks, so it may block; never raises.

    `own` are core tools that the session itself carries out; they come first and their names are taken.
    """
    tools, reports = _core_tools(settings)
    held = {tool.name for tool in own}
    core = Source(CORE_SOURCE, Kind.CORE, (*own, *(tool for tool in tools if tool.name not in held)))
    folder = settings.path.parent if settings.path is not None else None
    where = one_line(str(settings.path)) if settings.path is not None else "configuration"
    plugins = load_plugins(
        settings.plugins,
        folder,
        taken=[tool.name for tool in core.tools],
        toolsets={CORE_SOURCE, *(tool.toolset for tool in core.tools)},
        where=where,
    )
    hooks = load_hooks(settings.hooks, folder, where)
    skills, odd = read_skills(settings.skill_dirs)
    runner = CoreRunner(settings, data_dir, ask, plugins=plugins.functions, wall=wall)
    return CoreRoom(
        sources=(core, *plugins.sources),
        runner=runner,
        skills=skills,
        reports=(*reports, *plugins.reports, *hooks.reports, *odd),
        hooks=hooks,
    )


def _core_tools(settings: Settings) -> tuple[tuple[Tool, ...], tuple[Report, ...]]:
    if not settings.core_tools:
        return (), ()
    if settings.core_tools == SHIPPED:
        return shipped_core_tools(), ()
    return load_definitions(Path(settings.core_tools))
