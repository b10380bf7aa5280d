"""The tools `skills_list` and `skill_view` over the folders of `skills.dirs` (spec 1.7)."""

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from workbench.core.confined import Confined
from workbench.core.results import ToolFault, data_result
from workbench.core.skill_files import SKILL_FILE, read_skills
from workbench.disclosure.skills import Skill, by_category, is_compact
from workbench.model import Json, ToolResult
from workbench.text import clip, one_line, plain

MAX_TEXT: Final = 100_000
"""Characters of a skill, or of one of its files, that are given."""

MAX_LISTED: Final = 200


class SkillTools:
    """The two tools; each takes checked arguments, may block, and raises ToolFault. Folders are read anew each time."""

    def __init__(self, dirs: Sequence[str], compact_categories: Sequence[str]) -> None:
        self._dirs = tuple(dirs)
        self._compact = tuple(compact_categories)

    def skills_list(self, arguments: Mapping[str, Json]) -> ToolResult:
        """The skills by category; of compact categories the names only, unless one is asked for by itself."""
        skills, _ = read_skills(self._dirs)
        wanted = one_line(arguments.get("category", ""))
        categories = [
            _category(name, members, not wanted and is_compact(name, self._compact))
            for name, members in by_category(skills)
            if not wanted or is_compact(name, (wanted,))
        ]
        if wanted and not categories:
            known = ", ".join(name for name, _ in by_category(skills)) or "none"
            raise ToolFault(f"There is no category {wanted!r}. Categories: {known}.")
        return data_result({"categories": categories, "hint": "skill_view loads one by its name."})

    def skill_view(self, arguments: Mapping[str, Json]) -> ToolResult:
        """A skill's instructions with the names of its files, or one of these files."""
        skills = {skill.name: skill for skill in read_skills(self._dirs)[0]}
        name = one_line(arguments["name"])
        skill = skills.get(name)
        if skill is None:
            near = difflib.get_close_matches(name, list(skills), n=3, cutoff=0.5)
            hint = f" Did you mean {', '.join(near)}?" if near else " skills_list shows those there are."
            raise ToolFault(f"There is no skill {clip(name, 100)!r}.{hint}")
        folder = Confined(Path(skill.path), "the skill's folder")
        file = str(arguments.get("file") or SKILL_FILE)
        path = folder.resolve(file)
        data = folder.read_bytes(path)
        answer: dict[str, Json] = {"name": skill.name, "file": one_line(folder.shown(path))}
        if b"\0" in data:
            return data_result({**answer, "bytes": len(data), "note": "not a text file"})
        text = plain(data.decode("utf-8-sig", "replace"))
        answer["content"] = text[:MAX_TEXT]
        if len(text) > MAX_TEXT:
            answer["cut"] = f"the first {MAX_TEXT:,} of {len(text):,} characters"
        if path.name == SKILL_FILE and "file" not in arguments:
            files = [one_line(folder.shown(item)) for item in folder.files(Path(skill.path)) if item.name != SKILL_FILE]
            answer["files"] = files[:MAX_LISTED]
        return data_result(answer)


def _category(name: str, members: Sequence[Skill], compact: bool) -> dict[str, Json]:
    if compact:
        return {"category": name, "names": [skill.name for skill in members]}
    return {
        "category": name,
        "skills": [{"name": skill.name, "description": skill.description} for skill in members],
    }
