"""call without a screen: approvals, repairs, failures, exit codes."""

import json
import sys
from pathlib import Path

import pytest

from tests.commands.support import Workbench

WIRE = """
import json, sys
LIST = {"type": "array", "items": {"type": "string"}}
TYPES = {"n": {"type": "integer"}, "ns": {"type": "array", "items": {"type": "integer"}}, "text": {"type": "string"},
         "on": {"type": "boolean"}, "tags": LIST, "tag": LIST, "one": LIST}
TOOL = {"name": "wire", "inputSchema": {"type": "object", "properties": TYPES}}
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    method, params = asked["method"], asked.get("params", {})
    if method == "initialize":
        result = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "w", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [TOOL]}
    else:
        result = {"content": [{"type": "text", "text": json.dumps(params.get("arguments"))}]}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


def test_a_read_only_tool_needs_no_approval(workbench: Workbench) -> None:
    answer = workbench("call", "mcp_tracker_list_issues", "--demo", "--json")
    assert answer.exit_code == 0, answer.stderr
    report = json.loads(answer.stdout)
    assert report["outcome"] == "done"
    assert report["result"]["content"]


def test_a_writing_tool_asks_and_yes_answers(workbench: Workbench) -> None:
    words = (
        "call",
        "mcp_tracker_create_issue",
        "--args",
        '{"project": "SHOP", "title": "From the shell"}',
        "--demo",
        "--json",
    )
    assert workbench(*words).exit_code == 7
    assert workbench(*words, "--yes").exit_code == 0


def test_invalid_arguments_never_reach_the_server(workbench: Workbench) -> None:
    answer = workbench(
        "call", "mcp_tracker_create_issue", "--args", '{"title": 5, "nope": []}', "--demo", "--json", "--yes"
    )
    assert answer.exit_code == 6
    report = json.loads(answer.stdout)
    assert report["outcome"] == "invalid arguments"
    assert report["failures"][0]["path"].startswith("arguments")
    assert {"error", "path", "constraint", "parameters", "hint"} <= set(report["error"])


def test_repairs_are_told(workbench: Workbench) -> None:
    answer = workbench("call", "mcp_tracker_list_issues", "--args", '{"limit": "3"}', "--demo", "--json")
    assert answer.exit_code == 0, answer.stdout
    assert json.loads(answer.stdout)["repairs"] == [{"path": "arguments.limit", "from": "3", "to": 3}]


def test_a_tool_error_is_five(workbench: Workbench) -> None:
    answer = workbench("call", "mcp_tracker_get_issue", "--args", '{"issue": "SHOP-99999"}', "--demo")
    assert answer.exit_code == 5, answer.stdout + answer.stderr


def test_an_unknown_tool_is_three(workbench: Workbench) -> None:
    answer = workbench("call", "list_issues", "--demo")
    assert answer.exit_code == 3
    assert "mcp_tracker_list_issues" in answer.stderr


def test_a_recorded_tool_cannot_be_called(workbench: Workbench, recorded: Path) -> None:
    words = ("call", "mcp_post_send_mail", "--args", '{"address": "a@b"}', "--snapshot", str(recorded), "--yes")
    answer = workbench(*words)
    assert answer.exit_code == 4
    assert "snapshot" in answer.stderr


@pytest.mark.parametrize("text", ["{", "[]", "5", "@no-such-file", "[" * 100_000])
def test_arguments_that_are_not_an_object_are_usage(workbench: Workbench, text: str) -> None:
    answer = workbench("call", "x", "--args", text, "--demo")
    assert answer.exit_code == 2
    assert "--args" in answer.stderr
    assert len(answer.stderr) < 500


def test_arguments_from_a_file_and_from_stdin(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "args.json"
    file.write_text('{"limit": 1}')
    assert workbench("call", "mcp_tracker_list_issues", "--args", f"@{file}", "--demo").exit_code == 0
    assert workbench("call", "mcp_tracker_list_issues", "--args", "-", "--demo", stdin='{"limit": 1}').exit_code == 0


@pytest.fixture
def wired(tmp_path: Path) -> list[str]:
    """A server that answers with the arguments that arrived."""
    script = tmp_path / "wire.py"
    script.write_text(WIRE)
    return ["--server", f"w={sys.executable} {script}"]


def test_val_033_single_arguments_are_read_by_the_schema(workbench: Workbench, wired: list[str]) -> None:
    pairs = ['tags=["a","b"]', "tag=a", "tag=b", "one=x", "n=3", "ns=1", "ns=2", "text=7", "on=true", "eq=a=b", "none="]
    answer = workbench("call", "mcp_w_wire", *pairs, "--args", '{"more": 1}', "--yes", *wired)
    assert answer.exit_code == 0, answer.stderr
    assert json.loads(answer.stdout) == {
        "tags": ["a", "b"], "tag": ["a", "b"], "one": ["x"], "n": 3, "ns": [1, 2], "text": "7", "on": True,
        "eq": "a=b", "none": "", "more": 1,
    }  # fmt: skip


@pytest.mark.parametrize("words", [["tags"], ["=x"], ["a=1", "--args", '{"a": 2}']])
def test_val_033_what_is_no_pair_is_refused(workbench: Workbench, words: list[str]) -> None:
    assert workbench("call", "mcp_w_wire", *words).exit_code == 2


@pytest.mark.parametrize("text", ['{"a": NaN}', '{"a": 1e99999}', '{"a": 1, "a": 2}', '{"a": 1}}'])
def test_arguments_that_are_no_json_never_leave(workbench: Workbench, text: str) -> None:
    answer = workbench("call", "mcp_tracker_list_issues", "--args", text)
    assert answer.exit_code == 2
    assert "--args is not JSON" in answer.stderr
