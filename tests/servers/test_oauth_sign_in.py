"""Signing in at a real OAuth-protected server with a scripted browser."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.servers.conftest import until
from tests.servers.oauth_support import Desk, Protected, protected_server, written
from workbench.servers.oauth import OAuthOptions, Outcome, SignInFailed, Step


@pytest.fixture
async def server() -> AsyncIterator[Protected]:
    async with protected_server() as running:
        yield running


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


async def failed(desk: Desk, server: Protected, **more: Any) -> SignInFailed:
    """The fault of a sign-in that must not succeed; it names no secret that was issued."""
    with pytest.raises(SignInFailed) as caught:
        await desk.sign_in(server.spec(), **more).run()
    told = f"{caught.value} {caught.value.advice}"
    assert not [secret for secret in server.accounts.issued if secret in told]
    return caught.value


async def test_the_whole_sign_in_names_every_step_and_is_used_again(server: Protected, desk: Desk) -> None:
    assert await desk.sign_in(server.spec()).run() is Outcome.SIGNED_IN
    assert desk.names == ["LISTENING", "DISCOVERING", "REGISTERING", "OPENING", "WAITING", "EXCHANGING", "CONNECTING"]
    assert [event.url for event in desk.steps if event.step is Step.WAITING] == desk.browser.opened
    await until(lambda: len(desk.browser.pages) == 2)
    assert "Signed in" in desk.browser.pages[-1].text
    assert await desk.credentials.signed_in(server.spec())
    assert await desk.sign_in(server.spec()).run() is Outcome.SIGNED_IN
    assert len(desk.browser.opened) == 1
    assert len(server.accounts.clients) == 1


async def test_signing_in_afresh_asks_again_with_the_same_client(server: Protected, desk: Desk) -> None:
    await desk.sign_in(server.spec()).run()
    await desk.sign_in(server.spec(), afresh=True).run()
    assert len(desk.browser.opened) == 2
    assert len(server.accounts.clients) == 1


async def test_another_url_under_the_same_name_gets_no_token(server: Protected, desk: Desk) -> None:
    await desk.sign_in(server.spec()).run()
    other = server.spec()
    assert not await desk.credentials.signed_in(type(other)("guarded", url="https://elsewhere.example/mcp"))
    assert not await desk.credentials.signed_in(server.spec("renamed"))


async def test_con_024_denied_consent_ends_it_once_with_the_words_of_the_server(server: Protected, desk: Desk) -> None:
    server.accounts.deny = "user said no\x1b[31m " + "x" * 500
    fault = await failed(desk, server)
    assert fault.denied
    assert fault.step is Step.WAITING
    assert fault.reason.startswith("the consent was denied: user said no[31m x")
    assert len(fault.reason) < 300
    assert len(desk.browser.opened) == 1
    await until(lambda: len(desk.browser.pages) == 2)
    assert "said no" in desk.browser.pages[-1].text
    with pytest.raises(httpx2.ConnectError):
        async with httpx2.AsyncClient() as client:
            await client.get(desk.browser.redirect)


async def test_an_error_without_a_state_settles_it_too(server: Protected, desk: Desk) -> None:
    desk.browser.change = lambda address: address.partition("?")[0] + "?error=server_error&error_description=later"
    fault = await failed(desk, server)
    assert not fault.denied
    assert fault.reason == "the authorization server answered server_error: later"


async def test_an_answer_with_a_wrong_state_neither_ends_nor_finishes_it(server: Protected, desk: Desk) -> None:
    desk.browser.hold = True
    running = asyncio.create_task(desk.sign_in(server.spec()).run())
    await until(lambda: "WAITING" in desk.names)
    async with httpx2.AsyncClient() as client:
        for query in ("code=stolen&state=wrong", "code=stolen", "error=access_denied&state=wrong", ""):
            page = await client.get(f"{desk.browser.redirect}?{query}")
            assert page.status_code == 400
            assert "stolen" not in page.text
        assert not running.done()
        rebinding = {"Host": "evil.example"}
        page = await client.get(f"{desk.browser.redirect}?code=x&state={desk.browser.state}", headers=rebinding)
        assert page.status_code == 400
        desk.browser.hold = False
        await desk.browser(desk.browser.opened[0])
    assert await running is Outcome.SIGNED_IN


async def test_the_address_can_be_brought_by_hand(server: Protected, desk: Desk) -> None:
    desk.browser.hold = True
    sign_in = desk.sign_in(server.spec())
    assert not sign_in.offer("http://127.0.0.1/callback?code=x&state=y")
    running = asyncio.create_task(sign_in.run())
    await until(lambda: "WAITING" in desk.names)
    async with httpx2.AsyncClient() as client:
        ended_on = (await client.get(desk.browser.opened[0])).headers["location"]
    assert not desk.credentials.offer("nonsense")
    assert desk.credentials.offer(f"  {ended_on}\n")
    assert await running is Outcome.SIGNED_IN


async def test_con_026_a_fixed_port_that_is_taken_is_named_before_any_request(server: Protected, desk: Desk) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        fault = await failed(desk, server, options=OAuthOptions(callback_port=port, port_setting="callback_port"))
    assert fault.step is Step.LISTENING
    assert fault.reason == f"port {port} is in use"
    assert "callback_port" in fault.advice
    assert server.asked == []
    assert desk.browser.opened == []


async def test_con_026_a_remembered_port_that_is_taken_is_replaced_by_another(server: Protected, desk: Desk) -> None:
    await desk.sign_in(server.spec()).run()
    first = desk.browser.redirect
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", int(first.split(":")[2].split("/")[0])))
        taken.listen()
        await desk.sign_in(server.spec(), afresh=True).run()
    assert desk.browser.redirect != first
    assert len(server.accounts.clients) == 2


async def test_cancelling_while_it_waits_frees_the_port_and_keeps_no_token(server: Protected, desk: Desk) -> None:
    desk.browser.hold = True
    running = asyncio.create_task(desk.sign_in(server.spec()).run())
    await until(lambda: "WAITING" in desk.names)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", int(desk.browser.redirect.split(":")[2].split("/")[0])))
    assert not await desk.credentials.signed_in(server.spec())


async def test_nobody_consents_in_time(server: Protected, tmp_path: Path) -> None:
    desk = Desk(tmp_path, seconds=0.05)
    desk.browser.hold = True
    fault = await failed(desk, server)
    assert fault.step is Step.WAITING
    assert "within 0.05 s" in fault.reason


async def test_without_a_browser_the_address_is_still_given(server: Protected, tmp_path: Path) -> None:
    async def none(_: str) -> bool:
        raise OSError("no browser")

    desk = Desk(tmp_path, browser=none)
    running = asyncio.create_task(desk.sign_in(server.spec()).run())
    await until(lambda: "WAITING" in desk.names)
    event = desk.steps[-1]
    assert event.detail == "open the address in a browser"
    await desk.browser(event.url)
    assert await running is Outcome.SIGNED_IN


async def test_con_022_a_new_token_that_is_refused_is_not_asked_for_again(server: Protected, desk: Desk) -> None:
    server.accounts.refuse_tokens = True
    fault = await failed(desk, server)
    assert fault.final
    assert fault.step is Step.CONNECTING
    assert fault.reason.startswith("the server refuses the new token")
    assert len(desk.browser.opened) == 1
    assert server.count("POST /token") == 1
    assert server.count("POST /mcp") == 2
    assert not await desk.credentials.signed_in(server.spec())


async def test_a_refused_code_says_so_without_the_code(server: Protected, desk: Desk) -> None:
    server.accounts.refuse_code = True
    fault = await failed(desk, server)
    assert fault.step is Step.EXCHANGING
    assert "invalid_grant" in fault.reason
    assert "is not wanted" in fault.reason
    server.accounts.refuse_code = False
    await desk.sign_in(server.spec()).run()
    assert len(server.accounts.clients) == 2, "a client that may be the cause is registered anew"


@pytest.mark.parametrize(
    ("path", "answer", "step", "reason"),
    [
        ("/token", (200, {"access_token": "access-secret", "token_type": 7}), Step.EXCHANGING, "cannot be used"),
        ("/token", (503, {}), Step.EXCHANGING, "HTTP 503"),
        ("/token", (200, "x" * 600_000), Step.EXCHANGING, "larger than"),
        ("/register", (403, {"error": "access_denied"}), Step.REGISTERING, "registers no client by itself (HTTP 403"),
        ("/register", (201, {"client_secret": "hidden-secret"}), Step.REGISTERING, "cannot be used"),
    ],
)
async def test_answers_that_cannot_be_used_name_their_step(
    server: Protected, desk: Desk, path: str, answer: tuple[int, Any], step: Step, reason: str
) -> None:
    server.instead[path] = answer
    fault = await failed(desk, server)
    assert fault.step is step
    assert reason in fault.reason
    assert "secret" not in str(fault)


async def test_a_server_without_oauth_metadata_is_told_what_else_to_do(server: Protected, desk: Desk) -> None:
    for path in ("/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"):
        server.instead[path] = (404, {})
    server.instead["/.well-known/oauth-authorization-server"] = (404, {})
    server.instead["/register"] = (404, {})
    fault = await failed(desk, server)
    assert fault.step is Step.REGISTERING
    assert "publishes no OAuth metadata" in fault.reason
    assert "headers" in fault.advice
    assert desk.browser.opened == []


async def test_a_redirect_within_the_origin_is_followed_and_another_is_not(server: Protected, desk: Desk) -> None:
    moved = replace(server.spec(), url=server.url + "/")
    assert await desk.sign_in(moved).run() is Outcome.SIGNED_IN
    assert len(desk.browser.opened) == 1
    server.elsewhere = "http://127.0.0.1:9/mcp"
    fault = await failed(desk, server)
    assert "redirects to another origin" in fault.reason


async def test_a_server_that_asks_for_nothing(server: Protected, desk: Desk) -> None:
    server.instead["/mcp"] = (200, {"jsonrpc": "2.0", "id": 1, "result": {}})
    assert await desk.sign_in(server.spec()).run() is Outcome.NOT_NEEDED
    server.instead["/mcp"] = (500, {})
    assert "HTTP 500 instead of asking for a sign-in" in (await failed(desk, server)).reason


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("token_endpoint", "http://169.254.169.254/latest"),
        ("token_endpoint", "https://169.254.169.254/latest"),
        ("token_endpoint", "http://example.com/token"),
        ("token_endpoint", "https://user:secret@example.com/token"),
        ("authorization_endpoint", "javascript:alert(1)"),
        ("authorization_endpoint", "file:///etc/passwd"),
        ("authorization_endpoint", "smb://host/share"),
        ("authorization_endpoint", ["https://example.com"]),
        ("registration_endpoint", "http://0.0.0.0/admin"),
        ("registration_endpoint", "http://[fe80::1]/"),
        ("registration_endpoint", "http://10.0.0.8:8080/admin"),
    ],
)
async def test_sec_017_hostile_metadata_is_refused_before_any_request(
    server: Protected, desk: Desk, name: str, address: Any
) -> None:
    base = server.url.removesuffix("/mcp")
    honest = {
        "issuer": base,
        "authorization_endpoint": f"{base}/authorize",
        "token_endpoint": f"{base}/token",
        "registration_endpoint": f"{base}/register",
        "response_types_supported": ["code"],
    }
    server.instead["/.well-known/oauth-authorization-server"] = (200, {**honest, name: address})
    fault = await failed(desk, server)
    assert fault.step is Step.DISCOVERING
    assert fault.reason.startswith(f"refused: {name} is ")
    assert "secret" not in str(fault)
    assert desk.browser.opened == []
    assert not [request for request in server.asked if request.startswith("POST") and request != "POST /mcp"]


async def test_sec_017_hostile_authorization_servers_are_not_asked(server: Protected, desk: Desk) -> None:
    hostile = {"resource": server.url, "authorization_servers": ["http://169.254.169.254/"]}
    server.instead["/.well-known/oauth-protected-resource/mcp"] = (200, hostile)
    fault = await failed(desk, server)
    assert fault.reason.startswith("refused: authorization_servers is http://169.254.169.254/")


async def test_no_secret_is_written_outside_the_store(
    server: Protected, desk: Desk, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await desk.sign_in(server.spec()).run()
    server.accounts.refuse_code = True
    await failed(desk, server, afresh=True)
    told = written(tmp_path) + caplog.text + "".join(repr(event.detail) for event in desk.steps)
    assert server.accounts.issued
    assert not [secret for secret in [*server.accounts.issued, desk.browser.state] if secret in told]
