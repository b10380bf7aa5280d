"""core_tools, plugins and hooks: what is read, what is mended, what is reported."""

import re
from pathlib import Path

import pytest

from tests.config.conftest import Read
from tests.config.test_values import about
from workbench.config import load, masked
from workbench.settings import HookSettings, Settings

EXAMPLE = Path(__file__).parents[2] / "config.example.yaml"


def test_nothing_said_is_nothing(read: Read) -> None:
    for settings in (read(""), read("core_tools:\nplugins:\nhooks:\n"), read('core_tools: ""'), Settings()):
        assert (settings.core_tools, settings.plugins, settings.hooks) == ("", (), HookSettings())
        assert not settings.reports


@pytest.mark.parametrize("written", ["false", "none", "OFF", "0", "null", "''"])
def test_words_for_no_core_tools(read: Read, written: str) -> None:
    settings = read(f"core_tools: {written}")
    assert settings.core_tools == ""
    assert not settings.reports


def test_shipped_and_a_file(read: Read, tmp_path: Path) -> None:
    assert read("core_tools: ' Shipped '").core_tools == "shipped"
    assert read("core_tools: agent/tools.json").core_tools == str(tmp_path / "agent/tools.json")
    assert read("core_tools: ./shipped").core_tools == str(tmp_path / "shipped")
    assert read("core_tools: ~/tools.json", {"HOME": "/home/me"}).core_tools == "/home/me/tools.json"


@pytest.mark.parametrize("written", ["true", "5", "[shipped]", "{file: a.json}", "1.5"])
def test_other_core_tools_are_reported(read: Read, written: str) -> None:
    settings = read(f"\ncore_tools: {written}")
    report = about(settings, "core_tools")
    assert settings.core_tools == ""
    assert report.where.endswith("workbench.yaml:2")


def test_plugins_and_hooks_are_import_paths(read: Read) -> None:
    settings = read("plugins: [a.b:c, d:e.f]\nhooks: {pre: guard:check, post: [log.all:note, log.all:note]}")
    assert settings.plugins == ("a.b:c", "d:e.f")
    assert settings.hooks == HookSettings(("guard:check",), ("log.all:note",))
    assert not settings.reports


@pytest.mark.parametrize("path", ["a.b", "a:", ":b", "a b:c", "a..b:c", "1a:b", "a:b:c", "../a:b"])
def test_what_is_no_import_path_is_reported(read: Read, path: str) -> None:
    settings = read(f"plugins:\n  - {path!r}\n  - a:b\n")
    report = about(settings, "plugins")
    assert settings.plugins == ("a:b",)
    assert report.given == path
    assert report.severity == "error"


def test_a_faulty_guardrail_is_kept_so_that_it_can_stop_calls(read: Read) -> None:
    settings = read("hooks:\n  pre: [nonsense]\n  post: [rubbish]\n  before: [a:b]\n")
    assert settings.hooks == HookSettings(("nonsense",), ())
    assert about(settings, "hooks.pre").where.endswith(":2")
    assert about(settings, "hooks.post").where.endswith(":3")
    assert "unknown" in about(settings, "hooks.before").problem


@pytest.mark.parametrize("written", ["5", "{a: b}", "[[a]]", "!!python/name:os.system ''"])
def test_lists_that_are_none_are_reported(read: Read, written: str) -> None:
    settings = read(f"plugins: {written}")
    assert settings.plugins == ()
    assert about(settings, "plugins")


def test_they_are_printed(read: Read) -> None:
    shown = masked(read("core_tools: shipped\nplugins: [a:b]\nhooks: {post: [c:d]}"))
    assert (shown["core_tools"], shown["plugins"], shown["hooks"]) == ("shipped", ["a:b"], {"pre": [], "post": ["c:d"]})
    assert shown["origins"]["core_tools"].endswith("workbench.yaml:1")


def test_the_example_says_the_defaults() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    settings = load(EXAMPLE, demo=False, environ={}, cwd=Path())
    assert (settings.core_tools, settings.plugins, settings.hooks) == ("", (), HookSettings())
    for key, indent in (("core_tools", ""), ("plugins", ""), ("pre", "  "), ("post", "  ")):
        assert re.search(rf"#.*Default: .*\n{indent}{key}: ", text), key
