"""Pictures of the catalog browser, dark and light."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.catalog_support import odd_server
from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, WIDE, settle, until
from workbench.settings import ServerSpec
from workbench.ui.screens.catalog import CatalogScreen

Compare = Callable[..., bool]
LARGE = (160, 48)
MIDDLE = (100, 30)


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
    ("size", "keys"),
    [
        pytest.param(LARGE, ("down", "down", "right", "down", "down", "down"), id="tools-160x48"),
        pytest.param(WIDE, ("down", "down", "right", "down", "down", "down"), id="tools-120x36"),
        pytest.param(NARROW, (), id="folded-80x24"),
        pytest.param(WIDE, ("slash", *"create"), id="filter-120x36"),
        pytest.param(NARROW, ("slash", *"create", "enter"), id="filter-80x24"),
        pytest.param(WIDE, ("ctrl+t", "down"), id="problems-120x36"),
        pytest.param(MIDDLE, ("ctrl+t", "down", "down", "down", "down", "down"), id="problems-100x30"),
        pytest.param(NARROW, ("slash", *"zzz"), id="nothing-80x24"),
    ],
)
def test_picture(
    snap_compare: Compare, make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    size: tuple[int, int], keys: tuple[str, ...],
) -> None:  # fmt: skip
    odd_server(tmp_path, "odd")
    monkeypatch.chdir(tmp_path)
    app = make_app(ServerSpec("odd", snapshot="odd.json"), "tracker", "game-engine")
    assert snap_compare(app, terminal_size=size, run_before=steps(*keys))


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
