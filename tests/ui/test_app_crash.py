"""A failure of the program shows its error and nothing that was held in variables."""

import stat
from pathlib import Path

from workbench.masking import known_secrets
from workbench.settings import ServerSpec, Settings
from workbench.ui.crash import crash_text, keep

SECRET = "sk-verysecretvalue0123456789"


def failing(token: str) -> None:
    held = token + "-only-in-a-local".upper()
    raise ValueError(f"cannot use {token} [/red]\x1b[31m", len(held))


def caught() -> Exception:
    try:
        failing(SECRET)
    except ValueError as error:
        return error
    raise AssertionError


def test_secrets_are_masked_and_locals_left_out() -> None:
    settings = Settings(servers=(ServerSpec("a", command="npx", env={"TOKEN": SECRET}),))
    line, report = crash_text(caught(), known_secrets(settings))
    assert line.startswith("ValueError: ") and "[/red]" in line
    assert SECRET not in line + report
    assert "\x1b" not in line + report
    assert "ONLY-IN-A-LOCAL" not in report
    assert "in failing" in report


def test_an_error_without_words_still_has_its_type() -> None:
    assert crash_text(RuntimeError(), ())[0] == "RuntimeError"


def test_the_report_is_kept_for_its_owner_only(tmp_path: Path) -> None:
    path = keep("report", tmp_path / "new")
    assert path is not None
    assert path.read_text() == "report"
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_a_folder_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert keep("report", tmp_path / "file") is None
