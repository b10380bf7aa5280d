"""A gateway that is dark, slow or wrong: local results stay, the person is told, the model is not (spec 4.3)."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from tests.e2e.support import TOKEN_ENV, World, yes
from workbench.connectors.client import GatewayClient
from workbench.connectors.retry import Routes
from workbench.gateway import Faults

pytestmark = pytest.mark.anyio

QUERIES = ["list issues", "send email"]
BROKEN = [
    (Faults(dark=True), "connectors are not available for this account"),
    (Faults(unauthorized=True), "the gateway does not accept the token; sign in again"),
    (Faults(forbidden=True), "the gateway does not allow this account connectors"),
    (Faults(rate_limited="header", retry_after=3600), "the gateway asks to slow down"),
    (Faults(rate_limited="flat", retry_after=3600), "the gateway asks to slow down"),
    (Faults(server_error="envelope"), "the gateway failed with status 502"),
    (Faults(server_error="text"), "the gateway failed with status 502"),
    (Faults(conflict=True), "the gateway failed with status 409"),
    (Faults(redirect="self"), ""),
    (Faults(drop=True), "the gateway cannot be reached"),
    (Faults(not_json=True), "the gateway's answer has the wrong shape"),
    (Faults(wrong_shapes="types"), "the gateway's answer has the wrong shape"),
    (Faults(wrong_shapes="missing"), "the gateway's answer has the wrong shape"),
    (Faults(wrong_shapes="list"), "the gateway's answer has the wrong shape"),
    (Faults(wrong_shapes="echo"), "the gateway answered 0 of 2 queries"),
]


async def search(here: World, *queries: str, limit: int | None = None) -> Any:
    work = asyncio.ensure_future(here.session.search_everywhere(queries or QUERIES, limit))
    await here.time.until(work.done)
    return await work


def impatient(here: World) -> None:
    """The session's client with a patience of half a second a route."""
    token = here.gateway.token
    usual = Routes()
    names = ("search", "schemas", "execute", "connections", "listing")
    routes = Routes(**{name: replace(getattr(usual, name), timeout=0.5) for name in names})
    here.hub.client = GatewayClient(here.gateway.url, lambda: token, routes=routes, sleep=here.time.sleep)


@pytest.mark.parametrize(("faults", "words"), BROKEN, ids=lambda value: str(getattr(value, "active", lambda: "")()))
async def test_a_broken_search_is_a_local_search_with_its_cause_on_the_screen(
    here: World, faults: Faults, words: str
) -> None:
    local = here.session.search(QUERIES).payload
    here.gateway.faults = faults
    answer = await search(here)
    assert answer.payload == local
    trouble = here.hub.view.trouble
    assert trouble
    assert words in trouble
    assert trouble not in str(answer.payload)
    here.gateway.faults = Faults()
    assert "connectors__mail__SEND_EMAIL" in (await search(here)).payload["tools"]
    assert here.hub.view.trouble == ""


async def test_a_slow_search_is_given_up(here: World) -> None:
    impatient(here)
    local = here.session.search(QUERIES).payload
    here.gateway.faults = Faults(slow=5)
    assert (await search(here)).payload == local
    assert here.hub.view.trouble == "the gateway did not answer in time"


async def test_nobody_listening_at_the_address(here: World) -> None:
    local = here.session.search(QUERIES).payload
    await here.gateway.close()
    assert (await search(here)).payload == local
    assert here.hub.view.trouble == "the gateway cannot be reached"


async def test_con_032_eight_queries_are_refused_here_before_any_request(here: World) -> None:
    asked = here.requests("POST /v1/connectors/search")
    answer = await search(here, *(f"send email number {number}" for number in range(8)))
    assert "7" in answer.payload["error"]
    assert here.requests("POST /v1/connectors/search") == asked
    assert here.hub.view.trouble == ""
    at_the_gateway = await here.person.send("POST", "/v1/connectors/search", json={"queries": [{"useCase": "x"}] * 8})
    assert at_the_gateway.status_code == 502


async def test_hits_without_schemas_are_dropped_and_reported(here: World) -> None:
    local = here.session.search(QUERIES).payload
    here.gateway.faults = Faults(wrong_shapes="schemas")
    assert (await search(here)).payload == local
    assert any("without a schema" in str(report) for report in here.hub.view.reports)


@pytest.mark.parametrize(
    ("faults", "reason"),
    [
        (Faults(dark=True), "CONNECTORS_UNAVAILABLE"),
        (Faults(unauthorized=True), "CONNECTORS_UNAVAILABLE"),
        (Faults(server_error="envelope"), "CONNECTOR_REQUEST_FAILED"),
        (Faults(cursor_loop=True), "INVALID_CONNECTOR_RESPONSE"),
        (Faults(endless_pages=True), "INVALID_CONNECTOR_RESPONSE"),
        (Faults(wrong_shapes="status", on=("list",)), "INVALID_CONNECTOR_RESPONSE"),
        (Faults(not_json=True), "INVALID_CONNECTOR_RESPONSE"),
    ],
    ids=lambda value: str(getattr(value, "active", lambda: value)()),
)
async def test_a_list_that_cannot_be_read_keeps_the_old_one_and_says_why(
    here: World, faults: Faults, reason: str
) -> None:
    await here.connected("mail")
    await here.hub.refresh()
    accounts, read_at = here.hub.view.accounts, here.hub.view.read_at
    here.gateway.faults = faults
    work = asyncio.ensure_future(here.manage("status"))
    await here.time.until(work.done)
    assert (await work)["code"] == reason
    await here.hub.refresh()
    assert here.hub.view.accounts == accounts
    assert here.hub.view.read_at == read_at
    assert here.hub.view.trouble


async def test_con_014_readings_that_fail_in_between_end_nothing(here: World) -> None:
    task = await here.begin("connect", "mail")
    here.gateway.faults = Faults(server_error="envelope", on=("list",))
    await here.time.until(lambda: here.hub.frames[-1]["watch"].get("fault"))
    assert here.hub.frames[-1]["watch"]["fault"] == "the gateway failed with status 502"
    assert here.state("mail") == "initiated"
    assert here.target("mail")["connect_url"]
    await here.decide("mail", "approve")
    here.gateway.faults = Faults()
    assert (await here.finish(task))["targets"][0]["state"] == "connected"
    assert here.hub.frames[-1]["watch"] == {}


async def test_a_mint_that_fails_shows_a_card_to_try_again_from(here: World) -> None:
    here.gateway.faults = Faults(server_error="envelope", on=("connections",))
    task = await here.begin("connect", "mail", "notes")
    assert here.states() == {"mail": "failed", "notes": "failed"}
    assert here.requests("POST /v1/connectors/connections") == 1
    here.gateway.faults = Faults()
    await here.hub.desk.retry(here.op_id, ["mail", "notes"])
    assert here.states() == {"mail": "initiated", "notes": "initiated"}
    await here.decide("mail", "approve")
    here.skip("notes")
    assert (await here.finish(task))["settled_by"] == "all_resolved"


async def test_the_vendors_refusal_is_shown_and_a_second_one_replaces_it(here: World) -> None:
    here.gateway.faults = Faults(mint_fails="Tenant is locked.")
    task = await here.begin("connect", "mail")
    assert here.target("mail")["detail"] == "Tenant is locked."
    here.gateway.faults = Faults(mint_fails="Tenant is gone.")
    await here.hub.desk.retry(here.op_id, ["mail"])
    assert here.state("mail") == "failed"
    assert here.target("mail")["detail"] == "Tenant is gone."
    here.go_on()
    await here.finish(task)


async def test_sec_014_a_link_that_nothing_should_open_is_never_offered(here: World) -> None:
    for kind in ("javascript", "data", "file", "custom"):
        here.gateway.faults = Faults(bad_link=kind)
        task = await here.begin("connect", "mail")
        assert here.target("mail")["connect_url"] is None
        assert "refused" in here.target("mail")["extra"]["notice"]
        here.hub.desk.interrupt()
        await here.finish(task)
        without = (await here.call("connectors__mail__SEARCH_EMAILS", cards=False, query="a"))["error"]
        assert "connect_url" not in without


async def test_a_mint_answer_without_the_target_and_one_without_a_link(here: World) -> None:
    here.gateway.faults = Faults(missing_rows=True)
    task = await here.begin("connect", "mail")
    assert here.state("mail") == "failed"
    here.go_on()
    await here.finish(task)
    here.gateway.faults = Faults(no_link=True)
    task = await here.begin("connect", "mail")
    assert here.state("mail") == "initiated"
    assert here.target("mail")["connect_url"] is None
    here.go_on()
    await here.finish(task)


@pytest.mark.parametrize(
    ("faults", "code"),
    [
        (Faults(provider_error="The vendor is having an outage."), "PROVIDER_ERROR"),
        (Faults(unanswered=True), "PROVIDER_ERROR"),
        (Faults(dark=True), "TOOL_ERROR"),
        (Faults(server_error="envelope"), "TOOL_ERROR"),
        (Faults(rate_limited="header", retry_after=3600), "TOOL_ERROR"),
        (Faults(wrong_shapes="types"), "TOOL_ERROR"),
    ],
    ids=lambda value: str(getattr(value, "active", lambda: value)()),
)
async def test_a_call_that_fails_has_its_code(here: World, faults: Faults, code: str) -> None:
    await here.connected("mail")
    here.gateway.faults = faults
    failed = await here.call("connectors__mail__SEARCH_EMAILS", query="a")
    assert failed["error"]["code"] == code
    assert here.gateway.token not in str(failed) or not here.gateway.token


async def test_a_call_whose_answer_was_lost_is_done_once(here: World) -> None:
    await here.connected("mail")
    here.gateway.faults = Faults(drop=True, times=1, on=("execute",))
    sent = await here.call("connectors__mail__SEND_EMAIL", to=["a@example.org"], subject="Only once", body="x")
    assert "error" not in sent
    found = await here.call("connectors__mail__SEARCH_EMAILS", query="Only once")
    assert str(found["response"]).count("'Only once'") == 1


async def test_several_calls_one_after_the_other_with_their_own_outcomes(here: World) -> None:
    await here.connected("mail")
    raw = {
        "calls": [
            {"name": "connectors__mail__SEARCH_EMAILS", "arguments": {"query": "a"}},
            {"name": "connectors__notes__LIST_NOTES", "arguments": {}},
            {"name": "connectors__mail__NO_SUCH_TOOL", "arguments": {}},
            {"name": "connectors__execute", "arguments": {}},
        ]
    }
    asked = here.requests("POST /v1/connectors/execute")
    answer, reports = await here.session.tool_call(raw, approve=yes)
    assert [item["index"] for item in answer["results"]] == [0, 1, 2, 3]
    codes = [item.get("error", {}).get("code") for item in answer["results"]]
    assert codes == [None, "CONNECTION_REQUIRED", "TOOL_NOT_FOUND", "TOOL_NOT_FOUND"]
    assert (answer["success_count"], answer["error_count"], answer["total_count"]) == (1, 3, 4)
    assert len(reports) == 4
    assert here.requests("POST /v1/connectors/execute") == asked + 4


async def test_a_token_that_went_away_takes_connectors_out_of_scope(
    here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TOKEN_ENV, "")
    asked = here.requests("POST /v1/connectors/search")
    local = here.session.search(QUERIES).payload
    assert (await search(here)).payload == local
    assert here.requests("POST /v1/connectors/search") == asked
    assert here.hub.view.signed_in is False
    assert here.hub.view.in_scope is False
