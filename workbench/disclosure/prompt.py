"""The parts of the system prompt that depend on the tools of the session (spec 1.4, 1.7)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from workbench.disclosure.assembly import Assembly
from workbench.disclosure.manifest import manifest
from workbench.disclosure.skills import Skill, skills_index
from workbench.model import Tool
from workbench.settings import Settings
from workbench.text import estimate_tokens

MEMORY: Final = (
    "You remember things across conversations with the tool memory. List what is there before you begin. Keep what "
    "will still be true and useful in later ones: what the person prefers, what they have corrected, how things are "
    "set up and done here, and what turned out not to work. Do so as soon as you learn it, since a conversation may "
    "end at any time. Keep no record of the task at hand, nothing that the files say anyway, and no secrets. Where a "
    "remembered fact and what you see disagree, trust what you see and mend the fact."
)
SESSION_SEARCH: Final = (
    "Earlier conversations can be searched with the tool session_search. When the person refers to one, or you have "
    "reason to think that a question has come up before, search first and ask them only when nothing was found."
)


@dataclass(frozen=True, slots=True)
class PromptPart:
    """One part: its name (`manifest`, `memory`, `session_search` or `skills`), its text, and what that costs."""

    name: str
    text: str
    tokens: int


def prompt_parts(
    assembly: Assembly, skills: Iterable[Skill], settings: Settings, core_tools: Iterable[Tool] | None = None
) -> tuple[PromptPart, ...]:
    """The parts that are not empty, in their order; none for a session with nothing but `manage_connections`.

    Guidance reads what is available: a tool that is deferred is still there to be used. `core_tools` are the core
    tools from before the assembly, those that are deferred unless given.
    """
    available = assembly.available
    texts = {
        "manifest": manifest(assembly, assembly.core_deferred if core_tools is None else core_tools),
        "memory": MEMORY if "memory" in available else "",
        "session_search": SESSION_SEARCH if "session_search" in available else "",
        "skills": skills_index(skills, settings.compact_categories, available),
    }
    return tuple(PromptPart(name, text, estimate_tokens(text)) for name, text in texts.items() if text)


def prompt_text(parts: Iterable[PromptPart]) -> str:
    """The parts as they stand in the prompt."""
    return "\n\n".join(part.text for part in parts)
