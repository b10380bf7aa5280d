"""The shipped set of core tools as data: definitions of our own, by toolset, and which of them belong to which group.

`manage_connections` is part of every session too; its definition belongs to the connectors.
"""

from collections.abc import Mapping
from typing import Final

from workbench.disclosure.core_set.automation import AGENTS, AUTOMATION
from workbench.disclosure.core_set.browser import PAGES
from workbench.disclosure.core_set.browser_input import INPUT
from workbench.disclosure.core_set.files import FILES
from workbench.disclosure.core_set.home import COMPUTER, HOME
from workbench.disclosure.core_set.kanban import KANBAN
from workbench.disclosure.core_set.media import IMAGES, MEDIA, SPEECH
from workbench.disclosure.core_set.memory import MEMORY
from workbench.disclosure.core_set.planning import PLANNING
from workbench.disclosure.core_set.shape import CoreDefinition
from workbench.disclosure.core_set.skills import SKILLS
from workbench.disclosure.core_set.terminal import CODE, TERMINAL
from workbench.disclosure.core_set.web import WEB
from workbench.disclosure.deferral import ALWAYS_DIRECT, DEFERRABLE, FOUNDATIONAL, PROTECTED

__all__ = [
    "ACTING",
    "CORE_TOOLSETS",
    "DEFERRABLE",
    "FOUNDATIONAL",
    "PROTECTED",
    "SHIPPED",
    "STOCK",
    "STOCK_MEDIA",
    "CoreDefinition",
]

SHIPPED: Final[tuple[CoreDefinition, ...]] = (
    *FILES, *TERMINAL, *CODE, *WEB, *PAGES, *INPUT, *MEMORY, *PLANNING, *SKILLS,
    *AUTOMATION, *AGENTS, *IMAGES, *SPEECH, *MEDIA, *KANBAN, *HOME, *COMPUTER,
)  # fmt: skip
"""The ten foundational tools and the 39 that may defer."""

CORE_TOOLSETS: Final[Mapping[str, tuple[str, ...]]] = {
    toolset: tuple(item.name for item in SHIPPED if item.toolset == toolset)
    for toolset in dict.fromkeys(item.toolset for item in SHIPPED)
}
"""Toolset → the names of its tools, in the order of the set."""

ACTING: Final = frozenset(
    {
        "read_file",
        "write_file",
        "search_files",
        "patch",
        "todo",
        "memory",
        "session_search",
        "clarify",
        "skills_list",
        "skill_view",
    }
)
"""The shipped tools that the workbench carries out; the others are definitions only."""

_SELDOM: Final = frozenset({"mixture_of_agents", "transcribe_audio", "read_terminal", "computer_use"})

STOCK: Final = frozenset(
    item.name for item in SHIPPED if item.toolset not in ("kanban", "home") and item.name not in _SELDOM
) | {ALWAYS_DIRECT}
"""The 33 tools of an agent as most people run it, the set that figures about deferral are given for."""

STOCK_MEDIA: Final = STOCK | {"transcribe_audio", "read_terminal"}
"""The 35 tools of the same agent with its microphone and the person's terminal, for figures about suitcases."""
