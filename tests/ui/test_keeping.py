"""What is remembered between runs: sections of one file, nothing of which is ever lost or believed blindly."""

import json
import stat
from pathlib import Path

import pytest

from workbench.ui.keeping import Keeping


def test_a_section_is_there_in_the_next_run_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "screen.json"
    keeping = Keeping(path)
    assert keeping.read("queries") is None
    keeping.keep("queries", ["買い物", "b"])
    assert keeping.dirty
    keeping.flush()
    assert not keeping.dirty
    assert Keeping(path).read("queries") == ["買い物", "b"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["screen.json"]


def test_two_running_workbenches_keep_what_the_other_changed(tmp_path: Path) -> None:
    path = tmp_path / "screen.json"
    one, two = Keeping(path), Keeping(path)
    one.keep("theme", "nord")
    one.flush()
    two.keep("queries", ["a"])
    two.flush()
    assert Keeping(path).read("theme") == "nord"
    assert Keeping(path).read("queries") == ["a"]


def test_what_did_not_change_is_not_written(tmp_path: Path) -> None:
    keeping = Keeping(tmp_path / "screen.json")
    keeping.keep("theme", "nord")
    keeping.flush()
    keeping.keep("theme", "nord")
    assert not keeping.dirty


@pytest.mark.parametrize("text", ["", "{", "[1]", "\x00", "[" * 100_000, '{"a": NaN'])
def test_a_damaged_file_is_set_aside_and_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "screen.json"
    path.write_text(text)
    keeping = Keeping(path)
    assert keeping.read("theme") is None
    assert "damaged" in keeping.problem
    assert (tmp_path / "screen.damaged.json").read_text() == text
    keeping.keep("theme", "nord")
    keeping.flush()
    assert json.loads(path.read_text()) == {"theme": "nord"}


def test_a_folder_that_cannot_be_written_is_told_not_raised(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keeping = Keeping(tmp_path / "file" / "screen.json")
    keeping.keep("theme", "nord")
    keeping.flush()
    assert keeping.problem
    assert keeping.read("theme") == "nord"


def test_without_a_file_nothing_is_written() -> None:
    keeping = Keeping(None)
    keeping.keep("theme", "nord")
    assert not keeping.dirty
    keeping.flush()
    assert keeping.read("theme") == "nord"
