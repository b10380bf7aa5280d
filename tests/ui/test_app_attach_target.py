"""What is typed into the attach dialog."""

from pathlib import Path

import pytest

from workbench.settings import ServerSpec
from workbench.ui.screens.attach_target import Faults, read_target, suggest_name


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("npx -y @modelcontextprotocol/server-everything", "everything"),
        ("npx -y @modelcontextprotocol/server-filesystem /srv/files", "filesystem"),
        ("uvx mcp-server-time", "time"),
        ("uvx mcp-server-git --repository .", "git"),
        ("python tools/weather_server.py", "weather"),
        ("github-mcp-server stdio", "github"),
        ("https://api.githubcopilot.com/mcp/", "githubcopilot"),
        ("http://127.0.0.1:8000/mcp", "server"),
        ("https://mcp.linear.app/sse", "linear"),
        ("recorded/stripe.tools.json.gz", "stripe-tools"),
        ("http://[", "server"),
        ("", ""),
        ("   ", ""),
    ],
)
def test_a_name_is_suggested(target: str, name: str) -> None:
    assert suggest_name(target) == name


def read(name: str, target: str, cwd: Path, taken: tuple[str, ...] = ()) -> ServerSpec | Faults:
    return read_target(name, target, taken=taken, cwd=cwd, environ={})


def test_both_fields_say_what_they_want(tmp_path: Path) -> None:
    faults = read("", " ", tmp_path)
    assert isinstance(faults, Faults)
    assert "command line" in faults.target and "name" in faults.name


def test_a_name_in_use_is_refused_at_its_field(tmp_path: Path) -> None:
    faults = read("git[/hub]", "uvx x", tmp_path, ("git[/hub]",))
    assert isinstance(faults, Faults)
    assert "git[/hub] is attached already" in faults.name and not faults.target


def test_a_command_line_keeps_its_quoted_parts(tmp_path: Path) -> None:
    spec = read("files", "npx -y server '/srv/my files'", tmp_path)
    assert isinstance(spec, ServerSpec)
    assert (spec.name, spec.command, spec.args) == ("files", "npx", ("-y", "server", "/srv/my files"))


def test_an_address_is_reached_over_http(tmp_path: Path) -> None:
    spec = read("linear", "https://mcp.linear.app/mcp", tmp_path)
    assert isinstance(spec, ServerSpec)
    assert (spec.url, spec.transport_name) == ("https://mcp.linear.app/mcp", "http")


def test_a_file_is_a_snapshot_and_a_missing_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "a b.json").write_text("{}")
    spec = read("x", "a b.json", tmp_path)
    assert isinstance(spec, ServerSpec)
    assert spec.snapshot == str(tmp_path / "a b.json")
    faults = read("x", "other.json", tmp_path)
    assert isinstance(faults, Faults)
    assert str(tmp_path / "other.json") in faults.target


def test_a_command_whose_argument_is_a_json_file_is_a_command(tmp_path: Path) -> None:
    spec = read("x", "node server.js --config conf.json", tmp_path)
    assert isinstance(spec, ServerSpec)
    assert spec.command == "node"


def test_an_open_quote_is_a_fault_at_the_target(tmp_path: Path) -> None:
    faults = read("x", "npx 'abc", tmp_path)
    assert isinstance(faults, Faults)
    assert faults.target and not faults.name
