"""Deferring core tools (spec 1.4): lists, toolsets, names, the floor, activation, available against visible."""

import pytest

from tests.disclosure.support import EVERYTHING, plugin, server, tool
from workbench.connectors.manage import manage_tool
from workbench.disclosure.assembly import Assembly, assemble
from workbench.disclosure.core_set import CORE_TOOLSETS, SHIPPED
from workbench.disclosure.core_tools import shipped_core_tools
from workbench.disclosure.deferral import BRIDGE_NAMES, DEFERRABLE, FOUNDATIONAL, classify, core_deferral_on
from workbench.disclosure.definitions import definition
from workbench.model import Kind, Source
from workbench.settings import ToolSearchSettings, ToolsetSettings

CORE = Source("core", Kind.CORE, (manage_tool(), *shipped_core_tools()))
ALL = {item.name for item in SHIPPED} | {"manage_connections"}
TOKENS = sum(item.schema_tokens for item in CORE.tools if item.name in DEFERRABLE)
NOTHING = ToolSearchSettings()


def made(settings: ToolSearchSettings, *more: Source, context: int | None = 200_000,
         toolsets: ToolsetSettings = EVERYTHING) -> Assembly:  # fmt: skip
    return assemble([CORE, *more], settings, context, toolsets=toolsets)


def deferred(settings: ToolSearchSettings, *more: Source, context: int | None = 200_000) -> set[str]:
    return {item.name for item in made(settings, *more, context=context).core_deferred}


def on(**values: object) -> ToolSearchSettings:
    return ToolSearchSettings(enabled="on", **values)  # type: ignore[arg-type]


def test_by_default_nothing_of_the_core_defers() -> None:
    assert not core_deferral_on(NOTHING) and not core_deferral_on(ToolSearchSettings(defer=()))
    assembly = made(NOTHING)
    assert (assembly.tier, assembly.core_deferred, assembly.activated) == (0, (), False)
    assert assembly.definitions == tuple(definition(item) for item in sorted(CORE.tools, key=lambda item: item.name))
    beside = made(ToolSearchSettings(enabled="on", auto_token_threshold=1), server("s", 2))
    assert beside.activated and not beside.core_deferred


def test_defer_core_tools_defers_the_39() -> None:
    assert deferred(on(defer_core_tools=True)) == DEFERRABLE
    assert core_deferral_on(on(defer_core_tools=True))


def test_suitcases_put_whole_toolsets_away() -> None:
    settings = on(defer_builtin_toolsets=("browser", "image_gen", "tts"))
    expected = {*CORE_TOOLSETS["browser"], "image_generate", "text_to_speech"}
    assert deferred(settings) == expected
    assert deferred(on(defer_builtin_toolsets=("nonsense",))) == set()


def test_the_protected_floor() -> None:
    every = on(defer_builtin_toolsets=(*CORE_TOOLSETS, "connections", "core"))
    assert deferred(every) == DEFERRABLE - {"memory", "session_search"}
    assert deferred(on(defer_builtin_toolsets=("memory",))) == set()
    assert deferred(on(defer_builtin_toolsets=("memory",), defer=("memory",))) == {"memory"}
    assert {"memory", "session_search"} <= deferred(on(defer_core_tools=True))


def test_defer_names_single_ones_and_never_defer_takes_back() -> None:
    assert deferred(on(defer=("terminal", "session_search", "unknown"))) == {"terminal", "session_search"}
    kept = on(defer_core_tools=True, defer=("patch",), defer_builtin_toolsets=("tts",),
              never_defer_tools=("terminal", "patch", "text_to_speech"))  # fmt: skip
    assert deferred(kept) == DEFERRABLE - {"terminal", "patch", "text_to_speech"}


@pytest.mark.parametrize("name", sorted(FOUNDATIONAL | {"manage_connections"}))
def test_foundational_tools_stay_under_any_configuration(name: str) -> None:
    settings = on(defer_core_tools=True, defer=(name,), defer_builtin_toolsets=(*CORE_TOOLSETS, "connections"))
    toolset = next(item.toolset for item in CORE.tools if item.name == name)
    assert not classify(tool(name, Kind.CORE, toolset), settings).deferred
    assert name in {item.name for item in made(settings).visible}


def test_a_name_of_the_list_that_is_no_core_tool_follows_its_own_kind() -> None:
    assert not classify(tool("terminal", Kind.CONNECTORS, "x"), on(defer_core_tools=True)).deferred
    assert not classify(tool("custom", Kind.CORE, "core"), on(defer_core_tools=True)).deferred
    assert classify(tool("custom", Kind.CORE, "core"), on(defer=("custom",))).deferred


def test_reasons_name_the_rule() -> None:
    settings = on(defer=("patch",), defer_builtin_toolsets=("browser", "memory"), defer_core_tools=False)
    assert "defer" in classify(tool("patch", Kind.CORE, "files"), settings).reason
    assert "browser" in classify(tool("browser_back", Kind.CORE, "browser"), settings).reason
    assert "protected" in classify(tool("memory", Kind.CORE, "memory"), settings).reason


@pytest.mark.parametrize(
    ("threshold", "pct", "context", "active"),
    [
        (0, 5.0, 200_000, True),  # 10,000 of the context
        (0, 5.0, 2_000_000, False),
        (0, 0.0, 2_000_000, True),
        (TOKENS, 100.0, 2_000_000, True),  # the absolute knob alone
        (TOKENS + 1, 100.0, 2_000_000, False),
        (TOKENS + 1, 5.0, 200_000, True),  # the share alone
        (0, 100.0 * TOKENS / 1_000_000, 1_000_000, True),
        (0, 5.0, None, True),  # unknown: 10,000 tokens
    ],
)
def test_activation_is_either_knob(threshold: int, pct: float, context: int | None, active: bool) -> None:
    settings = ToolSearchSettings(defer_core_tools=True, auto_token_threshold=threshold, threshold_pct=pct)
    assembly = made(settings, context=context)
    assert assembly.activated is active
    assert bool(assembly.core_deferred) is active
    assert made(on(defer_core_tools=True, threshold_pct=100.0), context=9_000_000).core_deferred


def test_below_the_threshold_nothing_changes_at_all() -> None:
    settings = ToolSearchSettings(defer_core_tools=True)
    assert made(settings, context=2_000_000) == made(NOTHING, context=2_000_000)
    off = ToolSearchSettings(enabled="off", defer_core_tools=True, auto_token_threshold=1)
    assert made(off).definitions == made(NOTHING).definitions


def test_servers_and_plugins_defer_by_presence_whatever_the_core_does() -> None:
    settings = ToolSearchSettings(defer_core_tools=True)
    assembly = made(settings, server("s", 1), plugin("paint", "draw"), context=2_000_000)
    assert {item.name for item in assembly.deferred} == {"mcp_s_tool_0000", "draw"}
    assert assembly.core_deferred == () and assembly.activated


def test_everything_deferrable_counts_towards_the_threshold() -> None:
    big = server("s", 400)
    extra = sum(item.schema_tokens for item in big.tools)
    settings = ToolSearchSettings(defer_core_tools=True, auto_token_threshold=TOKENS + extra)
    assert made(settings, big, context=10_000_000).core_deferred
    assert not made(settings, context=10_000_000).core_deferred


def test_available_is_visible_and_deferred() -> None:
    assembly = made(on(defer_core_tools=True), server("s", 2))
    assert assembly.available == ALL | {"mcp_s_tool_0000", "mcp_s_tool_0001"}
    names = {entry["function"]["name"] for entry in assembly.definitions}
    assert names == FOUNDATIONAL | {"manage_connections", *BRIDGE_NAMES}
    assert assembly.eager_tokens == made(NOTHING, server("s", 2)).eager_tokens


def test_scope_by_toolset() -> None:
    granted = ToolsetSettings(enabled=("files", "browser"))
    assembly = made(on(defer_core_tools=True), toolsets=granted)
    assert assembly.available == {*CORE_TOOLSETS["files"], *CORE_TOOLSETS["browser"]}
    without = made(on(defer_core_tools=True), toolsets=ToolsetSettings(disabled=("browser",)))
    assert not assembly.available & {"terminal"} and not without.available & set(CORE_TOOLSETS["browser"])
    assert "browser_" not in str(without.definitions[-3:])


def test_deferred_core_tools_are_listed_once_and_visible_ones_never() -> None:
    assembly = made(on(defer_core_tools=True, never_defer_tools=("patch",)), server("core", 1))
    text = assembly.listing.text
    assert "core (built in) tools (38):" in text and "core (server) tools (1):" in text
    assert text.count("- terminal: ") == 1 and "- patch: " not in text and "- read_file" not in text


def test_the_shares_of_toolsets() -> None:
    assembly = made(on(defer_builtin_toolsets=("browser", "files")), plugin("paint", "draw"), server("s", 2))
    shares = {share.toolset: share for share in assembly.toolsets}
    assert set(shares) == {*CORE_TOOLSETS, "connections", "paint"}
    browser, files, memory = shares["browser"], shares["files"], shares["memory"]
    assert (browser.tools, browser.deferred_tools, browser.possible_tools) == (10, 10, 10)
    assert browser.tokens == browser.deferred_tokens == browser.possible_tokens
    assert 0 < browser.saved < browser.deferred_tokens
    assert (files.tools, files.deferred_tools, files.possible_tools) == (4, 1, 1)
    assert (memory.deferred_tokens, memory.saved, memory.possible_tools, memory.possible_tokens) == (0, 0, 0, 0)
    assert shares["connections"].possible_tools == 0
    core = [share for share in assembly.toolsets if share.kind is Kind.CORE]
    assert sum(share.tokens for share in core) == sum(item.schema_tokens for item in CORE.tools)
    same = {share.toolset: share for share in made(NOTHING).toolsets}
    assert (same["browser"].saved, same["browser"].possible_tokens) == (0, browser.possible_tokens)
