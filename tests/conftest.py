"""Fixtures for every room."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("suite", max_examples=40, deadline=None)
settings.load_profile("suite")

SHARED = Path(__file__).parents[2] / "shared"


USUAL = gc.get_threshold()


@pytest.fixture(autouse=True, scope="session")
def rare_collections() -> Iterator[None]:
    """So many tests leave much alive, and collecting garbage as often as usual takes a quarter of their time."""
    gc.set_threshold(10_000, 20, 50)
    yield
    gc.set_threshold(*USUAL)


@pytest.fixture
def usual_collections() -> Iterator[None]:
    """For tests of how often garbage is collected, or how long that takes."""
    rare = gc.get_threshold()
    gc.set_threshold(*USUAL)
    yield
    gc.set_threshold(*rare)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def catalogs() -> Path:
    """The folder of real catalogs that may lie beside the project."""
    folder = SHARED / "data" / "catalogs"
    if not folder.is_dir():
        pytest.skip("the real catalogs are not here")
    return folder


@pytest.fixture(scope="session")
def cases() -> Path:
    """The folder of reported faults and misbehaving servers that may lie beside the project."""
    folder = SHARED / "cases"
    if not folder.is_dir():
        pytest.skip("the reported faults are not here")
    return folder
