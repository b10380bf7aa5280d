"""turn without a screen: routes, plan, results, exit codes."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands.support import Workbench

LIST, CREATE = "mcp_tracker_list_issues", "mcp_tracker_create_issue"


def write(path: Path, *calls: tuple[str, Any]) -> str:
    """A file with an Anthropic assistant message of these calls."""
    blocks = [
        {"type": "tool_use", "id": f"t{at}", "name": name, "input": given} for at, (name, given) in enumerate(calls)
    ]
    path.write_text(json.dumps({"role": "assistant", "content": blocks}), encoding="utf-8")
    return str(path)


def test_a_dry_run_shows_routes_and_plan_and_runs_nothing(workbench: Workbench, tmp_path: Path) -> None:
    file = write(tmp_path / "turn.json", ("tool_search", {"queries": ["x"]}), (LIST, {}), (CREATE, {"title": "x"}))
    answer = workbench("turn", file, "--dry-run", "--json", "--demo")
    assert answer.exit_code == 0, answer.stderr
    told = json.loads(answer.stdout)
    assert [(entry["route"], entry["runs"]) for entry in told["entries"]] == [
        ("direct", ["tool_search"]),
        ("auto-routed", [LIST]),
        ("auto-routed", [CREATE]),
    ]
    assert [group["entries"] for group in told["groups"]] == [[0], [1], [2]]
    assert told["problems"] == []
    assert "messages" not in told
    assert told["entries"][1]["arguments"] == {"calls": [{"name": LIST, "arguments": {}}]}


def test_a_run_tells_everything(workbench: Workbench, tmp_path: Path) -> None:
    file = write(tmp_path / "turn.json", (LIST, {"limit": "1"}), ("tool_call", {"name": LIST, "arguments": {}}))
    answer = workbench("turn", file, "--json", "--demo")
    assert answer.exit_code == 0, answer.stderr
    told = json.loads(answer.stdout)
    first = told["entries"][0]
    assert {"index", "emitted", "route", "name", "runs", "group", "lane", "start", "end", "approval", "outcome"} <= set(
        first
    )
    assert (first["approval"], first["outcome"], first["calls"][0]["name"]) == ("allow", "done", LIST)
    assert first["calls"][0]["repairs"] == [{"path": "arguments.limit", "from": "1", "to": 1}]
    [message] = told["messages"]
    assert [block["tool_use_id"] for block in message["content"]] == ["t0", "t1"]


def test_for_a_person(workbench: Workbench, tmp_path: Path) -> None:
    file = write(tmp_path / "turn.json", (LIST, {"limit": "1"}), ("mcp_tracker_list_isues", {}))
    dry = workbench("turn", file, "--dry-run", "--demo")
    assert dry.exit_code == 3
    assert "auto-routed" in dry.stdout
    assert "barrier" in dry.stdout
    assert "no tool called mcp_tracker_list_isues" in dry.stderr
    answer = workbench("turn", file, "--demo")
    assert "SHOP-1" in answer.stdout
    assert "repaired arguments.limit" in answer.stderr


@pytest.mark.parametrize(
    ("calls", "code"),
    [
        ([(LIST, {})], 0),
        ([(LIST, {}), ("nope", {})], 3),
        ([("mcp_tracker_get_issue", {"issue": "SHOP-99999"})], 5),
        ([(CREATE, {"title": 5})], 6),
        ([("tool_call", {"calls": 7})], 6),
        ([("tool_search", {"queries": []})], 6),
        ([(CREATE, {"project": "SHOP", "title": "x"})], 7),
    ],
)
def test_exit_codes(workbench: Workbench, tmp_path: Path, calls: list[tuple[str, Any]], code: int) -> None:
    answer = workbench("turn", write(tmp_path / "turn.json", *calls), "--json", "--demo")
    assert answer.exit_code == code, answer.stdout + answer.stderr
    assert json.loads(answer.stdout)["entries"][-1]["payload"]


def test_yes_approves(workbench: Workbench, tmp_path: Path) -> None:
    file = write(tmp_path / "turn.json", (CREATE, {"project": "SHOP", "title": "x"}))
    assert workbench("turn", file, "--demo", "--yes").exit_code == 0


def test_markdown_on_stdin(workbench: Workbench) -> None:
    text = "So:\n```json\n" + json.dumps({"name": LIST, "arguments": {"limit": 1}}) + "\n```\n"
    answer = workbench("turn", "-", "--demo", "--json", stdin=text)
    assert answer.exit_code == 0, answer.stderr
    assert json.loads(answer.stdout)["messages"][0]["isError"] is False


@pytest.mark.parametrize("text", ["", "{", "hello", "[" * 100_000, '{"calls": 7}'])
def test_what_holds_no_turn_is_usage(workbench: Workbench, tmp_path: Path, text: str) -> None:
    file = tmp_path / "turn.json"
    file.write_text(text)
    answer = workbench("turn", str(file), "--demo", "--json")
    assert answer.exit_code == 2
    assert json.loads(answer.stdout)["problems"]
    assert "warning" in answer.stderr


def test_a_turn_without_calls_finds_nothing(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "turn.json"
    file.write_text('{"role": "assistant", "content": "done"}')
    assert workbench("turn", str(file), "--demo").exit_code == 3


def test_files_that_cannot_be_read(workbench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name in ("no-such-file", str(tmp_path), str(tmp_path / "bytes")):
        answer = workbench("turn", name, "--demo")
        assert answer.exit_code == 2
        assert answer.stderr.startswith("workbench: ")


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to a child there")
def test_ctrl_c_lets_the_running_call_end_and_starts_no_more(tmp_path: Path) -> None:
    file = write(tmp_path / "turn.json", ("mcp_basics_count_slowly", {"seconds": 2}), ("mcp_basics_list_notes", {}))
    config = tmp_path / "config.yaml"
    config.write_text("mcp_servers:\n  basics:\n    demo: basics\n")
    words = [sys.executable, "-m", "workbench", "turn", file, "--config", str(config), "--yes"]
    process = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "progress" in line:
            process.send_signal(signal.SIGINT)
            break
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    outcomes = [line.split()[-1] for line in out.splitlines()[1:3]]
    assert outcomes == ["done", "interrupted"], out
