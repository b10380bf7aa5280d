"""An application on real demo servers with a still clock."""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from pytest_textual_snapshot import SVGImageExtension
from syrupy import SnapshotAssertion
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from tests.ui.support import still
from workbench.model import Report
from workbench.session import Session
from workbench.settings import ModelSettings, ScreenSettings, ServerSpec, Settings
from workbench.ui.app import WorkbenchApp
from workbench.ui.keeping import Keeping

MakeApp = Callable[..., WorkbenchApp]
Compare = Callable[..., bool]
OddSizes = Callable[[App[Any], Callable[[Pilot[Any]], Any]], list[str]]

SIZES = ((120, 36), (160, 48), (100, 30), (80, 24))


@pytest.fixture(autouse=True, scope="session")
def style_sheets_read_once() -> Iterator[None]:
    """Every application of the tests has the same style sheets: what one has read serves the next."""
    read, kept = Stylesheet._parse_rules, {}

    def parse_rules(self: Stylesheet, css: str, *place: Any, **more: Any) -> Any:
        key = (tuple(self._variables.items()), css, place, tuple(more.items()))
        if key not in kept:
            kept[key] = read(self, css, *place, **more)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_rules)
        yield


@pytest.fixture(autouse=True)
def no_blinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cursor that comes and goes by the clock is not part of any picture."""
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _: None)
    monkeypatch.setattr(TextArea, "_toggle_cursor_blink_visible", lambda _: None)


@pytest.fixture
def snap_compare(snap_compare: Compare) -> Compare:
    """The plugin's comparison, of a screen that has come to rest: a busy machine draws the same picture later."""

    def compare(app: WorkbenchApp, *, run_before: Callable[[Pilot[Any]], Any] | None = None, **options: Any) -> bool:
        async def run(pilot: Pilot[Any]) -> None:
            if run_before is not None:
                await run_before(pilot)
            await still(pilot)

        return snap_compare(app, run_before=run, **options)

    return compare


@pytest.fixture
def odd_sizes(snapshot: SnapshotAssertion) -> OddSizes:
    """Brings an application to a state and takes its picture at each size, one after the other.

    Answers the sizes whose picture is not the one that is kept; `pytest --snapshot-update` keeps the new ones.
    """
    pictures = snapshot.use_extension(SVGImageExtension)

    async def compare(app: App[Any], run_before: Callable[[Pilot[Any]], Any]) -> list[str]:
        odd = []
        async with app.run_test(size=SIZES[0], notifications=True) as pilot:
            await run_before(pilot)
            for width, height in SIZES:
                await pilot.resize_terminal(width, height)
                await still(pilot)
                if app.export_screenshot(simplify=True) != pictures(name=f"{width}x{height}"):
                    odd.append(f"{width}x{height}")
        return odd

    return lambda app, run_before: asyncio.run(compare(app, run_before))


@pytest.fixture
def make_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeApp:
    """Makes the application for these servers: names of demo servers, or specs."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()

    def make(
        *servers: str | ServerSpec,
        context: int | None = 200_000,
        reports: tuple[Report, ...] = (),
        core_tools: str = "",
        theme: str = "",
        keys: Mapping[str, str] | None = None,
        keeping: Keeping | None = None,
    ) -> WorkbenchApp:
        specs = tuple(ServerSpec(name, demo=name) if isinstance(name, str) else name for name in servers)
        settings = Settings(
            servers=specs,
            model=ModelSettings("test", context),
            reports=reports,
            workspace=tmp_path,
            core_tools=core_tools,
            screen=ScreenSettings(theme, keys or {}),
        )
        app = WorkbenchApp(
            lambda: Session(settings, log_dir=tmp_path / "logs", clock=lambda: 0.0, wall=lambda: 0.0),
            tmp_path / "logs",
            keeping=keeping,
        )
        app.animation_level = "none"
        return app

    return make
