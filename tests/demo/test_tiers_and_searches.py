"""What the demo servers are for: every tier and form of the listing can be reached, and searches find tools."""

from dataclasses import replace

import pytest

from tests.demo.support import source
from workbench.demo import DEFAULT_DEMO, DEMO_NAMES
from workbench.disclosure.assembly import Assembly, assemble
from workbench.search.catalog import Catalog
from workbench.search.query import search
from workbench.search.segment import build_segment
from workbench.search.terms import Analyzer
from workbench.settings import ToolSearchSettings, ToolsetSettings


def session(*names: str, context: int | None = 200_000, cap: int | None = None) -> Assembly:
    settings = ToolSearchSettings()
    if cap is not None:
        settings = replace(settings, listing_max_tokens=cap)
    return assemble([source(name) for name in names], settings, context, toolsets=ToolsetSettings())


def forms(assembly: Assembly) -> dict[str, str]:
    return {share.name: share.form for share in assembly.servers}


def test_nothing_attached_is_tier_0() -> None:
    assert session().tier == 0


@pytest.mark.parametrize("names", [("tracker",), DEFAULT_DEMO])
@pytest.mark.parametrize("context", [32_000, 200_000, None])
def test_the_small_servers_are_tier_1_and_fully_listed(names: tuple[str, ...], context: int | None) -> None:
    assembly = session(*names, context=context)
    assert (assembly.tier, assembly.listing_form) == (1, "full")


@pytest.mark.parametrize(
    ("context", "cap", "tier", "form"),
    [
        # The names alone take about 6,900 tokens, more than the usual cap of 4,000 allows in any context.
        (200_000, None, 2, "groups"),
        (2_000_000, None, 2, "groups"),
        # With a larger cap the context decides: 5 % of 128,000 is too little, of 200,000 enough.
        (128_000, 12_000, 2, "groups"),
        (200_000, 12_000, 1, "names"),
        (400_000, 12_000, 1, "names"),
        (1_000_000, 60_000, 1, "full"),
    ],
)
def test_the_engine_is_a_group_names_or_full_by_context(context: int, cap: int | None, tier: int, form: str) -> None:
    assembly = session("game-engine", context=context, cap=cap)
    assert (assembly.tier, assembly.listing_form) == (tier, form)


def test_the_cloud_alone_is_tier_2() -> None:
    assembly = session("flat-api")
    assert (assembly.tier, assembly.listing_form) == (2, "groups")
    assert assembly.eager_tokens > 300_000


def test_the_cloud_beside_the_tracker_leaves_the_tracker_fully_listed() -> None:
    assembly = session("tracker", "flat-api")
    assert (assembly.tier, assembly.listing_form) == (1, "mixed")
    assert forms(assembly) == {"tracker": "full", "flat-api": "summary"}


def test_all_four_fit_the_usual_budget() -> None:
    assembly = session(*DEMO_NAMES)
    assert assembly.listing_tokens <= assembly.listing_budget
    assert forms(assembly)["basics"] == forms(assembly)["tracker"] == "full"


ANALYZER = Analyzer()


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Catalog([build_segment(source(name), ANALYZER) for name in DEMO_NAMES])


@pytest.mark.parametrize(
    ("query", "tool"),
    [
        ("create virtual machine", "compute_create_virtual_machine"),
        ("delete bucket", "storage_delete_bucket"),
        ("upload file to bucket", "storage_put_bucket_file"),
        ("send message to queue", "messaging_send_queue_message"),
        ("rotate encryption key", "secrets_rotate_encryption_key"),
        ("restore database backup", "database_restore_database"),
        ("add user to group", "identity_add_user_group_member"),
        ("create dns record", "dns_create_dns_record"),
        ("play animation", "animation_play"),
        ("pause music", "music_track_pause"),
        ("move camera", "camera_move"),
        ("paint terrain", "terrain_paint"),
        ("bake navigation mesh", "navigation_mesh_bake"),
        ("create point light", "point_light_create"),
        ("list open issues", "list_issues"),
        ("create bug report", "create_issue"),
        ("assign issue", "assign_issue"),
        ("add comment to issue", "add_comment"),
        ("create milestone", "create_milestone"),
        ("add note", "add_note"),
        ("current time", "current_time"),
        ("convert temperature", "convert_units"),
        ("read a file from the workspace", "read_text_file"),
    ],
)
def test_a_search_among_all_demo_tools_finds_the_right_one_first(catalog: Catalog, query: str, tool: str) -> None:
    found = [match.tool.original_name for match in search(catalog, query, 5, ANALYZER).matches]
    assert found[:1] == [tool]


@pytest.mark.parametrize("query", ["send slack message", "book a flight", "translate poem"])
def test_what_no_demo_server_can_do_is_not_found(catalog: Catalog, query: str) -> None:
    assert search(catalog, query, 5, ANALYZER).matches == ()


def test_nearly_every_tool_is_found_by_its_own_words(catalog: Catalog) -> None:
    tools = [tool for name in DEMO_NAMES for tool in source(name).tools]
    lost = []
    for tool in tools[::7]:
        words = tool.original_name.replace("_", " ")
        found = [match.tool.name for match in search(catalog, words, 5, ANALYZER).matches]
        lost += [] if tool.name in found else [words]
    assert len(lost) < len(tools[::7]) / 50, lost
