"""The hub of a session: signing in and out, what its view says, and answers that come too late."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.connectors.scene import FakeTime
from workbench.connectors.frames import Frame
from workbench.gateway import EmbeddedGateway, Faults, embedded
from workbench.model import Json
from workbench.session.hub import MAX_FRAMES, ConnectorsHub
from workbench.settings import GatewaySettings, Settings

pytestmark = pytest.mark.anyio

TOKEN_ENV = "HUB_TOKEN"


class Heard:
    """How often a hub called, and the frames it handed on."""

    def __init__(self) -> None:
        self.changes = 0
        self.frames: list[Mapping[str, Json]] = []

    def changed(self) -> None:
        self.changes += 1


def make(folder: Path, heard: Heard | None = None, environ: Mapping[str, str] | None = None, **gateway: Any) -> Any:
    heard = heard or Heard()
    return ConnectorsHub(
        Settings(gateway=GatewaySettings(**gateway)),
        data_dir=folder / "data",
        on_change=heard.changed,
        on_frame=heard.frames.append,
        environ={} if environ is None else environ,
    )


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[EmbeddedGateway]:
    """The gateways that were started."""
    started: list[EmbeddedGateway] = []
    usual: Callable[..., Any] = EmbeddedGateway.start

    async def start(*words: Any, **more: Any) -> EmbeddedGateway:
        gateway: EmbeddedGateway = await usual(*words, **more)
        started.append(gateway)
        return gateway

    monkeypatch.setattr(EmbeddedGateway, "start", start)
    return started


async def test_signing_in_twice_at_once_starts_one_gateway(tmp_path: Path, starts: list[EmbeddedGateway]) -> None:
    hub = make(tmp_path)
    await hub.start()
    assert await asyncio.gather(hub.sign_in(), hub.sign_in()) == ["", ""]
    assert len(starts) == 1
    assert hub.view.in_scope
    await hub.close()


async def test_signing_in_while_the_session_starts_it_already(tmp_path: Path, starts: list[EmbeddedGateway]) -> None:
    hub = make(tmp_path, embedded=True)
    await asyncio.gather(hub.start(), hub.sign_in())
    assert len(starts) == 1
    await hub.close()


async def test_signing_out_while_a_gateway_starts_leaves_none(tmp_path: Path, starts: list[EmbeddedGateway]) -> None:
    hub = make(tmp_path)
    await hub.start()
    signing_in = asyncio.ensure_future(hub.sign_in())
    await asyncio.sleep(0.001)
    await hub.sign_out()
    await signing_in
    if hub.client is None:
        assert hub.view.signed_in is False
        assert hub.view.accounts == ()
    await hub.close()
    assert hub.client is None
    assert len(starts) <= 1


async def test_a_gateway_that_cannot_start_is_said_and_not_remembered(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where a folder should be")
    hub = make(tmp_path)
    await hub.start()
    assert "did not start" in await hub.sign_in()
    assert hub.view.signed_in is False
    assert (tmp_path / "data").is_file()
    await hub.close()


async def test_the_token_is_read_anew_for_each_request(tmp_path: Path) -> None:
    environ: dict[str, str] = {}
    async with embedded(tmp_path / "gateway") as gateway:
        hub = make(tmp_path, environ=environ, url=gateway.url, token_env=TOKEN_ENV)
        await hub.start()
        assert hub.view.signed_in is False
        assert TOKEN_ENV in await hub.sign_in()
        environ[TOKEN_ENV] = gateway.token
        assert await hub.sign_in() == ""
        assert len(hub.view.accounts) == 6
        environ[TOKEN_ENV] = "another-token-that-is-wrong"
        await hub.refresh()
        assert hub.view.trouble == "the gateway does not accept the token; sign in again"
        assert len(hub.view.accounts) == 6
        await hub.close()


async def test_a_configured_gateway_can_be_left_and_taken_up_again(tmp_path: Path) -> None:
    async with embedded(tmp_path / "gateway") as gateway:
        hub = make(tmp_path, environ={TOKEN_ENV: gateway.token}, url=gateway.url, token_env=TOKEN_ENV)
        await hub.start()
        await hub.sign_out()
        assert (hub.view.signed_in, hub.view.gateway, hub.view.accounts) == (False, "", ())
        assert await hub.sign_in() == ""
        assert (hub.view.signed_in, hub.view.gateway) == (True, gateway.url)
        await hub.close()


@pytest.mark.parametrize("faults", [Faults(slow=0.3), Faults(slow=0.3, server_error="envelope")])
async def test_what_comes_after_signing_out_changes_nothing(tmp_path: Path, faults: Faults) -> None:
    async with embedded(tmp_path / "gateway") as gateway:
        hub = make(tmp_path, environ={TOKEN_ENV: gateway.token}, url=gateway.url, token_env=TOKEN_ENV)
        await hub.start()
        gateway.faults = faults
        late = [asyncio.ensure_future(hub.search(["send email"])), asyncio.ensure_future(hub.refresh())]
        await asyncio.sleep(0.1)
        await hub.sign_out()
        signed_out = hub.view
        assert (await asyncio.gather(*late))[0] is None
        assert hub.view == signed_out
        assert (hub.view.trouble, hub.view.accounts) == ("", ())
        await hub.close()


async def test_a_view_that_stays_the_same_is_not_told_again(tmp_path: Path) -> None:
    heard = Heard()
    async with embedded(tmp_path / "gateway") as gateway:
        hub = make(tmp_path, heard, {TOKEN_ENV: gateway.token}, url=gateway.url, token_env=TOKEN_ENV)
        await hub.start()
        before = heard.changes
        for _ in range(3):
            assert await hub.search(["send email"]) is not None
        assert heard.changes == before
        gateway.faults = Faults(dark=True)
        for _ in range(3):
            assert await hub.search(["send email"]) is None
        assert heard.changes == before + 1
        await hub.close()


async def test_the_last_frames_are_kept(tmp_path: Path) -> None:
    heard = Heard()
    hub = make(tmp_path, heard)
    for seq in range(MAX_FRAMES + 20):
        hub._take_frame(Frame("connection.update", "op_1", seq, {"kind": "connection.update", "seq": seq}))
    assert len(hub.frames) == MAX_FRAMES
    assert hub.frames[-1]["seq"] == MAX_FRAMES + 19
    assert len(heard.frames) == MAX_FRAMES + 20


async def test_the_gateways_waits_go_through_the_session(tmp_path: Path) -> None:
    time = FakeTime()
    async with embedded(tmp_path / "gateway") as gateway:
        hub = ConnectorsHub(
            Settings(gateway=GatewaySettings(url=gateway.url, token_env=TOKEN_ENV)),
            data_dir=tmp_path / "data",
            on_change=lambda: None,
            on_frame=lambda _: None,
            clock=time.clock,
            wall=time.wall,
            sleep=time.sleep,
            environ={TOKEN_ENV: gateway.token},
        )
        await hub.start()
        gateway.faults = Faults(rate_limited="header", retry_after=20, times=1)
        search = asyncio.ensure_future(hub.search(["send email"]))
        for _ in range(1000):
            if time._sleepers:
                break
            await asyncio.sleep(0.01)
        await time.to(19)
        assert not search.done()
        await time.to(21)
        assert await search is not None
        await hub.close()
