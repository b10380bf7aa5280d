"""Tool calls: what each can answer, and that a request which comes twice acts once (spec 4.2)."""

import asyncio
from pathlib import Path

import httpx2
import pytest

from tests.gateway.support import PREFIX, Wire, field
from workbench.gateway import Faults

LETTER = {"to": ["tomas@example.org"], "subject": "Berth map", "body": "It is empty."}


async def test_an_answer_has_a_row_for_each_call_in_order(wire: Wire) -> None:
    await wire.connected("mail")
    calls = [
        {"connector": "mail", "tool": "MAIL_SEND_EMAIL", "arguments": LETTER},
        {"connector": "mail", "tool": "MAIL_NOTHING", "arguments": {}},
        {"connector": "notes", "tool": "NOTES_LIST_NOTES", "arguments": {}},
        {"connector": "mail", "tool": "MAIL_GET_PROFILE"},
    ]
    answer = await wire.post("execute", {"tools": calls})
    assert (answer["successCount"], answer["errorCount"], answer["totalCount"]) == (2, 2, 4)
    assert [row["index"] for row in answer["results"]] == [0, 1, 2, 3]
    assert [row["tool"] for row in answer["results"]] == [call["tool"] for call in calls]
    codes = [row["error"] and row["error"]["code"] for row in answer["results"]]
    assert codes == [None, "TOOL_NOT_FOUND", "CONNECTION_REQUIRED", None]
    assert [row["data"] is None for row in answer["results"]] == [False, True, True, False]


async def test_without_an_account_a_link_comes_with_the_error(wire: Wire) -> None:
    error = (await wire.execute("mail", "MAIL_GET_PROFILE"))["error"]
    assert error["code"] == "CONNECTION_REQUIRED" and error["connector"] == "mail"
    assert "connectionStatus" not in await wire.row("mail"), "nobody asked to connect"
    assert (await wire.execute("mail", "MAIL_LIST_LABELS"))["error"]["connectUrl"] == error["connectUrl"]
    await wire.decide(error["connectUrl"], "approve", "ines@example.org")
    assert (await wire.done("mail", "MAIL_GET_PROFILE"))["address"] == "ines@example.org"
    assert (await wire.row("mail"))["connectionStatus"] == "active"


@pytest.mark.parametrize(
    ("connector", "tool"),
    [
        ("mail", "SEND_EMAIL"),
        ("mail", "mail_send_email"),
        ("notes", "MAIL_SEND_EMAIL"),
        ("Mail", "MAIL_SEND_EMAIL"),
        ("", ""),
    ],
)
async def test_only_a_connectors_own_slug_is_found(wire: Wire, connector: str, tool: str) -> None:
    error = (await wire.execute(connector, tool))["error"]
    assert error["code"] == "TOOL_NOT_FOUND"
    assert ("MAIL_SEND_EMAIL" in error.get("hint", "")) is bool(tool)


async def test_a_literal_slug_is_reached_only_literally(wire: Wire) -> None:
    await wire.connected("calendar")
    span = {"from": "2020-01-01T00:00:00Z", "until": "2040-01-01T00:00:00Z"}
    assert (await wire.execute("calendar", "CALENDAR_FREE_BUSY_QUERY", span))["error"]["code"] == "TOOL_NOT_FOUND"
    assert (await wire.execute("calendar", "FREE_BUSY_QUERY", span))["error"] is None


async def test_twins_are_two_tools(wire: Wire) -> None:
    await wire.connected("notes")
    await wire.done("notes", "NOTES_CREATE_NOTE", title="Cardamom shopping")
    by_words = await wire.done("notes", "NOTES_FIND_NOTE", query="cardamom")
    by_title = await wire.done("notes", "FIND_NOTE", title="cardamom shopping")
    assert len(by_words["notes"]) == 2 and len(by_title["notes"]) == 1


async def test_a_tool_the_owner_switched_off_is_not_allowed(wire: Wire) -> None:
    await wire.connected("mail")
    page = await wire.accounts_page()
    kept = [slug for slug in await _slugs(wire) if slug != "MAIL_SEND_EMAIL"]
    form = {"page": field(page, "page"), "action": "tools", "connector": "mail", "enabled": "on", "tool": kept}
    assert "15 of 16 tools may be used" in (await wire.client.post("/accounts", data=form)).text
    assert (await wire.row("mail"))["disabledTools"] == ["MAIL_SEND_EMAIL"]
    assert (await wire.execute("mail", "MAIL_SEND_EMAIL", LETTER))["error"]["code"] == "TOOL_NOT_ALLOWED"
    assert (await wire.execute("mail", "MAIL_GET_PROFILE"))["error"] is None
    assert "MAIL_SEND_EMAIL" not in (await wire.search("send an email"))["schemas"]


async def _slugs(wire: Wire) -> list[str]:
    from workbench.gateway.providers.mail import MAIL

    answer = await wire.post("schemas", {"tools": [tool.slug for tool in MAIL.tools]})
    return list(answer["schemas"])


async def test_wrong_arguments_are_the_providers_error_and_name_the_place(wire: Wire) -> None:
    await wire.connected("mail")
    for arguments, said in (
        ({}, "'to' is a required property"),
        ({**LETTER, "to": ["no address"]}, "arguments.to[0]"),
        ({**LETTER, "subject": 3}, "arguments.subject"),
        ({**LETTER, "more": 1}, "more"),
        ({**LETTER, "to": "tomas@example.org"}, "arguments.to"),
    ):
        error = (await wire.execute("mail", "MAIL_SEND_EMAIL", arguments))["error"]
        assert error["code"] == "PROVIDER_ERROR" and said in error["message"] and len(error["message"]) <= 500
    sent = await wire.done("mail", "MAIL_FETCH_EMAILS", label="SENT")
    assert sent["total"] == 0


async def test_a_call_that_fails_undoes_what_it_did_and_nothing_else(wire: Wire) -> None:
    await wire.connected("mail")
    messages = (await wire.done("mail", "MAIL_FETCH_EMAILS"))["messages"]
    unread = next(mail["id"] for mail in messages if not mail["read"])
    draft = (await wire.done("mail", "MAIL_CREATE_DRAFT", subject="Later"))["draft"]["id"]
    mark = {"message_ids": [unread, "message-999999"], "read": True}
    calls = [
        {"connector": "mail", "tool": "MAIL_SEND_EMAIL", "arguments": LETTER},
        {"connector": "mail", "tool": "MAIL_MARK_EMAILS", "arguments": mark},
        {"connector": "mail", "tool": "MAIL_SEND_DRAFT", "arguments": {"draft_id": draft}},
    ]  # fmt: skip
    answer = await wire.post("execute", {"tools": calls})
    assert [row["error"] is None for row in answer["results"]] == [True, False, False]
    assert (await wire.done("mail", "MAIL_GET_EMAIL", message_id=unread))["message"]["read"] is False
    assert (await wire.done("mail", "MAIL_FETCH_EMAILS", label="SENT"))["total"] == 1
    assert (await wire.done("mail", "MAIL_LIST_DRAFTS"))["total"] == 1


async def test_the_same_key_gets_the_same_answer_and_acts_once(wire: Wire) -> None:
    await wire.connected("mail")
    key = {"x-idempotency-key": "5f1c"}
    first = await wire.execute("mail", "MAIL_SEND_EMAIL", LETTER, headers=key)
    second = await wire.execute("mail", "MAIL_SEND_EMAIL", LETTER, headers=key)
    assert first == second and first["error"] is None
    assert (await wire.done("mail", "MAIL_FETCH_EMAILS", label="SENT"))["total"] == 1
    third = await wire.execute("mail", "MAIL_SEND_EMAIL", LETTER, headers={"x-idempotency-key": "5f1d"})
    assert third["data"]["message"]["id"] != first["data"]["message"]["id"]


async def test_many_at_once_under_one_key_act_once(wire: Wire) -> None:
    await wire.connected("mail")
    key = {"x-idempotency-key": "race"}
    answers = await asyncio.gather(*(wire.execute("mail", "MAIL_SEND_EMAIL", LETTER, headers=key) for _ in range(8)))
    assert all(answer == answers[0] for answer in answers)
    assert (await wire.done("mail", "MAIL_FETCH_EMAILS", label="SENT"))["total"] == 1


async def test_another_request_under_a_used_key_is_a_conflict(wire: Wire) -> None:
    await wire.connected("mail")
    key = {"x-idempotency-key": "5f1c"}
    await wire.execute("mail", "MAIL_SEND_EMAIL", LETTER, headers=key)
    body = {"tools": [{"connector": "mail", "tool": "MAIL_GET_PROFILE", "arguments": {}}]}
    response = await wire.send("POST", f"{PREFIX}/execute", json=body, headers=key)
    assert response.status_code == 409 and response.json()["error"]["code"] == "IDEMPOTENCY_KEY_REUSED"


async def test_a_stored_error_keeps_its_link_and_the_file_holds_none(wire: Wire, tmp_path: Path) -> None:
    key = {"x-idempotency-key": "before"}
    first = await wire.execute("mail", "MAIL_GET_PROFILE", headers=key)
    link = first["error"]["connectUrl"].rpartition("/")[2]
    written = b"".join(path.read_bytes() for path in (tmp_path / "data").glob("gateway.sqlite3*"))
    assert b"MAIL_GET_PROFILE" in written and link.encode() not in written and wire.token.encode() not in written
    await wire.connected("mail")
    assert await wire.execute("mail", "MAIL_GET_PROFILE", headers=key) == first


@pytest.mark.parametrize("key", ["", "x" * 201, "a b", "\xe9"])
async def test_a_key_that_cannot_be_is_a_400(wire: Wire, key: str) -> None:
    headers = [(b"authorization", f"Bearer {wire.token}".encode()), (b"x-idempotency-key", key.encode("latin-1"))]
    body = {"tools": [{"connector": "mail", "tool": "MAIL_GET_PROFILE"}]}
    response = await wire.client.post(f"{PREFIX}/execute", json=body, headers=headers)
    assert response.status_code == 400


async def test_a_break_after_the_work_and_a_second_try_act_once(wire: Wire) -> None:
    await wire.connected("mail")
    wire.gateway.faults = Faults(drop=True, times=1, on=("execute",))
    key = {"x-idempotency-key": "again"}
    with pytest.raises(httpx2.TransportError):
        await wire.execute("mail", "MAIL_SEND_EMAIL", LETTER, headers=key)
    assert (await wire.execute("mail", "MAIL_SEND_EMAIL", LETTER, headers=key))["error"] is None
    assert (await wire.done("mail", "MAIL_FETCH_EMAILS", label="SENT"))["total"] == 1
