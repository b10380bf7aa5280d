"""Attached servers that use a stored sign-in: silently, refreshed when due, and asking once when it has ended."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.servers.conftest import Attach, until
from tests.servers.oauth_support import Accounts, Desk, Protected, protected_server, written
from workbench.model import ServerState, ServerUnreachable
from workbench.servers.attachment import Attachment

Attached = Callable[..., Attachment]


@pytest.fixture
async def server() -> AsyncIterator[Protected]:
    async with protected_server() as running:
        yield running


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
async def attached(desk: Desk, tmp_path: Path) -> AsyncIterator[Attached]:
    """Attaches the protected server with the credentials of the desk."""
    made: list[Attachment] = []

    def make(server: Protected, desk: Desk = desk, **more: object) -> Attachment:
        attachment = Attachment(
            server.spec(**more), on_change=lambda: None, log_dir=tmp_path / "logs", supply=desk.credentials.supply
        )
        made.append(attachment)
        attachment.start()
        return attachment

    yield make
    await asyncio.gather(*(attachment.close() for attachment in made))


def expire(desk: Desk) -> None:
    """Lets an hour pass, which no token of these tests outlives."""
    desk.now += 4000


async def test_without_a_sign_in_the_way_to_one_is_named(server: Protected, attached: Attached) -> None:
    attachment = attached(server)
    await attachment.settled()
    assert attachment.status.state is ServerState.SIGN_IN
    assert attachment.status.advice == "sign in at guarded"
    assert set(server.asked) == {"POST /mcp"}, "an attachment never begins a sign-in by itself"


async def test_a_stored_sign_in_is_used_at_once_and_after_a_restart(
    server: Protected, desk: Desk, attached: Attached
) -> None:
    attachment = attached(server)
    await attachment.settled()
    await desk.sign_in(server.spec()).run()
    await attachment.reconnect()
    assert attachment.status.state is ServerState.READY, attachment.status
    again = attached(server, Desk(desk.folder))
    await again.settled()
    assert [tool.name for tool in again.tools] == ["greet", "add"]
    assert (await again.call("add", {"a": 1, "b": 2})).content[0].text == "3"


async def test_an_expired_token_is_refreshed_silently_and_once_for_all(
    server: Protected, desk: Desk, attached: Attached
) -> None:
    await desk.sign_in(server.spec()).run()
    expire(desk)
    attachment = attached(server)
    await attachment.settled()
    assert attachment.status.state is ServerState.READY, attachment.status
    assert server.count("POST /token") == 2
    expire(desk)
    results = await asyncio.gather(*(attachment.call("add", {"a": number, "b": 1}) for number in range(5)))
    assert [result.content[0].text for result in results] == ["1", "2", "3", "4", "5"]
    assert server.count("POST /token") == 3
    assert len(desk.browser.opened) == 1


async def test_a_token_that_is_refused_before_its_end_is_refreshed_once(
    server: Protected, desk: Desk, attached: Attached
) -> None:
    await desk.sign_in(server.spec()).run()
    attachment = attached(server)
    await attachment.settled()
    server.accounts.access.clear()
    assert (await attachment.call("add", {"a": 1, "b": 2})).content[0].text == "3"
    assert server.count("POST /token") == 2


async def test_con_022_refused_also_after_a_refresh_does_not_loop(
    server: Protected, desk: Desk, attached: Attached
) -> None:
    await desk.sign_in(server.spec()).run()
    server.accounts.refuse_tokens = True
    before = len(server.asked)
    attachment = attached(server)
    await attachment.settled()
    assert attachment.status.state is ServerState.SIGN_IN
    assert server.asked[before:] == ["POST /mcp", "POST /token", "POST /mcp", "POST /mcp"]


async def test_con_025_an_expired_refresh_token_asks_for_one_new_sign_in(
    server: Protected, desk: Desk, attached: Attached
) -> None:
    await desk.sign_in(server.spec()).run()
    server.accounts.refuse_refresh = True
    expire(desk)
    attachment = attached(server)
    await attachment.settled()
    assert attachment.status.state is ServerState.SIGN_IN
    assert attachment.status.reason == "the sign-in has expired (invalid_grant)"
    assert attachment.status.advice == "sign in at guarded"
    assert server.count("POST /token") == 2
    assert not await desk.credentials.signed_in(server.spec())
    await attachment.reconnect()
    assert server.count("POST /token") == 2, "the worthless token is not tried again"
    await desk.sign_in(server.spec()).run()
    await attachment.reconnect()
    assert attachment.status.state is ServerState.READY
    assert len(server.accounts.clients) == 1


async def test_con_025_the_sign_in_ends_while_the_server_is_in_use(
    server: Protected, desk: Desk, attached: Attached
) -> None:
    await desk.sign_in(server.spec()).run()
    attachment = attached(server)
    await attachment.settled()
    server.accounts.refuse_refresh = True
    expire(desk)
    with pytest.raises(ServerUnreachable, match="has expired"):
        await attachment.call("add", {"a": 1, "b": 2})
    await until(lambda: attachment.status.state is ServerState.SIGN_IN)
    assert server.count("POST /token") == 2


async def test_an_authorization_server_that_is_down_does_not_cost_the_sign_in(
    server: Protected, desk: Desk, attached: Attached
) -> None:
    await desk.sign_in(server.spec()).run()
    server.instead["/token"] = (503, {})
    expire(desk)
    attachment = attached(server)
    await attachment.settled()
    assert attachment.status.state is ServerState.FAILED
    assert "cannot refresh the sign-in now (HTTP 503)" in attachment.status.reason
    del server.instead["/token"]
    await attachment.reconnect()
    assert attachment.status.state is ServerState.READY


async def test_a_token_renewed_by_another_program_is_taken_over(
    server: Protected, desk: Desk, attached: Attached
) -> None:
    await desk.sign_in(server.spec()).run()
    first, other = attached(server), attached(server, Desk(desk.folder))
    await asyncio.gather(first.settled(), other.settled())
    server.accounts.access.clear()
    calls = [one.call("add", {"a": 1, "b": 2}) for one in (first, other)]
    assert [result.content[0].text for result in await asyncio.gather(*calls)] == ["3", "3"]
    assert await desk.credentials.signed_in(server.spec())


async def test_sec_017_a_refresh_goes_to_no_address_that_a_sign_in_would_refuse(
    server: Protected, desk: Desk, attached: Attached
) -> None:
    await desk.sign_in(server.spec()).run()
    path = desk.folder / "data" / "secrets.json"
    base = server.url.removesuffix("/mcp")
    text = path.read_text()
    assert f"{base}/token" in text
    path.write_text(text.replace(f"{base}/token", "http://169.254.169.254/token"))
    expire(desk)
    attachment = attached(server)
    await attachment.settled()
    assert attachment.status.state is ServerState.SIGN_IN
    assert "token_endpoint is http://169.254.169.254/token" in attachment.status.reason


async def test_an_authorization_header_of_the_entry_is_left_alone(
    server: Protected, desk: Desk, attached: Attached
) -> None:
    await desk.sign_in(server.spec()).run()
    attachment = attached(server, headers={"authorization": "Bearer own-token"})
    await attachment.settled()
    assert attachment.status.state is ServerState.SIGN_IN
    assert "headers" in attachment.status.advice


async def test_con_028_a_good_token_is_not_yet_a_connection(server: Protected, desk: Desk, attached: Attached) -> None:
    await desk.sign_in(server.spec()).run()
    server.instead["/mcp"] = (500, {"oops": True})
    attachment = attached(server)
    seen = set()
    while not attachment._settled.is_set():
        seen.add(attachment.status.state)
        await asyncio.sleep(0)
    assert attachment.status.state is ServerState.FAILED
    assert ServerState.READY not in seen


async def test_stored_environment_values_reach_the_process_and_no_log(
    desk: Desk, attach: Attach, tmp_path: Path
) -> None:
    script = tmp_path / "server.py"
    script.write_text("import os, sys\nprint(os.environ['KEPT'], os.environ['SET'], file=sys.stderr)\nsys.exit(3)\n")
    first = attach("mine", command="python3", args=(str(script),), env={"SET": "from-the-entry"})
    await first.settled()
    assert "KeyError" in first.status.reason
    await desk.credentials.keep_env(first.spec, {"KEPT": "kept-secret-value", "SET": "not-this"})
    second = Attachment(first.spec, on_change=lambda: None, log_dir=tmp_path / "logs", supply=desk.credentials.supply)
    second.start()
    await second.settled()
    reason = second.status.reason
    await second.close()
    assert reason.endswith("••• •••")
    assert "kept-secret-value" not in written(tmp_path)


async def test_no_secret_is_written_outside_the_store(desk: Desk, attached: Attached, tmp_path: Path) -> None:
    accounts = Accounts()
    async with protected_server(accounts) as server:
        await desk.sign_in(server.spec()).run()
        attachment = attached(server)
        await attachment.settled()
        expire(desk)
        await attachment.call("greet", {"name": "you"})
        token = next(reversed(accounts.access))
        server.instead["/mcp"] = (401, {"error": f"bad credentials: Bearer {token}"})
        accounts.refuse_refresh = True
        with pytest.raises(ServerUnreachable) as caught:
            await attachment.call("greet", {"name": "you"})
        await attachment.close()
    told = written(tmp_path) + str(caught.value) + caught.value.advice + json.dumps(attachment.status.reason)
    assert not [secret for secret in accounts.issued if secret in told]
