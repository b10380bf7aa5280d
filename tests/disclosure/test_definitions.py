"""The entries of the tool array."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.disclosure.support import server, tool
from workbench.disclosure.blocks import blocks_for
from workbench.disclosure.definitions import BRIDGE_NAMES, bridge_definitions, definition
from workbench.disclosure.listing import NO_LISTING, Listing, ListingForm, choose_listing
from workbench.settings import ToolSearchSettings

DEFAULTS = ToolSearchSettings()


def bridge(form: ListingForm = "none", count: int = 12, connectors: bool = False) -> dict[str, dict[str, Any]]:
    listing = Listing(f"<listing {form}>", form) if form != "none" else NO_LISTING
    entries = bridge_definitions(count, listing, DEFAULTS, connectors)
    assert all(entry["type"] == "function" for entry in entries)
    return {entry["function"]["name"]: entry["function"] for entry in entries}


def test_a_tool_as_the_model_gets_it() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    assert definition(tool("mcp_s_a", description="Do it.", schema=schema)) == {
        "type": "function",
        "function": {"name": "mcp_s_a", "description": "Do it.", "parameters": schema},
    }


def test_a_definition_can_always_be_encoded() -> None:
    entry = definition(tool("a", description="half \ud800", schema={"type": "object", "title": "\udfff"}))
    json.dumps(entry, ensure_ascii=False, allow_nan=False).encode()


def test_the_three_entries_and_their_parameters() -> None:
    entries = bridge()
    assert tuple(entries) == BRIDGE_NAMES
    shapes = {name: entry["parameters"] for name, entry in entries.items()}
    for shape in shapes.values():
        Draft202012Validator.check_schema(shape)
    search = shapes["tool_search"]
    assert search["required"] == ["queries"]
    assert search["properties"]["queries"] | {"description": ""} == {
        "type": "array",
        "items": {"type": "string"},
        "description": "",
    }
    assert search["properties"]["limit"]["type"] == "integer"
    assert "5" in search["properties"]["limit"]["description"] and "25" in search["properties"]["limit"]["description"]
    assert shapes["tool_describe"]["required"] == ["names"]
    assert shapes["tool_describe"]["properties"]["names"]["items"] == {"type": "string"}
    assert shapes["tool_call"]["required"] == ["calls"]
    assert shapes["tool_call"]["properties"]["calls"]["type"] == "array"


def test_cal_004_the_arguments_of_a_call_admit_any_object() -> None:
    call = bridge()["tool_call"]["parameters"]["properties"]["calls"]["items"]
    assert call["properties"]["name"]["type"] == "string"
    assert call["properties"]["arguments"]["type"] == "object"
    assert call["properties"]["arguments"]["additionalProperties"] is True
    check = Draft202012Validator(bridge()["tool_call"]["parameters"])
    assert check.is_valid({"calls": [{"name": "x", "arguments": {"any": [1, {"thing": None}]}}]})
    assert not check.is_valid({"calls": [{"name": "x", "arguments": "text"}]})


@pytest.mark.parametrize(("count", "words"), [(1, "1 more tool loads"), (3320, "3320 more tools load")])
def test_the_count_is_said(count: int, words: str) -> None:
    assert words in bridge(count=count)["tool_search"]["description"]


def test_without_local_tools_no_number_is_said() -> None:
    description = bridge(count=0, connectors=True)["tool_search"]["description"]
    assert "0 " not in description and "connected accounts" in description


def test_connectors_are_mentioned_only_in_scope() -> None:
    for form in ("none", "full", "mixed", "groups"):
        assert "onnect" not in json.dumps(bridge(form)).replace("connected sources", "")
    assert "manage_connections" in bridge(connectors=True)["tool_search"]["description"]
    assert "`connectors__`" in bridge(connectors=True)["tool_call"]["description"]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ("full", "is listed below"),
        ("names", "is listed below"),
        ("mixed", "names are not listed"),
        ("groups", "capability is missing"),
    ],
)
def test_each_form_has_its_own_sentence(form: ListingForm, sentence: str) -> None:
    every = {"is listed below", "names are not listed", "capability is missing"}
    description = bridge(form)["tool_search"]["description"]
    assert {said for said in every if said in description} == {sentence}
    assert description.endswith(f"\n\n<listing {form}>")


def test_without_a_listing_nothing_is_said_of_one() -> None:
    description = bridge("none")["tool_search"]["description"]
    assert "below" not in description and "listed" not in description


def test_the_listing_stands_in_the_search_entry_alone() -> None:
    source = server("s", 2)
    listing = choose_listing([blocks_for(source, source.tools, False)], 4000, "auto")
    entries = bridge_definitions(2, listing, DEFAULTS, False)
    assert [json.dumps(entry, ensure_ascii=False).count("mcp_s_tool_0000") for entry in entries] == [1, 0, 0]
