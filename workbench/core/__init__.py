"""What the agent itself brings, as far as it acts: core tools, skills, plugins and hooks."""

from workbench.core.clarify import Ask, Question
from workbench.core.hooks import LoadedHooks, load_hooks
from workbench.core.plugins import LoadedPlugins, PluginTools, load_plugins
from workbench.core.room import CoreRoom, sources
from workbench.core.runner import CoreRunner
from workbench.core.skill_files import read_skills

__all__ = [
    "Ask",
    "CoreRoom",
    "CoreRunner",
    "LoadedHooks",
    "LoadedPlugins",
    "PluginTools",
    "Question",
    "load_hooks",
    "load_plugins",
    "read_skills",
    "sources",
]
