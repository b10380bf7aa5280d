"""servers, tiers, search, describe and snapshot without a screen."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.support import Workbench, write_snapshot

TIERS_KEYS = {
    "tier", "listing_form", "listing_budget", "listing_tokens", "deferred_count", "deferred_tokens", "visible_tokens",
    "bridge_tokens", "eager_tokens", "servers",
}  # fmt: skip


def test_help_names_the_exit_codes_and_imports_nothing_heavy() -> None:
    probe = (
        "import sys, workbench.cli; "
        "print([name for name in ('textual', 'mcp', 'jsonschema', 'pydantic', 'yaml') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True).stdout.strip() == "[]"


def test_the_help_text(workbench: Workbench) -> None:
    answer = workbench("--help")
    assert answer.exit_code == 0
    assert "7  approval or account needed" in answer.stdout
    assert all(name in answer.stdout for name in ("servers", "tiers", "search", "describe", "call", "config"))


def test_without_a_terminal_the_screen_is_refused(workbench: Workbench) -> None:
    answer = workbench()
    assert answer.exit_code == 2
    assert "terminal" in answer.stderr


def test_servers_of_the_demo(workbench: Workbench) -> None:
    answer = workbench("servers", "--demo", "--json")
    assert answer.exit_code == 0
    states = {entry["name"]: (entry["state"], entry["tools"]) for entry in json.loads(answer.stdout)}
    assert states["tracker"] == ("ready", 24)
    assert states["basics"][0] == "ready"


def test_a_dead_server_costs_only_itself(workbench: Workbench, recorded: Path) -> None:
    answer = workbench("servers", "--json", "--snapshot", str(recorded), "--server", "gone=no-such-command-xyz --flag")
    assert answer.exit_code == 4
    by_name = {entry["name"]: entry for entry in json.loads(answer.stdout)}
    assert by_name["post"]["state"] == "ready"
    assert by_name["gone"]["state"] == "failed"
    assert "no-such-command-xyz" in by_name["gone"]["error"]
    search = workbench("search", "mail", "--snapshot", str(recorded), "--server", "gone=no-such-command-xyz", "--json")
    assert search.exit_code == 0
    assert "gone" in search.stderr


def test_tiers_json_has_exactly_the_promised_keys(workbench: Workbench, recorded: Path) -> None:
    answer = workbench("tiers", "--json", "--snapshot", str(recorded))
    tiers = json.loads(answer.stdout)
    assert answer.exit_code == 0
    assert set(tiers) == TIERS_KEYS
    assert (tiers["tier"], tiers["listing_form"], tiers["deferred_count"]) == (1, "full", 3)
    assert set(tiers["servers"][0]) == {"name", "tools", "schema_tokens", "form", "listing_tokens"}
    full = json.loads(workbench("tiers", "--json", "--full", "--snapshot", str(recorded)).stdout)
    names = [entry["function"]["name"] for entry in full["definitions"]]
    assert names == ["manage_connections", "tool_search", "tool_describe", "tool_call"]


def test_context_moves_the_budget(workbench: Workbench, recorded: Path) -> None:
    budgets = [
        json.loads(workbench("tiers", "--json", "--snapshot", str(recorded), "--context", size).stdout)[
            "listing_budget"
        ]
        for size in ("8000", "40000", "1000000")
    ]
    assert budgets == [400, 2000, 4000]


def test_options_may_stand_before_the_command(workbench: Workbench, recorded: Path) -> None:
    answer = workbench("--snapshot", str(recorded), "tiers", "--json")
    assert json.loads(answer.stdout)["deferred_count"] == 3


def test_nothing_attached_is_tier_0(workbench: Workbench, tmp_path: Path) -> None:
    config = tmp_path / "empty.yaml"
    config.write_text("model: {context_length: 100000}\n")
    tiers = json.loads(workbench("tiers", "--json", "--config", str(config)).stdout)
    assert (tiers["tier"], tiers["deferred_count"], tiers["servers"]) == (0, 0, [])


def test_search_prints_exactly_the_payload(workbench: Workbench, recorded: Path) -> None:
    answer = workbench("search", "send mail", "fly rocket", "--json", "--snapshot", str(recorded))
    payload = json.loads(answer.stdout)
    assert answer.exit_code == 0
    assert list(payload) == ["queries", "total_available", "results", "tools"]
    hit, miss = payload["results"]
    assert hit == {"query": "send mail", "matches": ["mcp_post_send_mail"]}
    assert miss["matches"] == []
    assert miss["available_sources"] == [{"name": "post", "tool_count": 3}]
    assert miss["hint"]
    assert payload["tools"]["mcp_post_send_mail"]["required"] == ["address"]


def test_explain_adds_the_reasons_and_nothing_else(workbench: Workbench, recorded: Path) -> None:
    bare = json.loads(workbench("search", "send mail", "--json", "--snapshot", str(recorded)).stdout)
    full = json.loads(workbench("search", "send mail", "--json", "--explain", "--snapshot", str(recorded)).stdout)
    explain = full.pop("explain")
    assert full == bare
    assert explain[0]["gate"]


@pytest.mark.parametrize(
    ("words", "code"), [(("rocket",), 3), (tuple("abcdefgh"), 2), (("mail",), 0), (("mail", "rocket"), 0)]
)
def test_exit_codes_of_search(workbench: Workbench, recorded: Path, words: tuple[str, ...], code: int) -> None:
    assert workbench("search", *words, "--snapshot", str(recorded)).exit_code == code


def test_limit(workbench: Workbench, recorded: Path) -> None:
    answer = workbench("search", "mail", "--limit", "2", "--json", "--snapshot", str(recorded))
    assert len(json.loads(answer.stdout)["results"][0]["matches"]) == 2


def test_describe(workbench: Workbench, recorded: Path) -> None:
    answer = workbench("describe", "mcp_post_send_mail", "nope", "--json", "--snapshot", str(recorded))
    payload = json.loads(answer.stdout)
    assert answer.exit_code == 0
    assert payload["tools"]["mcp_post_send_mail"]["parameters"]["required"] == ["address"]
    assert payload["not_found"] == ["nope"]
    assert workbench("describe", "nope", "--snapshot", str(recorded)).exit_code == 3


def test_snapshot_round_trip(workbench: Workbench, tmp_path: Path) -> None:
    written = workbench("snapshot", "tracker", "--demo")
    assert written.exit_code == 0
    file = tmp_path / "tracker-kept.json"
    file.write_text(written.stdout)
    kept = json.loads(workbench("tiers", "--json", "--snapshot", str(file)).stdout)
    live = json.loads(workbench("tiers", "--json", "--server", "x=none", "--demo").stdout)
    assert kept["deferred_count"] == 24
    tokens = {server["name"]: server["schema_tokens"] for server in live["servers"]}
    assert kept["servers"][0]["schema_tokens"] == pytest.approx(tokens["tracker"], rel=0.02)
    assert workbench("snapshot", "nope", "--demo").exit_code == 3


def test_hostile_text_reaches_neither_stdout_nor_stderr_as_control_codes(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "evil.json"
    evil = {
        "name": "evil",
        "description": "\x1b]0;owned\x07 \u202eright\u009b2J",
        "inputSchema": {"title": "\u009b2J\x1b[2J"},
    }
    file.write_text(json.dumps({"server": "evil\x1b[2J", "tools": [evil]}))
    for words in (
        ("servers",), ("tiers",), ("tiers", "--json", "--full"), ("search", "evil\x1b[2J"),
        ("search", "evil", "--json"), ("describe", "mcp_evil_evil"), ("describe", "mcp_evil_evil", "--json"),
        ("snapshot", "evil"),
    ):  # fmt: skip
        answer = workbench(*words, "--snapshot", str(file))
        assert not set("\x1b\x07\x9b\u202e") & set(answer.stdout + answer.stderr), words


def test_a_folder_of_snapshots(workbench: Workbench, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    write_snapshot(folder / "a.json", "a", ["one_thing"])
    write_snapshot(folder / "b.json", "b", ["other_thing"])
    (folder / "broken.json").write_text("{not json")
    answer = workbench("tiers", "--json", "--snapshot", str(folder))
    assert [server["name"] for server in json.loads(answer.stdout)["servers"] if server["tools"]] == ["a", "b"]
    assert "broken" in answer.stderr


@pytest.mark.data
@pytest.mark.slow
def test_all_the_real_catalogs(workbench: Workbench, catalogs: Path) -> None:
    chosen = [path for path in sorted(catalogs.glob("*.json")) if "manifest" not in path.name]
    words = [word for path in chosen for word in ("--snapshot", str(path))]
    tiers = json.loads(workbench("tiers", "--json", *words).stdout)
    assert tiers["deferred_count"] > 5000
    assert len(tiers["servers"]) > 140
    assert 0 < tiers["listing_tokens"] <= tiers["listing_budget"]
    answer = workbench("search", "create issue", "send slack message", "--json", *words)
    payload = json.loads(answer.stdout)
    assert all(group["matches"] for group in payload["results"])
    assert {name for group in payload["results"] for name in group["matches"]} == set(payload["tools"])
