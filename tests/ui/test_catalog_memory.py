"""What is set aside from Python's collector, and that it is handed back."""

import gc
from collections.abc import Iterator

import pytest

from tests.ui.conftest import MakeApp
from tests.ui.support import opened
from workbench.ui.memory import Memory

pytestmark = pytest.mark.usefixtures("usual_collections")


@pytest.fixture
def memory() -> Iterator[Memory]:
    memory = Memory()
    memory.start()
    yield memory
    memory.stop()
    gc.unfreeze()


def test_what_is_there_at_the_start_is_set_aside_until_the_stop() -> None:
    gc.unfreeze()
    memory = Memory()
    memory.start()
    assert gc.get_freeze_count() > 1_000
    memory.start()
    memory.stop()
    assert gc.get_freeze_count() == 0
    memory.stop()


@pytest.mark.usefixtures("memory")
def test_another_one_that_still_watches_keeps_it_aside() -> None:
    other = Memory()
    other.start()
    other.stop()
    assert gc.get_freeze_count() > 1_000


def test_a_catalog_is_set_aside_when_it_has_grown_by_thousands(memory: Memory) -> None:
    def grows(tools: int) -> bool:
        kept = [[] for _ in range(20_000)]  # type: ignore[var-annotated]
        before = gc.get_freeze_count()
        memory.settle(tools)
        return gc.get_freeze_count() - before >= len(kept)

    assert not grows(40)
    assert grows(3_000)
    assert not grows(3_500)
    assert not grows(0), "it went"
    assert grows(3_000), "and came back"


@pytest.mark.usefixtures("memory")
def test_the_survivors_of_a_long_collection_are_set_aside() -> None:
    gc.disable()
    kept = [[[]] for _ in range(400_000)]  # type: ignore[var-annotated]
    before = gc.get_freeze_count()
    gc.collect()
    gc.enable()
    assert gc.get_freeze_count() - before >= len(kept)


def test_a_full_collection_happens_only_when_asked_for_and_due(memory: Memory) -> None:
    runs: list[int] = []

    def heard(phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            runs.append(1)

    gc.callbacks.append(heard)
    try:
        gc.collect()
        kept = [[[]] for _ in range(200_000)]  # type: ignore[var-annotated]
        assert len(runs) == 1 and gc.get_count()[2] >= 10
        for _ in range(30):
            memory.collect(reading=True)
        assert len(runs) == 1, "servers are read: later"
        memory.collect(reading=True)
        assert len(runs) == 2, "it cannot wait for ever"
        memory.collect()
        assert len(runs) == 2 and kept
    finally:
        gc.callbacks.remove(heard)


async def test_an_application_that_has_ended_leaves_the_collector_as_it_was(make_app: MakeApp) -> None:
    gc.unfreeze()
    watchers, thresholds = len(gc.callbacks), gc.get_threshold()
    async with opened(make_app("basics")):
        assert gc.get_freeze_count() > 0 and len(gc.callbacks) == watchers + 1
    assert gc.get_freeze_count() == 0 and len(gc.callbacks) == watchers
    assert gc.get_threshold() == thresholds
