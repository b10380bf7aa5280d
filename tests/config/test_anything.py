"""Whatever stands in the file, loading gives usable settings, and a report where a value was not taken as written."""

import math
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.config import ConfigError, masked, masked_target, read_text, secret_values
from workbench.config.sections import TOP_KEYS
from workbench.config.servers import SERVER_KEYS
from workbench.model import Approval
from workbench.settings import Settings, ToolSearchSettings

KEYS = [item.name for item in fields(ToolSearchSettings)]
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.dates()
    | st.binary(max_size=4)
    | st.text(max_size=12)
    | st.sampled_from(
        ["auto", "ON", " no ", "200k", "1e400", "nan", "${X}", "${X:-y}", "$${X}", "http://h/", "~/x", "a b"]
    )
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(scalars, inner, max_size=3), max_leaves=8
)
written = values.map(lambda value: yaml.safe_dump(value, allow_unicode=True))
RANGES: dict[str, tuple[float, float]] = {
    "threshold_pct": (0, 100), "search_default_limit": (1, 50), "max_search_limit": (1, 50),
    "listing_max_tokens": (200, 60_000), "auto_token_threshold": (0, 1_000_000_000),
}  # fmt: skip


def load(document: Any) -> Settings:
    text = yaml.safe_dump(document, allow_unicode=True, sort_keys=False)
    return read_text(text, "w.yaml", Path("/f"), environ={"X": "secret-x"}, cwd=Path("/c"))


def within(found: ToolSearchSettings) -> bool:
    for key, (low, high) in RANGES.items():
        value = getattr(found, key)
        if isinstance(value, bool) or not math.isfinite(value) or not low <= value <= high:
            return False
    names = (*found.defer_builtin_toolsets, *found.never_defer_tools, *(found.defer or ()))
    return (
        found.enabled in ("auto", "on", "off")
        and found.listing in ("auto", "on", "off")
        and found.search_default_limit <= found.max_search_limit
        and isinstance(found.defer_core_tools, bool)
        and all(isinstance(name, str) and name for name in names)
    )


@given(st.dictionaries(st.sampled_from(KEYS), values))
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_tool_search_is_always_within_its_ranges(section: dict[str, Any]) -> None:
    assert within(load({"tools": {"tool_search": section}}).tool_search)


@given(st.sampled_from(KEYS), values)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_value_that_is_not_used_is_reported(key: str, value: Any) -> None:
    found = load({"tools": {"tool_search": {key: value}}})
    used = getattr(found.tool_search, key)
    same = used == value and type(used) is type(value) and not isinstance(value, bool)
    text = str(value).strip().lower()
    equivalent = (
        value is None
        or (isinstance(used, str) and text in ("auto", "on", "off", "true", "false", "yes", "no", "1", "0"))
        or (isinstance(used, bool) and text in ("true", "false", "yes", "no", "on", "off", "1", "0"))
        or (isinstance(used, int | float) and not isinstance(value, bool | list | dict) and _same_number(value, used))
        or (isinstance(used, tuple) and isinstance(value, list) and len(used) <= len(value))
    )
    assert same or equivalent or any(report.key == f"tools.tool_search.{key}" for report in found.reports)


def _same_number(value: Any, used: float) -> bool:
    try:
        return math.isclose(float(value), used, rel_tol=1e-9)
    except (TypeError, ValueError, OverflowError):
        return False


@given(st.dictionaries(st.sampled_from(TOP_KEYS) | st.text(max_size=4), values, max_size=4))
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_document_gives_settings_that_can_be_shown(document: dict[str, Any]) -> None:
    found = load(document)
    masked(found)
    assert found.model.context_length is None or 1 <= found.model.context_length <= 1_000_000_000
    assert all(isinstance(approval, Approval) for approval in found.approvals.values())
    assert all(report.where.startswith("w.yaml:") for report in found.reports)


@given(st.dictionaries(st.sampled_from(SERVER_KEYS), values, max_size=6))
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_entry_is_a_server_with_one_transport_or_an_error(entry: dict[str, Any]) -> None:
    found = load({"mcp_servers": {"a": entry, "ok": {"command": "x"}}})
    spec, good = found.servers
    assert good.error == ""
    transports = [spec.command, spec.url, spec.snapshot, spec.demo]
    assert spec.error or sum(map(bool, transports)) == 1
    assert bool(spec.error) == any(report.severity == "error" for report in found.reports)
    for seconds in (spec.start_timeout, spec.list_timeout, spec.call_timeout):
        assert 0.1 <= seconds <= 3600
    assert all(isinstance(text, str) for text in (*spec.args, *spec.env, *spec.env.values(), *spec.headers.values()))
    assert "secret-x" not in masked_target(spec) + "".join(map(str, found.reports)) + spec.error
    secret_values(spec)


@given(st.text(alphabet=st.sampled_from("abx:-?{}[],&*!|>'\"#%@`~$ \n\t0.<=") | st.characters(), max_size=60))
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_text_is_read_or_refused_with_its_place(text: str) -> None:
    try:
        read_text(text, "w.yaml", Path("/f"), environ={}, cwd=Path("/c"))
    except ConfigError as error:
        assert re.fullmatch(r"w\.yaml:\d+:\d+", error.where), error.where


@pytest.mark.parametrize("name", ["a", "\x00", "x" * 5000, "connectors", "\ud800", "${X}", "a.b", "<<", "=", "null"])
def test_any_name_is_a_server_or_refused(name: str) -> None:
    found = load({"mcp_servers": {name: {"command": "x"}}})
    assert len(found.servers) + len(found.reports) == 1
