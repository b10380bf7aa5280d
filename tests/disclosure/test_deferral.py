"""Which tools defer: the first rule that applies decides."""

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.disclosure.support import tool
from workbench.disclosure.deferral import BRIDGE_NAMES, FOUNDATIONAL, classify
from workbench.model import Kind, Tool
from workbench.settings import ToolSearchSettings

DEFAULTS = ToolSearchSettings()


@pytest.mark.parametrize("name", BRIDGE_NAMES)
@pytest.mark.parametrize("kind", list(Kind))
def test_the_bridge_never_defers(name: str, kind: Kind) -> None:
    assert not classify(tool(name, kind), DEFAULTS).deferred


def test_never_defer_beats_everything() -> None:
    settings = ToolSearchSettings(never_defer_tools=("mcp_s_a",), defer=("mcp_s_a",))
    decision = classify(tool("mcp_s_a"), settings)
    assert not decision.deferred
    assert "never_defer_tools" in decision.reason
    assert classify(tool("mcp_s_b"), settings).deferred


def test_foundational_tools_never_defer_whoever_brings_them() -> None:
    assert len(FOUNDATIONAL) == 10
    assert not any(classify(tool(name, kind, "x"), DEFAULTS).deferred for name in FOUNDATIONAL for kind in Kind)


def test_server_and_plugin_tools_defer() -> None:
    assert classify(tool("mcp_s_a", Kind.MCP), DEFAULTS).deferred
    assert classify(tool("draw", Kind.PLUGIN, "paint"), DEFAULTS).deferred


@pytest.mark.parametrize("toolset", ["desktop_ui", "project", "setup"])
def test_toolsets_of_the_open_interface_stay(toolset: str) -> None:
    assert not classify(tool("draw", Kind.PLUGIN, toolset), DEFAULTS).deferred
    assert classify(tool("draw", Kind.MCP, toolset), DEFAULTS).deferred


@pytest.mark.parametrize("name", ["terminal", "manage_connections", "memory"])
def test_core_tools_stay(name: str) -> None:
    assert not classify(tool(name, Kind.CORE, "core"), DEFAULTS).deferred


def test_connector_tools_are_not_registered_here() -> None:
    assert not classify(tool("connectors__mail__send", Kind.CONNECTORS, "connectors"), DEFAULTS).deferred


@given(
    st.none() | st.text() | st.integers() | st.lists(st.text(), max_size=1),
    st.none() | st.text() | st.sampled_from(Kind),
    st.none() | st.text() | st.dictionaries(st.text(), st.text(), max_size=1),
)
def test_malformed_registrations_stay_visible_and_never_raise(name: object, kind: object, toolset: object) -> None:
    odd = Tool(cast(str, name), "x", "s", cast(Kind, kind), cast(str, toolset), "", {}, 1)
    decision = classify(odd, DEFAULTS)
    assert decision.reason
    if decision.deferred:
        assert isinstance(name, str) and kind in (Kind.MCP, Kind.PLUGIN) and isinstance(toolset, str)
    assert not classify(cast(Tool, object()), DEFAULTS).deferred
