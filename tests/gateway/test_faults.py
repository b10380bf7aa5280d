"""Every fault, as a client meets it, and the ways to set them (spec 4.9)."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from email.utils import parsedate_to_datetime
from typing import Any

import httpx2
import pytest

from tests.gateway.support import PREFIX, FakeClock, Wire
from workbench.gateway import FAULTS, FaultError, Faults
from workbench.gateway.faultbox import FaultBox

QUERY = {"queries": [{"useCase": "send an email"}]}


async def ask(wire: Wire, route: str = "search") -> httpx2.Response:
    if route == "list":
        return await wire.send("GET", PREFIX)
    bodies: dict[str, Any] = {
        "search": QUERY,
        "schemas": {"tools": ["MAIL_SEND_EMAIL"]},
        "execute": {"tools": [{"connector": "mail", "tool": "MAIL_GET_PROFILE", "arguments": {}}]},
        "connections": {"connectors": ["mail"], "reinitiate": False},
    }
    return await wire.send("POST", f"{PREFIX}/{route}", json=bodies[route])


ROUTES = ["search", "schemas", "execute", "connections", "list"]


@pytest.mark.parametrize("route", ROUTES)
async def test_whole_answers_go_wrong_on_every_route(wire: Wire, route: str) -> None:
    for faults, status, code in (
        (Faults(dark=True), 404, "NOT_FOUND"),
        (Faults(unauthorized=True), 401, "UNAUTHORIZED"),
        (Faults(forbidden=True), 403, "FORBIDDEN"),
        (Faults(conflict=True), 409, "CONFLICT"),
        (Faults(server_error="envelope"), 502, "UPSTREAM_ERROR"),
    ):
        wire.gateway.faults = faults
        response = await ask(wire, route)
        assert response.status_code == status and response.json()["error"]["code"] == code
        assert response.json()["requestId"]
    wire.gateway.faults = Faults()
    assert (await ask(wire, route)).status_code == 200


async def test_502_comes_as_a_code_alone_and_as_long_text(wire: Wire) -> None:
    wire.gateway.faults = Faults(server_error="code")
    assert (await ask(wire)).json() == {"error": "upstream_unavailable"}
    wire.gateway.faults = Faults(server_error="text")
    response = await ask(wire)
    assert response.status_code == 502 and len(response.text) > 500
    assert response.headers["content-type"].startswith("text/plain")


async def test_429_comes_in_its_three_forms(wire: Wire) -> None:
    wire.gateway.faults = Faults(rate_limited="header", retry_after=2.5)
    response = await ask(wire)
    assert response.status_code == 429 and response.headers["retry-after"] == "3"
    assert response.json()["error"]["code"] == "RATE_LIMITED"
    wire.gateway.faults = Faults(rate_limited="date", retry_after=30)
    assert parsedate_to_datetime((await ask(wire)).headers["retry-after"]).tzinfo is not None
    wire.gateway.faults = Faults(rate_limited="flat", retry_after=2.5)
    response = await ask(wire)
    assert "retry-after" not in response.headers
    assert response.json() == {"code": "RATE_LIMITED", "message": "Too many requests.", "retryAfterMs": 2500}


async def test_a_redirect_leads_to_another_origin(wire: Wire) -> None:
    wire.gateway.faults = Faults(redirect="self")
    response = await ask(wire)
    port = wire.gateway.url.rpartition(":")[2]
    assert response.status_code == 307 and response.headers["location"] == f"http://localhost:{port}{PREFIX}/search"
    wire.gateway.faults = Faults(redirect="http://192.0.2.1/x\r\nSet-Cookie: a=b")
    response = await ask(wire)
    assert response.headers["location"] == "http://192.0.2.1/xSet-Cookie:a=b" and "set-cookie" not in response.headers


async def test_a_slow_gateway_has_done_the_work_before_it_answers(wire: Wire) -> None:
    await wire.connected("mail")
    wire.gateway.faults = Faults(slow=30, on=("execute",))
    letter = {"to": ["a@example.org"], "subject": "s", "body": "b"}
    with pytest.raises(httpx2.ReadTimeout):
        await wire.execute("mail", "MAIL_SEND_EMAIL", letter, timeout=0.3)
    assert (await ask(wire, "list")).status_code == 200
    wire.gateway.faults = Faults()
    assert (await wire.done("mail", "MAIL_FETCH_EMAILS", label="SENT"))["total"] == 1


async def test_an_answer_can_break_in_the_middle(wire: Wire) -> None:
    wire.gateway.faults = Faults(drop=True)
    with pytest.raises(httpx2.TransportError):
        await ask(wire)


async def test_an_answer_can_be_no_json(wire: Wire) -> None:
    wire.gateway.faults = Faults(not_json=True)
    response = await ask(wire)
    assert response.status_code == 200 and response.headers["content-type"].startswith("text/html")
    with pytest.raises(ValueError, match="Expecting value"):
        response.json()


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("how", ["types", "missing", "list"])
async def test_answers_of_the_wrong_shape(wire: Wire, route: str, how: str) -> None:
    good = (await ask(wire, route)).json()
    wire.gateway.faults = Faults(wrong_shapes=how)
    answer = (await ask(wire, route)).json()
    main = {"list": "items", "schemas": "schemas"}.get(route, "results")
    if how == "list":
        assert isinstance(answer, list)
    elif how == "missing":
        assert main not in answer
    else:
        assert type(answer[main]) is not type(good[main])


async def test_an_unknown_status_another_use_case_and_missing_schemas(wire: Wire) -> None:
    wire.gateway.faults = Faults(wrong_shapes="status")
    assert {row["connectionStatus"] for row in (await ask(wire, "list")).json()["items"]} == {"hibernating"}
    assert (await ask(wire, "connections")).json()["results"][0]["status"] == "hibernating"
    wire.gateway.faults = Faults(wrong_shapes="echo")
    assert (await ask(wire)).json()["results"][0]["useCase"] != "send an email"
    wire.gateway.faults = Faults(wrong_shapes="schemas")
    answer = (await ask(wire)).json()
    assert answer["schemas"] == {} and answer["results"][0]["tools"]


async def test_faults_can_keep_to_some_routes_and_end_by_themselves(wire: Wire) -> None:
    wire.gateway.faults = Faults(dark=True, on=("search", "list"))
    assert [(await ask(wire, route)).status_code for route in ROUTES] == [404, 200, 200, 200, 404]
    wire.gateway.faults = Faults(server_error="envelope", times=2, on=("search",))
    assert [(await ask(wire)).status_code for _ in range(4)] == [502, 502, 200, 200]


def test_requests_without_a_fault_do_not_use_up_the_times() -> None:
    box = FaultBox(Faults(dark=True, times=1, on=("search",)))
    assert [box.take("list").dark, box.take("search").dark, box.take("search").dark] == [False, True, False]
    box.faults = Faults(dark=True, times=1)
    assert box.take("list").dark


async def test_a_mint_that_fails_says_the_vendors_words(wire: Wire) -> None:
    wire.gateway.faults = Faults.parse(["mint_fails=Quota used up."])
    [row] = await wire.connect("mail")
    assert row["status"] == "failed" and row["statusReason"] == "Quota used up." and row["connectUrl"] is None
    assert "connectUrl" not in (await wire.execute("mail", "MAIL_GET_PROFILE"))["error"]


async def test_a_provider_that_fails(wire: Wire) -> None:
    await wire.connected("mail")
    wire.gateway.faults = Faults.parse(["vendor_failure"])
    error = (await wire.execute("mail", "MAIL_GET_PROFILE"))["error"]
    assert error["code"] == "PROVIDER_ERROR" and error["message"]
    assert (await wire.connect("notes"))[0]["status"] == "failed"


async def test_a_call_can_stay_unanswered_though_it_was_done(wire: Wire) -> None:
    await wire.connected("notes")
    wire.gateway.faults = Faults(unanswered=True)
    call = {"connector": "notes", "tool": "NOTES_CREATE_NOTE", "arguments": {"title": "Unheard"}}
    answer = await wire.post("execute", {"tools": [call]})
    assert answer["results"] == [] and answer["totalCount"] == 1
    wire.gateway.faults = Faults()
    assert (await wire.done("notes", "NOTES_FIND_NOTE", query="unheard"))["total"] == 1


async def test_rows_of_a_mint_can_be_odd(wire: Wire) -> None:
    wire.gateway.faults = Faults(no_link=True)
    [row] = await wire.connect("mail")
    assert row["status"] == "initiated" and row["connectUrl"] is None
    wire.gateway.faults = Faults(missing_rows=True)
    assert await wire.connect("mail", "notes") == []
    for kind, scheme in (("javascript", "javascript:"), ("data", "data:"), ("file", "file:"), ("custom", "vscode:")):
        wire.gateway.faults = Faults(bad_link=kind)
        assert (await wire.connect("mail"))[0]["connectUrl"].startswith(scheme)
        assert (await wire.execute("mail", "MAIL_GET_PROFILE"))["error"]["connectUrl"].startswith(scheme)


async def test_a_provider_can_keep_the_account(wire: Wire) -> None:
    identity = await wire.connected("mail")
    wire.gateway.faults = Faults(keep_account=True)
    [row] = await wire.connect("mail", reinitiate=True)
    assert (row["status"], row["connectionId"], row["reinitiated"]) == ("active", identity, False)


async def test_ids_can_be_kept_back_everywhere(wire: Wire) -> None:
    await wire.connected("mail")
    wire.gateway.faults = Faults(no_connection_id=True)
    assert "connectionId" not in await wire.row("mail") and (await wire.row("mail"))["connected"]
    assert (await wire.connect("mail"))[0]["connectionId"] is None
    assert (await wire.connect("mail", reinitiate=True))[0]["connectionId"] is None


async def test_a_switch_can_show_that_it_is_pending(wire: Wire) -> None:
    await wire.connected("mail")
    wire.gateway.faults = Faults(show_pending=True)
    [row] = await wire.connect("mail", reinitiate=True)
    assert (await wire.row("mail"))["connectionStatus"] == "initiated"
    assert (await wire.execute("mail", "MAIL_GET_PROFILE"))["error"] is None
    await wire.decide(row["connectUrl"], "approve")
    assert (await wire.row("mail"))["connectionStatus"] == "active"


async def test_the_list_can_have_dead_rows_and_no_end(wire: Wire) -> None:
    await wire.connected("mail")
    wire.gateway.faults = Faults(duplicate_rows=True)
    rows = [row for row in (await ask(wire, "list")).json()["items"] if row["connector"] == "mail"]
    assert [row["connectionStatus"] for row in rows] == ["active", "revoked"]
    for faults, repeats in ((Faults(cursor_loop=True), True), (Faults(endless_pages=True), False)):
        wire.gateway.faults = faults
        cursors: list[str] = []
        for _ in range(210):
            query = {"limit": "4", **({"cursor": cursors[-1]} if cursors else {})}
            page = (await wire.send("GET", PREFIX, params=query)).json()
            cursors.append(page["nextCursor"])
        assert (len(set(cursors)) < len(cursors)) is repeats and None not in cursors


async def test_links_can_live_shortly(wire: Wire, clock: FakeClock) -> None:
    wire.gateway.faults = Faults(link_lifetime=5)
    [row] = await wire.connect("mail")
    clock.advance(5)
    assert (await wire.client.get(row["connectUrl"])).status_code == 410
    assert (await wire.row("mail"))["connectionStatus"] == "expired"


async def test_hostile_text_reaches_the_client_as_it_is(wire: Wire) -> None:
    await wire.connect("mail")
    wire.gateway.faults = Faults(hostile_text=True)
    answer = await wire.search("send an email")
    assert "\x1b" in answer["schemas"]["MAIL_SEND_EMAIL"]["description"]
    assert "\u202e" in answer["connections"][0]["description"]
    assert "<script>" in (await wire.row("mail"))["statusReason"]
    assert "\x1b" in (await wire.execute("mail", "MAIL_GET_PROFILE"))["error"]["message"]


async def test_the_admin_route_sets_them_all(wire: Wire) -> None:
    response = await wire.send(
        "PUT", "/admin/faults", json={"slow": "0", "dark": True, "on": ["search"], "429": "flat"}
    )
    assert response.json()["active"] == {"dark": True, "on": ["search"], "rate_limited": "flat"}
    assert (await ask(wire)).status_code == 429
    assert (await wire.send("GET", "/admin/faults")).json() == response.json()
    assert (await wire.send("PUT", "/admin/faults", json={})).json()["active"] == {}
    assert (await ask(wire)).status_code == 200
    for wrong in (
        [],
        {"nothing": 1},
        {"slow": "x"},
        {"slow": -1},
        {"wrong_shapes": "round"},
        {"on": ["x"]},
        {"dark": 7},
    ):
        refused = await wire.send("PUT", "/admin/faults", json=wrong)
        assert refused.status_code == 400, wrong
        assert wire.gateway.faults == Faults()


async def test_the_admin_route_answers_whatever_is_wrong(wire: Wire) -> None:
    wire.gateway.faults = Faults(dark=True, empty_token=True, drop=True)
    assert (await wire.send("PUT", "/admin/faults", json={})).status_code == 200
    assert (await ask(wire)).status_code == 200


def test_the_table_and_the_dataclass_have_the_same_faults() -> None:
    assert [info.name for info in FAULTS] == [field.name for field in fields(Faults)]
    with pytest.raises(FrozenInstanceError):
        Faults().dark = True  # type: ignore[misc]


@pytest.mark.parametrize("info", FAULTS, ids=lambda info: info.name)
def test_each_fault_can_be_put_on_bare_shown_and_read_again(info: Any) -> None:
    faults = Faults().with_value(info.name)
    assert (faults.active() != {}) is (info.bare != getattr(Faults(), info.name))
    assert Faults.from_json(faults.as_json()) == faults
    assert Faults.from_json(faults.active()) == faults
    assert info.help and info.name in info.usage


@pytest.mark.parametrize(
    ("texts", "check"),
    [
        (["slow"], lambda faults: faults.slow == 5),
        (["slow=0.5", "dark"], lambda faults: faults.slow == 0.5 and faults.dark),
        (["429"], lambda faults: faults.rate_limited == "header"),
        (["502=code"], lambda faults: faults.server_error == "code"),
        (["wrong-shapes=list"], lambda faults: faults.wrong_shapes == "list"),
        (["on=search, list", "times=3"], lambda faults: faults.on == ("search", "list") and faults.times == 3),
        (["dark", "dark=off"], lambda faults: not faults.dark),
        (["vendor_failure=Out of order"], lambda faults: faults.mint_fails == faults.provider_error == "Out of order"),
        (["provider_error=a=b"], lambda faults: faults.provider_error == "a=b"),
    ],
)
def test_command_line_texts(texts: list[str], check: Callable[[Faults], bool]) -> None:
    assert check(Faults.parse(texts))


@pytest.mark.parametrize(
    "text", ["", "nothing", "slow=x", "slow=nan", "slow=inf", "slow=-1", "502=round", "on=x", "dark=perhaps"]
)
def test_a_fault_that_cannot_be_says_what_can(text: str) -> None:
    with pytest.raises(FaultError) as caught:
        Faults.parse([text])
    assert len(str(caught.value)) > 10
