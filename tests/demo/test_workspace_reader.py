"""The reader of the workspace folder: what it shows, and that nothing leads out of it."""

import os
from pathlib import Path

import pytest

from tests.demo.support import ask, client, refusal
from workbench.demo.basics.workspace_reader import MAX_BYTES, MAX_ENTRIES


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace beside a secret, with links that lead out and in."""
    (tmp_path / "secret.txt").write_text("the secret")
    (tmp_path / "space-beside").mkdir()
    (tmp_path / "space-beside" / "secret.txt").write_text("the secret")
    root = tmp_path / "space"
    (root / "src" / ".hidden").mkdir(parents=True)
    (root / "readme.md").write_text("# Title\n\nA needle here.\n")
    (root / "src" / "main.py").write_text("def needle():\n    return 'Needle'\n")
    (root / "src" / ".hidden" / "needle.txt").write_text("needle")
    (root / "src" / "binary.bin").write_bytes(b"needle\0\1\2")
    (root / "out").symlink_to(tmp_path)
    (root / "out.txt").symlink_to(tmp_path / "secret.txt")
    (root / "in.md").symlink_to(root / "readme.md")
    (root / "circle").symlink_to(root / "circle")
    return root


async def test_listing_a_folder(workspace: Path) -> None:
    async with client("basics", workspace) as connected:
        _, data = await ask(connected, "list_folder")
        kinds = {entry["name"]: entry["kind"] for entry in data["entries"]}
        text, _ = await ask(connected, "list_folder", path="src")
    assert kinds == {
        "circle": "link",
        "in.md": "link",
        "out": "link",
        "out.txt": "link",
        "readme.md": "file",
        "src": "folder",
    }
    assert "main.py" in text


async def test_reading_lines(workspace: Path) -> None:
    async with client("basics", workspace) as connected:
        assert (await ask(connected, "read_text_file", path="readme.md"))[0] == "# Title\n\nA needle here."
        text, data = await ask(connected, "read_text_file", path="readme.md", first_line=3, line_count=1)
        assert (text, data["total"]) == ("A needle here.", 3)
        assert "beyond its end" in await refusal(connected, "read_text_file", path="readme.md", first_line=9)
        assert (await ask(connected, "read_text_file", path="in.md"))[0].startswith("# Title")
        inside = str(workspace / "src" / ".." / "readme.md")
        assert (await ask(connected, "read_text_file", path=inside))[0].startswith("# Title")


@pytest.mark.parametrize("tool", ["read_text_file", "list_folder", "find_in_files"])
@pytest.mark.parametrize(
    "path",
    [
        "..",
        "../secret.txt",
        "src/../../secret.txt",
        "../space-beside/secret.txt",
        "out",
        "out/secret.txt",
        "out.txt",
        "out/space-beside",
        "/",
        "/etc/passwd",
        "{parent}/secret.txt",
        "src/../out/secret.txt",
    ],
)
async def test_no_path_leads_out(workspace: Path, tool: str, path: str) -> None:
    path = path.replace("{parent}", str(workspace.parent))
    extra = {"text": "secret"} if tool == "find_in_files" else {}
    async with client("basics", workspace) as connected:
        text = await refusal(connected, tool, path=path, **extra)
    assert "leads out of the workspace" in text
    assert "the secret" not in text


@pytest.mark.parametrize("path", ["nothing.txt", "circle", "a\0b", "readme.md/x", "n" * 900, "\ud800", "~", "$HOME"])
async def test_what_is_not_there_is_said_plainly(workspace: Path, path: str) -> None:
    async with client("basics", workspace) as connected:
        text = await refusal(connected, "read_text_file", path=path)
    assert text.startswith(("There is no", "This path cannot be read"))


async def test_only_plain_text_files_of_a_bounded_size_are_read(workspace: Path) -> None:
    (workspace / "large.txt").write_bytes(b"x" * (MAX_BYTES + 1))
    (workspace / "latin.txt").write_bytes(b"caf\xe9")
    os.mkfifo(workspace / "pipe")
    async with client("basics", workspace) as connected:
        assert "not a text file" in await refusal(connected, "read_text_file", path="src/binary.bin")
        assert "larger than" in await refusal(connected, "read_text_file", path="large.txt")
        assert "not a file" in await refusal(connected, "read_text_file", path="pipe")
        assert "not a file" in await refusal(connected, "read_text_file", path="src")
        assert "not a folder" in await refusal(connected, "list_folder", path="readme.md")
        assert (await ask(connected, "read_text_file", path="latin.txt"))[0] == "caf\ufffd"
        # Neither the pipe nor the large file holds up a search.
        assert (await ask(connected, "find_in_files", text="xxxx"))[1]["matches"] == []


async def test_finding_text(workspace: Path) -> None:
    async with client("basics", workspace) as connected:
        text, data = await ask(connected, "find_in_files", text="needle")
        assert [(match["path"], match["line"]) for match in data["matches"]] == [
            ("readme.md", 3),
            ("src/main.py", 1),
            ("src/main.py", 2),
        ]
        assert data["more"] is False
        assert text.startswith("readme.md:3: A needle here.")
        _, exact = await ask(connected, "find_in_files", text="Needle", match_case=True)
        assert len(exact["matches"]) == 1
        _, python = await ask(connected, "find_in_files", text="needle", file_pattern="*.py", limit=1)
        assert (len(python["matches"]), python["more"]) == (1, True)
        assert (await ask(connected, "find_in_files", text="secret"))[0] == "Nothing found."


async def test_a_name_that_is_no_text_is_listed(workspace: Path) -> None:
    try:
        (workspace / os.fsdecode(b"odd-\xff.txt")).write_text("x")
    except OSError:
        pytest.skip("this file system takes only text as names")
    async with client("basics", workspace) as connected:
        _, data = await ask(connected, "list_folder")
    assert "odd-?.txt" in [entry["name"] for entry in data["entries"]]


async def test_a_crowded_folder_is_cut(workspace: Path) -> None:
    for number in range(MAX_ENTRIES + 5):
        (workspace / "src" / f"{number:04}").touch()
    async with client("basics", workspace) as connected:
        text, data = await ask(connected, "list_folder", path="src")
    assert len(data["entries"]) == MAX_ENTRIES
    assert text.endswith(f"and {data['total'] - MAX_ENTRIES} more")


async def test_a_workspace_behind_a_link_is_a_workspace(workspace: Path) -> None:
    link = workspace.parent / "link"
    link.symlink_to(workspace)
    async with client("basics", link) as connected:
        assert (await ask(connected, "read_text_file", path="readme.md"))[0].startswith("# Title")
