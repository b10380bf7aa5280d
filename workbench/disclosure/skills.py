"""The index of skills in the system prompt, and which categories are shown compact (spec 1.7)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from workbench.text import one_line

HEADER: Final = "Skills, by category. Before a task that one of them fits, load it with skill_view:"
COMPACT_NOTE: Final = "names only, skill_view loads one"

SKILL_TOOLS: Final = frozenset({"skills_list", "skill_view"})
"""The tools without which nobody can load a skill."""


@dataclass(frozen=True, slots=True)
class Skill:
    """One skill: what its front matter says of it, as plain text on one line, and the path of its folder."""

    name: str
    description: str
    category: str
    path: str


def skills_index(skills: Iterable[Skill], compact_categories: Collection[str], available: Collection[str]) -> str:
    """Every skill by category, for the prompt; empty without skills, or where no tool can load one.

    `available` are the names that can be reached, deferred ones too. A compact category has one line with its names.
    """
    lines = skill_lines(skills, compact_categories)
    if not lines or "skill_view" not in available:
        return ""
    return "\n".join([HEADER, *lines])


def skill_lines(skills: Iterable[Skill], compact_categories: Collection[str]) -> list[str]:
    """The lines of the index, for every surface that shows skills: categories by name, skills by name in each."""
    lines: list[str] = []
    for category, members in by_category(skills):
        if is_compact(category, compact_categories):
            names = ", ".join(skill.name for skill in members)
            lines.append(f"{category} ({COMPACT_NOTE}): {names}")
            continue
        lines.append(f"{category}:")
        lines += [f"- {skill.name}: {skill.description}" if skill.description else f"- {skill.name}"
                  for skill in members]  # fmt: skip
    return lines


def by_category(skills: Iterable[Skill]) -> list[tuple[str, Sequence[Skill]]]:
    """The skills of each category, both sorted."""
    groups: dict[str, list[Skill]] = {}
    for skill in sorted(skills, key=lambda skill: (skill.category, skill.name, skill.path)):
        groups.setdefault(skill.category, []).append(skill)
    return list(groups.items())


def is_compact(category: str, compact_categories: Collection[str]) -> bool:
    """Whether a category is shown by names only; the settings' spelling of case and blanks does not matter."""
    return _folded(category) in {_folded(name) for name in compact_categories}


def _folded(name: str) -> str:
    return one_line(name).casefold()
