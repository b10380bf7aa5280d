"""Results on disk: pictures by their kind, the whole beside them, nothing written over, nothing harmful opened."""

import base64
from pathlib import Path
from typing import Any

import pytest

from tests.ui.conftest import MakeApp
from tests.ui.support import opened, shown, until
from workbench.servers.results import read_result
from workbench.ui.panes.tool.carrying import open_and_tell, save_and_tell
from workbench.ui.panes.tool.saving import files_to_open, media, save_result

PNG = b"\x89PNG\r\n\x1a\n" + bytes(16)


def image(data: bytes, kind: object = "image/png") -> dict[str, Any]:
    return {"type": "image", "data": base64.b64encode(data).decode(), "mimeType": kind}


def test_pictures_are_saved_by_their_kind_and_the_whole_beside_them(tmp_path: Path) -> None:
    result = read_result({"content": [{"type": "text", "text": "a"}, image(PNG), image(b"<svg/>", "image/svg+xml")]})
    for _ in range(2):
        save_result(result, "mcp/../x", tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert len(names) == 6 and {Path(name).suffix for name in names} == {".json", ".png", ".bin"}
    assert all(name.startswith("mcp_.._x-result") for name in names)
    assert (tmp_path / "mcp_.._x-result.png").read_bytes() == PNG


def test_what_is_no_picture_is_left_out() -> None:
    odd = [{"type": "image", "data": "***", "mimeType": "image/png"}, {"type": "image"}, image(PNG, 7), 5]
    assert [kind for kind, _ in media(read_result({"content": odd}))] == ["bin"]


def test_only_harmless_kinds_are_given_to_a_viewer() -> None:
    kinds = ("image/svg+xml", "text/html", "application/x-sh")
    assert files_to_open(read_result({"content": [image(b"x", kind) for kind in kinds]}), "t") == []
    [path] = files_to_open(read_result({"content": [image(PNG, "IMAGE/PNG")]}), "t")
    assert path.read_bytes() == PNG and path.suffix == ".png"


async def test_what_became_of_it_is_said(make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    launched: list[str] = []
    monkeypatch.setattr("workbench.ui.panes.tool.carrying.click.launch", lambda path: launched.append(path) or 0)
    app = make_app("basics")
    async with opened(app) as pilot:
        await open_and_tell(app, read_result({"content": [{"type": "text", "text": "a"}]}), "t")
        await until(pilot, lambda: "no picture" in shown(app), "nothing to open")
        await open_and_tell(app, read_result({"content": [image(PNG)]}), "t")
        assert len(launched) == 1 and launched[0].endswith(".png")
        await save_and_tell(app, read_result({"content": [image(PNG)]}), "t", tmp_path / "missing")
        await until(pilot, lambda: "Not saved" in shown(app), "the reason")
