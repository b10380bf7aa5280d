"""The tour goes through every tier on a session of its own and leaves the workbench as it was."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from textual.pilot import Pilot

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, WIDE, main_screen, opened, shown, until
from workbench.cli import main
from workbench.ui.app import WorkbenchApp
from workbench.ui.screens.main import MainScreen
from workbench.ui.screens.tour import TourScreen, tour_session
from workbench.ui.screens.tour.steps import STEPS, changed
from workbench.ui.screens.tour.strip import TourStrip

SEEN = (
    ("Nothing attached", "Tier 0"),
    ("Two small servers", "tier 0 → 1 · listing none → full"),
    ("A small context", "listing full → names"),
    ("A large server beside them", "listing names → mixed"),
    ("Only large servers", "tier 1 → 2"),
    ("A query", "tier 2 → 1"),
    ("A miss", "send gmail message"),
    ("Arguments that do not fit", "3 failures"),
    ("An account is connected", "finish connecting in your browser"),
)


async def arrived(pilot: Pilot[int], number: int) -> TourScreen:
    """Waits until the tour has come to this step and is at rest."""

    def there() -> bool:
        screen = pilot.app.screen
        strips = screen.query(TourStrip)
        return isinstance(screen, TourScreen) and bool(strips) and screen._at == number and not strips.first().busy

    await until(pilot, there, f"step {number + 1}")
    screen = pilot.app.screen
    assert isinstance(screen, TourScreen)
    return screen


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_each_step_shows_what_it_says_and_the_session_is_left_alone(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    app: WorkbenchApp = make_app("basics")
    async with opened(app, size) as pilot:
        before = app.session.state
        await pilot.press("ctrl+backslash")
        for number, (title, words) in enumerate(SEEN):
            screen = await arrived(pilot, number)
            folder = Path(screen._folder.name)
            await until(pilot, lambda title=title: title in shown(app), title)  # type: ignore[misc]
            if size == WIDE or "→" in words:
                await until(pilot, lambda words=words: words in shown(app), words)  # type: ignore[misc]
            await until(pilot, lambda: isinstance(app.focused, TourStrip), "the focus on the strip")
            await pilot.press("enter")
        await until(pilot, lambda: app.screen is main_screen(app), "the way back")
        assert app.session.state is before
        await until(pilot, lambda: not folder.exists(), "the tour's files gone")


async def test_it_can_be_left_at_any_step_by_key_and_by_mouse(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app) as pilot:
        for leave in (lambda: pilot.press("escape"), lambda: pilot.click("#end")):
            await pilot.press("ctrl+backslash")
            await arrived(pilot, 0)
            await until(pilot, lambda: isinstance(app.focused, TourStrip), "the focus on the strip")
            await pilot.press("ctrl+backslash")
            assert len(app.screen_stack) == 2, "a tour does not start another"
            await leave()
            await until(pilot, lambda: app.screen is main_screen(app), "the way back")


async def test_it_opens_by_itself_where_it_was_asked_for(make_app: MakeApp) -> None:
    app = make_app()
    app._tour = True
    async with opened(app) as pilot:
        screen = await arrived(pilot, 0)
        await pilot.click("#next")
        await arrived(pilot, 1)
        assert isinstance(screen, MainScreen) and len(screen._own.state.servers) == 2


async def test_nothing_changed_is_said_by_nothing(tmp_path: Path) -> None:
    state = tour_session(tmp_path).state
    assert changed(state, state) == ""
    assert len(STEPS) == len(SEEN)


def test_a_tour_without_a_screen_is_refused() -> None:
    answer = CliRunner().invoke(main, ["--tour", "tiers"])
    assert answer.exit_code == 2
    assert "stands alone" in answer.output
