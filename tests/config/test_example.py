"""config.example.yaml: valid, complete, and the defaults it names are the defaults."""

import re
from dataclasses import fields
from pathlib import Path

import yaml

from workbench.config import load
from workbench.config.sections import TOP_KEYS
from workbench.config.servers import SERVER_KEYS
from workbench.settings import GatewaySettings, ModelSettings, ServerSpec, ToolSearchSettings, ToolsetSettings

EXAMPLE = Path(__file__).parents[2] / "config.example.yaml"


def test_it_loads_without_a_report_and_without_a_variable(tmp_path: Path) -> None:
    settings = load(EXAMPLE, demo=False, environ={}, cwd=tmp_path)
    assert [str(report) for report in settings.reports] == []
    assert not any(spec.error for spec in settings.servers)
    assert [spec.name for spec in settings.servers if spec.enabled] == ["tracker"]


def test_every_key_is_documented() -> None:
    example = yaml.safe_load(EXAMPLE.read_text(encoding="utf-8"))
    servers = {key for entry in example["mcp_servers"].values() for key in entry}
    assert set(example) == set(TOP_KEYS)
    assert servers == set(SERVER_KEYS)
    assert servers == {item.name for item in fields(ServerSpec)} - {"name", "variables", "error"}
    assert set(example["tools"]["tool_search"]) == {item.name for item in fields(ToolSearchSettings)}
    assert set(example["model"]) == {item.name for item in fields(ModelSettings)}
    assert set(example["gateway"]) == {item.name for item in fields(GatewaySettings)}
    assert set(example["toolsets"]) == {item.name for item in fields(ToolsetSettings)}
    assert set(example["skills"]) == {"compact_categories", "dirs"}
    assert set(example["tools"]) == {"tool_search", "connectors"}


def test_every_key_has_a_comment_and_the_default_it_names_is_the_default() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    search = text[text.index("  tool_search:") :]
    for item in fields(ToolSearchSettings):
        comment = re.search(rf"((?: *#.*\n)+) *{item.name}: (.*)\n", search)
        assert comment, item.name
        named = re.search(r"Default: (.*)\.\n$", comment[1])
        assert named, item.name
        assert named[1] == comment[2]
        value = yaml.safe_load(named[1])
        assert item.name in ("enabled", "listing") or value == (
            list(item.default) if isinstance(item.default, tuple) else item.default
        )
    for key in SERVER_KEYS:
        assert re.search(rf"#.*\n +{key}:", text), key


def test_the_example_settings_are_the_defaults(tmp_path: Path) -> None:
    settings = load(EXAMPLE, demo=False, environ={}, cwd=tmp_path)
    assert settings.tool_search == ToolSearchSettings()
    assert settings.toolsets == ToolsetSettings()
    github = settings.servers[0]
    usual = ServerSpec("")
    assert (github.start_timeout, github.list_timeout, github.call_timeout) == (
        usual.start_timeout,
        usual.list_timeout,
        usual.call_timeout,
    )
