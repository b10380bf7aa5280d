"""Servers of other clients: reading their files entry by entry, and finding them."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from workbench.model import Report
from workbench.servers.importing import CLIENTS, ClientEntry, ClientFileError, find, places, read_client_config
from workbench.servers.importing_entries import escaped
from workbench.servers.importing_json import parse_json, without_comments

calm = hypothesis_settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

Found = tuple[tuple[ClientEntry, ...], tuple[Report, ...]]


KEYS = ["mcpServers", "servers", "mcp", "projects", "inputs", "command", "args", "env", "url", "id", "a"]


def repr_of(value: object) -> str:
    """A short id of a long parameter."""
    return repr(value)[:20]


def nested(leaves: st.SearchStrategy[Any], keys: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    return st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(keys, inner))


def read(tmp_path: Path, content: Any, name: str = "mcp.json") -> Found:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return read_client_config(path, home=tmp_path / "home")


def settings(found: Found) -> dict[str, Any]:
    return {entry.name: entry.settings for entry in found[0]}


def test_cfg_001_comments_and_trailing_commas_are_accepted(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        '\ufeff{\n  // used for tests\n  "mcpServers": {\n    /* off: "x": {"command": "x"}, */\n'
        '    "a": {"command": "python3", "args": ["https://h/*//*/", "a,]", "\\"//,}",],},\n  },\n}\n// end',
    )
    assert settings(found) == {"a": {"command": "python3", "args": ["https://h/*//*/", "a,]", '"//,}']}}
    assert found[1] == ()


@pytest.mark.parametrize(
    ("text", "place"),
    [('{\n "a": }', ":2:7"), ("nope", ":1:1"), ('{"a": 1', ":1:8"), ("// only\n", ":2:1"), ('{"a": "x', ":1:7")],
)
def test_what_is_not_json_is_an_error_with_line_and_column(tmp_path: Path, text: str, place: str) -> None:
    with pytest.raises(ClientFileError) as caught:
        read(tmp_path, text)
    assert caught.value.where.endswith(f"mcp.json{place}")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"mcpServers": []}', '"x"', "[" * 100_000, "9" * 5000], ids=repr_of)
def test_a_file_without_servers_is_an_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(ClientFileError):
        read(tmp_path, text)


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_bytes(b"\xff\xff")
    for path in (tmp_path / "absent.json", tmp_path, tmp_path / "b.json"):
        with pytest.raises(ClientFileError):
            read_client_config(path)


@given(nested(st.none() | st.integers() | st.text(), st.text()))
@calm
def test_json_without_comments_is_left_as_it_is(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert without_comments(text) == text


@given(st.text(alphabet='"\\/*,]}\n ab', max_size=40))
@calm
def test_removing_comments_keeps_every_place(text: str) -> None:
    bare = without_comments(text)
    assert len(bare) == len(text)
    assert [place for place, letter in enumerate(text) if letter == "\n"] == [
        place for place, letter in enumerate(bare) if letter == "\n"
    ]


def test_hostile_text_without_an_end_takes_no_long_time() -> None:
    for text in ('"\\' * 200_000, "/*" * 200_000, '"' * 200_001, ", " * 200_000):
        with pytest.raises(ClientFileError):
            parse_json(text, "f")


def test_every_field_is_carried_over(tmp_path: Path) -> None:
    found = read(tmp_path, {"mcpServers": {
        "a": {"type": "stdio", "command": "npx", "args": ["-y", 8080, True], "env": {"N": 1, "B": True, "Z": None},
              "disabled": True},
        "b": {"type": "sse", "url": "https://h/sse", "headers": {"A": "${T}"}},
        "c": {"type": "streamable-http", "url": "https://h/mcp"},
        "d": {"serverUrl": "https://h/mcp"},
    }})  # fmt: skip
    assert settings(found) == {
        "a": {"command": "npx", "args": ["-y", "8080", "true"], "env": {"N": "1", "B": "true"}, "enabled": False},
        "b": {"url": "https://h/sse", "headers": {"A": "${T}"}, "transport": "sse"},
        "c": {"url": "https://h/mcp", "transport": "http"},
        "d": {"url": "https://h/mcp"},
    }
    assert found[1] == ()


def test_cfg_003_good_entries_come_through_whatever_the_others_are(tmp_path: Path) -> None:
    found = read(tmp_path, {"mcpServers": {
        "both": {"command": "x", "url": "http://h"}, "none": {}, "text": "npx",
        "args": {"command": "x", "args": "-y foo"},
        "env": {"command": "x", "env": ["A=b"]},
        "nested": {"command": "x", "env": {"A": {}}}, "nul": {"command": "a\0"},
        "list": {"command": ["npx"]}, "": {"command": "x"}, "connectors": {"command": "x"}, "x" * 200: {"command": "x"},
        "ok": {"command": "python3"},
    }})  # fmt: skip
    assert settings(found) == {"ok": {"command": "python3"}}
    assert len(found[1]) == 11
    assert all(report.severity == "error" for report in found[1])


@given(nested(st.none() | st.booleans() | st.floats() | st.text(), st.sampled_from(KEYS)))
@calm
def test_any_json_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, value: Any) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    try:
        entries, _ = read_client_config(path)
    except ClientFileError:
        return
    for entry in entries:
        assert "command" in entry.settings or "url" in entry.settings
        entry.shown()


def test_of_two_entries_with_one_name_the_first_stands(tmp_path: Path) -> None:
    found = read(tmp_path, '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}')
    assert settings(found) == {"a": {"command": "x"}}
    assert len(found[1]) == 1


def test_project_maps_of_claude_code(tmp_path: Path) -> None:
    project = tmp_path / "p"
    project.mkdir()
    found = read(tmp_path, {
        "mcpServers": {"a": {"command": "x"}},
        "projects": {
            str(project): {"mcpServers": {"b": {"command": "node", "args": ["./s.js"]}, "a": {"command": "x"}},
                           "history": []},
            "/other": {"mcpServers": {"b": {"command": "z"}}}, "/odd": 5,
        },
    }, ".claude.json")  # fmt: skip
    assert settings(found) == {
        "a": {"command": "x"}, "b": {"command": "node", "args": ["./s.js"], "cwd": str(project)},
    }  # fmt: skip
    assert [(report.key, "/other" in report.where) for report in found[1]] == [("b", True)]


def test_vs_code_inputs_and_references_become_variables(tmp_path: Path) -> None:
    found = read(tmp_path, {
        "inputs": [
            {"type": "promptString", "id": "perplexity-key", "description": "Your key", "password": True,
             "default": "x"},
            {"type": "pickString", "id": "region", "default": "eu"}, "odd", {"id": 5},
        ],
        "servers": {"a": {
            "command": "npx", "cwd": "${workspaceFolder}/sub",
            "args": ["--region=${input:region}", "${config:x}", "${userHome}/y"],
            "env": {"KEY": "${input:perplexity-key}", "T": "Bearer ${env:TOKEN}"}, "envFile": "x",
        }},
    }, ".vscode/mcp.json")  # fmt: skip
    assert settings(found)["a"] == {
        "command": "npx", "cwd": f"{tmp_path}/sub",
        "args": ["--region=${REGION:-eu}", "$${config:x}", f"{tmp_path}/home/y"],
        "env": {"KEY": "${PERPLEXITY_KEY}", "T": "Bearer ${TOKEN}"},
    }  # fmt: skip
    problems = " | ".join(str(report) for report in found[1])
    for expected in ("PERPLEXITY_KEY", "Your key", "REGION", "config:x", "envFile"):
        assert expected in problems


def test_vs_code_settings_keep_their_servers_under_mcp(tmp_path: Path) -> None:
    found = read(tmp_path, {
        "editor.fontSize": 12,
        "mcp": {"inputs": [{"id": "k"}], "servers": {"a": {"url": "https://h", "headers": {"A": "${input:k}"}}}},
    }, "settings.json")  # fmt: skip
    assert settings(found) == {"a": {"url": "https://h", "headers": {"A": "${K}"}}}


@pytest.mark.parametrize(
    ("written", "kept"),
    [("${T}", "${T}"), ("u:${T:-x}@h", "u:${T:-x}@h"), ("$${T}", "$${T}"), ("p$ss$$w", "p$ss$$w"), ("${env:T}", "${T}"),
     ("a${b c}d", "a$${b c}d"), ("${", "${"), ("${}", "$${}"), ("${workspaceFolder}", "$${workspaceFolder}"),
     ("${pathSeparator}", "/")],
)  # fmt: skip
def test_references_stay_and_everything_else_is_literal(tmp_path: Path, written: str, kept: str) -> None:
    found = read(tmp_path, {"mcpServers": {"a": {"command": "x", "env": {"V": written}}}})
    assert settings(found)["a"]["env"] == {"V": kept}


@given(st.text(alphabet="$${}ab:-E"))
@calm
def test_an_escaped_text_expands_to_itself(text: str) -> None:
    from workbench.config.expand import Expansion

    expansion = Expansion({"a": "WRONG", "E": "WRONG"})
    assert expansion.text(escaped(text)) == text
    assert not expansion.unset


def test_secrets_in_clear_text_are_kept_noted_and_masked(tmp_path: Path) -> None:
    found = read(tmp_path, {"mcpServers": {
        "a": {"command": "x", "args": ["--token", "sk-arg-secret"],
              "env": {"T": "sk-env-secret", "R": "${T}", "N": "1"}},
        "b": {"url": "https://h/?k=sk-url-secret", "headers": {"A": "Bearer sk-head-secret", "B": "Bearer ${T}"}},
    }})  # fmt: skip
    assert settings(found)["a"]["env"]["T"] == "sk-env-secret"
    notes = [str(report) for report in found[1]]
    assert len(notes) == 2
    assert "env.T, args" in notes[0]
    assert "headers.A, url" in notes[1]
    assert "${NAME}" in notes[0]
    shown = json.dumps([entry.shown() for entry in found[0]]) + "".join(notes) + repr(found[0])
    assert "sk-" not in shown
    assert found[0][0].shown()["env"] == {"T": "***", "R": "${T}", "N": "***"}
    assert found[0][1].shown()["headers"] == {"A": "***", "B": "Bearer ${T}"}


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_every_place_of_every_client_is_found(tmp_path: Path, platform: str) -> None:
    home, cwd = tmp_path / "home", tmp_path / "project"
    for client in CLIENTS:
        expected = places(client, home=home, platform=platform, environ={}, cwd=cwd)
        assert find(client, home=home, platform=platform, environ={}, cwd=cwd) == []
        for path in expected:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("{}", encoding="utf-8")
        assert find(client, home=home, platform=platform, environ={}, cwd=cwd) == expected


def test_the_usual_places() -> None:
    def at(client: Any, platform: str, **environ: str) -> list[str]:
        found = places(client, home=Path("/h"), platform=platform, environ=environ, cwd=Path("/p"))
        return [path.as_posix() for path in found]

    assert at("claude", "darwin") == [
        "/p/.mcp.json", "/h/.claude.json", "/h/Library/Application Support/Claude/claude_desktop_config.json",
    ]  # fmt: skip
    assert "/h/.config/Claude/claude_desktop_config.json" in at("claude", "linux")
    assert "/x/Claude/claude_desktop_config.json" in at("claude", "linux", XDG_CONFIG_HOME="/x")
    assert "/a/Claude/claude_desktop_config.json" in at("claude", "win32", APPDATA="/a")
    assert at("cursor", "linux") == ["/p/.cursor/mcp.json", "/h/.cursor/mcp.json"]
    assert {"/p/.vscode/mcp.json", "/h/.config/Code/User/mcp.json", "/h/.config/Code/User/settings.json"} <= set(
        at("vscode", "linux")
    )
    with pytest.raises(ValueError, match="claude, cursor, vscode"):
        at("emacs", "linux")
