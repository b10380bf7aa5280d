"""The consent page: who may answer it, how often, and what a browser is told about it (spec 4.9)."""

import asyncio

import pytest

from tests.gateway.support import FakeClock, Wire, field
from workbench.gateway.providers.all import CONNECTORS


@pytest.fixture
async def link(wire: Wire) -> str:
    [row] = await wire.connect("mail")
    made: str = row["connectUrl"]
    return made


async def test_the_page_says_what_is_asked_for(wire: Wire, link: str) -> None:
    page = (await wire.client.get(link)).text
    assert "Connect Mail" in page and "Send mail in your name" in page and "MAIL_SEND_EMAIL" in page
    assert "9 min" in page or "10 min" in page
    for button in ("approve", "deny", "expire"):
        assert f'name="decision" value="{button}"' in page


@pytest.mark.parametrize("name", [connector.name for connector in CONNECTORS])
async def test_every_connector_has_its_page(wire: Wire, name: str) -> None:
    [row] = await wire.connect(name)
    assert (await wire.client.get(row["connectUrl"])).status_code == 200


async def test_browsers_are_told_to_keep_nothing_frame_nothing_and_run_nothing(wire: Wire, link: str) -> None:
    responses = [await wire.client.get(path) for path in (link, f"{link}x", "/accounts", "/style.css", "/nothing")]
    for response in responses:
        headers = response.headers
        assert headers["cache-control"] == "no-store"
        assert headers["x-frame-options"] == "DENY" and headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'" and policy["frame-ancestors"] == "'none'"
        assert policy["form-action"] == "'self'" and policy["base-uri"] == "'none'" and "script-src" not in policy
        assert "server" not in headers
    page = responses[0].text
    assert "<script" not in page and "style=" not in page and " on" + "click" not in page
    assert "http://" not in page and "https://" not in page, "nothing is loaded from anywhere else"


async def test_the_token_is_good_once(wire: Wire, link: str) -> None:
    token = await wire.form_token(link)
    form = {"token": token, "decision": "maybe"}
    assert (await wire.client.post(link, data=form)).status_code == 400
    assert (await wire.client.post(link, data={**form, "decision": "approve"})).status_code == 403
    assert (await wire.row("mail"))["connectionStatus"] == "initiated"
    assert (await wire.decide(link, "approve")).status_code == 200


async def test_the_token_is_good_for_its_link_only(wire: Wire, link: str) -> None:
    [other] = await wire.connect("notes")
    form = {"token": await wire.form_token(other["connectUrl"]), "decision": "approve"}
    assert (await wire.client.post(link, data=form)).status_code == 403
    assert (await wire.row("mail"))["connectionStatus"] == "initiated"
    assert (await wire.row("notes"))["connectionStatus"] == "initiated"


@pytest.mark.parametrize("form", [{}, {"token": ""}, {"token": "x" * 32}, {"decision": "approve"}])
async def test_without_its_token_nothing_is_decided(wire: Wire, link: str, form: dict[str, str]) -> None:
    assert (await wire.client.post(link, data={"decision": "approve", **form})).status_code == 403
    assert (await wire.row("mail"))["connectionStatus"] == "initiated"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://localhost"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
async def test_a_form_from_another_site_is_refused_and_costs_no_token(
    wire: Wire, link: str, headers: dict[str, str]
) -> None:
    form = {"token": await wire.form_token(link), "decision": "approve"}
    assert (await wire.client.post(link, data=form, headers=headers)).status_code == 403
    assert (await wire.client.post("/accounts", data={"owner": wire.token}, headers=headers)).status_code == 403
    own = {"Origin": wire.gateway.url, "Sec-Fetch-Site": "same-origin"}
    assert (await wire.client.post(link, data=form, headers=own)).status_code == 200


@pytest.mark.parametrize("decision", ["approve", "deny", "expire"])
async def test_a_used_link_says_so(wire: Wire, link: str, decision: str) -> None:
    spare = await wire.form_token(link)
    assert (await wire.decide(link, decision)).status_code == 200
    page = await wire.client.get(link)
    assert page.status_code == 410 and "<form" not in page.text
    before = await wire.row("mail")
    assert (await wire.client.post(link, data={"token": spare, "decision": "approve"})).status_code == 410
    assert await wire.row("mail") == before


async def test_answers_at_the_same_time_count_once(wire: Wire, link: str) -> None:
    tokens = [await wire.form_token(link) for _ in range(6)]
    sent = [wire.client.post(link, data={"token": token, "decision": "approve"}) for token in tokens]
    codes = sorted(response.status_code for response in await asyncio.gather(*sent))
    assert codes == [200, 410, 410, 410, 410, 410]


async def test_a_page_that_was_open_too_long_decides_nothing(wire: Wire, link: str, clock: FakeClock) -> None:
    form = {"token": await wire.form_token(link), "decision": "approve"}
    clock.advance(600)
    assert (await wire.client.post(link, data=form)).status_code == 410
    assert (await wire.row("mail"))["connectionStatus"] == "expired"


async def test_only_links_that_were_made_here_open_a_page(wire: Wire, link: str) -> None:
    last = link[-1]
    wrong = [link[:-1] + ("A" if last != "A" else "B"), link[:-1], link + "A", link[:-36] + "x" * 36]
    for address in [*wrong, f"{wire.gateway.url}/connect/{'%00' * 12}", f"{wire.gateway.url}/connect/' OR 1=1 --"]:
        assert (await wire.client.get(address)).status_code == 404, address
        assert (await wire.client.post(address, data={"decision": "approve"})).status_code == 404, address


async def test_the_account_is_the_one_that_was_chosen(wire: Wire, link: str) -> None:
    form = {
        "token": await wire.form_token(link),
        "decision": "approve",
        "account": "a@example.org",
        "other": " b@example.org ",
    }
    assert "b@example.org" in (await wire.client.post(link, data=form)).text
    assert (await wire.done("mail", "MAIL_GET_PROFILE"))["address"] == "b@example.org"
    [again] = await wire.connect("mail", reinitiate=True)
    page = (await wire.client.get(again["connectUrl"])).text
    assert "Now connected: <strong>b@example.org</strong>" in page
    assert page.index('value="b@example.org"') < page.index('value="ines@harbour.example"')
    assert 'value="ines@harbour.example" checked' in page, "another account than the one there is"


async def test_a_name_is_shown_as_text_and_nothing_else(wire: Wire, link: str) -> None:
    name = "<script>alert(1)</script>\"'\x1b[31m\u202e" + "x" * 500
    answer = await wire.decide(link, "approve", name)
    assert "<script" not in answer.text and "\x1b" not in answer.text and "\u202e" not in answer.text
    page = await wire.accounts_page()
    assert "&lt;script&gt;" in page and "<script" not in page and "x" * 60 not in page


async def test_no_choice_of_a_name_is_the_first_suggestion(wire: Wire, link: str) -> None:
    assert (await wire.decide(link, "approve", " \x00 ")).status_code == 200
    assert (await wire.done("mail", "MAIL_GET_PROFILE"))["address"] == "ines@harbour.example"


async def test_a_form_that_is_too_long_or_no_text_is_refused(wire: Wire, link: str) -> None:
    assert (await wire.client.post(link, content=b"token=" + b"x" * 70_000)).status_code == 413
    assert (await wire.client.post(link, content=b"token=\xff\xfe")).status_code == 400
    assert (await wire.client.post(link, content=b"&".join(b"a=%d" % n for n in range(600)))).status_code == 400
    assert (await wire.decide(link, "deny")).status_code == 200


async def test_the_accounts_page_is_signed_in_to_by_token(wire: Wire) -> None:
    await wire.connected("mail")
    assert "Sign in" in (await wire.client.get("/accounts")).text
    for form in ({"owner": "x"}, {"owner": ""}, {}, {"page": "x"}, {"code": "x"}, {"action": "revoke"}):
        response = await wire.client.post("/accounts", data=form)
        assert response.status_code == 403 and "Mail" not in response.text
    page = await wire.accounts_page()
    assert "somebody@example.org" in page and wire.token not in page
    assert "set-cookie" not in (await wire.client.post("/accounts", data={"owner": wire.token})).headers


async def test_each_accounts_page_is_good_for_one_answer(wire: Wire) -> None:
    await wire.connected("mail")
    page = field(await wire.accounts_page(), "page")
    first = await wire.client.post("/accounts", data={"page": page})
    assert first.status_code == 200 and field(first.text, "page") != page
    assert (await wire.client.post("/accounts", data={"page": page})).status_code == 403
    [row] = await wire.connect("notes")
    consent = await wire.form_token(row["connectUrl"])
    assert (await wire.client.post("/accounts", data={"page": consent})).status_code == 403


async def test_the_accounts_page_runs_out(wire: Wire, clock: FakeClock) -> None:
    page = field(await wire.accounts_page(), "page")
    clock.advance(1800)
    assert (await wire.client.post("/accounts", data={"page": page})).status_code == 403


async def test_a_code_opens_the_accounts_page_once_and_not_for_long(wire: Wire, clock: FakeClock) -> None:
    link = await wire.gateway.accounts_link()
    code = field((await wire.client.get(link)).text, "code")
    assert (await wire.client.get(link)).status_code == 200, "looking does not use it up"
    assert (await wire.client.post("/accounts", data={"code": code})).status_code == 200
    assert (await wire.client.post("/accounts", data={"code": code})).status_code == 403
    later = field((await wire.client.get(await wire.gateway.accounts_link())).text, "code")
    clock.advance(120)
    assert (await wire.client.post("/accounts", data={"code": later})).status_code == 403


async def test_faults_are_set_on_the_accounts_page(wire: Wire) -> None:
    page = field(await wire.accounts_page(), "page")
    form = {"page": page, "action": "faults", "fault.slow": "0.01", "fault.cursor_loop": "on", "fault.rate_limited": ""}
    answer = await wire.client.post("/accounts", data=form)
    assert "The faults are set" in answer.text
    assert wire.gateway.faults.active() == {"slow": 0.01, "cursor_loop": True}
    wrong = {"page": field(answer.text, "page"), "action": "faults", "fault.slow": "never"}
    assert "slow takes a number" in (await wire.client.post("/accounts", data=wrong)).text
    assert wire.gateway.faults.slow == 0.01
