"""A `workbench` to run in process, and snapshot files to run it on."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.commands.support import Workbench, write_snapshot
from workbench.cli import main


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    """Runs the command in an empty folder and home."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home" / "state"))

    def run(*words: str, stdin: str | None = None) -> Result:
        return CliRunner().invoke(main, words, input=stdin)

    return run


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A snapshot file of three tools."""
    return write_snapshot(tmp_path / "post.json", "post", ["send_mail", "read_mail", "delete_mail"])
