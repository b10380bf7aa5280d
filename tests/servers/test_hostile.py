"""The reported faults, each against the server that reproduces it."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.servers.conftest import Attach, alive, until
from workbench.model import ServerState, ServerUnreachable

Received = Callable[[str], list[dict[str, Any]]]
UNICODE = "héllo 查"


@pytest.mark.parametrize(
    "mode",
    [
        "good", "stdout-noise", "stderr-noise", "stderr-ansi", "old-protocol-version", "no-server-info",
        "silent-ping", "null-cursor", "page-overlap", "ansi-description", "lone-surrogate", "list-changed-storm",
        "list-changed-during-call", "invalid-json-then-good", "partial-line", "crlf", "pretty-json", "invalid-utf8",
        "utf16-line", "batch", "id-string", "wrong-id", "double-answer", "progress", "progress-odd", "log-flood",
    ],
)  # fmt: skip
async def test_healthy_in_spite_of(hostile: Attach, mode: str) -> None:
    server = hostile(mode)
    await server.settled()
    assert server.status.state is ServerState.READY, server.status
    assert {"echo", "add", "wire", "env", "calls", "sleep"} <= {tool.name for tool in server.tools}
    assert (await server.call("echo", {"text": UNICODE})).content[0].text == UNICODE


@pytest.mark.parametrize(
    ("mode", "tools"),
    [("two-pages", 6), ("same-cursor", 6), ("empty-cursor", 6), ("empty-cursor-two-pages", 7), ("page-error", 6),
     ("endless-cursor", 1006), ("huge-list", 3306), ("null-fields", 15), ("bad-output-schema", 11), ("deep-schema", 7)],
)  # fmt: skip
async def test_lists(hostile: Attach, mode: str, tools: int) -> None:
    server = hostile(mode)
    await server.settled()
    assert server.status.state is ServerState.READY, server.status
    assert len(server.tools) == tools


@pytest.mark.parametrize(
    ("mode", "reason"),
    [("exit-at-start", "exited with 1: hostile: API key is not set"), ("exit-after-init", "exited with 1"),
     ("init-error", "missing API key"), ("wrong-protocol-version", "1999-01-01")],
)  # fmt: skip
async def test_failed_with_the_reason(hostile: Attach, mode: str, reason: str) -> None:
    server = hostile(mode)
    await server.settled()
    assert server.status.state is ServerState.FAILED
    assert reason in server.status.reason


async def test_cat_011_bad_schemas_cost_only_themselves(hostile: Attach) -> None:
    server = hostile("bad-schema")
    await server.settled()
    names = [tool.name for tool in server.tools]
    assert (names[6], names[-1], "no_schema" in names) == ("ok_tool", "ok_tool_2", True)
    assert any("root is not an object" in report.problem for report in server.reports)
    for name in ("ok_tool", "ok_tool_2", "ref_http", "null_schema"):
        assert name in (await server.call(name, {"a": 1})).content[0].text


async def test_cat_021_an_empty_cursor_is_followed_once(hostile: Attach, received: Received) -> None:
    server = hostile("empty-cursor")
    await server.settled()
    assert len(received("tools/list")) == 2


async def test_duplicate_names_are_passed_on_in_their_order(hostile: Attach) -> None:
    server = hostile("duplicate-names")
    await server.settled()
    searches = [tool.description for tool in server.tools if tool.name == "search"]
    assert searches == ["Search tickets.", "Search people by mail address."]


async def test_cat_028_a_changed_definition_under_the_same_name_is_seen(hostile: Attach) -> None:
    server = hostile("rug-pull")
    await server.settled()
    before = next(tool for tool in server.tools if tool.name == "send_mail")
    await server.refresh()
    after = next(tool for tool in server.tools if tool.name == "send_mail")
    assert "bcc" not in json.dumps(before.input_schema)
    assert "bcc" in json.dumps(after.input_schema)


async def test_cat_030_tools_that_come_late(hostile: Attach) -> None:
    server = hostile("late-tools", "--delay", "0.4")
    await server.settled()
    assert (server.status.state, server.status.reason, len(server.tools)) == (ServerState.READY, "offers no tools", 0)
    await until(lambda: len(server.tools) >= 6)
    assert server.status.reason == ""


async def test_tra_018_a_server_without_tools_is_ready(hostile: Attach) -> None:
    server = hostile("no-tools-capability")
    await server.settled()
    assert (server.status.state, server.status.reason) == (ServerState.READY, "offers no tools")


async def test_cal_012_an_error_is_not_tried_again(hostile: Attach, received: Received) -> None:
    server = hostile("rpc-error")
    await server.settled()
    assert (await server.call("echo", {"text": "x"})).is_error
    assert len(received("tools/call")) == 1


async def test_cal_020_every_item_is_shown_in_some_form(hostile: Attach) -> None:
    server = hostile("mixed-content")
    await server.settled()
    result = await server.call("echo", {"text": "x"})
    assert len(result.content) == 12
    assert [result.content[0].text, result.content[-1].text] == ["first", "last"]
    assert all(item.text for item in result.content)
    assert "https://example.invalid/doc" in result.content[6].text
    assert [item.kind for item in result.content[7:10]] == ["unknown"] * 3
    assert len(result.problems) == 6


async def test_cal_025_an_image_is_a_type_and_a_size(hostile: Attach) -> None:
    server = hostile("image-result", "--n", "200000")
    await server.settled()
    result = await server.call("echo", {"text": "x"})
    assert result.content[0].text == "image/png, 200 kB"


async def test_cal_029_integers_keep_their_digits(hostile: Attach) -> None:
    server = hostile("bigint-result")
    await server.settled()
    structured = (await server.call("echo", {"text": "x"})).structured
    assert (structured["id"], structured["big"]) == (9007199254740993, 36893488147419103232)
    sent = {"id": 36893488147419103232, "none": None, "text": "\u2028"}
    good = hostile("good")
    await good.settled()
    assert json.loads((await good.call("wire", sent)).content[0].text) == sent


@pytest.mark.parametrize(
    ("kind", "problems"),
    [("null", 1), ("list", 1), ("text", 1), ("empty", 1), ("content_null", 1), ("content_text", 1),
     ("content_object", 1), ("item_text", 1), ("item_null", 1), ("missing", 1)],
)  # fmt: skip
async def test_odd_results_are_kept(hostile: Attach, kind: str, problems: int) -> None:
    server = hostile("odd-result")
    await server.settled()
    result = await server.call(f"result_{kind}", {})
    assert len(result.problems) == problems


@pytest.mark.parametrize("mode", ["structured-mismatch", "structured-missing", "structured-only"])
async def test_structured_content_is_kept(hostile: Attach, mode: str) -> None:
    server = hostile(mode)
    await server.settled()
    result = await server.call("weather_report", {})
    assert result.content or result.structured == {"celsius": 21}


async def test_cat_015_an_unusable_output_schema_costs_no_result(hostile: Attach) -> None:
    server = hostile("bad-output-schema")
    await server.settled()
    for tool in server.tools:
        if tool.name.startswith("out_"):
            assert (await server.call(tool.name, {})).content


async def test_tra_007_a_result_of_five_megabytes_on_one_line(hostile: Attach) -> None:
    server = hostile("huge-result")
    await server.settled()
    for _ in range(2):
        assert len((await server.call("echo", {"text": "x"})).content[0].text) == 5_000_000


async def test_tra_012_stderr_is_drained_and_bounded(hostile: Attach) -> None:
    server = hostile("stderr-noise", "--n", "512")
    await server.settled()
    for _ in range(10):
        assert (await server.call("echo", {"text": "x"})).content
    assert server.log_path.stat().st_size < 2_100_000


async def test_tra_014_grandchildren_of_stubborn_servers_end(hostile: Attach) -> None:
    server = hostile("orphan-child,ignore-sigterm")
    await server.settled()
    family = json.loads((await server.call("family", {})).content[0].text)
    await server.close()
    assert not any(alive(pid) for pid in family.values())


async def test_tra_022_requests_of_the_server_are_answered(hostile: Attach) -> None:
    server = hostile("server-requests")
    await server.settled()
    answers = json.loads((await server.call("echo", {"text": "x"})).content[0].text)
    assert answers["ping"] == "result"
    assert "no answer" not in answers.values()


async def test_cat_032_tools_stay_known_while_a_server_restarts(hostile: Attach, tmp_path: Path) -> None:
    server = hostile("crash-first-call", "--flag", str(tmp_path / "flag"), pause=asyncio.sleep)
    await server.settled()
    with pytest.raises(ServerUnreachable, match="outcome unknown"):
        await server.call("echo", {"text": "x"})
    with pytest.raises(ServerUnreachable, match="restarting"):
        await server.call("add", {"a": 1, "b": 2})
    assert len(server.tools) == 6
    await until(lambda: server.status.state is ServerState.CONNECTING)
    await server.settled()
    assert (await server.call("add", {"a": 1, "b": 2})).structured == {"sum": 3}


async def test_sec_001_escapes_do_not_get_through(hostile: Attach) -> None:
    server = hostile("ansi-result,ansi-description,stderr-ansi")
    await server.settled()
    shown = (await server.call("echo", {"text": "x"})).content[0].text + server.log_path.read_text()
    shown += "".join(tool.description + tool.title for tool in server.tools)
    assert not set(shown) & {"\x1b", "\x07", "\x9b", "\x00", "\x08", "\x7f", "\r"}
