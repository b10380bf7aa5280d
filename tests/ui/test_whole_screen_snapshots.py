"""Pictures of what has no snapshot file of its own: each state at the four sizes, three of them in light."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.conftest import MakeApp, OddSizes
from tests.ui.support import settle, still

FORM = (*"create_issue", "enter", "f4", "ctrl+n")
STATES = [
    pytest.param(("f2", *["minus"] * 5, "w"), id="what-if"),
    pytest.param(("f2", "c"), id="forms"),
    pytest.param(FORM, id="form"),
    pytest.param(("f7", "slash", *"tool_describe"), id="find"),
    pytest.param(("f2", "f1"), id="help"),
    pytest.param((*"zzz", "ctrl+n", *"label", "f12"), id="activity"),
    pytest.param((*"zzz", "ctrl+n", *"label", "f12", "enter"), id="activity-entry"),
    pytest.param(("ctrl+g",), id="jump"),
    pytest.param(("ctrl+p", *"them"), id="palette"),
    pytest.param(("ctrl+backslash",), id="tour"),
    pytest.param(("f2", "enter"), id="details"),
    pytest.param(("f2", "p"), id="problems"),
    pytest.param(("pageup",), id="history"),
]
Compare = Callable[..., bool]


def steps(*keys: str) -> Callable[[Pilot[Any]], Any]:
    async def run(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        for key in keys:
            await pilot.press(key)
            if key in ("enter", "f4", "w", "c"):
                await still(pilot, 2)

    return run


@pytest.mark.parametrize("keys", STATES)
def test_picture(odd_sizes: OddSizes, make_app: MakeApp, keys: tuple[str, ...]) -> None:
    app = make_app("basics", "tracker", "game-engine")
    assert not odd_sizes(app, steps(*keys))


@pytest.mark.parametrize("keys", [pytest.param(FORM, id="form"), pytest.param(("f2", "w"), id="what-if"),
                                  pytest.param(("ctrl+g",), id="jump")])  # fmt: skip
def test_picture_in_light(snap_compare: Compare, make_app: MakeApp, keys: tuple[str, ...]) -> None:
    app = make_app("basics", "tracker", theme="workbench-paper")
    assert snap_compare(app, terminal_size=(120, 36), run_before=steps(*keys))
