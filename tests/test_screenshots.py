"""README's pictures are what the application shows now."""

import re
from pathlib import Path

import pytest

from screenshots.make import FOLDER, SCENES, Scene, draw

README = FOLDER.parent / "README.md"


@pytest.mark.slow
@pytest.mark.anyio
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
async def test_the_picture_is_not_stale(scene: Scene, tmp_path: Path) -> None:
    drawn = await draw(scene, tmp_path)
    assert drawn == (FOLDER / f"{scene.name}.svg").read_text(encoding="utf-8"), "run python screenshots/make.py"


def test_readme_shows_every_picture_and_no_other() -> None:
    shown = set(re.findall(r"screenshots/([a-z0-9-]+)\.svg", README.read_text(encoding="utf-8")))
    assert shown == {scene.name for scene in SCENES} == {path.stem for path in FOLDER.glob("*.svg")}
