"""Attachments over streamable HTTP, SSE and in process."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.servers.conftest import Attach, listening, until
from workbench.model import ServerState, ServerUnreachable
from workbench.servers.attachment import Attachment

StartHostile = Callable[..., Attachment]


@pytest.fixture
def hostile_http(attach: Attach, cases: Path, tmp_path: Path) -> Iterator[StartHostile]:
    """Starts the misbehaving HTTP server that may lie beside the project and attaches it."""
    processes: list[subprocess.Popen[str]] = []

    def start(mode: str, **spec: object) -> Attachment:
        script = str(cases / "hostile_http_server.py")
        command = [sys.executable, script, "--mode", mode, "--life", "60", "--log", str(tmp_path / "requests.jsonl")]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        processes.append(process)
        assert process.stdout is not None
        return attach(mode, url=process.stdout.readline().split()[1], **spec)

    yield start
    for process in processes:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


@pytest.mark.parametrize("kind", ["http", "sse"])
async def test_a_healthy_server_over_http(attach: Attach, http_server: Callable[[str], str], kind: str) -> None:
    url = http_server(kind)
    await listening(url)
    server = attach(kind, url=url, transport=kind, headers={"Authorization": "Bearer sk-test-123456"})
    await server.settled()
    assert server.status.state is ServerState.READY, server.status
    assert [tool.name for tool in server.tools] == ["echo", "add", "grow"]
    results = await asyncio.gather(*(server.call("add", {"a": number, "b": 1}) for number in range(5)))
    assert [result.structured for result in results] == [{"sum": number + 1} for number in range(5)]
    await server.call("grow", {})
    await until(lambda: "added" in [tool.name for tool in server.tools])
    assert "sk-test" not in server.log_path.read_text()


@pytest.mark.parametrize("transport", ["http", "sse"])
async def test_sec_010_nobody_listens_and_no_secret_is_said(attach: Attach, transport: str) -> None:
    url = "http://user:sk-test-123456@127.0.0.1:9/mcp?key=sk-test-123456"
    server = attach(url=url, transport=transport, headers={"X-Api-Key": "sk-test-123456"})
    await server.settled()
    assert server.status.state is ServerState.FAILED
    assert "cannot connect to http://127.0.0.1:9/mcp" in server.status.reason
    assert "sk-test" not in server.status.reason + server.log_path.read_text()


async def test_what_is_no_address_fails_at_once(attach: Attach) -> None:
    server = attach(url="nonsense")
    await server.settled()
    assert server.status.reason == "nonsense is not a web address"


async def test_a_header_outside_ascii_is_named(attach: Attach) -> None:
    server = attach(url="http://127.0.0.1:9/mcp", headers={"X-Name": "é"})
    await server.settled()
    assert "header" in server.status.reason


async def test_the_demo_server_runs_in_process(attach: Attach, tmp_path: Path) -> None:
    server = attach("basics", demo="basics", workspace=tmp_path)
    await server.settled()
    assert server.status.state is ServerState.READY
    result = await server.call(server.tools[0].name, {})
    assert result.content


async def test_sec_013_a_refused_token_asks_for_a_sign_in_and_is_not_quoted(hostile_http: StartHostile) -> None:
    server = hostile_http("echo-401", headers={"Authorization": "tok-123"})
    await server.settled()
    assert server.status.state is ServerState.SIGN_IN
    assert "401" in server.status.reason
    assert "bad credentials" in server.status.reason
    assert "tok-123" not in server.status.reason + server.log_path.read_text()


@pytest.mark.parametrize("mode", ["redirect-cross", "redirect-302"])
async def test_sec_019_a_redirect_to_another_origin_is_not_followed(
    hostile_http: StartHostile, tmp_path: Path, mode: str
) -> None:
    server = hostile_http(mode, headers={"X-Api-Key": "k"})
    await server.settled()
    assert server.status.state is ServerState.FAILED
    assert "redirects to another origin" in server.status.reason
    requests = [json.loads(line) for line in (tmp_path / "requests.jsonl").read_text().splitlines()]
    assert {request["listener"] for request in requests} == {1}


@pytest.mark.parametrize("mode", ["session-404", "session-400", "session-503", "session-401"])
async def test_tra_024_a_forgotten_session_is_begun_anew(hostile_http: StartHostile, tmp_path: Path, mode: str) -> None:
    server = hostile_http(mode)
    await server.settled()
    await server.call("echo", {"text": "one"})
    with pytest.raises(ServerUnreachable, match="forgotten the session") as caught:
        await server.call("echo", {"text": "two"})
    assert "did not run" in caught.value.advice
    await server.settled()
    assert (await server.call("echo", {"text": "three"})).content[0].text == "three"
    requests = [json.loads(line) for line in (tmp_path / "requests.jsonl").read_text().splitlines()]
    begun = [request["headers"] for request in requests if request["rpc"] == "initialize"]
    assert len(begun) == 2
    assert not any("mcp-session-id" in {name.lower() for name in headers} for headers in begun)


async def test_tra_028_a_call_without_an_answer_ends_at_its_deadline(hostile_http: StartHostile) -> None:
    server = hostile_http("slow-call", call_timeout=0.4)
    await server.settled()
    with pytest.raises(ServerUnreachable, match=r"within 0\.4 s"):
        await server.call("echo", {"text": "x"})
    assert server.status.state is ServerState.READY


@pytest.mark.parametrize(
    "mode", ["good-sse", "sse-noise", "stateless", "version-400", "get-405", "redirect-same", "list-502"]
)
async def test_odd_but_usable_servers_are_used(hostile_http: StartHostile, mode: str) -> None:
    server = hostile_http(mode)
    await server.settled()
    assert server.status.state is ServerState.READY, server.status
    assert (await server.call("echo", {"text": "héllo 查"})).content[0].text == "héllo 查"


@pytest.mark.parametrize(
    ("mode", "reason"),
    [("html", "web page"), ("empty", "unreadable"), ("wrong-type", "text/plain"), ("init-500", "HTTP 500")],
)
async def test_unusable_servers_fail_with_the_reason(hostile_http: StartHostile, mode: str, reason: str) -> None:
    server = hostile_http(mode)
    await server.settled()
    assert server.status.state is ServerState.FAILED
    assert reason in server.status.reason


async def test_a_cut_event_stream_costs_only_its_call(hostile_http: StartHostile) -> None:
    server = hostile_http("sse-cut")
    await server.settled()
    with pytest.raises(ServerUnreachable, match="outcome unknown"):
        await server.call("echo", {"text": "x"})
    assert server.status.state is ServerState.READY
