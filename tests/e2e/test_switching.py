"""Switching an account by force over HTTP, with and without connection ids (spec 4.6)."""

import pytest

from tests.e2e.support import World
from workbench.connectors.managed import KEPT_ACCOUNT
from workbench.gateway import Faults

pytestmark = pytest.mark.anyio


async def test_con_007_the_old_account_is_not_taken_for_the_new_one(here: World) -> None:
    await here.connected("mail", "old@example.org")
    task = await here.begin("reconnect", "mail", force=True)
    await here.time.tick(12)
    assert here.state("mail") == "initiated"
    assert here.target("mail")["awaiting_new_attempt"] is True
    await here.decide("mail", "approve", "new@example.org")
    result = await here.finish(task)
    assert result["targets"][0]["state"] == "connected"
    assert (await here.person.row("mail"))["connected"] is True
    assert "new@example.org" in await here.person.accounts_page()


async def test_without_ids_a_row_that_reads_initiated_meanwhile_opens_the_gate(here: World) -> None:
    here.gateway.faults = Faults(no_connection_id=True, show_pending=True)
    await here.connected("mail", "old@example.org")
    task = await here.begin("reconnect", "mail", force=True)
    await here.time.tick(6)
    assert here.state("mail") == "initiated"
    await here.decide("mail", "approve", "new@example.org")
    assert (await here.finish(task))["targets"][0]["state"] == "connected"


async def test_without_ids_and_without_a_change_the_card_says_so_near_the_deadline(here: World) -> None:
    here.gateway.faults = Faults(no_connection_id=True)
    await here.connected("mail", "old@example.org")
    task = await here.begin("reconnect", "mail", force=True)
    await here.decide("mail", "approve", "new@example.org")
    await here.time.tick(12)
    assert here.state("mail") == "initiated"
    assert "notice" not in here.target("mail")["extra"]
    here.time.jump(260)
    await here.time.until(lambda: "notice" in here.target("mail")["extra"])
    assert "no id" in here.target("mail")["extra"]["notice"]
    here.time.jump(30)
    result = await here.finish(task)
    assert result["settled_by"] == "deadline"
    assert result["targets"][0]["state"] == "not_connected"


async def test_a_provider_that_keeps_the_account_fails_the_switch(here: World) -> None:
    await here.connected("mail", "old@example.org")
    here.gateway.faults = Faults(keep_account=True)
    task = await here.begin("reconnect", "mail", force=True)
    assert here.state("mail") == "failed"
    assert here.target("mail")["detail"] == KEPT_ACCOUNT
    here.go_on()
    await here.finish(task)
    assert (await here.person.row("mail"))["connected"] is True


async def test_denying_a_switch_leaves_the_old_account_at_work(here: World) -> None:
    await here.connected("mail", "old@example.org")
    task = await here.begin("reconnect", "mail", force=True)
    await here.decide("mail", "deny")
    await here.time.tick(12)
    assert here.state("mail") in ("initiated", "failed")
    here.go_on()
    assert (await here.finish(task))["targets"][0]["state"] == "not_connected"
    assert "error" not in await here.call("connectors__mail__SEARCH_EMAILS", query="a")


async def test_con_020_a_dead_row_beside_the_working_one_is_not_the_truth(here: World) -> None:
    here.gateway.faults = Faults(duplicate_rows=True)
    await here.connected("mail")
    status = await here.manage("status", "mail")
    assert status["connectors"][0]["connected"] is True
    assert len(status["connectors"][0]["accounts"]) == 2
    task = await here.begin("reconnect", "mail")
    assert (await here.finish(task))["targets"][0]["state"] == "connected"
