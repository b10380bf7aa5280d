"""The forms over context sizes are those a session of each size would have (spec 1.3, 1.5)."""

import pytest

from workbench.disclosure.assembly import BlockCache, assemble
from workbench.disclosure.naming import name_tools
from workbench.disclosure.what_if import CONTEXTS, over_contexts
from workbench.model import Kind, RawTool, Source
from workbench.settings import ToolSearchSettings, ToolsetSettings


def source(name: str, tools: int) -> Source:
    raw = [RawTool(f"do_{number}", "Does something worth a sentence of its own, and says so.", {"type": "object"})
           for number in range(tools)]  # fmt: skip
    named, _ = name_tools(name, raw)
    return Source(name, Kind.MCP, named)


SOURCES = (source("small", 12), source("middle", 90), source("large", 900))


@pytest.mark.parametrize("in_scope", [False, True])
@pytest.mark.parametrize("settings", [ToolSearchSettings(), ToolSearchSettings(threshold_pct=1, listing="on")])
def test_each_point_is_what_a_session_of_that_size_is_given(settings: ToolSearchSettings, in_scope: bool) -> None:
    toolsets = ToolsetSettings(disabled=("mcp-middle",))
    points = over_contexts(SOURCES, settings, toolsets, connectors_in_scope=in_scope)
    assert [point.context for point in points] == list(CONTEXTS)
    for point in points:
        real = assemble(SOURCES, settings, point.context, toolsets=toolsets, connectors_in_scope=in_scope)
        assert (point.tier, point.form, point.budget) == (real.tier, real.listing_form, real.listing_budget)
        assert (point.listing_tokens, point.sent_tokens) == (
            real.listing_tokens,
            real.visible_tokens + real.bridge_tokens,
        )
        assert point.forms == {share.key: share.form for share in real.servers}


def test_a_server_degrades_as_the_context_shrinks() -> None:
    order = ["summary", "names", "full"]
    forms = [point.forms for point in over_contexts(SOURCES[:2], ToolSearchSettings(), ToolsetSettings())]
    for key in forms[0]:
        ranks = [order.index(form[key]) for form in forms]
        assert ranks == sorted(ranks)
    assert len({tuple(form.values()) for form in forms}) > 1


def test_what_was_built_once_is_used_again() -> None:
    blocks = BlockCache()
    first = over_contexts(SOURCES, ToolSearchSettings(), ToolsetSettings(), blocks=blocks)
    assert over_contexts(SOURCES, ToolSearchSettings(), ToolsetSettings(), contexts=[8_000], blocks=blocks) == first[:1]
