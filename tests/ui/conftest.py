"""An application on real demo servers with a still clock."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.model import Report
from workbench.session import Session
from workbench.settings import ModelSettings, ServerSpec, Settings
from workbench.ui.app import WorkbenchApp

MakeApp = Callable[..., WorkbenchApp]


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
    ) -> WorkbenchApp:
        specs = tuple(ServerSpec(name, demo=name) if isinstance(name, str) else name for name in servers)
        settings = Settings(
            servers=specs,
            model=ModelSettings("test", context),
            reports=reports,
            workspace=tmp_path,
            core_tools=core_tools,
        )
        app = WorkbenchApp(
            lambda: Session(settings, log_dir=tmp_path / "logs", clock=lambda: 0.0, wall=lambda: 0.0), tmp_path / "logs"
        )
        app.animation_level = "none"
        return app

    return make
