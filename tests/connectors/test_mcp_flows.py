"""Installing, enabling and authorizing real servers from a card."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.connectors.mcp_flows_support import Card, notes_server
from tests.servers.oauth_support import Protected, protected_server, written
from workbench.connectors.contract import TargetKind
from workbench.connectors.flows import STEPS
from workbench.connectors.known_servers import KnownServer, Variable
from workbench.model import ServerState
from workbench.settings import ServerSpec

KEY = "key-1234567890abcdef"


@pytest.fixture
async def card(tmp_path: Path) -> AsyncIterator[Card]:
    made = Card(tmp_path, notes_server(tmp_path))
    yield made
    await made.close()


@pytest.fixture
async def server() -> AsyncIterator[Protected]:
    async with protected_server() as running:
        yield running


def hosted(server: Protected, **more: object) -> KnownServer:
    return KnownServer("guarded", "Guarded", "Two tools", "https://guarded.example", url=server.url, **more)  # type: ignore[arg-type]


async def test_install_shows_the_command_asks_for_the_key_and_brings_the_tools(card: Card, tmp_path: Path) -> None:
    task = card.start("notes", "install")
    plan = await card.approve()
    assert plan["kind"] == "command"
    assert plan["target"].endswith("notes.py")
    assert plan["environment"] == [{"name": "NOTES_KEY", "value": "***", "source": "asked for next"}]
    question = await card.asks("environment")
    assert question["needs"] == [{"name": "NOTES_KEY", "description": "the key from the settings page", "secret": True}]
    assert not card.bench.attached, "nothing runs before it has what it needs"
    card.respond(approve=True, environment={"NOTES_KEY": KEY})
    result = await task
    assert result["targets"][0]["state"] == "connected"
    assert result["targets"][0]["tools"] == ["write_note"]
    assert card.bench.attached["notes"].status.state is ServerState.READY
    [kept] = card.bench.remembered
    assert kept.env == {}
    assert KEY not in card.told() + json.dumps(result) + written(tmp_path)
    assert KEY in (tmp_path / "data" / "secrets.json").read_text()


async def test_what_is_stored_is_not_asked_for_again(card: Card) -> None:
    spec = notes_server(card.bench.folder).spec("")
    await card.bench.keep(spec, {"NOTES_KEY": KEY})
    task = card.start("notes", "install")
    plan = await card.approve()
    assert plan["environment"] == [{"name": "NOTES_KEY", "value": "***", "source": "from the secret store"}]
    assert (await task)["targets"][0]["state"] == "connected"


async def test_a_command_that_is_not_approved_never_runs(card: Card) -> None:
    card.start("notes", "install")
    await card.asks("approval")
    card.respond(approve=False)
    assert await card.failed() == "you did not approve it"
    assert card.steps == [("approve", "failed")]
    assert not card.bench.attached


async def test_a_server_that_fails_is_taken_out_again_and_can_be_tried_again(card: Card) -> None:
    task = card.start("notes", "install")
    (card.bench.folder / "notes.py").write_text("import sys; sys.exit('broken')")
    await card.approve()
    await card.asks("environment")
    card.respond(approve=True, environment={"NOTES_KEY": KEY})
    assert "exited with 1: broken" in await card.failed()
    await card.until(lambda: not card.bench.attached)
    assert card.bench.remembered == []
    notes_server(card.bench.folder)
    await card.desk.retry("op", ["notes"])
    await card.approve()
    assert (await task)["targets"][0]["state"] == "connected"


async def test_a_configuration_that_cannot_be_written_costs_only_the_next_session(card: Card) -> None:
    card.bench.unwritable = "config.yaml is read-only"
    await card.bench.keep(notes_server(card.bench.folder).spec(""), {"NOTES_KEY": KEY})
    task = card.start("notes", "install")
    await card.approve()
    assert (await task)["targets"][0]["state"] == "connected"
    assert "config.yaml is read-only" in card.told()
    assert card.bench.attached


@pytest.mark.parametrize("moment", ["approval", "environment", "attach"])
async def test_stop_ends_it_at_every_step_and_leaves_nothing(card: Card, moment: str) -> None:
    (card.bench.folder / "notes.py").write_text("import time; time.sleep(60)")
    task = card.start("notes", "install")
    await card.asks("approval")
    if moment != "approval":
        card.respond(approve=True)
        await card.asks("environment")
    if moment == "attach":
        card.respond(approve=True, environment={"NOTES_KEY": KEY})
        await card.until(lambda: ("attach", "running") in card.steps and bool(card.bench.attached))
    assert card.desk.interrupt()
    result = await task
    assert result["targets"][0]["state"] == "not_connected"
    assert not card.bench.attached
    assert card.bench.remembered == []


async def test_skipping_ends_the_flow_too(card: Card) -> None:
    task = card.start("notes", "install")
    await card.asks("approval")
    card.respond(state="skipped")
    assert (await task)["targets"][0]["state"] == "skipped"
    assert not card.bench.attached


async def test_unknown_names_are_answered_with_the_known_ones(card: Card) -> None:
    card.bench.specs["Files"] = ServerSpec("Files", command="files")
    card.bench.specs["web"] = ServerSpec("web", url="https://web.example/mcp")
    card.bench.specs["own"] = ServerSpec("own", url="https://own.example", headers={"Authorization": "Bearer x"})
    assert card.flows.known("install") == ["notes"]
    assert card.flows.known("enable") == ["Files", "web", "own"]
    assert card.flows.known("authorize") == ["web"]
    assert card.flows.known("erase") == []
    card.start("files", "enable")
    assert await card.failed() == "there is nothing of that name to enable; known are: Files, web, own"


async def test_headless_is_unavailable_at_once_with_the_command(card: Card) -> None:
    result = await card.desk.connect(["notes"], "install", kind=TargetKind.MCP, cards=False)
    assert result["targets"][0]["state"] == "unavailable"
    assert result["targets"][0]["command"] == "workbench connect --install notes"
    assert card.flows.command("enable", "my server; rm") == "workbench connect --enable 'my server; rm'"


async def test_enable_attaches_a_server_that_was_switched_off(card: Card) -> None:
    spec = notes_server(card.bench.folder).spec("")
    card.bench.specs["notes"] = ServerSpec(
        "notes", command=spec.command, args=spec.args, env={"NOTES_KEY": KEY}, enabled=False
    )
    task = card.start("notes", "enable")
    plan = await card.approve()
    assert plan["environment"] == [{"name": "NOTES_KEY", "value": "***", "source": "from the configuration"}]
    assert (await task)["targets"][0]["tools"] == ["write_note"]
    assert card.bench.remembered == []
    assert KEY not in card.told()


async def test_install_signs_in_where_the_server_asks_for_it(tmp_path: Path, server: Protected) -> None:
    card = Card(tmp_path, hosted(server, auth="oauth"))
    card.bench.side.browser.hold = True
    task = card.start("guarded", "install")
    plan = await card.approve()
    assert (plan["kind"], plan["target"], plan["environment"]) == ("url", server.url, [])
    await card.until(lambda: card.target["state"] == "initiated" and bool(card.target["connect_url"]))
    link = card.target["connect_url"]
    assert link == card.bench.side.browser.opened[0]
    assert ("authorize", "running") in card.steps
    card.bench.side.browser.hold = False
    await card.bench.side.browser(link)
    result = await task
    assert result["targets"][0]["tools"] == ["greet", "add"]
    assert [name for name, _ in card.steps] == [
        "approve",
        "discover",
        "register",
        "authorize",
        "token",
        "attach",
        "list tools",
    ]
    assert {name for name, _ in card.steps} <= set(STEPS)
    assert {state for _, state in card.steps} == {"done"}
    told = card.told().replace(json.dumps(link)[1:-1], "")
    assert not [secret for secret in server.accounts.issued if secret in told + written(tmp_path) + json.dumps(result)]
    assert link not in written(tmp_path) + json.dumps(result)
    await card.close()


async def test_con_028_a_token_alone_is_never_called_connected(tmp_path: Path, server: Protected) -> None:
    card = Card(tmp_path)
    card.bench.specs["guarded"] = server.spec()
    card.start("guarded", "authorize")
    await card.approve()
    await card.until(lambda: ("token", "done") in card.steps or ("token", "running") in card.steps)
    server.instead["/mcp"] = (500, {})
    assert "HTTP 500" in await card.failed()
    assert '"to": "connected"' not in card.told()
    await card.close()


async def test_con_024_a_denied_consent_is_told_once_and_may_be_tried_again(tmp_path: Path, server: Protected) -> None:
    card = Card(tmp_path)
    card.bench.specs["guarded"] = server.spec()
    server.accounts.deny = "user said no"
    task = card.start("guarded", "authorize")
    await card.approve()
    assert "the consent was denied: user said no" in await card.failed()
    assert card.target["connect_url"] is None
    assert ("authorize", "failed") in card.steps
    assert len(card.bench.side.browser.opened) == 1
    server.accounts.deny = ""
    await card.desk.retry("op", ["guarded"])
    await card.approve()
    assert (await task)["targets"][0]["state"] == "connected"
    await card.close()


async def test_stop_while_the_browser_is_open_frees_the_callback(tmp_path: Path, server: Protected) -> None:
    card = Card(tmp_path)
    card.bench.specs["guarded"] = server.spec()
    card.bench.side.browser.hold = True
    task = card.start("guarded", "authorize")
    await card.approve()
    await card.until(lambda: bool(card.target["connect_url"]))
    card.desk.interrupt()
    result = await task
    assert result["targets"][0]["state"] == "not_connected"
    port = int(card.bench.side.browser.redirect.split(":")[2].split("/")[0])
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", port)
    assert card.bench.side.browser.opened[0] not in json.dumps(result)
    await card.close()


async def test_con_022_a_server_that_refuses_the_new_token_fails_without_a_loop(
    tmp_path: Path, server: Protected
) -> None:
    card = Card(tmp_path, hosted(server, auth="oauth"))
    server.accounts.refuse_tokens = True
    card.start("guarded", "install")
    await card.approve()
    assert "refuses the new token" in await card.failed()
    assert len(card.bench.side.browser.opened) == 1
    assert server.count("POST /token") == 1
    await card.until(lambda: not card.bench.attached)
    await card.close()


async def test_a_token_server_gets_its_header_from_the_store_and_is_asked_anew_when_refused(
    tmp_path: Path, server: Protected
) -> None:
    known = hosted(
        server,
        auth="token",
        headers=(("Authorization", "Bearer {GUARD_TOKEN}"),),
        variables=(Variable("GUARD_TOKEN", "a token", secret=True),),
    )
    card = Card(tmp_path, known)
    await card.bench.side.credentials.sign_in(server.spec("other"), lambda _: None).run()
    good = next(iter(server.accounts.access))
    task = card.start("guarded", "install")
    for value in ("wrong-token-123", good):
        plan = await card.approve()
        assert plan["environment"] == [{"name": "GUARD_TOKEN", "value": "***", "source": "asked for next"}]
        await card.asks("environment")
        card.respond(approve=True, environment={"GUARD_TOKEN": value})
        if value != good:
            assert "asks for a sign-in (HTTP 401)" in await card.failed()
            await card.until(lambda: not card.bench.attached)
            await card.desk.retry("op", ["guarded"])
    assert (await task)["targets"][0]["tools"] == ["greet", "add"]
    assert not [text for text in (good, "wrong-token-123") if text in card.told() + written(tmp_path)]
    await card.close()
