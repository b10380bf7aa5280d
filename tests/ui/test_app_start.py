"""Starting and leaving, in a terminal of its own: paint first, no locals in a crash, no child left behind."""

import os
import pty
import select
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ui.support import settle, shown, until
from workbench.settings import ServerSpec, Settings
from workbench.text import plain
from workbench.ui.app import make_app
from workbench.ui.panes.queries.query_lines import QueryInput
from workbench.ui.screens.main import MainScreen
from workbench.ui.screens.opening import OpeningScreen

CTRL_Q = b"\x11"
_TURNS = 5_000


def in_terminal(
    script: str, folder: Path, keys: bytes = b"", ready: Callable[[], bool] = lambda: True
) -> tuple[int, str]:
    """Runs a script in a terminal, types `keys` once it is `ready`; answers exit code and output."""
    path = folder / "script.py"
    path.write_text(textwrap.dedent(script))
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(Path(__file__).parents[2]),
                   "COLUMNS": "120", "LINES": "36"}  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, str(path)], stdin=follower, stdout=follower, stderr=follower, env=environment, cwd=folder
    )
    os.close(follower)
    output = b""
    try:
        for _ in range(_TURNS):
            if keys and ready():
                os.write(leader, keys)
                keys = b""
            if select.select([leader], [], [], 0.1)[0]:
                try:
                    output += os.read(leader, 65536)
                except OSError:
                    break
        return process.wait(30), plain(output.decode("utf-8", "replace"))
    finally:
        process.kill()
        process.wait()
        os.close(leader)


@pytest.mark.slow
def test_the_first_paint_comes_before_servers_and_heavy_imports(tmp_path: Path) -> None:
    script = """
        import sys
        from pathlib import Path
        from workbench.session import Session
        from workbench.settings import ServerSpec, Settings
        from workbench.ui.app import WorkbenchApp

        class Watched(Session):
            async def start(self):
                painted = "Tier" in "".join(strip.text for strip in app.screen._compositor.render_strips(app.size))
                heavy = sorted({"mcp", "jsonschema", "pydantic", "starlette"} & set(sys.modules))
                Path("seen").write_text(f"{painted} {heavy}")
                app.exit(0)

        settings = Settings(servers=(ServerSpec("basics", demo="basics"),))
        app = WorkbenchApp(lambda: Watched(settings, log_dir=Path("logs")), Path("logs"))
        app.run()
    """
    code, output = in_terminal(script, tmp_path)
    assert code == 0, output
    assert (tmp_path / "seen").read_text() == "True []"


@pytest.mark.slow
def test_a_crash_shows_the_error_and_no_variable(tmp_path: Path) -> None:
    script = """
        import sys
        from pathlib import Path
        from workbench.session import Session
        from workbench.settings import ServerSpec, Settings
        from workbench.ui.app import WorkbenchApp

        class Broken(Session):
            async def start(self):
                held = "".join(["only", "-in-a-", "local"])
                raise RuntimeError("broke [/red] with " + self.settings.servers[0].env["TOKEN"])

        settings = Settings(servers=(ServerSpec("a", command="x", env={"TOKEN": "secret-" + "token-1234"}),))
        app = WorkbenchApp(lambda: Broken(settings, log_dir=Path("logs")), Path("logs"))
        app.run()
        sys.exit(app.return_code)
    """
    code, output = in_terminal(script, tmp_path)
    report = (tmp_path / "logs" / "crash.log").read_text()
    assert code == 1
    assert "RuntimeError: broke [/red] with ***" in output
    assert "in start" in report and "RuntimeError" in report
    assert "only-in-a-local" not in output + report
    assert "secret-token-1234" not in output + report


@pytest.mark.slow
@pytest.mark.parametrize("stubborn", [False, True])
def test_leaving_ends_every_child(tmp_path: Path, stubborn: bool) -> None:
    (tmp_path / "child.py").write_text(
        textwrap.dedent(f"""
        import os, signal, sys
        from pathlib import Path
        if {stubborn}:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        Path("pid").write_text(str(os.getpid()))
        while True:
            line = sys.stdin.readline()
            if not line and not {stubborn}:
                break
            if not line:
                signal.pause()
    """)
    )
    script = """
        import sys
        from pathlib import Path
        from workbench.settings import ServerSpec, Settings
        from workbench.ui.app import run

        spec = ServerSpec("silent", command=sys.executable, args=("child.py",), cwd=".")
        sys.exit(run(Settings(servers=(spec,)), Path("logs"), Path("data")))
    """
    code, output = in_terminal(script, tmp_path, CTRL_Q, (tmp_path / "pid").exists)
    assert code == 0, output
    pid = int((tmp_path / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.slow
def test_leaving_at_once_is_no_failure(tmp_path: Path) -> None:
    script = """
        from pathlib import Path
        from workbench.session import Session
        from workbench.settings import ServerSpec, Settings
        from workbench.ui.app import WorkbenchApp

        async def leave(pilot):
            pilot.app.exit(0)

        settings = Settings(servers=(ServerSpec("tracker", demo="tracker"),))
        app = WorkbenchApp(lambda: Session(settings, log_dir=Path("logs")), Path("logs"))
        app.run(headless=True, auto_pilot=leave)
        assert app.return_code == 0
    """
    code, output = in_terminal(script, tmp_path)
    assert code == 0, output
    assert "failed" not in output


async def test_the_frame_comes_first_and_what_is_typed_meanwhile_is_not_lost(tmp_path: Path) -> None:
    going = threading.Event()
    app = make_app(Settings(servers=(ServerSpec("basics", demo="basics"),)), tmp_path / "logs", tmp_path / "data")
    load = app._load
    app._load = lambda: (going.wait(60), load and load())[1]
    async with app.run_test(size=(120, 36)) as pilot:
        assert isinstance(app.screen, OpeningScreen)
        assert "Opening" in shown(app)
        await pilot.press("n", "o", "t", "e")
        going.set()
        await until(pilot, lambda: isinstance(app.screen, MainScreen), "the main screen")
        await settle(pilot)
        line = app.screen.query(QueryInput).first()
        await until(pilot, lambda: line.value == "note", "what was typed")


@pytest.mark.parametrize("key", ["ctrl+q"])
async def test_leaving_while_it_opens(tmp_path: Path, key: str) -> None:
    going = threading.Event()
    app = make_app(Settings(), tmp_path / "logs", tmp_path / "data")
    app._load = lambda: bool(going.wait(60)) and None
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press(key)
        await until(pilot, lambda: app._exit, "leaving")
        going.set()
    assert app.return_code == 0
