"""When the model may know of connectors, and when nothing of them is to be seen (spec 1.3, 4.3)."""

from pathlib import Path

import pytest

from tests.e2e.support import TRACKER, World, world, yes
from workbench.gateway import Faults
from workbench.model import Outcome
from workbench.settings import GatewaySettings, ToolsetSettings

pytestmark = pytest.mark.anyio

NAME = "connectors__mail__SEND_EMAIL"
MANAGE = "manage_connections"


def names_of(here: World) -> list[str]:
    return [definition["function"]["name"] for definition in here.session.state.assembly.definitions]


async def refused_everywhere(here: World, *, bridge: bool) -> None:
    """Nothing of connectors reaches the model on any path, and no connector route is asked."""
    asked = len([line for line in here.log if " /v1/connectors" in line])
    without_manage = [one for one in here.session.state.assembly.definitions if one["function"]["name"] != MANAGE]
    assert "connector" not in str(without_manage).lower()
    assert ("tool_search" in names_of(here)) is bridge
    answer = await here.session.search_everywhere(["send email"])
    assert answer.payload == here.session.search(["send email"]).payload
    assert "connector" not in str(answer.payload).lower()
    described = await here.session.describe_everywhere([NAME])
    assert described["not_found"] == [NAME]
    assert described == here.session.describe([NAME])
    assert here.session.tool(NAME) is None
    called, reports = await here.session.tool_call({"calls": [{"name": NAME, "arguments": {}}]}, approve=yes)
    assert "error" in called
    assert [report.outcome for report in reports] == [Outcome.REFUSED]
    direct = await here.session.call(NAME, {}, approve=yes)
    assert direct.outcome is Outcome.REFUSED
    assert len([line for line in here.log if " /v1/connectors" in line]) == asked


async def test_signed_out_only_manage_connections_is_there(tmp_path: Path) -> None:
    async with world(tmp_path, TRACKER, gateway=GatewaySettings()) as here:
        assert here.hub.view.signed_in is False
        assert MANAGE in names_of(here)
        await refused_everywhere(here, bridge=True)
        answer = await here.manage("connect", "mail")
        assert answer["code"] == "CONNECTORS_UNAVAILABLE"


async def test_a_configured_gateway_without_its_token_is_signed_out(tmp_path: Path) -> None:
    settings = GatewaySettings(url="http://127.0.0.1:9/", token_env="NO_SUCH_VARIABLE_HERE")
    async with world(tmp_path, TRACKER, gateway=settings) as here:
        assert here.hub.view.signed_in is False
        await refused_everywhere(here, bridge=True)
        assert "NO_SUCH_VARIABLE_HERE" in await here.hub.sign_in()


async def test_connectors_switched_off_in_the_tools(tmp_path: Path) -> None:
    async with world(tmp_path, TRACKER, connectors_enabled=False) as here:
        assert here.log == []
        assert here.hub.view.enabled is False
        assert MANAGE in names_of(here)
        await refused_everywhere(here, bridge=True)
        assert (await here.manage("connect", "mail"))["code"] == "CONNECTORS_UNAVAILABLE"
        assert await here.hub.sign_in()
        assert here.log == []


async def test_a_session_that_is_not_granted_connections(tmp_path: Path) -> None:
    async with world(tmp_path, TRACKER, toolsets=ToolsetSettings(disabled=("connections",))) as here:
        assert here.hub.view.signed_in is True
        assert here.hub.view.in_scope is False
        assert MANAGE not in names_of(here)
        await refused_everywhere(here, bridge=True)
        assert (await here.session.call(MANAGE, {"action": "status"}, approve=yes)).outcome is Outcome.REFUSED


async def test_nothing_to_defer_but_connectors_in_scope_is_a_bare_bridge(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        assembly = here.session.state.assembly
        assert (assembly.activated, assembly.tier, assembly.listing_form) == (True, 2, "none")
        assert {"tool_search", "tool_describe", "tool_call", MANAGE} == set(names_of(here))
        assert "connectors__" in here.shown()
        answer = await here.session.search_everywhere(["send email"])
        assert answer.payload["results"][0]["matches"][0] == NAME
        assert answer.payload["total_available"] >= len(answer.payload["tools"]) > 0


async def test_nothing_to_defer_and_signed_out_is_no_bridge(tmp_path: Path) -> None:
    async with world(tmp_path, gateway=GatewaySettings()) as here:
        assert (here.session.state.assembly.activated, here.session.state.assembly.tier) == (False, 0)
        assert names_of(here) == [MANAGE]
        await refused_everywhere(here, bridge=False)


async def test_signing_in_and_out_moves_the_bridge_and_is_remembered(tmp_path: Path) -> None:
    async with world(tmp_path, gateway=GatewaySettings()) as here:
        assert await here.hub.sign_in() == ""
        await here.session.settled()
        assert here.hub.view.gateway == "embedded"
        assert here.hub.view.in_scope
        assert here.session.state.assembly.tier == 2
        await here.session.search_everywhere(["send email"])
        assert here.session.tool(NAME) is not None
        await here.hub.sign_out()
        await here.session.settled()
        assert here.session.state.assembly.tier == 0
        await refused_everywhere(here, bridge=False)
        await here.hub.sign_in()
    async with world(tmp_path, gateway=GatewaySettings()) as again:
        assert again.hub.view.in_scope
        assert again.hub.view.accounts
        await again.hub.sign_out()
    async with world(tmp_path, gateway=GatewaySettings()) as signed_out:
        assert signed_out.hub.view.signed_in is False


async def test_signing_out_in_the_middle_of_an_operation_settles_it(here: World) -> None:
    task = await here.begin("connect", "mail")
    await here.hub.sign_out()
    result = await here.finish(task)
    assert result["settled_by"] == "interrupt"
    assert result["targets"][0]["state"] == "not_connected"
    assert here.hub.frames[-1]["settled"] is True
    await here.session.settled()
    await refused_everywhere(here, bridge=True)
    assert await here.hub.sign_in() == ""
    await here.session.settled()
    assert here.hub.view.in_scope


async def test_closing_the_session_in_the_middle_of_an_operation(here: World) -> None:
    task = await here.begin("connect", "mail")
    await here.session.close()
    result = await here.finish(task)
    assert result["settled_by"] == "interrupt"
    assert here.hub.desk.open_operation is None


async def test_closing_while_the_gateway_is_slow_leaves_nothing_waiting(here: World) -> None:
    here.gateway.faults = Faults(slow=20)
    task = await here.begin_soon("connect", "mail")
    await here.session.close()
    result = await here.finish(task)
    assert result.get("settled_by") == "interrupt", result


async def test_con_001_five_states_with_their_own_words(here: World) -> None:
    words = {""}
    for faults in (Faults(dark=True), Faults(unauthorized=True), Faults(forbidden=True), Faults(server_error="code")):
        here.gateway.faults = faults
        await here.hub.refresh()
        words.add(here.hub.view.trouble)
    here.gateway.faults = Faults()
    await here.hub.refresh()
    words.add(here.hub.view.accounts[0].words)
    assert here.hub.view.trouble == ""
    assert len(words) == 6


async def test_con_030_looking_changes_nothing(here: World) -> None:
    await here.connected("mail")
    before = await here.person.row("mail")
    minted = here.requests("POST /v1/connectors/connections")
    for _ in range(3):
        await here.hub.refresh()
        await here.manage("status")
    assert await here.person.row("mail") == before
    assert here.requests("POST /v1/connectors/connections") == minted
    assert len(here.hub.frames) == here.hub.frames[-1]["seq"]
