"""The tools skills_list and skill_view."""

from pathlib import Path

import pytest

from tests.core.support import Bench, bench

EXAMPLES = str(Path(__file__).parent / "skills")


@pytest.fixture
def skilled(tmp_path: Path) -> Bench:
    return bench(tmp_path, skill_dirs=(EXAMPLES,), compact_categories=("Writing",))


async def test_the_list_with_a_compact_category(skilled: Bench) -> None:
    categories = {entry["category"]: entry for entry in (await skilled.data("skills_list"))["categories"]}
    assert set(categories) == {"data", "devops", "office", "research", "writing"}
    assert len(categories["devops"]["skills"]) == 7 and categories["devops"]["skills"][0]["description"]
    assert categories["writing"].keys() == {"category", "names"} and len(categories["writing"]["names"]) == 6
    (alone,) = (await skilled.data("skills_list", category="WRITING"))["categories"]
    assert alone["skills"][0]["description"]
    assert "devops" in await skilled.fault("skills_list", category="cooking")


async def test_viewing_a_skill_and_its_files(skilled: Bench) -> None:
    answer = await skilled.data("skill_view", name="travel-booking")
    assert "# Travel booking" in answer["content"] and answer["files"] == ["form.txt"]
    form = await skilled.data("skill_view", name="travel-booking", file="form.txt")
    assert form["content"].startswith("Traveller:") and "files" not in form
    assert "rollback" in await skilled.fault("skill_view", name="rolback")
    for file in ("../rollback/SKILL.md", "/etc/passwd", "../../devops"):
        assert "leads out" in await skilled.fault("skill_view", name="travel-booking", file=file)
    assert "no" in await skilled.fault("skill_view", name="travel-booking", file="none.txt")


async def test_folders_are_read_anew(tmp_path: Path) -> None:
    desk = bench(tmp_path, skill_dirs=(str(tmp_path / "skills"),))
    assert desk.room.skills == () and len(desk.room.reports) == 1
    assert (await desk.data("skills_list"))["categories"] == []
    (tmp_path / "skills/new").mkdir(parents=True)
    (tmp_path / "skills/new/SKILL.md").write_text("---\nname: new\ndescription: D\n---\n" + "x\x1b" * 60_000)
    (tmp_path / "skills/new/data.bin").write_bytes(b"\0\1")
    assert (await desk.data("skills_list"))["categories"][0]["skills"] == [{"name": "new", "description": "D"}]
    answer = await desk.data("skill_view", name="new")
    assert "\x1b" not in answer["content"] and "cut" not in answer
    assert (await desk.data("skill_view", name="new", file="data.bin"))["bytes"] == 2
    (tmp_path / "skills/new/long.txt").write_text("y" * 200_000)
    assert "100,000 of 200,000" in (await desk.data("skill_view", name="new", file="long.txt"))["cut"]
