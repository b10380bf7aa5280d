"""Reading skills from folders, hostile ones included."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.skill_files import MAX_DESCRIPTION, MAX_FILE, MAX_FRONT, front_matter, read_skills
from workbench.disclosure.skills import Skill
from workbench.model import Report

LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [" + ", ".join([f"*{chr(97 + i)}"] * 10) + "]\n" for i in range(12)
)
MERGES = "a: &a {x: 1}\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} {{<<: [*{chr(97 + i)}, *{chr(97 + i)}]}}\n" for i in range(20)
)


def put(root: Path, place: str, text: str | bytes) -> Path:
    path = root / place / "SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read(root: Path) -> tuple[tuple[Skill, ...], tuple[Report, ...]]:
    return read_skills([str(root)])


def test_front_matter_and_categories(tmp_path: Path) -> None:
    put(tmp_path, "writing/minutes", "---\nname: minutes\ndescription: >-\n  Of a\n  meeting.\n---\nBody\n")
    put(tmp_path, "plain", "---\nname: 'two words'\ndescription: D\n...\n")
    put(tmp_path, "x/deep/er", "---\ndescription: D\ncategory: Own one\n---\n")
    put(tmp_path, "y/meta", "---\ndescription: D\nmetadata: {category: inner, name: not this}\n---\n")
    put(tmp_path, "y/meta/nested", "---\nname: never\n---\n")
    put(tmp_path, ".git/hidden", "---\nname: never\n---\n")
    skills, reports = read(tmp_path)
    assert [(skill.name, skill.description, skill.category) for skill in skills] == [
        ("er", "D", "Own one"), ("two words", "D", "general"), ("meta", "D", "inner"),
        ("minutes", "Of a meeting.", "writing"),
    ]  # fmt: skip
    assert skills[3].path == str(tmp_path / "writing/minutes")
    assert not reports


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("no front matter", "missing"), ("", "missing"), ("---\nname: x\n", "closed"),
        ("---\nname: [\n---\n", "YAML"), ("---\n- a\n---\n", "mapping"), ("---\nplain\n---\n", "mapping"),
        ("---\n" + "[" * 9000 + "\n---\n", "YAML"), ("---\n" + "a: b\n" * MAX_FRONT + "---\n", "longer"),
        ("---\nname: a\x00b\n---\n", "YAML"), ("---\n---\n", "mapping"),
    ],
    ids=range(10),
)  # fmt: skip
def test_faulty_front_matter_is_reported_and_the_skill_kept(tmp_path: Path, text: str, problem: str) -> None:
    put(tmp_path, "folder", text)
    (skill,), (report,) = read(tmp_path)
    assert (skill.name, skill.description) == ("folder", "")
    assert problem in report.problem and report.where.endswith("SKILL.md")


@pytest.mark.parametrize("text", [LAUGHS, MERGES, "x: !!python/object/apply:os.system ['false']\n"])
def test_bombs_and_tags_do_nothing(tmp_path: Path, text: str) -> None:
    put(tmp_path, "s", f"---\nname: calm\ndescription: D\n{text}---\n")
    (skill,), reports = read(tmp_path)
    assert skill.name == "calm" and not reports


def test_texts_are_cleaned_and_bounded(tmp_path: Path) -> None:
    put(tmp_path, "s", '---\nname: "a\\e[31m\\u202Eb"\ndescription: "x\\n\\ty ' + "z" * 3000 + '"\n---\n')
    put(tmp_path, "t", "---\nname: [list]\ndescription: {a: b}\n---\n")
    skills, reports = read(tmp_path)
    assert skills[0].name == "a[31mb"
    assert len(skills[0].description) == MAX_DESCRIPTION and skills[0].description.startswith("x y z")
    assert (skills[1].name, skills[1].description) == ("t", "")
    assert [report.key for report in reports] == ["description"]


def test_the_first_of_a_name_counts(tmp_path: Path) -> None:
    for root, place in (("one", "b"), ("one", "a"), ("two", "a")):
        put(tmp_path / root, place, f"---\nname: same\ndescription: {root} {place}\n---\n")
    skills, reports = read_skills([str(tmp_path / "one"), str(tmp_path / "two"), str(tmp_path / "one")])
    assert [skill.description for skill in skills] == ["one a"]
    assert len(reports) == 2


def test_links_that_lead_out_and_odd_files(tmp_path: Path) -> None:
    put(tmp_path / "outside", "s", "---\nname: outside\ndescription: D\n---\n")
    root = tmp_path / "root"
    (root / "a").mkdir(parents=True)
    (root / "a/SKILL.md").symlink_to(tmp_path / "outside/s/SKILL.md")
    (root / "linked").symlink_to(tmp_path / "outside")
    (root / "b/SKILL.md").mkdir(parents=True)
    put(root, "c", b"x" * (MAX_FILE + 1))
    skills, reports = read(root)
    assert skills == ()
    assert [("link" in report.problem, "larger" in report.problem) for report in reports] == [
        (True, False), (False, True),
    ]  # fmt: skip


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    skills, (report,) = read_skills([str(tmp_path / "none")])
    assert skills == () and "no such folder" in report.problem
    assert read_skills([]) == ((), ())


def test_a_flood_is_bounded(tmp_path: Path) -> None:
    for index in range(520):
        put(tmp_path, f"s{index:03}", "no front matter")
    skills, reports = read(tmp_path)
    assert len(skills) == 500 and len(reports) == 51


@given(st.text(max_size=200) | st.text("-:\n []{}&*!<>|'\"ab", max_size=120).map(lambda text: f"---\n{text}\n---\n"))
def test_it_never_raises(text: str) -> None:
    front, problem = front_matter(text)
    assert isinstance(problem, str) and all(isinstance(value, str) for value in front.values())
