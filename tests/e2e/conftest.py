"""The world most tests live in."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.support import TRACKER, World, world


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[World]:
    """A session with the tracker beside the gateway."""
    async with world(tmp_path, TRACKER) as opened:
        yield opened
