"""Real catalogs, all attached at once."""

import json
from pathlib import Path

import pytest

from tests.disclosure.support import EVERYTHING
from workbench.disclosure.assembly import BlockCache, assemble
from workbench.disclosure.definitions import definition
from workbench.disclosure.naming import name_tools
from workbench.model import Kind, RawTool, Source
from workbench.settings import ToolSearchSettings
from workbench.text import estimate_tokens


@pytest.fixture(scope="module")
def attached(catalogs: Path) -> list[Source]:
    made: list[Source] = []
    taken: set[str] = set()
    for path in sorted(catalogs.glob("*.json")):
        catalog = json.loads(path.read_text())
        if path.name.endswith(".manifest.json"):
            continue
        raw = [
            RawTool(item["name"], item["description"], input_schema=item["inputSchema"]) for item in catalog["tools"]
        ]
        tools, _ = name_tools(path.stem, raw, taken)
        taken.update(tool.name for tool in tools)
        made.append(Source(path.stem, Kind.MCP, tools))
    return made


@pytest.mark.data
def test_every_tool_has_its_own_name_and_an_object_schema(attached: list[Source]) -> None:
    tools = [tool for source in attached for tool in source.tools]
    assert len({tool.name for tool in tools}) == len(tools) > 5000
    assert max(len(tool.name) for tool in tools) <= 64
    for tool in tools:
        assert definition(tool)["function"]["parameters"]["type"] == "object"
        assert tool.schema_tokens == estimate_tokens(definition(tool))


@pytest.mark.data
@pytest.mark.parametrize("context", [8_000, 64_000, 200_000, 1_000_000, 10_000_000])
def test_the_listing_stays_within_its_budget(attached: list[Source], context: int) -> None:
    settings = ToolSearchSettings(listing_max_tokens=60_000)
    assembly = assemble(attached, settings, context, toolsets=EVERYTHING, blocks=BlockCache())
    assert assembly.activated
    assert assembly.listing_tokens <= assembly.listing_budget
    assert assembly.deferred_count == sum(len(source.tools) for source in attached)
    assert assembly.eager_tokens > 10 * assembly.bridge_tokens
    if context >= 64_000:
        assert assembly.listing_form == "mixed"
        assert assembly.listing_tokens > 0.9 * assembly.listing_budget
