"""Servers named on the command line."""

from pathlib import Path

import pytest

from workbench.config import ConfigError, command_line_servers, server_spec_from_text

VARIABLES = {"TOKEN": "t-1", "HOME": "/home/me"}


def touch(folder: Path, *names: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text("{}", encoding="utf-8")


def test_a_command_is_split_as_a_shell_does(tmp_path: Path) -> None:
    (spec,) = command_line_servers(["my=python3 -c 'print(1)' --x=\"a b\" ~ ${TOKEN}"], [], tmp_path, VARIABLES)
    assert (spec.name, spec.command) == ("my", "python3")
    assert spec.args == ("-c", "print(1)", "--x=a b", "~", "t-1")
    assert (spec.cwd, spec.variables) == (str(tmp_path), {"TOKEN": "t-1"})


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/mcp", "HTTPS://h.example/?a=b=c", " https://h "])
def test_an_address_is_an_address(url: str) -> None:
    spec = server_spec_from_text("a", url, environ={})
    assert (spec.url, spec.command) == (url.strip(), "")


@pytest.mark.parametrize(
    "text",
    ["noequals", "=npx", "  =npx", "a=", "a=  ", "a=npx 'open", "a=ftp://h", "a=file:///etc/passwd", "a=http://",
     "connectors=npx", "a=npx ${NOPE}", "a=''"],
)  # fmt: skip
def test_what_makes_no_sense_is_an_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        command_line_servers([text], [], tmp_path, VARIABLES)
    assert caught.value.where.startswith("--server")
    assert caught.value.problem


def test_an_error_does_not_quote_the_command(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        command_line_servers(["a=npx --token sk-secret-1 'open"], [], tmp_path, {})
    assert "sk-secret" not in str(caught.value)


def test_a_snapshot_is_named_after_its_file(tmp_path: Path) -> None:
    touch(tmp_path, "one.json", "two.json.gz", "three.txt")
    found = command_line_servers([], [Path("one.json"), tmp_path / "two.json.gz", Path("three.txt")], tmp_path, {})
    assert [spec.name for spec in found] == ["one", "two", "three.txt"]
    assert [Path(spec.snapshot).name for spec in found] == ["one.json", "two.json.gz", "three.txt"]
    assert all(Path(spec.snapshot).is_absolute() for spec in found)


def test_a_folder_stands_for_its_snapshots(tmp_path: Path) -> None:
    touch(tmp_path / "d", "b.json", "a.json.gz", "all.manifest.json", "notes.md", ".hidden.json")
    (tmp_path / "d" / "sub.json").mkdir()
    found = command_line_servers([], [Path("d")], tmp_path, {})
    assert [spec.name for spec in found] == ["a", "b"]


def test_names_are_made_unique_and_never_reserved(tmp_path: Path) -> None:
    touch(tmp_path / "d", "a.json", "a.json.gz", "core.json")
    touch(tmp_path / "e", "a.json")
    found = command_line_servers(["a=npx"], [Path("d"), Path("e")], tmp_path, {})
    assert [spec.name for spec in found] == ["a", "a-2", "a-3", "core-snapshot", "a-4"]


@pytest.mark.parametrize("kind", ["absent", "empty"])
def test_a_snapshot_path_without_snapshots_is_an_error(tmp_path: Path, kind: str) -> None:
    if kind == "empty":
        (tmp_path / kind).mkdir()
    with pytest.raises(ConfigError):
        command_line_servers([], [Path(kind)], tmp_path, {})


def test_the_folder_of_real_catalogs(catalogs: Path, tmp_path: Path) -> None:
    found = command_line_servers([], [catalogs], tmp_path, {})
    assert len(found) > 100
    assert len({spec.name for spec in found}) == len(found)
    assert not any("manifest" in spec.snapshot for spec in found)
