"""The commands that cards and scripts send, over the session's own desk and a real gateway (spec 4.8)."""

import asyncio
from typing import Any

import pytest

from tests.e2e.support import World, links_in
from workbench.connectors.commands import handle
from workbench.gateway import Faults

pytestmark = pytest.mark.anyio


async def send(here: World, command: str, caller: str | None = None, **params: Any) -> dict[str, Any]:
    work = asyncio.ensure_future(handle(here.hub.desk, command, params, caller))
    await here.time.until(work.done)
    return dict(await work)


async def test_a_script_answers_an_operation_from_beginning_to_end(here: World) -> None:
    task = await here.begin("connect", "mail", "notes")
    op_id = here.op_id
    picture = (await send(here, "connectors.operation.status", op_id=op_id))["result"]
    assert links_in(str(picture))
    assert picture["settled"] is False
    skipped = await send(here, "connection.respond", op_id=op_id, result={"targets": {"notes": "skipped"}})
    assert skipped == {"ok": True, "result": {"op_id": op_id, "settled": False, "settled_by": None}}
    await here.decide("mail", "deny")
    await here.reaches("mail", "failed")
    again = await send(here, "connectors.connect", op_id=op_id, connectors=["mail"], reconnect=True)
    assert again["ok"]
    assert here.state("mail") == "initiated"
    settled = await send(here, "connection.respond", op_id=op_id, result={"settled_by": "continue"})
    assert settled["result"]["settled_by"] == "continue"
    result = await here.finish(task)
    assert {target["name"]: target["state"] for target in result["targets"]} == {
        "mail": "not_connected",
        "notes": "skipped",
    }
    after = (await send(here, "connectors.operation.status", op_id=op_id))["result"]
    assert after["settled"] is True
    assert not links_in(str(after))


async def test_listing_reads_fresh_and_changes_nothing(here: World) -> None:
    await here.connected("mail")
    frames = len(here.hub.frames)
    listed = (await send(here, "connectors.list"))["result"]["connectors"]
    assert {entry["connector"]: entry["connected"] for entry in listed}["mail"] is True
    await here.person.manage("revoke", "mail")
    listed = (await send(here, "connectors.list"))["result"]["connectors"]
    entry = next(entry for entry in listed if entry["connector"] == "mail")
    assert (entry["connected"], entry["status"]) == (False, "revoked")
    assert len(here.hub.frames) == frames


async def test_con_013_a_link_that_is_live_is_not_minted_again(here: World) -> None:
    task = await here.begin("connect", "mail")
    link = here.target("mail")["connect_url"]
    minted = here.requests("POST /v1/connectors/connections")
    refused = await send(here, "connectors.connect", op_id=here.op_id, connectors=["mail"])
    assert (refused["ok"], refused["reason"]) == (False, "LINK_STILL_VALID")
    assert here.target("mail")["connect_url"] == link
    assert here.requests("POST /v1/connectors/connections") == minted
    here.go_on()
    await here.finish(task)


@pytest.mark.parametrize(
    ("command", "params", "reason"),
    [
        ("connection.respond", {"op_id": "op_none", "result": {"settled_by": "continue"}}, "UNKNOWN_OPERATION"),
        ("connection.respond", {"result": {"targets": {"nobody": "skipped"}}}, "UNKNOWN_TARGET"),
        ("connection.respond", {"result": {"targets": {"mail": "connected"}}}, "ILLEGAL_TRANSITION"),
        ("connection.respond", {"result": {"settled_by": "deadline"}}, "INVALID_PARAMS"),
        ("connection.respond", {"result": "continue"}, "INVALID_PARAMS"),
        ("connectors.connect", {"connectors": ["nobody"]}, "UNKNOWN_TARGET"),
        ("connectors.connect", {"connectors": []}, "INVALID_PARAMS"),
        ("connectors.operation.status", {"op_id": 5}, "INVALID_PARAMS"),
        ("connectors.disconnect", {}, "INVALID_PARAMS"),
    ],
)
async def test_refusals_leave_the_operation_as_it_was(
    here: World, command: str, params: dict[str, Any], reason: str
) -> None:
    task = await here.begin("connect", "mail")
    before = (here.states(), len(here.hub.frames))
    answer = await send(here, command, **{"op_id": here.op_id, **params})
    assert (answer["ok"], answer["reason"]) == (False, reason)
    assert (here.states(), len(here.hub.frames)) == before
    here.go_on()
    await here.finish(task)


async def test_answers_are_applied_whole_or_not_at_all(here: World) -> None:
    task = await here.begin("connect", "mail", "notes")
    await here.decide("mail", "approve")
    await here.reaches("mail", "connected")
    both = {"targets": {"notes": "skipped", "mail": "skipped"}}
    answer = await send(here, "connection.respond", op_id=here.op_id, result=both)
    assert answer["reason"] == "ILLEGAL_TRANSITION"
    assert here.states() == {"mail": "connected", "notes": "initiated"}
    here.go_on()
    await here.finish(task)


async def test_another_session_owns_nothing_here(here: World) -> None:
    task = await here.begin("connect", "mail")
    for command in ("connectors.operation.status", "connection.respond", "connectors.connect"):
        more = {"result": {"settled_by": "continue"}, "connectors": ["mail"]}
        answer = await send(here, command, caller="somebody else", op_id=here.op_id, **more)
        assert answer["reason"] == "NOT_OWNER"
    here.go_on()
    await here.finish(task)


@pytest.mark.parametrize(
    ("faults", "reason"),
    [
        (Faults(dark=True), "CONNECTORS_UNAVAILABLE"),
        (Faults(server_error="text"), "CONNECTOR_REQUEST_FAILED"),
        (Faults(wrong_shapes="missing"), "INVALID_CONNECTOR_RESPONSE"),
    ],
)
async def test_a_new_attempt_that_the_gateway_fails_leaves_the_target_failed(
    here: World, faults: Faults, reason: str
) -> None:
    task = await here.begin("connect", "mail")
    await here.decide("mail", "deny")
    await here.reaches("mail", "failed")
    here.gateway.faults = faults
    answer = await send(here, "connectors.connect", op_id=here.op_id, connectors=["mail"])
    assert (answer["ok"], answer["reason"]) == (False, reason)
    assert here.gateway.token not in str(answer)
    assert here.state("mail") == "failed"
    here.gateway.faults = Faults()
    assert (await send(here, "connectors.connect", op_id=here.op_id, connectors=["mail"]))["ok"]
    await here.decide("mail", "approve")
    assert (await here.finish(task))["targets"][0]["state"] == "connected"
