"""Settings from a YAML text."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from workbench.config import load
from workbench.settings import Settings

Read = Callable[..., Settings]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Writes a text to a file and loads it."""

    def run(text: str, environ: Mapping[str, str] | None = None) -> Settings:
        path = tmp_path / "workbench.yaml"
        path.write_text(text, encoding="utf-8")
        return load(path, demo=False, environ=environ or {}, cwd=tmp_path)

    return run
