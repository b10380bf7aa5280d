"""Reading, writing, searching and editing the workspace folder."""

import os
import stat

import pytest

from tests.core.support import Bench
from workbench.core.confined import MAX_BYTES


async def test_write_read_and_append(desk: Bench) -> None:
    made = await desk.data("write_file", path="a/b.txt", content="one\ntwo\n")
    assert made == {"path": "a/b.txt", "new": True, "bytes": 8, "lines": 2}
    assert (desk.workspace / "a/b.txt").read_bytes() == b"one\ntwo\n"
    assert (await desk.data("write_file", path="a/b.txt", content="three", mode="append"))["lines"] == 3
    text = await desk.text("read_file", path="a/b.txt", first_line=2, line_count=2)
    assert text == "a/b.txt, lines 2 to 3 of 3\n2| two\n3| three"
    assert "beyond" in await desk.fault("read_file", path="a/b.txt", first_line=9)
    (desk.workspace / "empty").touch()
    assert "empty" in await desk.text("read_file", path="empty")


async def test_create_leaves_alone_what_is_there(desk: Bench) -> None:
    (desk.workspace / "x").write_text("old")
    assert "already" in await desk.fault("write_file", path="x", content="new", mode="create")
    assert (desk.workspace / "x").read_text() == "old"
    (desk.workspace / "x").chmod(0o640)
    assert (await desk.data("write_file", path="x", content="new"))["new"] is False
    assert stat.S_IMODE((desk.workspace / "x").stat().st_mode) == 0o640
    assert [path.name for path in desk.workspace.iterdir()] == ["x"]


@pytest.mark.parametrize(
    "path", ["../outside/secret", "/etc/passwd", "link/secret", "file_link", "a/../../outside/secret", "up"]
)
async def test_nothing_leads_out(desk: Bench, path: str) -> None:
    outside = desk.workspace.parent / "outside"
    outside.mkdir()
    (outside / "secret").write_text("secret")
    (desk.workspace / "a").mkdir()
    (desk.workspace / "link").symlink_to(outside)
    (desk.workspace / "file_link").symlink_to(outside / "secret")
    (desk.workspace / "up").symlink_to("..")
    for call in (
        desk.fault("read_file", path=path),
        desk.fault("write_file", path=path, content="x"),
        desk.fault("write_file", path=f"{path}/new/file", content="x"),
        desk.fault("patch", path=path, edits=[{"old_text": "secret", "new_text": "x"}]),
        desk.fault("search_files", query="secret", path=path),
    ):
        answer = await call
        assert "leads out" in answer and str(outside) not in answer
    assert (outside / "secret").read_text() == "secret" and [path.name for path in outside.iterdir()] == ["secret"]
    assert (await desk.data("search_files", query="secret"))["matches"] == []
    assert (await desk.data("search_files", query="secret", target="names"))["matches"] == []


async def test_a_link_is_never_written_through(desk: Bench) -> None:
    (desk.workspace / "real").write_text("real")
    (desk.workspace / "link").symlink_to("real")
    (desk.workspace / "dangling").symlink_to("new")
    for name in ("link", "dangling"):
        assert "link" in await desk.fault("write_file", path=name, content="x")
    assert (desk.workspace / "real").read_text() == "real" and not (desk.workspace / "new").exists()
    assert "1| real" in await desk.text("read_file", path="link")


@pytest.mark.parametrize("path", ["a\0b", "x" * 900, "\ud800", "."])
async def test_odd_paths_are_answered(desk: Bench, path: str) -> None:
    assert await desk.fault("read_file", path=path)
    assert await desk.fault("write_file", path=path, content="x")


async def test_pipes_binary_and_large_files_are_refused(desk: Bench) -> None:
    os.mkfifo(desk.workspace / "pipe")
    (desk.workspace / "picture").write_bytes(b"\x89PNG\0")
    (desk.workspace / "large").write_bytes(b"a" * (MAX_BYTES + 1))
    (desk.workspace / "latin").write_bytes(b"caf\xe9\n")
    assert "not a file" in await desk.fault("read_file", path="pipe")
    assert "not a file" in await desk.fault("write_file", path="pipe", content="x")
    assert "not a text" in await desk.fault("read_file", path="picture")
    assert "larger" in await desk.fault("read_file", path="large")
    assert "larger" in await desk.fault("write_file", path="latin", content="é" * 600_000)
    assert "caf\ufffd" in await desk.text("read_file", path="latin")
    assert "UTF-8" in await desk.fault("patch", path="latin", edits=[{"old_text": "caf", "new_text": "x"}])
    assert "UTF-8" in await desk.fault("write_file", path="latin", content="x", mode="append")
    assert (desk.workspace / "latin").read_bytes() == b"caf\xe9\n"
    assert "no file can hold" in await desk.fault("write_file", path="half", content="\ud800")


async def test_what_a_file_holds_is_plain_on_a_screen(desk: Bench) -> None:
    (desk.workspace / "evil").write_text("\x1b[31mred\u202e\n" + "x" * 3000)
    text = await desk.text("read_file", path="evil")
    assert "\x1b" not in text and "\u202e" not in text and "[31mred" in text
    assert len(text) < 2_200 and text.endswith("…")


async def test_patch_is_all_or_nothing(desk: Bench) -> None:
    file = desk.workspace / "f.py"
    file.write_text("def one():\n    return 1\n\n\ndef two():\n    return 1\n")
    before = file.read_text()
    edits = [{"old_text": "def one", "new_text": "def first"}, {"old_text": "return 1", "new_text": "return 2"}]
    answer = await desk.fault("patch", path="f.py", edits=edits)
    assert "edits[1]" in answer and "2 times" in answer and file.read_text() == before
    answer = await desk.fault("patch", path="f.py", edits=[{"old_text": "def tow():", "new_text": ""}])
    assert "def two():" in answer and file.read_text() == before
    edits[1] = {"old_text": "return 1", "new_text": "return 2", "replace_all": True}  # type: ignore[dict-item]
    changed = (await desk.data("patch", path="f.py", edits=edits))["changed_lines"]
    assert file.read_text() == before.replace("one", "first").replace("return 1", "return 2")
    assert changed == [{"first": 1, "last": 6, "lines_before": 6, "lines": 6}]
    assert "nothing" in await desk.fault("patch", path="f.py", edits=[{"old_text": "two", "new_text": "two"}])


async def test_patch_keeps_the_line_breaks_of_the_file(desk: Bench) -> None:
    file = desk.workspace / "dos.txt"
    file.write_bytes(b"one\r\ntwo\r\nthree\r\n")
    await desk.data("patch", path="dos.txt", edits=[{"old_text": "one\ntwo", "new_text": "1\n2"}])
    assert file.read_bytes() == b"1\r\n2\r\nthree\r\n"


async def test_patch_cannot_grow_without_bound(desk: Bench) -> None:
    (desk.workspace / "a").write_text("a" * 1000)
    edits = [{"old_text": "a", "new_text": "a" * 1000, "replace_all": True}] * 5
    assert "too large" in await desk.fault("patch", path="a", edits=edits)
    assert (desk.workspace / "a").stat().st_size == 1000


async def test_search(desk: Bench) -> None:
    for name in ("b.py", "a.py", ".hidden/c.py", "sub/d.txt"):
        path = desk.workspace / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("first\nThe Needle\nlast\n")
    found = await desk.data("search_files", query="needle", context_lines=1)
    assert [place["path"] for place in found["matches"]] == ["a.py", "b.py", "sub/d.txt"]
    assert found["matches"][0] == {
        "path": "a.py", "line": 2, "text": "The Needle", "before": ["first"], "after": ["last"],
    }  # fmt: skip
    assert not (await desk.data("search_files", query="needle", match_case=True))["matches"]
    limited = await desk.data("search_files", query="needle", limit=1, file_pattern="*.py")
    assert len(limited["matches"]) == 1 and limited["more"]
    exact = await desk.data("search_files", query="needle", limit=2, file_pattern="*.py")
    assert not exact["more"]
    names = await desk.data("search_files", query="D.T", target="names")
    assert names["matches"] == [{"path": "sub/d.txt", "bytes": 22}]


async def test_a_workspace_that_is_gone(desk: Bench) -> None:
    desk.workspace.rmdir()
    assert await desk.fault("read_file", path="a")
    assert await desk.fault("search_files", query="a")
