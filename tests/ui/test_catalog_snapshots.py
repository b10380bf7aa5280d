"""Pictures of the catalog browser, dark and light."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.catalog_support import odd_server
from tests.ui.conftest import MakeApp, OddSizes
from tests.ui.support import WIDE, settle, until
from workbench.settings import ServerSpec
from workbench.ui.screens.catalog import CatalogScreen

Compare = Callable[..., bool]


def steps(*keys: str) -> Callable[[Pilot[Any]], Any]:
    """Opens the browser, waits for its tree, presses keys."""

    async def run(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        await pilot.press("ctrl+l")
        screen: Any = None
        await until(pilot, lambda: isinstance(pilot.app.screen, CatalogScreen), "the browser")
        screen = pilot.app.screen
        await until(pilot, lambda: len(screen.listing.lines) > 0, "a tree")
        for key in keys:
            await pilot.press(key)
            await until(pilot, lambda: screen._listed == (screen.view, screen.question), "the answer")

    return run


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param(("down", "down", "right", "down", "down", "down"), id="tools"),
        pytest.param((), id="folded"),
        pytest.param(("slash", *"create"), id="filter"),
        pytest.param(("ctrl+t", "down"), id="problems"),
        pytest.param(("slash", *"zzz"), id="nothing"),
    ],
)
def test_picture(
    odd_sizes: OddSizes, make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, keys: tuple[str, ...]
) -> None:
    odd_server(tmp_path, "odd")
    monkeypatch.chdir(tmp_path)
    app = make_app(ServerSpec("odd", snapshot="odd.json"), "tracker", "game-engine")
    assert not odd_sizes(app, steps(*keys))


def test_picture_light(
    snap_compare: Compare, make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    odd_server(tmp_path, "odd")
    monkeypatch.chdir(tmp_path)
    app = make_app(ServerSpec("odd", snapshot="odd.json"), "tracker")

    async def run(pilot: Pilot[Any]) -> None:
        pilot.app.theme = "textual-light"
        await steps("down", "down", "right", "down")(pilot)

    assert snap_compare(app, terminal_size=WIDE, run_before=run)
