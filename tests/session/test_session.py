"""The facade over real demo servers and recorded ones."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from workbench.events import CallEnded, CallStarted, Event, ServerChanged, StateChanged
from workbench.model import Approval, Json, Outcome, ServerState, Tool
from workbench.session import AttachRefused, Session
from workbench.settings import ModelSettings, ServerSpec, Settings, ToolSearchSettings, ToolsetSettings

pytestmark = pytest.mark.anyio

TRACKER = ServerSpec("tracker", demo="tracker")
BASICS = ServerSpec("basics", demo="basics")
CLOUD = ServerSpec("flat-api", demo="flat-api")


async def yes(_tool: Tool, _arguments: Json) -> bool:
    return True


async def no(_tool: Tool, _arguments: Json) -> bool:
    return False


def snapshot(path: Path, names: list[str]) -> ServerSpec:
    tools = [{"name": name, "description": f"Does {name}.", "inputSchema": {"type": "object"}} for name in names]
    path.write_text(json.dumps({"server": path.stem, "tools": tools}))
    return ServerSpec(path.stem, snapshot=str(path))


class Opened:
    """Opens sessions and closes them after the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sessions: list[Session] = []

    async def __call__(self, *servers: ServerSpec, **settings: object) -> Session:
        session = Session(Settings(servers=servers, **settings), log_dir=self.folder)  # type: ignore[arg-type]
        self.sessions.append(session)
        await session.start()
        await session.settled()
        return session


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Opened]:
    opener = Opened(tmp_path / "logs")
    yield opener
    for session in opener.sessions:
        await session.close()


async def test_nothing_attached_is_tier_0(opened: Opened) -> None:
    session = await opened()
    assert session.state.assembly.tier == 0
    assert session.state.servers == ()


async def test_the_tracker_is_tier_1_full(opened: Opened) -> None:
    session = await opened(TRACKER)
    assert (session.state.assembly.tier, session.state.assembly.listing_form) == (1, "full")
    assert [server.tools for server in session.state.servers] == [24]


async def test_the_cloud_is_tier_2_and_mixed_beside_the_tracker(opened: Opened) -> None:
    session = await opened(CLOUD)
    assert session.state.assembly.tier == 2
    await session.attach(TRACKER)
    await session.settled()
    assert session.state.assembly.listing_form == "mixed"
    assert {server.name: server.form for server in session.state.servers} == {"flat-api": "summary", "tracker": "full"}
    assert len(session.state.scope.deferred) == 3344


async def test_attaching_and_detaching_publish_what_changed(opened: Opened) -> None:
    session = await opened(BASICS)
    seen: list[Event] = []
    stop = session.subscribe(seen.append)
    await session.attach(TRACKER)
    await session.settled()
    states = [event.status.state for event in seen if isinstance(event, ServerChanged) and event.name == "tracker"]
    assert states[-1] is ServerState.READY
    before = session.state.version
    await session.detach("tracker")
    await session.settled()
    assert session.state.version > before
    assert session.state.server("tracker").status.state is ServerState.DETACHED  # type: ignore[union-attr]
    assert not any(name.startswith("mcp_tracker") for name in session.state.scope.deferred)
    assert isinstance(seen[-1], StateChanged)
    stop()
    count = len(seen)
    await session.reconnect("tracker")
    await session.settled()
    assert len(seen) == count
    assert session.tool("mcp_tracker_list_issues")


async def test_a_name_attached_twice_is_refused(opened: Opened) -> None:
    session = await opened(TRACKER)
    with pytest.raises(AttachRefused, match="tracker"):
        await session.attach(BASICS.__class__("tracker", demo="basics"))
    assert len(session.state.servers) == 1


async def test_another_server_never_changes_a_segment(opened: Opened, tmp_path: Path) -> None:
    session = await opened(TRACKER, BASICS)
    before = {segment.key: segment for segment in session.state.scope.catalog.segments}
    await session.attach(snapshot(tmp_path / "more.json", ["alpha", "beta"]))
    await session.settled()
    after = {segment.key: segment for segment in session.state.scope.catalog.segments}
    assert len(after) == 3
    assert all(after[key] is segment for key, segment in before.items())


async def test_two_servers_whose_names_collide_stay_apart(opened: Opened, tmp_path: Path) -> None:
    one = snapshot(tmp_path / "a_b.json", ["c"])
    other = snapshot(tmp_path / "a.json", ["b_c"])
    session = await opened(one, other)
    names = {tool.source: tool.name for tool in session.state.scope.deferred.values()}
    assert names["a_b"] == "mcp_a_b_c"
    assert names["a"].startswith("mcp_a_b_c_")
    assert any("mcp_a_b_c" in str(report) for report in session.state.reports)
    again = await opened(one, other)
    assert {tool.source: tool.name for tool in again.state.scope.deferred.values()} == names


async def test_a_down_server_is_listed_with_its_reason(opened: Opened) -> None:
    session = await opened(TRACKER, ServerSpec("gone", command="no-such-command-xyz"))
    gone = session.state.server("gone")
    assert gone is not None
    assert (gone.status.state, gone.tools) == (ServerState.FAILED, None)
    assert gone.form == "unavailable"
    assert "gone" in session.state.assembly.listing.text
    assert session.state.assembly.deferred_count == 24


async def test_an_entry_that_configuration_refused_is_shown_failed(opened: Opened) -> None:
    session = await opened(TRACKER, ServerSpec("both", error="has both command and url"))
    both = session.state.server("both")
    assert both is not None
    assert both.status.reason == "has both command and url"


async def test_calls_are_published_under_their_real_name(opened: Opened) -> None:
    session = await opened(TRACKER)
    seen: list[Event] = []
    session.subscribe(seen.append)
    answer, reports = await session.tool_call(
        {"calls": [{"name": "mcp_tracker_list_issues", "arguments": {"limit": 1}}]}, approve=yes
    )
    assert answer
    assert [report.name for report in reports] == ["mcp_tracker_list_issues"]
    assert [event.name for event in seen if isinstance(event, CallStarted)] == ["mcp_tracker_list_issues"]
    assert [event.report.outcome for event in seen if isinstance(event, CallEnded)] == [Outcome.DONE]


async def test_not_approved_is_not_run(opened: Opened) -> None:
    session = await opened(TRACKER)
    seen: list[Event] = []
    session.subscribe(seen.append)
    report = await session.call("mcp_tracker_create_issue", {"project": "SHOP", "title": "x"}, approve=no)
    assert report.outcome is Outcome.NOT_APPROVED
    assert not [event for event in seen if isinstance(event, CallStarted)]


async def test_approvals_of_the_configuration(opened: Opened) -> None:
    session = await opened(TRACKER, approvals={"mcp_tracker_list_*": Approval.DENY, "create_issue": Approval.ALLOW})
    assert (await session.call("mcp_tracker_list_issues", {}, approve=yes)).outcome is Outcome.NOT_APPROVED
    assert (
        await session.call("mcp_tracker_create_issue", {"project": "SHOP", "title": "x"}, approve=no)
    ).outcome is Outcome.DONE


async def test_a_cancelled_call_ends_interrupted_and_the_server_goes_on(opened: Opened) -> None:
    session = await opened(BASICS)
    seen: list[Event] = []
    session.subscribe(seen.append)
    running = asyncio.Event()
    call = asyncio.create_task(
        session.call("mcp_basics_count_slowly", {"seconds": 30}, approve=yes, on_progress=lambda _: running.set())
    )
    await asyncio.wait_for(running.wait(), 10)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert [event.report.outcome for event in seen if isinstance(event, CallEnded)] == [Outcome.INTERRUPTED]
    assert (await session.call("mcp_basics_list_notes", {}, approve=yes)).outcome is Outcome.DONE


async def test_toolsets_limit_every_path(opened: Opened) -> None:
    session = await opened(TRACKER, BASICS, toolsets=ToolsetSettings(disabled=("tracker",)))
    name = "mcp_tracker_list_issues"
    assert session.search(["list issues"]).payload["results"][0]["matches"] == []
    assert session.describe([name])["not_found"] == [name]
    assert session.tool(name) is None
    assert (await session.call(name, {}, approve=yes)).outcome is Outcome.REFUSED
    answer, reports = await session.tool_call({"name": name, "arguments": {}}, approve=yes)
    assert "error" in answer
    assert all(report.result is None for report in reports)
    assert "tracker" not in session.state.assembly.listing.text
    assert session.state.assembly.deferred_count == len(session.state.scope.deferred)


async def test_off_leaves_every_tool_eager_and_callable(opened: Opened) -> None:
    session = await opened(TRACKER, tool_search=ToolSearchSettings(enabled="off"))
    assembly = session.state.assembly
    assert (assembly.activated, assembly.tier, len(assembly.definitions)) == (False, 0, 25)
    assert (await session.call("mcp_tracker_list_issues", {}, approve=yes)).outcome is Outcome.DONE


async def test_never_defer_tools_stay_visible_and_out_of_search(opened: Opened) -> None:
    settings = ToolSearchSettings(never_defer_tools=("mcp_tracker_list_issues",))
    session = await opened(TRACKER, tool_search=settings)
    assert list(session.state.scope.visible) == ["manage_connections", "mcp_tracker_list_issues"]
    assert "mcp_tracker_list_issues" not in session.search(["list issues"]).payload["tools"]
    assert "mcp_tracker_list_issues" in session.describe(["mcp_tracker_list_issues"])["errors"]


async def test_the_listing_follows_the_context(opened: Opened) -> None:
    small = await opened(TRACKER, model=ModelSettings(context_length=4_000))
    large = await opened(TRACKER, model=ModelSettings(context_length=200_000))
    assert small.state.assembly.listing_budget == 200
    assert small.state.assembly.listing_tokens <= 200
    assert small.state.assembly.listing_form != large.state.assembly.listing_form == "full"


async def test_closing_twice_and_closing_early(tmp_path: Path) -> None:
    session = Session(Settings(servers=(TRACKER, CLOUD)), log_dir=tmp_path)
    await session.start()
    await session.close()
    await session.close()


async def test_what_a_server_said_last_stays_out_of_the_listing(opened: Opened) -> None:
    script = "import sys; sys.stderr.write('token=s3cret-9\\n'); sys.exit(3)"
    session = await opened(TRACKER, ServerSpec("loud", command=sys.executable, args=("-c", script)))
    loud = session.state.server("loud")
    assert loud is not None
    assert "s3cret-9" in loud.status.reason
    assert "s3cret-9" not in session.state.assembly.listing.text
    assert "s3cret-9" not in str(session.state.scope.unavailable)
