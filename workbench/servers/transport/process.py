"""The child process of a stdio server: its command found, started in a group of its own, the whole group ended."""

import contextlib
import os
import shutil
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import anyio
from anyio.abc import Process
from mcp.client.stdio import get_default_environment

from workbench.servers.faults import FaultKind, RequestFailed
from workbench.settings import ServerSpec

STDIN_GRACE: Final = 1.0
TERM_GRACE: Final = 1.0
_KILL_WAIT: Final = 1.0
_POLL: Final = 0.02


def child_environment(spec: ServerSpec) -> dict[str, str]:
    """The small safe base (PATH, HOME, …) with the entry's own variables over it, never the whole environment."""
    return get_default_environment() | dict(spec.env)


def resolve_command(spec: ServerSpec, environment: Mapping[str, str]) -> str:
    """The executable's path. Raises RequestFailed naming the command and the PATH that was searched."""
    path = environment.get("PATH", os.defpath)
    command = str(Path(spec.command).expanduser()) if spec.command.startswith("~") else spec.command
    if os.sep in command:
        candidate = Path(spec.cwd or ".").expanduser() / command
        found = shutil.which(str(candidate.absolute()))  # not resolved: a virtual environment is a link
        if found is None and candidate.is_file():
            raise RequestFailed(
                FaultKind.START, f"{command} is not executable", "make it executable, or name its runner"
            )
    else:
        found = shutil.which(command, path=path)
    if found is None:
        raise RequestFailed(
            FaultKind.START,
            f"{command} was not found in PATH ({path})",
            "install it, or give its full path as the command",
        )
    return found


async def start_process(spec: ServerSpec) -> Process:
    """Starts the server with pipes for all three streams, as the leader of a new session and process group."""
    environment = child_environment(spec)
    executable = resolve_command(spec, environment)
    directory = _directory(spec)
    return await anyio.open_process(
        [executable, *spec.args], env=environment, cwd=directory, start_new_session=sys.platform != "win32"
    )


def _directory(spec: ServerSpec) -> Path | None:
    directory = Path(spec.cwd).expanduser() if spec.cwd else None
    if directory is not None and not directory.is_dir():
        raise RequestFailed(
            FaultKind.START, f"the working directory {directory} does not exist", "mend the cwd setting"
        )
    return directory


async def end_process(process: Process) -> None:
    """Closes stdin, waits, then ends the whole group: SIGTERM, and SIGKILL for what ignores that. Bounded in time."""
    if process.stdin is not None:
        with contextlib.suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            await process.stdin.aclose()
    await _gone(process, STDIN_GRACE, group=False)
    if _signal_group(process, signal.SIGTERM) and not await _gone(process, TERM_GRACE, group=True):
        kill_group(process)
        await _gone(process, _KILL_WAIT, group=False)


def kill_group(process: Process) -> None:
    """Ends every process of the group at once; safe to call when they are gone."""
    if sys.platform == "win32":
        if process.returncode is None:
            process.kill()
    else:
        _signal_group(process, signal.SIGKILL)


async def _gone(process: Process, seconds: float, *, group: bool) -> bool:
    deadline = anyio.current_time() + seconds
    while process.returncode is None or (group and _signal_group(process, 0)):
        if anyio.current_time() >= deadline:
            return False
        await anyio.sleep(_POLL)
    return True


def _signal_group(process: Process, number: int) -> bool:
    """Signals the group, whose id is the leader's pid; False when nobody is left in it."""
    if sys.platform == "win32":
        if process.returncode is not None:
            return False
        if number:
            process.terminate()
        return True
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        return False
    except PermissionError:
        return process.returncode is None
    return True
