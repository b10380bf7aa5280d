"""How connections come about and what becomes of them (spec 4.2, 4.6)."""

import pytest

from tests.gateway.support import FakeClock, Wire, field
from workbench.gateway import Faults


async def test_connect_gives_a_link_and_approval_an_account(wire: Wire) -> None:
    [row] = await wire.connect("mail")
    assert row["status"] == "initiated" and row["connectionId"] is None and row["reinitiated"] is False
    assert row["connectUrl"].startswith(f"{wire.gateway.url}/connect/")
    assert set(row) == {
        "connector", "status", "connectUrl", "connectionId", "instruction", "statusReason", "reinitiated",
    }  # fmt: skip
    assert (await wire.row("mail"))["connectionStatus"] == "initiated"
    assert (await wire.decide(row["connectUrl"], "approve", "ines@example.org")).status_code == 200
    shown = await wire.row("mail")
    assert shown["connected"] is True and shown["connectionStatus"] == "active" and shown["connectionId"]


async def test_the_summary_counts(wire: Wire) -> None:
    await wire.connected("mail")
    answer = await wire.post("connections", {"connectors": ["mail", "notes", "nothing", "notes"], "reinitiate": False})
    assert answer["summary"] == {"total": 3, "active": 1, "initiated": 1, "failed": 1}
    assert [row["status"] for row in answer["results"]] == ["active", "initiated", "failed"]
    assert answer["results"][2]["statusReason"] and answer["results"][2]["connectUrl"] is None


async def test_a_connected_account_answers_active_and_keeps_its_id(wire: Wire) -> None:
    identity = await wire.connected("mail")
    [row] = await wire.connect("mail")
    assert (row["status"], row["connectionId"], row["connectUrl"]) == ("active", identity, None)


async def test_asking_again_while_a_link_is_good_gives_the_same_link(wire: Wire, clock: FakeClock) -> None:
    [first] = await wire.connect("mail")
    clock.advance(599)
    [again] = await wire.connect("mail")
    assert again["connectUrl"] == first["connectUrl"]
    clock.advance(1)
    [later] = await wire.connect("mail")
    assert later["connectUrl"] != first["connectUrl"]


async def test_reinitiate_makes_the_link_before_dead(wire: Wire) -> None:
    [first] = await wire.connect("mail")
    [second] = await wire.connect("mail", reinitiate=True)
    assert second["connectUrl"] != first["connectUrl"] and second["reinitiated"] is True
    assert (await wire.client.get(first["connectUrl"])).status_code == 410
    assert (await wire.client.get(second["connectUrl"])).status_code == 200


async def test_an_account_stands_until_another_is_approved(wire: Wire) -> None:
    old = await wire.connected("mail", "old@example.org")
    [row] = await wire.connect("mail", reinitiate=True)
    assert row["status"] == "initiated" and row["connectionId"] == old
    waiting = await wire.row("mail")
    assert waiting["connectionStatus"] == "active" and waiting["connectionId"] == old
    assert (await wire.done("mail", "MAIL_GET_PROFILE"))["address"] == "old@example.org"
    await wire.decide(row["connectUrl"], "approve", "new@example.org")
    after = await wire.row("mail")
    assert after["connectionStatus"] == "active" and after["connectionId"] != old
    assert (await wire.done("mail", "MAIL_GET_PROFILE"))["address"] == "new@example.org"


async def test_the_same_account_again_is_another_connection_to_the_same_data(wire: Wire) -> None:
    first = await wire.connected("notes", "ines")
    note = (await wire.done("notes", "NOTES_CREATE_NOTE", title="Kept"))["note"]
    await wire.connected("notes", "somebody else")
    assert (await wire.execute("notes", "NOTES_GET_NOTE", {"note_id": note["id"]}))["error"]["code"] == "PROVIDER_ERROR"
    third = await wire.connected("notes", "ines")
    assert third != first
    assert (await wire.done("notes", "NOTES_GET_NOTE", note_id=note["id"]))["note"]["title"] == "Kept"


async def test_denied_is_failed_with_its_reason(wire: Wire) -> None:
    [row] = await wire.connect("mail")
    assert (await wire.decide(row["connectUrl"], "deny")).status_code == 200
    shown = await wire.row("mail")
    assert shown["connectionStatus"] == "failed" and "denied" in shown["statusReason"]
    assert shown["connected"] is False and "connectionId" not in shown
    [again] = await wire.connect("mail")
    assert again["status"] == "initiated" and again["connectUrl"] != row["connectUrl"]


async def test_let_it_expire_and_the_clock_come_to_the_same(wire: Wire, clock: FakeClock) -> None:
    mail, notes = await wire.connect("mail", "notes")
    await wire.decide(mail["connectUrl"], "expire")
    assert (await wire.row("notes"))["connectionStatus"] == "initiated"
    clock.advance(600)
    for name in ("mail", "notes"):
        row = await wire.row(name)
        assert row["connectionStatus"] == "expired" and "ran out" in row["statusReason"]
    assert (await wire.client.get(notes["connectUrl"])).status_code == 410


async def test_a_refused_switch_shows_for_a_minute_then_the_account_that_stands(wire: Wire, clock: FakeClock) -> None:
    old = await wire.connected("mail")
    clock.advance(10)
    [row] = await wire.connect("mail", reinitiate=True)
    await wire.decide(row["connectUrl"], "deny")
    assert (await wire.row("mail"))["connectionStatus"] == "failed"
    assert (await wire.execute("mail", "MAIL_GET_PROFILE"))["error"] is None
    clock.advance(60)
    assert (await wire.row("mail"))["connectionId"] == old
    [row] = await wire.connect("mail", reinitiate=True)
    await wire.decide(row["connectUrl"], "expire")
    assert (await wire.row("mail"))["connectionStatus"] == "expired"
    assert (await wire.connect("mail"))[0]["status"] == "active"
    assert (await wire.row("mail"))["connectionStatus"] == "active"


@pytest.mark.parametrize(("action", "status"), [("expire", "expired"), ("revoke", "revoked"), ("pause", "inactive")])
async def test_the_owner_ends_access(wire: Wire, action: str, status: str) -> None:
    identity = await wire.connected("mail")
    assert f"The account is {status}" in await wire.manage(action, "mail")
    row = await wire.row("mail")
    assert row["connectionStatus"] == status and row["connected"] is False
    assert row["connectionId"] == identity and row["statusReason"]
    refused = await wire.execute("mail", "MAIL_GET_PROFILE")
    assert refused["error"]["code"] == "CONNECTION_REQUIRED" and refused["error"]["connectUrl"]
    assert (await wire.row("mail"))["connectionStatus"] == status, "a tool call in passing hides no status"
    [minted] = await wire.connect("mail")
    assert minted["status"] == "initiated" and minted["connectUrl"] == refused["error"]["connectUrl"]
    assert (await wire.row("mail"))["connectionStatus"] == "initiated"


async def test_a_paused_account_can_be_resumed_and_a_revoked_one_cannot(wire: Wire) -> None:
    identity = await wire.connected("mail")
    await wire.manage("pause", "mail")
    await wire.manage("resume", "mail")
    assert (await wire.row("mail"))["connectionId"] == identity and (await wire.row("mail"))["connected"]
    await wire.manage("revoke", "mail")
    assert "not in a state for that" in await wire.manage("resume", "mail")
    assert (await wire.row("mail"))["connectionStatus"] == "revoked"


async def test_an_account_can_be_initializing_for_a_while(wire: Wire, clock: FakeClock) -> None:
    wire.gateway.faults = Faults(initializing=15)
    await wire.connected("mail")
    row = await wire.row("mail")
    assert row["connectionStatus"] == "initializing" and row["connected"] is False
    refused = (await wire.execute("mail", "MAIL_GET_PROFILE"))["error"]
    assert refused["code"] == "CONNECTION_REQUIRED" and "connectUrl" not in refused
    clock.advance(15)
    assert (await wire.row("mail"))["connectionStatus"] == "active"
    assert (await wire.execute("mail", "MAIL_GET_PROFILE"))["error"] is None


async def test_looking_changes_nothing(wire: Wire) -> None:
    [row] = await wire.connect("mail")
    before = await wire.row("mail")
    for _ in range(5):
        assert (await wire.client.get(row["connectUrl"])).status_code == 200
        await wire.search("send an email")
        await wire.client.head(row["connectUrl"])
    assert await wire.row("mail") == before
    assert (await wire.decide(row["connectUrl"], "approve")).status_code == 200


async def test_a_connector_that_is_switched_off_cannot_be_connected(wire: Wire) -> None:
    page = await wire.accounts_page()
    await wire.client.post("/accounts", data={"page": field(page, "page"), "action": "tools", "connector": "mail"})
    row = await wire.row("mail")
    assert row["enabled"] is False and "MAIL_SEND_EMAIL" in row["disabledTools"]
    assert (await wire.connect("mail"))[0]["status"] == "failed"
    assert not any(slug.startswith("MAIL_") for slug in (await wire.search("send an email"))["schemas"])
