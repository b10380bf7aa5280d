"""Single values: coercion, ranges, short forms, unknown keys (spec 1.1)."""

import pytest

from tests.config.conftest import Read
from workbench.model import Approval, Report
from workbench.settings import Settings, ToolSearchSettings


def about(settings: Settings, key: str) -> Report:
    """The only report about a key."""
    found = [report for report in settings.reports if report.key == key]
    assert len(found) == 1, [str(report) for report in settings.reports]
    return found[0]


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("auto", "auto"), ("' On '", "on"), ("OFF", "off"), ("true", "on"), ("1", "on"), ("'yes'", "on"),
        ("false", "off"), ("0", "off"), ("'NO'", "off"), ("on", "on"), ("off", "off"), ("null", "auto"), ("", "auto"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("key", ["enabled", "listing"])
def test_switches_are_read_in_all_their_spellings(read: Read, key: str, written: str, used: str) -> None:
    settings = read(f"tools: {{tool_search: {{{key}: {written}}}}}")
    assert getattr(settings.tool_search, key) == used
    assert not settings.reports


@pytest.mark.parametrize("written", ["maybe", "2", "1.0", "[on]", "{a: 1}", "''", ".nan", "!!python/name:os.system ''"])
def test_a_switch_that_cannot_be_read_is_reported(read: Read, written: str) -> None:
    settings = read(f"tools:\n  tool_search:\n    enabled: {written}\n")
    report = about(settings, "tools.tool_search.enabled")
    assert settings.tool_search.enabled == "auto"
    assert report.where.endswith("workbench.yaml:3")
    assert report.used == "auto"


@pytest.mark.parametrize(
    ("key", "written", "used"),
    [
        ("threshold_pct", "101", 100.0), ("threshold_pct", "-1", 0.0), ("threshold_pct", ".nan", 5.0),
        ("threshold_pct", ".inf", 5.0), ("threshold_pct", "-.inf", 5.0), ("threshold_pct", "true", 5.0),
        ("threshold_pct", "'nan'", 5.0), ("threshold_pct", "[5]", 5.0), ("threshold_pct", "1" * 400, 100.0),
        ("max_search_limit", "51", 50), ("max_search_limit", "0", 1), ("max_search_limit", "true", 25),
        ("max_search_limit", "7.9", 7), ("max_search_limit", "many", 25), ("max_search_limit", "1" * 5000, 25),
        ("search_default_limit", "26", 25), ("search_default_limit", "-3", 1), ("search_default_limit", "[3]", 5),
        ("listing_max_tokens", "199", 200), ("listing_max_tokens", "60001", 60000), ("listing_max_tokens", "{}", 4000),
        ("auto_token_threshold", "-1", 0), ("auto_token_threshold", "1.0e+300", 1_000_000_000),
        ("defer_core_tools", "maybe", False), ("defer_core_tools", "2", False), ("defer_core_tools", "[true]", False),
        ("defer_builtin_toolsets", "browser", ()), ("never_defer_tools", "{a: 1}", ()),
        ("never_defer_tools", "[a, [b], null, '', c]", ("a", "c")), ("defer", "terminal", None), ("defer", "{}", None),
    ],
    ids=lambda value: repr(value)[:20],
)  # fmt: skip
def test_what_is_out_of_range_or_unreadable_is_mended_and_reported(
    read: Read, key: str, written: str, used: object
) -> None:
    settings = read(f"tools: {{tool_search: {{{key}: {written}}}}}")
    value = getattr(settings.tool_search, key)
    assert value == used
    assert type(value) is type(used)
    report = about(settings, f"tools.tool_search.{key}")
    assert report.given
    assert report.used


@pytest.mark.parametrize(
    ("key", "written", "used"),
    [
        ("threshold_pct", "2.5", 2.5), ("threshold_pct", "'7'", 7.0), ("max_search_limit", "'30'", 30),
        ("max_search_limit", "7.0", 7), ("defer_core_tools", "'Yes'", True), ("defer_core_tools", "1", True),
        ("listing_max_tokens", "10_000", 10000), ("defer", "[]", ()),
        ("defer", "[terminal, patch, patch]", ("terminal", "patch")),
        ("never_defer_tools", "[on, 7]", ("on", "7")), ("auto_token_threshold", "0", 0),
    ],
)  # fmt: skip
def test_what_can_be_read_is_taken_without_a_word(read: Read, key: str, written: str, used: object) -> None:
    settings = read(f"tools: {{tool_search: {{{key}: {written}}}}}")
    assert getattr(settings.tool_search, key) == used
    assert not settings.reports
    assert settings.origins[f"tools.tool_search.{key}"].endswith("workbench.yaml:1")


def test_the_default_limit_follows_a_lower_maximum(read: Read) -> None:
    settings = read("tools: {tool_search: {max_search_limit: 3}}")
    assert settings.tool_search.search_default_limit == 3
    assert not settings.reports


def test_a_scalar_for_defer_names_key_value_and_shape(read: Read) -> None:
    report = about(read("tools: {tool_search: {defer: terminal}}"), "tools.tool_search.defer")
    assert "list of tool names" in report.problem
    assert report.given == '"terminal"'


@pytest.mark.parametrize(
    ("written", "enabled"), [("true", "auto"), ("null", "auto"), ("false", "off"), ("'off'", "off"), ("{}", "auto")]
)
def test_cat_035_short_forms_of_the_whole_key(read: Read, written: str, enabled: str) -> None:
    settings = read(f"tools: {{tool_search: {written}}}")
    assert settings.tool_search == ToolSearchSettings(enabled=enabled)  # type: ignore[arg-type]
    assert not settings.reports


@pytest.mark.parametrize("written", ["[1]", "7", "sometimes"])
def test_a_whole_key_of_another_kind_is_reported(read: Read, written: str) -> None:
    settings = read(f"tools: {{tool_search: {written}}}")
    assert settings.tool_search == ToolSearchSettings()
    about(settings, "tools.tool_search")


@pytest.mark.parametrize(
    ("written", "enabled"),
    [("true", True), ("false", False), ("{enabled: false}", False), ("{enabled: 'no'}", False), ("null", True)],
)
def test_connectors_are_a_mapping_or_a_boolean(read: Read, written: str, enabled: bool) -> None:
    settings = read(f"tools: {{connectors: {written}}}")
    assert settings.connectors_enabled is enabled
    assert not settings.reports


@pytest.mark.parametrize(
    ("written", "tokens"),
    [("200000", 200_000), ("200k", 200_000), ("'1.5M'", 1_500_000), ("128 K", 128_000), ("'200,000'", 200_000),
     ("200_000", 200_000), ("null", None)],
)  # fmt: skip
def test_context_length_in_all_its_spellings(read: Read, written: str, tokens: int | None) -> None:
    settings = read(f"model: {{context_length: {written}}}")
    assert settings.model.context_length == tokens
    assert not settings.reports


@pytest.mark.parametrize("written", ["0", "-1", "true", ".inf", "lots", "[1]", "'k'", "0k"])
def test_context_length_that_is_no_number_of_tokens_is_unknown(read: Read, written: str) -> None:
    settings = read(f"model: {{context_length: {written}}}")
    assert settings.model.context_length is None
    about(settings, "model.context_length")


def test_a_context_beyond_belief_is_clamped(read: Read) -> None:
    settings = read(f"model: {{context_length: {'9' * 30}}}")
    assert settings.model.context_length == 1_000_000_000
    about(settings, "model.context_length")


def test_unknown_keys_are_reported_at_every_level_with_a_suggestion(read: Read) -> None:
    settings = read(
        "mcpServers: {}\nmodel: {nmae: x, context: 1}\ntoolsets: {enable: []}\nskills: {dir: []}\n"
        "tools:\n  tool_serach: {}\n  connectors: {enabeld: true}\n  tool_search: {threshold: 3, max_queries: 9}\n"
        "mcp_servers: {a: {demo: basics, start_timout: 5, type: stdio}}\n"
    )
    advice = {report.key: report.advice for report in settings.reports if report.problem == "unknown key"}
    assert advice["mcpServers"] == "did you mean mcp_servers?"
    assert advice["model.nmae"] == "did you mean name?"
    assert advice["toolsets.enable"] == "did you mean enabled?"
    assert advice["skills.dir"] == "did you mean dirs?"
    assert advice["tools.tool_serach"] == "did you mean tool_search?"
    assert advice["tools.connectors.enabeld"] == "did you mean enabled?"
    assert advice["tools.tool_search.threshold"] == "did you mean threshold_pct?"
    assert advice["mcp_servers.a.start_timout"] == "did you mean start_timeout?"
    assert "transport" in advice["mcp_servers.a.type"]
    assert len(advice) == len(settings.reports) == 11


def test_the_value_of_an_unknown_key_is_never_shown(read: Read) -> None:
    settings = read("api_key: sk-secret-1\nmcp_servers: {a: {demo: basics, tokn: sk-secret-2}}\n")
    assert len(settings.reports) == 2
    assert "sk-secret" not in "".join(map(str, settings.reports))


def test_a_flood_of_unknown_keys_is_summed_up(read: Read) -> None:
    settings = read("\n".join(f"k{number}: 1" for number in range(500)))
    assert len(settings.reports) == 21
    assert "480 more" in settings.reports[-1].problem


def test_toolsets_skills_and_workspace(read: Read) -> None:
    settings = read(
        "toolsets: {enabled: [a, b], disabled: [c]}\nskills: {compact_categories: games, dirs: [s, ~/t]}\n"
        "workspace: w\n",
        {"HOME": "/home/me"},
    )
    folder = settings.path.parent if settings.path else None
    assert (settings.toolsets.enabled, settings.toolsets.disabled) == (("a", "b"), ("c",))
    assert settings.compact_categories == ("games",)
    assert settings.skill_dirs == (f"{folder}/s", "/home/me/t")
    assert str(settings.workspace) == f"{folder}/w"
    assert not settings.reports


def test_an_unreadable_approval_asks(read: Read) -> None:
    settings = read("approvals: {a: Allow, b: deny, 'mcp_*': ask, c: denny, d: null, e: [deny]}")
    assert settings.approvals == {
        "a": Approval.ALLOW, "b": Approval.DENY, "mcp_*": Approval.ASK,
        "c": Approval.ASK, "d": Approval.ASK, "e": Approval.ASK,
    }  # fmt: skip
    assert [report.key for report in settings.reports] == ["approvals.c", "approvals.d", "approvals.e"]


@pytest.mark.parametrize("key", ["mcp_servers", "model", "toolsets", "tools", "skills", "approvals"])
def test_a_section_of_the_wrong_kind_costs_only_itself(read: Read, key: str) -> None:
    settings = read(f"{key}: [1, 2]\nworkspace: /w\n")
    about(settings, key)
    assert str(settings.workspace) == "/w"
