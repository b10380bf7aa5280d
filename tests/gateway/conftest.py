"""A running gateway with a fake clock, and a client for it."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from tests.gateway.support import FakeClock, Wire
from workbench.gateway import EmbeddedGateway, embedded


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def log() -> list[str]:
    return []


@pytest.fixture
async def gateway(tmp_path: Path, clock: FakeClock, log: list[str]) -> AsyncIterator[EmbeddedGateway]:
    async with embedded(tmp_path / "data", clock=clock, log=log.append) as running:
        yield running


@pytest.fixture
async def wire(gateway: EmbeddedGateway) -> AsyncIterator[Wire]:
    async with httpx2.AsyncClient(base_url=gateway.url, timeout=20) as client:
        yield Wire(gateway, client)
