"""Whole connection operations over HTTP: the person at the consent page, the card, the model's result."""

import asyncio

import pytest

from tests.e2e.support import World, links_in
from workbench.gateway import Faults

pytestmark = pytest.mark.anyio


async def test_two_apps_one_approved_one_skipped_and_the_first_is_used(here: World) -> None:
    task = await here.begin("connect", "mail", "notes")
    assert here.states() == {"mail": "initiated", "notes": "initiated"}
    await here.decide("mail", "approve")
    here.skip("notes")
    result = await here.finish(task)
    assert result["status"] == "settled"
    assert result["settled_by"] == "all_resolved"
    assert {target["name"]: target["state"] for target in result["targets"]} == {
        "mail": "connected",
        "notes": "skipped",
    }
    assert not links_in(str(result))
    sent = await here.call(
        "connectors__mail__SEND_EMAIL", to=["ada@example.org"], subject="Wombats at noon", body="Bring carrots."
    )
    assert "error" not in sent, sent
    found = await here.call("connectors__mail__SEARCH_EMAILS", query="Wombats")
    assert "Wombats at noon" in str(found["response"])
    refused = await here.call("connectors__notes__LIST_NOTES")
    assert refused["error"]["code"] == "CONNECTION_REQUIRED"


async def test_denied_shows_the_vendors_text_and_trying_again_makes_a_new_link(here: World) -> None:
    task = await here.begin("connect", "mail")
    first = here.target("mail")["connect_url"]
    await here.decide("mail", "deny")
    await here.reaches("mail", "failed")
    assert "denied" in here.target("mail")["detail"].lower()
    assert here.target("mail")["connect_url"] is None
    again = asyncio.ensure_future(here.hub.desk.retry(here.op_id, ["mail"]))
    await here.time.until(again.done)
    assert here.state("mail") == "initiated"
    assert here.target("mail")["connect_url"] not in (None, first)
    assert here.target("mail")["attempt"] == 2
    await here.decide("mail", "approve")
    assert (await here.finish(task))["targets"][0]["state"] == "connected"


async def test_a_link_that_ran_out_expires_the_target_and_reconnecting_connects(here: World) -> None:
    here.gateway.faults = Faults(link_lifetime=60)
    task = await here.begin("connect", "calendar")
    here.time.jump(61)
    await here.reaches("calendar", "expired")
    assert here.target("calendar")["connect_url"] is None
    again = asyncio.ensure_future(here.hub.desk.retry(here.op_id, ["calendar"]))
    await here.time.until(again.done)
    await here.decide("calendar", "approve")
    assert (await here.finish(task))["targets"][0]["state"] == "connected"


async def test_an_account_that_expired_later_is_renewed_and_the_working_one_left_alone(here: World) -> None:
    await here.connected("mail")
    await here.connected("notes")
    await here.person.manage("expire", "mail")
    assert (await here.call("connectors__mail__SEARCH_EMAILS", query="a"))["error"]["code"] == "CONNECTION_REQUIRED"
    before = here.requests("POST /v1/connectors/connections")
    task = await here.begin("reconnect", "mail", "notes")
    assert here.states() == {"mail": "initiated", "notes": "connected"}
    assert here.target("notes")["connect_url"] is None
    await here.decide("mail", "approve")
    result = await here.finish(task)
    assert {target["state"] for target in result["targets"]} == {"connected"}
    assert here.requests("POST /v1/connectors/connections") == before + 1
    assert "error" not in await here.call("connectors__mail__SEARCH_EMAILS", query="a")


async def test_revoked_with_cards_promises_a_card_and_without_gives_the_link(here: World) -> None:
    await here.connected("mail")
    await here.person.manage("revoke", "mail")
    with_cards = (await here.call("connectors__mail__SEARCH_EMAILS", query="a"))["error"]
    assert with_cards["code"] == "CONNECTION_REQUIRED"
    assert with_cards["connect_card_available"] is True
    assert not links_in(str(with_cards))
    without = (await here.call("connectors__mail__SEARCH_EMAILS", cards=False, query="a"))["error"]
    assert links_in(without["connect_url"])
    assert "connect_card_available" not in without


async def test_connecting_what_is_connected_settles_at_once_without_a_link(here: World) -> None:
    await here.connected("mail")
    task = await here.begin("connect", "mail")
    result = await here.finish(task)
    assert result["targets"][0]["state"] == "connected"
    assert all(target["connect_url"] is None for target in here.hub.frames[-1]["targets"])


async def test_the_deadline_settles_what_is_open(here: World) -> None:
    task = await here.begin("connect", "mail", "notes")
    await here.decide("mail", "approve")
    await here.reaches("mail", "connected")
    here.time.jump(300)
    result = await here.finish(task)
    assert result["settled_by"] == "deadline"
    assert {target["name"]: target["state"] for target in result["targets"]} == {
        "mail": "connected",
        "notes": "not_connected",
    }
    assert here.hub.desk.open_operation is None


async def test_con_016_a_sign_in_after_the_deadline_counts_all_the_same(here: World) -> None:
    task = await here.begin("connect", "mail")
    link = here.target("mail")["connect_url"]
    here.time.jump(300)
    assert (await here.finish(task))["targets"][0]["state"] == "not_connected"
    await here.person.decide(link, "approve", "late@example.org")
    status = await here.manage("status", "mail")
    assert status["connectors"][0]["connected"] is True


async def test_con_005_stop_takes_effect_within_a_quarter_second(here: World) -> None:
    task = await here.begin("connect", "mail")
    await here.time.tick(1.0)
    pressed = here.time.now
    assert here.hub.desk.interrupt()
    result = await here.finish(task)
    assert result["settled_by"] == "interrupt"
    assert here.time.now - pressed <= 0.25


async def test_con_005_stop_does_not_wait_for_a_slow_gateway(here: World) -> None:
    task = await here.begin("connect", "mail")
    here.gateway.faults = Faults(slow=20)
    asked = here.requests("GET /v1/connectors")
    await here.time.tick(6)
    here.hub.desk.interrupt()
    pressed = here.time.now
    assert (await here.finish(task))["settled_by"] == "interrupt"
    assert here.time.now - pressed <= 0.5
    assert here.requests("GET /v1/connectors") <= asked + 1


async def test_a_second_operation_is_refused_and_names_the_open_one(here: World) -> None:
    task = await here.begin("connect", "mail")
    minted = here.requests("POST /v1/connectors/connections")
    second = await here.manage("connect", "notes")
    assert second["open_operation"] == {"op_id": here.op_id, "targets": ["mail"]}
    assert "one" in second["error"].lower()
    assert here.requests("POST /v1/connectors/connections") == minted
    here.hub.desk.interrupt()
    await here.finish(task)
    third = await here.begin("connect", "notes")
    assert here.states() == {"notes": "initiated"}
    here.hub.desk.interrupt()
    await here.finish(third)


async def test_continue_before_the_sign_in_is_seen_settles_not_connected(here: World) -> None:
    task = await here.begin("connect", "mail")
    await here.time.tick(0.5)
    await here.decide("mail", "approve")
    said = here.go_on()
    result = await here.finish(task)
    assert said["settled_by"] == result["settled_by"] == "continue"
    assert result["targets"][0]["state"] == "not_connected"
    frames = len(here.hub.frames)
    assert (await here.manage("status", "mail"))["connectors"][0]["connected"] is True
    assert len(here.hub.frames) == frames


async def test_continue_after_the_sign_in_was_seen_changes_nothing(here: World) -> None:
    task = await here.begin("connect", "mail")
    op_id = here.op_id
    await here.decide("mail", "approve")
    result = await here.finish(task)
    frames = len(here.hub.frames)
    late = here.hub.desk.respond(op_id, {"settled_by": "continue"})
    assert late == {"op_id": op_id, "settled": True, "settled_by": "all_resolved"}
    assert result["targets"][0]["state"] == "connected"
    assert len(here.hub.frames) == frames


async def test_con_003_one_reading_of_the_list_a_tick_for_all_targets(here: World) -> None:
    task = await here.begin("connect", "mail", "notes", "chat")
    before = here.requests("GET /v1/connectors")
    began = here.time.now
    here.skip("chat")
    await here.time.tick(20)
    ticks = (here.time.now - began) / 5
    assert 3 <= here.requests("GET /v1/connectors") - before <= ticks + 1
    here.hub.desk.interrupt()
    await here.finish(task)


async def test_the_store_follows_the_frames_and_ends_settled(here: World) -> None:
    task = await here.begin("connect", "mail")
    await here.decide("mail", "approve")
    await here.finish(task)
    sequence = [frame["seq"] for frame in here.hub.frames]
    assert sequence == list(range(1, len(sequence) + 1))
    assert here.hub.frames[0]["kind"] == "connection.request"
    assert here.hub.frames[-1]["settled"] is True


async def test_an_unknown_connector_fails_in_the_gateways_words_beside_a_good_one(here: World) -> None:
    task = await here.begin("connect", "mail", "nonsense")
    assert here.states() == {"mail": "initiated", "nonsense": "failed"}
    assert "nonsense" in here.target("nonsense")["detail"]
    await here.decide("mail", "approve")
    await here.reaches("mail", "connected")
    here.go_on()
    result = await here.finish(task)
    assert {target["state"] for target in result["targets"]} == {"connected", "not_connected"}
