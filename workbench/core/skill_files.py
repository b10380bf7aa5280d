"""Reads skills: folders with a `SKILL.md` whose front matter says what they are for (spec 1.7)."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import yaml

from workbench.disclosure.skills import Skill
from workbench.model import Report
from workbench.text import clip, one_line

SKILL_FILE: Final = "SKILL.md"
DEFAULT_CATEGORY: Final = "general"

MAX_SKILLS: Final = 500
MAX_FOLDERS: Final = 5000
"""The most folders that are looked at below one of `skills.dirs`."""

MAX_DEPTH: Final = 6
MAX_FILE: Final = 256_000
MAX_FRONT: Final = 16_000
"""Characters of front matter, which belongs in a few lines."""

MAX_NAME: Final = 64
MAX_DESCRIPTION: Final = 1024
_MAX_REPORTS: Final = 50


def read_skills(dirs: Sequence[str]) -> tuple[tuple[Skill, ...], tuple[Report, ...]]:
    """The skills of these folders by category and name, with a report for whatever was odd. Blocks; never raises.

    The category is the front matter's, else the folder between one of `dirs` and the skill, else `general`. Of two
    skills with one name the first counts, in the order of `dirs` and then of paths. Links to folders and hidden folders
    are not followed.
    """
    reports: list[Report] = []
    found: dict[str, Skill] = {}
    for root in dict.fromkeys(dirs):
        for folder in _skill_folders(Path(root), reports):
            skill = _read(Path(root), folder, reports)
            if skill is None:
                continue
            if skill.name in found:
                used = f"the one in {one_line(found[skill.name].path)}"
                reports.append(Report(one_line(str(folder)), skill.name, "another skill has the same name", used=used))
            elif len(found) >= MAX_SKILLS:
                reports.append(
                    Report(one_line(root), "skills", f"more than {MAX_SKILLS} skills", used="the first ones")
                )
                return _answer(found, reports)
            else:
                found[skill.name] = skill
    return _answer(found, reports)


def _answer(found: dict[str, Skill], reports: list[Report]) -> tuple[tuple[Skill, ...], tuple[Report, ...]]:
    skills = sorted(found.values(), key=lambda skill: (skill.category, skill.name))
    if len(reports) > _MAX_REPORTS:
        rest = Report("skills.dirs", "skills", f"{len(reports) - _MAX_REPORTS} more things to report")
        reports = [*reports[:_MAX_REPORTS], rest]
    return tuple(skills), tuple(reports)


def _skill_folders(root: Path, reports: list[Report]) -> Iterator[Path]:
    """Folders that hold a SKILL.md, in the order of their paths; nothing below one of them is another."""
    if not root.is_dir():
        reports.append(Report(one_line(str(root)), "skills.dirs", "there is no such folder", used="no skills of it"))
        return
    for seen, (parent, folders, files) in enumerate(os.walk(root)):
        if seen == MAX_FOLDERS:
            problem = f"holds more than {MAX_FOLDERS} folders"
            reports.append(Report(one_line(str(root)), "skills.dirs", problem, used="the first ones"))
            return
        deep = len(Path(parent).relative_to(root).parts) >= MAX_DEPTH
        if SKILL_FILE in files:
            yield Path(parent)
        folders[:] = [] if deep or SKILL_FILE in files else sorted(name for name in folders if name[0] != ".")


def _read(root: Path, folder: Path, reports: list[Report]) -> Skill | None:
    where = one_line(str(folder / SKILL_FILE))
    text, problem = _text(folder)
    if problem:
        reports.append(Report(where, "", problem, used="skill left out"))
        return None
    front, problem = front_matter(text)
    if problem:
        reports.append(Report(where, "front matter", problem, used="the folder's name and no description"))
    name = clip(one_line(front.get("name")), MAX_NAME) or clip(one_line(folder.name), MAX_NAME)
    if not name:
        reports.append(Report(where, "name", "the skill has no name that can be shown", used="skill left out"))
        return None
    description = clip(one_line(front.get("description")), MAX_DESCRIPTION)
    if not description and not problem:
        reports.append(Report(where, "description", "is missing", used="none", advice="Say when the skill is for."))
    between = folder.relative_to(root).parts[:-1]
    category = front.get("category") or (between[0] if between else DEFAULT_CATEGORY)
    return Skill(name, description, clip(one_line(category), MAX_NAME) or DEFAULT_CATEGORY, str(folder))


def _text(folder: Path) -> tuple[str, str]:
    """The text of a SKILL.md, or why it is not read."""
    path = folder / SKILL_FILE
    try:
        real = Path(os.path.realpath(path))
        if not real.is_relative_to(os.path.realpath(folder)):
            return "", "is a link that leads out of the skill's folder"
        if not real.is_file():
            return "", "is not a file"
        with real.open("rb") as stream:
            data = stream.read(MAX_FILE + 1)
    except (OSError, ValueError) as fault:
        return "", f"cannot be read ({getattr(fault, 'strerror', None) or 'its name'})"
    if len(data) > MAX_FILE:
        return "", f"is larger than {MAX_FILE:,} bytes"
    return data.decode("utf-8-sig", "replace"), ""


def front_matter(text: str) -> tuple[dict[str, str], str]:
    """`name`, `description` and `category` of a front matter, and what is wrong with it, empty where nothing is.

    The YAML is only composed and never constructed: tags, aliases and merges then cost nothing and do nothing.
    """
    head, _, rest = text.partition("\n")
    if head.strip() != "---":
        return {}, "is missing"
    lines: list[str] = []
    for line in rest[: MAX_FRONT + 1].split("\n"):
        if line.rstrip() in ("---", "..."):
            break
        lines.append(line)
    else:
        return {}, "is not closed by a line ---" if len(
            rest
        ) <= MAX_FRONT else f"is longer than {MAX_FRONT:,} characters"
    try:
        node = yaml.compose("\n".join(lines), Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as fault:
        mark = getattr(fault, "problem_mark", None)
        return {}, "is not YAML" + (f", line {mark.line + 2}" if mark else "")
    if not isinstance(node, yaml.MappingNode):
        return {}, "is no mapping"
    front = _scalars(node)
    for key, value in node.value:
        if isinstance(key, yaml.ScalarNode) and key.value == "metadata" and isinstance(value, yaml.MappingNode):
            front = {**{name: text for name, text in _scalars(value).items() if name == "category"}, **front}
    return front, ""


def _scalars(node: yaml.MappingNode) -> dict[str, str]:
    wanted = ("name", "description", "category")
    return {
        key.value: str(value.value)
        for key, value in reversed(node.value)
        if isinstance(key, yaml.ScalarNode) and key.value in wanted and isinstance(value, yaml.ScalarNode)
    }
