"""How long `--help` takes beside opening the application, both in processes of their own."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

OPEN = """
from pathlib import Path
from workbench.session import Session
from workbench.settings import ServerSpec, Settings
from workbench.ui.app import WorkbenchApp

settings = Settings(servers=(ServerSpec("tracker", demo="tracker"),))

async def leave(pilot):
    pilot.app.exit(0)

WorkbenchApp(lambda: Session(settings, log_dir=Path("logs")), Path("logs")).run(headless=True, auto_pilot=leave)
"""


def seconds(folder: Path, *words: str) -> float:
    """The shortest of three runs, imports cached."""
    taken = []
    for _ in range(3):
        started = time.perf_counter()
        subprocess.run([sys.executable, *words], cwd=folder, check=True, capture_output=True)
        taken.append(time.perf_counter() - started)
    return min(taken)


@pytest.mark.slow
def test_help_answers_in_a_third_of_the_time_of_opening(tmp_path: Path) -> None:
    helped = seconds(tmp_path, "-m", "workbench", "--help")
    opened = seconds(tmp_path, "-c", OPEN)
    print(f"--help {helped:.3f} s, first paint {opened:.3f} s, ratio {helped / opened:.2f}")
    assert helped < opened / 3
