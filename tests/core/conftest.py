"""The bench every test here works on."""

from pathlib import Path

import pytest

from tests.core.support import Bench, bench


@pytest.fixture
def desk(tmp_path: Path) -> Bench:
    """A session with the shipped set."""
    return bench(tmp_path)
