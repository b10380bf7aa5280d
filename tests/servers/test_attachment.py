"""One attachment over stdio with a server of our own: life, death, lists and calls."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.servers.conftest import FIXTURES, Attach, alive, until
from workbench.model import Progress, ServerState, ServerUnreachable

Received = Callable[[str], list[dict[str, Any]]]


async def test_a_healthy_server_is_listed_and_called(attach: Attach) -> None:
    server = attach(command=sys.executable, args=(str(FIXTURES / "sdk_server.py"),))
    await server.settled()
    assert server.status.state is ServerState.READY
    assert [tool.name for tool in server.tools] == ["echo", "add", "grow"]
    assert server.listed
    assert (await server.call("add", {"a": 2, "b": 40})).structured == {"sum": 42}


async def test_exit_at_start_fails_at_once_with_status_and_last_words(raw: Attach) -> None:
    server = raw("exit")
    await server.settled()
    assert server.status.state is ServerState.FAILED
    assert "exited with 7" in server.status.reason
    assert "API key is not set" in server.status.reason
    assert not server.listed


async def test_a_server_that_never_answers_fails_at_its_deadline(raw: Attach) -> None:
    server = raw("mute", start_timeout=0.4)
    await server.settled()
    assert server.status.state is ServerState.FAILED
    assert "within 0.4 s" in server.status.reason
    assert server.status.advice


async def test_a_server_that_never_lists_fails_at_its_deadline(raw: Attach, received: Received) -> None:
    server = raw("no-lists", list_timeout=0.4)
    await server.settled()
    assert server.status.state is ServerState.FAILED
    assert "tools/list" in server.status.reason
    assert [message["params"]["requestId"] for message in received("notifications/cancelled")] == [
        received("tools/list")[0]["id"]
    ]


async def test_cfg_010_a_missing_command_fails_at_once_and_names_the_path(attach: Attach) -> None:
    server = attach(command="no-such-command-xyz", env={"PATH": "/nowhere/bin"})
    await server.settled()
    assert server.status.state is ServerState.FAILED
    assert "no-such-command-xyz was not found in PATH (/nowhere/bin)" in server.status.reason


async def test_a_missing_working_directory_is_named(raw: Attach) -> None:
    server = raw("good", cwd="/no/such/place")
    await server.settled()
    assert "/no/such/place does not exist" in server.status.reason


async def test_an_entry_with_an_error_is_failed_with_it(attach: Attach) -> None:
    server = attach(error="neither command nor url")
    await server.settled()
    assert (server.status.state, server.status.reason) == (ServerState.FAILED, "neither command nor url")


async def test_cfg_008_the_child_gets_a_small_base_and_its_own_variables(
    raw: Attach, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nobody else's business")
    server = raw("good", env={"QA_X": "1"})
    await server.settled()
    found = json.loads((await server.call("env", {})).content[0].text)
    assert {"PATH", "HOME", "QA_X"} <= set(found)
    assert "AWS_SECRET_ACCESS_KEY" not in found


async def test_pages_are_followed_to_the_end(raw: Attach) -> None:
    server = raw("pages")
    await server.settled()
    assert [tool.name for tool in server.tools] == ["tool_0", "tool_1", "tool_2"]


async def test_cat_020_a_cursor_that_stands_still_costs_two_requests(raw: Attach, received: Received) -> None:
    server = raw("same-cursor")
    await server.settled()
    assert [tool.name for tool in server.tools] == ["echo"]
    assert len(received("tools/list")) == 2
    assert any("cursor did not advance" in report.problem for report in server.reports)


async def test_odd_tools_cost_only_themselves(raw: Attach) -> None:
    server = raw("odd-tools")
    await server.settled()
    assert [tool.name for tool in server.tools] == ["echo", "bare", "listed"]
    assert len([report for report in server.reports if report.severity == "error"]) == 3


async def test_a_schema_too_deep_to_read_costs_no_neighbour(raw: Attach) -> None:
    server = raw("deep")
    await server.settled()
    assert [tool.name for tool in server.tools] == ["deep", "echo"]
    assert any("nested deeper" in report.problem for report in server.reports)


async def test_a_handshake_without_its_optional_parts_is_enough(raw: Attach) -> None:
    server = raw("bare-init")
    await server.settled()
    assert server.status.state is ServerState.READY


async def test_noise_on_stdout_is_counted_and_shown(raw: Attach) -> None:
    server = raw("noise")
    await server.settled()
    (note,) = (report for report in server.reports if report.key == "stdout")
    assert note.problem.startswith("2 lines")
    assert "Server ready" in note.given


async def test_cal_015_a_call_past_its_deadline_is_cancelled_and_the_session_goes_on(
    raw: Attach, received: Received
) -> None:
    server = raw("hang", call_timeout=0.3)
    await server.settled()
    with pytest.raises(ServerUnreachable, match=r"within 0\.3 s"):
        await server.call("echo", {})
    await until(lambda: bool(received("notifications/cancelled")))
    assert received("notifications/cancelled")[0]["params"]["requestId"] == received("tools/call")[0]["id"]
    await server.refresh()
    assert server.status.state is ServerState.READY
    assert len(received("tools/list")) == 2


async def test_cal_013_cancelling_the_caller_cancels_at_the_server(raw: Attach, received: Received) -> None:
    server = raw("hang")
    await server.settled()
    call = asyncio.create_task(server.call("echo", {}))
    await until(lambda: bool(received("tools/call")))
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await until(lambda: bool(received("notifications/cancelled")))
    await server.refresh()
    assert server.status.state is ServerState.READY


async def test_progress_moves_the_deadline(raw: Attach) -> None:
    server = raw("progress", call_timeout=0.45)
    await server.settled()
    seen: list[Progress] = []
    result = await server.call("echo", {"text": "done"}, seen.append)
    assert result.content[0].text == "done"
    assert [progress.progress for progress in seen] == [0, 1, 2, 3, 4, 5]
    assert seen[0].total == 6


async def test_tra_026_an_unreadable_answer_ends_its_call_and_says_so(raw: Attach) -> None:
    server = raw("unreadable")
    await server.settled()
    with pytest.raises(ServerUnreachable, match="unreadable answer"):
        await server.call("echo", {})
    assert server.status.state is ServerState.READY


async def test_tra_009_bytes_that_are_not_utf8_cost_only_their_line(raw: Attach) -> None:
    server = raw("not-utf8")
    await server.settled()
    assert (await server.call("echo", {"text": "héllo 查"})).content[0].text == "héllo 查"
    assert any(report.key == "stdout" for report in server.reports)


async def test_cal_010_a_crash_in_a_call_is_not_repeated_and_the_server_comes_back(
    raw: Attach, received: Received
) -> None:
    gate = asyncio.Event()

    async def pause(_: float) -> None:
        await gate.wait()

    server = raw("crash-once", pause=pause)
    await server.settled()
    known = server.tools
    with pytest.raises(ServerUnreachable, match=r"outcome unknown: .*exited with 3"):
        await server.call("echo", {})
    await until(lambda: server.status.state is ServerState.CONNECTING)
    assert server.tools == known
    assert "restarting" in server.status.reason
    with pytest.raises(ServerUnreachable, match="still connecting"):
        await server.call("echo", {})
    gate.set()
    await server.settled()
    assert server.status.state is ServerState.READY
    assert (await server.call("echo", {"text": "back"})).content[0].text == "back"
    assert len(received("tools/call")) == 2


async def test_a_failed_first_start_stays_failed_until_asked(raw: Attach) -> None:
    server = raw("exit")
    await server.settled()
    first = server.log_path.read_text().count("started pid")
    await server.reconnect()
    assert server.status.state is ServerState.FAILED
    assert (first, server.log_path.read_text().count("started pid")) == (1, 2)


async def test_reconnect_starts_the_server_anew(raw: Attach, received: Received) -> None:
    server = raw("good")
    await server.settled()
    await server.reconnect()
    assert server.status.state is ServerState.READY
    assert len(received("initialize")) == 2


async def test_cat_027_a_changed_list_is_read_again(raw: Attach) -> None:
    server = raw("good")
    await server.settled()
    await server.call("poke", {})
    await until(lambda: "added" in [tool.name for tool in server.tools])


async def test_a_server_of_the_modern_protocol_alone_is_listened_to(raw: Attach, received: Received) -> None:
    server = raw("modern-only")
    await server.settled()
    assert server.status.state is ServerState.READY, server.status
    await until(lambda: "added" in [tool.name for tool in server.tools])
    assert len(received("subscriptions/listen")) == 1
    assert (await server.call("echo", {"text": "x"})).content[0].text == "x"


async def test_cat_025_a_storm_of_changes_costs_two_refreshes(raw: Attach, received: Received) -> None:
    server = raw("storm")
    await server.settled()
    await server.call("poke", {})
    await until(lambda: "added" in [tool.name for tool in server.tools])
    await asyncio.sleep(0.6)
    assert 2 <= len(received("tools/list")) <= 3


async def test_a_server_that_announces_without_end_is_asked_ever_more_seldom(raw: Attach, received: Received) -> None:
    server = raw("loop")
    await server.settled()
    await asyncio.sleep(2.0)
    assert len(received("tools/list")) <= 6


async def test_cal_023_a_result_against_its_schema_is_kept(raw: Attach) -> None:
    server = raw("structured")
    await server.settled()
    result = await server.call("report", {})
    assert result.structured == {"celsius": "warm"}
    assert result.problems == ()


async def test_an_error_of_the_protocol_is_a_result_that_says_so(raw: Attach) -> None:
    server = raw("good")
    await server.settled()
    result = await server.call("missing", {})
    assert result.is_error
    assert "-32602" in result.content[0].text
    assert "Unknown tool" in result.content[0].text
    assert server.status.state is ServerState.READY


async def test_sec_012_secrets_are_masked_in_logs_reasons_and_error_texts(raw: Attach) -> None:
    failed = raw("exit", env={"QA_TOKEN": "tok-123"})
    await failed.settled()
    server = raw("good", env={"QA_TOKEN": "tok-123"})
    await server.settled()
    result = await server.call("secret", {})
    seen = [failed.status.reason, failed.log_path.read_text(), server.log_path.read_text(), result.content[0].text]
    assert result.is_error
    assert not any("tok-123" in text for text in seen)
    assert "API key is not set" in failed.status.reason


@pytest.mark.skipif(sys.platform == "win32", reason="process groups")
@pytest.mark.parametrize("mode", ["parent", "parent,stubborn"])
async def test_tra_014_no_process_stays_behind(raw: Attach, mode: str) -> None:
    server = raw(mode)
    await server.settled()
    pids = json.loads((await server.call("family", {})).content[0].text)
    assert all(alive(pid) for pid in pids)
    await server.close()
    assert not any(alive(pid) for pid in pids)
    assert server.status.state is ServerState.DETACHED


async def test_closing_while_it_starts_leaves_no_process(raw: Attach) -> None:
    server = raw("mute,stubborn")
    await until(lambda: server.log_path.exists() and "started pid" in server.log_path.read_text())
    pid = int(server.log_path.read_text().split("started pid ")[1].split()[0])
    await server.close()
    assert not alive(pid)


async def test_fifty_servers_start_together(raw: Attach) -> None:
    servers = [raw("good") for _ in range(50)]
    await asyncio.gather(*(server.settled() for server in servers))
    assert {server.status.state for server in servers} == {ServerState.READY}
    await asyncio.gather(*(server.close() for server in servers))


async def test_a_snapshot_is_ready_and_not_callable(attach: Attach, tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps({"server": "recorded", "tools": [{"name": "a"}, {"name": "b"}]}))
    server = attach("mine", snapshot=str(path))
    await server.settled()
    assert server.status.state is ServerState.READY
    assert [tool.name for tool in server.tools] == ["a", "b"]
    assert not server.callable
    with pytest.raises(ServerUnreachable, match="recorded snapshot"):
        await server.call("a", {})


async def test_a_snapshot_that_is_missing_fails_with_its_path(attach: Attach) -> None:
    server = attach(snapshot="/no/such/tools.json")
    await server.settled()
    assert server.status.state is ServerState.FAILED
    assert "/no/such/tools.json" in server.status.reason


async def test_nothing_is_written_to_our_own_stderr(raw: Attach, capfd: pytest.CaptureFixture[str]) -> None:
    for mode in ("exit", "noise", "not-utf8", "unreadable"):
        server = raw(mode, call_timeout=1.0)
        await server.settled()
        if server.status.state is ServerState.READY:
            await asyncio.gather(server.call("echo", {"text": "x"}), return_exceptions=True)
        await server.close()
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", "")


def test_importing_the_attachment_imports_no_mcp() -> None:
    heavy = "('mcp', 'mcp_types', 'pydantic')"
    code = f"import sys, workbench.servers.attachment; print([name for name in {heavy} if name in sys.modules])"
    root = Path(__file__).parents[2]
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, env={**os.environ})
    assert shown.stdout.strip() == "[]"
