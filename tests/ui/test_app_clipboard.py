"""Copying says what was tried."""

from pathlib import Path
from typing import Any

import pytest

from workbench.ui import clipboard


class Terminal:
    """Stands for the app: keeps what was sent to the terminal."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def copy_to_clipboard(self, text: str) -> None:
        text.encode()
        self.sent.append(text)


async def copy(text: str, folder: Path, **environ: str) -> tuple[str, list[str]]:
    terminal: Any = Terminal()
    said = await clipboard.copy_text(terminal, text, folder, environ)
    return said, terminal.sent


@pytest.mark.anyio
async def test_tui_012_a_short_text_goes_to_the_terminal_without_a_claim(tmp_path: Path) -> None:
    said, sent = await copy("0123456789", tmp_path)
    assert sent == ["0123456789"]
    assert said.startswith("10 characters sent to the terminal")


@pytest.mark.anyio
async def test_tui_012_what_is_too_long_for_the_terminal_is_kept_in_a_file(tmp_path: Path) -> None:
    said, sent = await copy("x" * 1_000_000, tmp_path / "new")
    assert not sent
    assert str(tmp_path / "new" / "copied.txt") in said
    assert (tmp_path / "new" / "copied.txt").stat().st_size == 1_000_000


@pytest.mark.anyio
async def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said, _ = await copy("x" * 1_000_000, tmp_path / "file")
    assert said.startswith("Not copied")


@pytest.mark.anyio
async def test_half_a_surrogate_pair_is_left_out(tmp_path: Path) -> None:
    _, sent = await copy("a\ud800b", tmp_path)
    assert sent == ["ab"]


@pytest.mark.anyio
async def test_the_system_tool_comes_first_and_a_failing_one_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "xclip"
    tool.write_text(f"#!/bin/sh\ncat > {tmp_path}/got\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    said, sent = await copy("hello", tmp_path, DISPLAY=":0")
    assert (tmp_path / "got").read_text() == "hello" and not sent
    assert "system clipboard (xclip)" in said
    tool.write_text("#!/bin/sh\nexit 1\n")
    said, sent = await copy("hello", tmp_path, DISPLAY=":0")
    assert sent == ["hello"] and "terminal" in said


def test_a_machine_without_a_display_has_no_system_tool() -> None:
    assert clipboard.system_tool({}, "linux") == []
