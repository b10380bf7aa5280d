"""config and config import without a screen."""

import json
from pathlib import Path

import pytest

from tests.commands.support import Workbench

CLIENT = {
    "mcpServers": {
        "files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/tmp"]},
        "tickets": {"url": "https://tickets.example/mcp", "headers": {"Authorization": "Bearer hunter2hunter2"}},
    }
}


def test_config_prints_settings_origins_and_reports(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "workbench.yaml"
    file.write_text(
        "mcp_servers:\n  git: {command: git-mcp, env: {TOKEN: hunter2hunter2}}\n"
        "tools:\n  tool_search:\n    threshold_pct: lots\n    listng: on\n"
    )
    answer = workbench("config", "--json")
    shown = json.loads(answer.stdout)
    assert answer.exit_code == 0
    assert shown["mcp_servers"]["git"]["env"] == {"TOKEN": "***"}
    assert shown["tools"]["tool_search"]["threshold_pct"] == 5
    assert any("threshold_pct" in report and "5" in report for report in shown["reports"])
    assert any("listng" in report and "listing" in report for report in shown["reports"])
    text = workbench("config")
    assert "hunter2" not in text.stdout + text.stderr + answer.stdout
    assert "workbench.yaml:2" in text.stdout


def test_the_example_is_valid_and_printed(workbench: Workbench) -> None:
    example = Path(__file__).parents[2] / "config.example.yaml"
    answer = workbench("config", "--config", str(example), "--json")
    assert answer.exit_code == 0
    assert json.loads(answer.stdout)["reports"] == []


def test_what_is_not_yaml_stops_every_command(workbench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "workbench.yaml").write_text("mcp_servers: {a: [\n")
    for command in ("config", "tiers", "servers"):
        answer = workbench(command)
        assert answer.exit_code == 2
        assert "workbench.yaml" in answer.stderr
        assert answer.stdout == ""


def test_import_shows_and_writes(workbench: Workbench, tmp_path: Path) -> None:
    client = tmp_path / "client.json"
    client.write_text(json.dumps(CLIENT))
    target = tmp_path / "workbench.yaml"
    target.write_text("# mine\nmodel: {context_length: 100000}  # kept\n")
    dry = workbench("config", "import", str(client), "--dry-run")
    assert dry.exit_code == 0
    assert "files" in dry.stdout
    assert target.read_text() == "# mine\nmodel: {context_length: 100000}  # kept\n"
    done = workbench("config", "import", str(client))
    assert done.exit_code == 0
    assert target.read_text().startswith("# mine\nmodel: {context_length: 100000}  # kept\n")
    assert "hunter2" not in done.stdout + done.stderr
    shown = json.loads(workbench("config", "--json").stdout)
    assert list(shown["mcp_servers"]) == ["files", "tickets"]
    again = workbench("config", "import", str(client))
    assert "0 of 2" in again.stderr


def test_import_finds_a_client(workbench: Workbench, tmp_path: Path) -> None:
    missing = workbench("config", "import", "--from", "cursor")
    assert missing.exit_code == 2
    assert "mcp.json" in missing.stderr
    folder = tmp_path / ".cursor"
    folder.mkdir()
    (folder / "mcp.json").write_text(json.dumps(CLIENT))
    target = tmp_path / "new.yaml"
    assert workbench("config", "import", "--from", "cursor", "--to", str(target)).exit_code == 0
    assert "tickets" in target.read_text()


@pytest.mark.parametrize("words", [(), ("x.json", "--from", "cursor")])
def test_import_takes_one_source(workbench: Workbench, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "x.json").write_text("{}")
    assert workbench("config", "import", *words).exit_code == 2
