"""Reported faults of sign-ins, met at the misbehaving server that may lie beside the project."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.servers.oauth_support import Desk
from workbench.servers.oauth import SignInFailed, Step
from workbench.settings import ServerSpec

Start = Callable[..., ServerSpec]


@pytest.fixture
def hostile(cases: Path, tmp_path: Path) -> Iterator[Start]:
    """Starts the server in a mode; its log is `requests.jsonl`."""
    processes: list[subprocess.Popen[str]] = []

    def start(mode: str, *more: str) -> ServerSpec:
        script, log = str(cases / "hostile_http_server.py"), str(tmp_path / "requests.jsonl")
        command = [sys.executable, script, "--mode", mode, "--life", "60", "--log", log, *more]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        processes.append(process)
        assert process.stdout is not None
        return ServerSpec(mode, url=process.stdout.readline().split()[1])

    yield start
    for process in processes:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


Failed = tuple[SignInFailed, list[str], Desk]


async def failed(tmp_path: Path, spec: ServerSpec, change: Callable[[str], str]) -> Failed:
    """The fault of one sign-in, the paths that the server was asked for, and the desk."""

    async def opener(url: str) -> bool:
        desk.browser.opened.append(url)
        return desk.credentials.offer(change(f"{desk.browser.redirect}?code=abc-code-123&state={desk.browser.state}"))

    desk = Desk(tmp_path, browser=opener)
    with pytest.raises(SignInFailed) as caught:
        await desk.sign_in(spec).run()
    lines = [json.loads(line) for line in (tmp_path / "requests.jsonl").read_text().splitlines()]
    return caught.value, [f"{line['method']} {line['path']}" for line in lines], desk


@pytest.mark.parametrize("mode", ["always-401", "invalid-grant"])
async def test_con_022_and_025_one_sign_in_and_then_the_reason(hostile: Start, tmp_path: Path, mode: str) -> None:
    fault, asked, desk = await failed(tmp_path, hostile(mode), lambda address: address)
    assert fault.step is Step.EXCHANGING
    assert "invalid_grant" in fault.reason
    assert "abc-code-123" not in str(fault)
    assert len(desk.browser.opened) == 1
    assert asked.count("POST /token") == 1
    assert len(asked) < 6


async def test_con_024_an_error_at_the_callback_settles_it(hostile: Start, tmp_path: Path) -> None:
    said = "?error=access_denied&error_description=user+said+no"
    fault, asked, _ = await failed(tmp_path, hostile("always-401"), lambda address: address.partition("?")[0] + said)
    assert fault.denied
    assert "user said no" in fault.reason
    assert "POST /token" not in asked


@pytest.mark.parametrize(("more", "field"), [((), "authorization_endpoint"), (("--n", "1"), "authorization_servers")])
async def test_sec_017_addresses_are_refused_by_name_before_any_request(
    hostile: Start, tmp_path: Path, more: tuple[str, ...], field: str
) -> None:
    fault, asked, desk = await failed(tmp_path, hostile("evil-metadata", *more), lambda address: address)
    assert f"refused: {field} is " in fault.reason
    assert desk.browser.opened == []
    assert not [request for request in asked if request.startswith("POST") and request != "POST /mcp"]
