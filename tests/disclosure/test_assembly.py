"""The assembly: tiers, figures, scope, and what is kept from one to the next."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.disclosure.support import EVERYTHING, core, down, nested, plugin, raw, server, sources
from workbench.disclosure import parts
from workbench.disclosure.assembly import Assembly, BlockCache, assemble, listing_budget
from workbench.disclosure.blocks import SourceBlocks, blocks_for
from workbench.disclosure.deferral import Deferral, classify
from workbench.disclosure.definitions import BRIDGE_NAMES, definition
from workbench.model import Kind, Source, Tool
from workbench.settings import ToolSearchSettings, ToolsetSettings
from workbench.text import estimate_tokens

DEFAULTS = ToolSearchSettings()
OFF = ToolSearchSettings(enabled="off")


def made(*given_sources: Source, context: int | None = 200_000, settings: ToolSearchSettings = DEFAULTS) -> Assembly:
    return assemble(given_sources, settings, context, toolsets=EVERYTHING)


def names(assembly: Assembly) -> list[str]:
    return [entry["function"]["name"] for entry in assembly.definitions]


@pytest.mark.parametrize(
    ("context", "pct", "cap", "budget"),
    [
        (200_000, 5.0, 60_000, 10_000),
        (200_000, 5.0, 4_000, 4_000),
        (32_000, 5.0, 4_000, 1_600),
        (1_999, 5.0, 4_000, 99),
        (None, 5.0, 4_000, 4_000),
        (None, 1.0, 60_000, 10_000),
        (200_000, 0.0, 4_000, 0),
    ],
)
def test_listing_budget(context: int | None, pct: float, cap: int, budget: int) -> None:
    assert listing_budget(ToolSearchSettings(threshold_pct=pct, listing_max_tokens=cap), context) == budget


def test_nothing_attached_is_tier_0() -> None:
    assembly = made()
    assert (assembly.tier, assembly.activated, assembly.definitions, assembly.listing_form) == (0, False, (), "none")


def test_core_tools_alone_are_tier_0_with_every_tool_eager() -> None:
    source = core("terminal", "read_file")
    assembly = made(source)
    assert assembly.tier == 0
    assert assembly.definitions == tuple(definition(tool) for tool in sorted(source.tools, key=lambda tool: tool.name))
    assert assembly.bridge_tokens == assembly.deferred_tokens == assembly.listing_tokens == 0
    assert assembly.eager_tokens == assembly.visible_tokens == sum(tool.schema_tokens for tool in source.tools)


@pytest.mark.parametrize("enabled", ["auto", "on"])
def test_one_deferrable_tool_brings_the_bridge(enabled: str) -> None:
    settings = ToolSearchSettings(enabled="on" if enabled == "on" else "auto")
    assembly = made(server("s", 1), core("terminal"), settings=settings)
    assert (assembly.tier, assembly.activated) == (1, True)
    assert names(assembly) == ["terminal", *BRIDGE_NAMES]


def test_cat_035_off_means_everything_eager() -> None:
    source = server("s", 6)
    assembly = assemble([source, core("terminal")], OFF, 200_000, toolsets=EVERYTHING, connectors_in_scope=True)
    assert (assembly.tier, assembly.activated, assembly.bridge_tokens) == (0, False, 0)
    assert names(assembly) == ["terminal", *(tool.name for tool in source.tools)]
    assert assembly.deferred == ()
    assert assembly.visible_tokens == assembly.eager_tokens


def test_tiers_by_form() -> None:
    small, huge = server("small", 24), server("huge", 3320)
    assert (made(small).tier, made(small).listing_form) == (1, "full")
    assert (made(small, huge).tier, made(small, huge).listing_form) == (1, "mixed")
    assert (made(huge).tier, made(huge).listing_form) == (2, "groups")
    assert (made(huge, context=100).tier, made(huge, context=100).listing_form) == (2, "none")
    shares = {share.key: share.form for share in made(small, huge).servers}
    assert shares == {"mcp:small": "full", "mcp:huge": "summary"}


def test_connectors_alone_bring_the_bare_bridge() -> None:
    assembly = assemble([core("terminal")], DEFAULTS, 200_000, toolsets=EVERYTHING, connectors_in_scope=True)
    assert (assembly.tier, assembly.activated, assembly.listing_form) == (2, True, "none")
    assert names(assembly) == ["terminal", *BRIDGE_NAMES]
    assert "connectors__" in str(assembly.definitions[-3])


def test_the_figures() -> None:
    one, two, own = server("one", 5), server("two", 7), core("terminal", "process")
    settings = ToolSearchSettings(never_defer_tools=("mcp_one_tool_0000",))
    assembly = made(one, two, own, settings=settings)
    deferred = [*one.tools[1:], *two.tools]
    visible = [*own.tools, one.tools[0]]
    assert list(assembly.deferred) == deferred
    assert {tool.name for tool in assembly.visible} == {tool.name for tool in visible}
    assert assembly.deferred_count == len(deferred)
    assert assembly.deferred_tokens == sum(estimate_tokens(definition(tool)) for tool in deferred)
    assert assembly.visible_tokens == sum(estimate_tokens(definition(tool)) for tool in visible)
    assert assembly.eager_tokens == assembly.visible_tokens + assembly.deferred_tokens
    assert assembly.bridge_tokens == sum(estimate_tokens(entry) for entry in assembly.definitions[-3:])
    assert assembly.listing_tokens == estimate_tokens(assembly.listing.text) < assembly.bridge_tokens
    assert assembly.listing_budget == 4000
    assert assembly.listing.text in assembly.definitions[-3]["function"]["description"]
    share = next(share for share in assembly.servers if share.key == "mcp:one")
    assert (share.name, share.kind, share.tools, share.form) == ("one", Kind.MCP, 5, "full")
    assert share.schema_tokens == sum(tool.schema_tokens for tool in one.tools)
    assert 0 < share.listing_tokens < assembly.listing_tokens


def test_lst_008_visible_tools_are_not_listed() -> None:
    settings = ToolSearchSettings(never_defer_tools=("mcp_s_echo",))
    assembly = made(server("s", [raw("echo"), raw("add"), raw("wire")]), settings=settings)
    assert "mcp_s_echo" in names(assembly)
    assert "mcp_s_echo" not in assembly.listing.text
    assert "s tools (2):" in assembly.listing.text


def test_a_server_that_is_down_has_a_share_and_a_line() -> None:
    assembly = made(server("s", 2), down("gone", "connection refused"))
    share = next(share for share in assembly.servers if share.name == "gone")
    assert (share.tools, share.schema_tokens, share.form) == (0, 0, "unavailable")
    assert share.listing_tokens > 0
    assert "gone: unavailable, connection refused" in assembly.listing.text
    alone = made(down("gone"))
    assert (alone.tier, alone.servers[0].form) == (0, "unavailable")


def test_a_server_without_tools_has_a_share_and_no_line() -> None:
    assembly = made(server("s", 2), server("empty", 0))
    share = next(share for share in assembly.servers if share.name == "empty")
    assert (share.tools, share.form, share.listing_tokens) == (0, "none", 0)
    assert "empty" not in assembly.listing.text


@pytest.mark.parametrize(
    "toolsets", [ToolsetSettings(enabled=("github",)), ToolsetSettings(disabled=("mcp-mail", "gone"))]
)
def test_cat_034_only_what_the_session_is_granted(toolsets: ToolsetSettings) -> None:
    everything = [server("github", 3), server("mail", 4), down("gone")]
    assembly = assemble(everything, DEFAULTS, 200_000, toolsets=toolsets)
    assert {tool.source for tool in assembly.deferred} == {"github"}
    assert assembly.deferred_count == 3
    assert "3 more tools" in str(assembly.definitions[0])
    assert "mail" not in str(assembly.definitions) and "gone" not in str(assembly.definitions)
    shares = {share.name: (share.tools, share.schema_tokens, share.form) for share in assembly.servers}
    assert shares["mail"] == (0, 0, "none") and shares["gone"] == (0, 0, "none")
    off = assemble(everything, OFF, 200_000, toolsets=toolsets)
    assert {tool.source for tool in off.visible} == {"github"}


def test_a_source_that_is_not_granted_does_not_mark_anothers_label() -> None:
    both = [server("kanban", 2), plugin("kanban", "move")]
    granted = assemble(both, DEFAULTS, None, toolsets=ToolsetSettings(disabled=("mcp-kanban",)))
    assert "kanban tools (1):" in granted.listing.text
    clash = assemble(both, DEFAULTS, None, toolsets=EVERYTHING)
    assert "kanban (server) tools (2):" in clash.listing.text and "kanban (plugin) tools (1):" in clash.listing.text


def test_a_schema_nested_very_deep_costs_only_itself() -> None:
    source = server("s", [raw("deep", "", nested(900)), raw("fine")])
    cache = BlockCache()
    for settings in (DEFAULTS, OFF):
        first = assemble([source], settings, None, toolsets=EVERYTHING, blocks=cache)
        again = assemble([replace(source, tools=source.tools[:1])], settings, None, toolsets=EVERYTHING, blocks=cache)
        rebuilt = server("s", [raw("deep", "", nested(900)), raw("fine")])
        assert assemble([rebuilt], settings, None, toolsets=EVERYTHING, blocks=cache).eager_tokens == first.eager_tokens
        assert again.eager_tokens < first.eager_tokens


@given(sources(), st.integers(0, 60_000), st.randoms(use_true_random=False))
def test_the_same_bytes_in_any_order(given_sources: list[Source], context: int, shuffle: random.Random) -> None:
    shuffled = [
        replace(source, tools=tuple(shuffle.sample(source.tools, len(source.tools)))) for source in given_sources
    ]
    shuffle.shuffle(shuffled)
    one, other = made(*given_sources, context=context), made(*shuffled, context=context)
    assert one == other
    assert list(map(str, one.definitions)) == list(map(str, other.definitions))


@given(
    sources(), sources(), st.sampled_from([DEFAULTS, OFF, ToolSearchSettings(never_defer_tools=("mcp_a_tool_0000",))])
)
def test_what_is_kept_changes_nothing(before: list[Source], after: list[Source], settings: ToolSearchSettings) -> None:
    cache = BlockCache()
    for given_sources in (before, after, before):
        kept = assemble(given_sources, settings, 9_000, toolsets=EVERYTHING, blocks=cache)
        assert kept == assemble(given_sources, settings, 9_000, toolsets=EVERYTHING)


def test_unchanged_sources_are_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts the tools that are classified and the blocks that are built."""
    work: list[str] = []

    def counted_classify(tool: Tool, settings: ToolSearchSettings) -> Deferral:
        work.append(tool.source)
        return classify(tool, settings)

    def counted_blocks(source: Source, deferred: Sequence[Tool], ambiguous_label: bool) -> SourceBlocks:
        work.append(f"block {source.name}")
        return blocks_for(source, deferred, ambiguous_label)

    monkeypatch.setattr(parts, "classify", counted_classify)
    monkeypatch.setattr(parts, "blocks_for", counted_blocks)
    cache = BlockCache()
    attached = [server(f"s{index}", 5) for index in range(20)]

    def again(*given_sources: Source, context: int | None = 50_000) -> list[str]:
        work.clear()
        assemble(given_sources, DEFAULTS, context, toolsets=EVERYTHING, blocks=cache)
        return list(work)

    assert len(again(*attached)) == 20 * 6
    assert again(*attached) == []
    assert again(*attached, context=900) == []
    assert again(*[replace(source) for source in attached]) == []
    attached[3] = replace(attached[3], tools=attached[3].tools[:4])
    assert again(*attached) == ["s3"] * 4 + ["block s3"]
    assert again(*attached[:-1]) == []
    assert again(*attached) == ["s19"] * 5 + ["block s19"]


def test_other_settings_are_not_mistaken_for_the_same() -> None:
    cache, source = BlockCache(), server("s", 3)
    for settings, count in (
        (DEFAULTS, 3),
        (OFF, 0),
        (ToolSearchSettings(never_defer_tools=("mcp_s_tool_0001",)), 2),
        (DEFAULTS, 3),
    ):
        assert assemble([source], settings, None, toolsets=EVERYTHING, blocks=cache).deferred_count == count
    none = ToolsetSettings(disabled=("s",))
    assert assemble([source], DEFAULTS, None, toolsets=none, blocks=cache).deferred_count == 0
