"""With thirty thousand tools no step on the screen holds the event loop much longer than an empty application is held."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks.screen_bench import made, measure, real, single, summary
from workbench.settings import ServerSpec

TIMES = 5
"""How much longer a frame of three full panes may take than one of a list and a line; measured: about twice."""

SMOOTH = ("servers: scroll", "queries", "catalog: scroll", "catalog: sort", "catalog: filter", "catalog: problems")
"""The steps that must not be felt; opening screens and attaching a hundred servers at once are printed only."""


@pytest.mark.slow
@pytest.mark.parametrize("make", [made, single], ids=["150 servers", "one server"])
async def test_scrolling_filtering_and_searching_stay_fluid(
    make: Callable[[Path], list[ServerSpec]], tmp_path: Path
) -> None:
    dog, peer, tools = await measure(make(tmp_path), tmp_path)
    print(summary(dog, peer, tools))
    assert tools > 29_000
    base = max(peer.longest(step).busy for step in ("type", "scroll"))
    slow = {step: str(dog.longest(step)) for step in SMOOTH if dog.longest(step).busy > TIMES * base}
    assert not slow, f"an empty application's longest hold is {1e3 * base:.1f} ms"


@pytest.mark.slow
@pytest.mark.data
async def test_the_real_catalogs_stay_fluid(catalogs: Path, tmp_path: Path) -> None:
    assert catalogs
    dog, peer, tools = await measure(real(tmp_path), tmp_path)
    print(summary(dog, peer, tools))
    base = max(peer.longest(step).busy for step in ("type", "scroll"))
    slow = {
        step: str(dog.longest(step)) for step in SMOOTH if "catalog" in step and dog.longest(step).busy > TIMES * base
    }
    assert tools > 30_000 and not slow
