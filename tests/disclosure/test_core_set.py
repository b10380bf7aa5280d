"""The shipped set: which tools, how they are grouped, how well they are described, what they weigh."""

import json
import re

import pytest
from jsonschema import Draft202012Validator

from workbench.connectors.manage import manage_tool
from workbench.disclosure.core_set import ACTING, CORE_TOOLSETS, SHIPPED, STOCK, STOCK_MEDIA, CoreDefinition
from workbench.disclosure.core_tools import shipped_core_tools
from workbench.disclosure.deferral import ALWAYS_DIRECT, DEFERRABLE, FOUNDATIONAL, PROTECTED
from workbench.disclosure.definitions import definition
from workbench.disclosure.descriptions import LIMIT, short_description
from workbench.disclosure.naming import reduced
from workbench.text import byte_length, compact_json, estimate_tokens, plain

BY_NAME = {item.name: item for item in SHIPPED}


def test_the_ten_and_the_39_once_each() -> None:
    assert len(FOUNDATIONAL) == 10 and len(DEFERRABLE) == 39 and not FOUNDATIONAL & DEFERRABLE
    assert len(SHIPPED) == 49
    assert set(BY_NAME) == FOUNDATIONAL | DEFERRABLE
    assert manage_tool().name == ALWAYS_DIRECT and ALWAYS_DIRECT not in BY_NAME
    assert PROTECTED <= DEFERRABLE and set(BY_NAME) >= ACTING
    assert (len(STOCK), len(STOCK_MEDIA)) == (33, 35)
    assert {*BY_NAME, ALWAYS_DIRECT} >= STOCK_MEDIA


def test_toolsets_group_them_all() -> None:
    assert sorted(name for names in CORE_TOOLSETS.values() for name in names) == sorted(BY_NAME)
    assert set(CORE_TOOLSETS) == {
        "files", "terminal", "code", "web", "browser", "memory", "planning", "skills", "automation", "agents",
        "image_gen", "tts", "media", "kanban", "home", "computer",
    }  # fmt: skip
    assert len(CORE_TOOLSETS["browser"]) == 10
    assert len(CORE_TOOLSETS["kanban"]) == 9


@pytest.mark.parametrize("item", SHIPPED, ids=lambda item: item.name)
def test_a_definition_is_complete_and_plain(item: CoreDefinition) -> None:
    Draft202012Validator.check_schema(item.parameters)
    entry = json.loads(compact_json(item.parameters))
    assert entry["additionalProperties"] is False
    assert set(entry.get("required", ())) <= set(entry["properties"])
    for name, part in entry["properties"].items():
        assert len(part["description"]) >= 8, name
    assert reduced(item.name) == item.name
    assert plain(item.description) == item.description and item.description.isprintable() is (
        "\n" not in item.description
    )
    assert len(item.description) > 200
    first = item.description.split("\n")[0]
    assert short_description(item.description) == first and len(first) <= LIMIT
    assert "  " not in item.description


def test_descriptions_name_only_tools_that_exist() -> None:
    for item in SHIPPED:
        named = set(re.findall(r"`([a-z]+_[a-z_]+)`", item.description))
        words = set(re.findall(r"[a-z_]+", compact_json(item.parameters))) | {"browser_", "run_now"}
        assert named <= set(BY_NAME) | words, item.name


def test_no_sentence_stands_in_two_descriptions() -> None:
    seen: dict[str, str] = {}
    for item in SHIPPED:
        for sentence in re.split(r"(?<=[.!?])\s+", item.description):
            if len(sentence) > 60:
                assert sentence not in seen, (item.name, seen[sentence])
                seen[sentence] = item.name


def test_what_looks_only_is_allowed_without_asking() -> None:
    for item in SHIPPED:
        assert item.annotations.read_only is not None and item.annotations.destructive is not None
        assert not (item.annotations.read_only and item.annotations.destructive)
    asked = {"terminal", "write_file", "patch", "execute_code", "send_message", "browser_click", "ha_call_service"}
    assert not any(BY_NAME[name].annotations.read_only for name in asked)
    assert all(BY_NAME[name].annotations.read_only for name in ("read_file", "skill_view", "clarify", "web_search"))


def test_the_weight_is_that_of_a_real_agent() -> None:
    sizes = {tool.name: byte_length(compact_json(definition(tool))) for tool in (*shipped_core_tools(), manage_tool())}
    stock = sum(sizes[name] for name in STOCK)
    assert 0.9 * 59_357 < stock < 1.1 * 59_357
    assert 0.9 * 61_000 < sum(sizes[name] for name in STOCK_MEDIA) < 1.1 * 61_000
    assert min(sizes.values()) > 500 and max(sizes.values()) < 4_000


def test_they_are_core_tools_with_their_cost_counted() -> None:
    tools = shipped_core_tools()
    assert [tool.name for tool in tools] == [item.name for item in SHIPPED]
    for tool in tools:
        assert (tool.kind, tool.source, tool.original_name) == ("core", "core", tool.name)
        assert tool.schema_tokens == estimate_tokens(definition(tool))
        assert definition(tool)["function"]["parameters"] == tool.parameters
