"""Attaching real servers in tests, with short time limits and no waiting between attempts."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench.servers.attachment import Attachment
from workbench.settings import ServerSpec

FIXTURES = Path(__file__).parent / "fixtures"
Attach = Callable[..., Attachment]


async def no_pause(_: float) -> None:
    """A pause between attempts that takes no time but lets others run."""
    await asyncio.sleep(0)


@pytest.fixture
async def attach(tmp_path: Path) -> AsyncIterator[Attach]:
    """Makes and starts attachments; all of them are closed when the test ends."""
    made: list[Attachment] = []

    def make(name: str = "server", /, *, pause: Any = no_pause, workspace: Path = tmp_path, **spec: Any) -> Attachment:
        limits = {"start_timeout": 20.0, "list_timeout": 20.0, "call_timeout": 20.0}
        attachment = Attachment(
            ServerSpec(name, **{**limits, **spec}),
            on_change=lambda: None,
            log_dir=tmp_path / "logs",
            workspace=workspace,
            pause=pause,
        )
        made.append(attachment)
        attachment.start()
        return attachment

    yield make
    await asyncio.gather(*(attachment.close() for attachment in made))


@pytest.fixture
def raw(attach: Attach, tmp_path: Path) -> Attach:
    """Starts our own misbehaving server in a mode; its log is `received.jsonl`."""
    script = FIXTURES / "raw_server.py"

    def start(mode: str, **spec: Any) -> Attachment:
        args = (str(script), mode, str(tmp_path / "received.jsonl"), str(tmp_path / "flag"))
        return attach(mode, command=sys.executable, args=args, **spec)

    return start


@pytest.fixture
def hostile(attach: Attach, cases: Path, tmp_path: Path) -> Attach:
    """Starts the misbehaving server that may lie beside the project; its log is `received.jsonl`."""

    def start(mode: str, *args: str, **spec: Any) -> Attachment:
        script = str(cases / "hostile_server.py")
        given = (script, "--mode", mode, "--log", str(tmp_path / "received.jsonl"), "--life", "60", *args)
        return attach(mode, command=sys.executable, args=given, **spec)

    return start


@pytest.fixture
def received(tmp_path: Path) -> Callable[[str], list[dict[str, Any]]]:
    """The messages of one method that a server has logged."""

    def read(method: str) -> list[dict[str, Any]]:
        path = tmp_path / "received.jsonl"
        lines = path.read_text().splitlines() if path.exists() else []
        return [message for message in map(json.loads, lines) if message.get("method") == method]

    return read


@pytest.fixture
def http_server() -> Iterator[Callable[[str], str]]:
    """Starts our healthy server over `http` or `sse`; gives its URL once it listens."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(kind: str) -> str:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        script = str(FIXTURES / "sdk_server.py")
        quiet = subprocess.DEVNULL
        processes.append(subprocess.Popen([sys.executable, script, kind, str(port)], stdout=quiet, stderr=quiet))
        return f"http://127.0.0.1:{port}/{'sse' if kind == 'sse' else 'mcp'}"

    yield start
    for process in processes:
        process.kill()
        process.wait()


async def listening(url: str) -> None:
    """Waits until somebody accepts connections at the URL."""
    port = int(url.split(":")[2].split("/")[0])
    for _ in range(600):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
    raise AssertionError(f"nobody listens at {url}")


async def until(condition: Callable[[], bool]) -> None:
    """Waits until the condition holds; fails after a generous time."""
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the condition never came true")


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended but was not collected yet does not."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"
