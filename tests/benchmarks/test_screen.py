"""With thirty thousand tools no step on the screen holds the event loop much longer than an empty application is held."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks.screen_bench import made, measure, real, single, summary
from workbench.settings import ServerSpec

TIMES = 5
"""How much longer a frame of three full panes may take than one of a list and a line; measured: two to three times."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400), pytest.mark.usefixtures("usual_collections")]


async def slow_steps(make: Callable[[Path], list[ServerSpec]], folder: Path) -> dict[str, str]:
    """The steps in which the loop was held too long, with what ran."""
    dog, peer, tools = await measure(make(folder), folder)
    print(summary(dog, peer, tools))
    assert tools > 29_000
    base = peer.longest().busy
    return {
        step: str(dog.longest(step))
        for step in sorted({hold.step for hold in dog.holds})
        if dog.longest(step).busy > TIMES * base
    }


@pytest.mark.parametrize("make", [made, single], ids=["150 servers", "one server"])
async def test_scrolling_filtering_and_searching_stay_fluid(
    make: Callable[[Path], list[ServerSpec]], tmp_path: Path
) -> None:
    assert not await slow_steps(make, tmp_path)


@pytest.mark.data
async def test_the_real_catalogs_stay_fluid(catalogs: Path, tmp_path: Path) -> None:
    assert catalogs
    assert not await slow_steps(real, tmp_path)
