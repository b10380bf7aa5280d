"""The bridge over the gateway: what a model is told when describing or calling goes wrong."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from workbench.events import CallEnded, CallStarted, Event
from workbench.gateway import EmbeddedGateway, Faults, embedded
from workbench.model import Json, Outcome, Tool
from workbench.session import Session
from workbench.settings import GatewaySettings, Settings

pytestmark = pytest.mark.anyio

NAME = "connectors__mail__SEND_EMAIL"
TOKEN_ENV = "REMOTE_TEST_TOKEN"


async def yes(_tool: Tool, _arguments: Json) -> bool:
    return True


@pytest.fixture
async def gateway(tmp_path: Path) -> AsyncIterator[EmbeddedGateway]:
    async with embedded(tmp_path / "gateway") as running:
        yield running


@pytest.fixture
async def session(tmp_path: Path, gateway: EmbeddedGateway, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Session]:
    monkeypatch.setenv(TOKEN_ENV, gateway.token)
    opened = Session(Settings(gateway=GatewaySettings(url=gateway.url, token_env=TOKEN_ENV)), log_dir=tmp_path / "logs")
    await opened.start()
    await opened.settled()
    yield opened
    await opened.close()


@pytest.mark.parametrize(
    ("faults", "words"),
    [
        (Faults(dark=True), "connectors are not available for this account"),
        (Faults(wrong_shapes="types"), "the gateway's answer has the wrong shape"),
    ],
)
async def test_describing_tells_the_model_nothing_of_why(
    session: Session, gateway: EmbeddedGateway, faults: Faults, words: str
) -> None:
    gateway.faults = faults
    answer = await session.describe_everywhere([NAME])
    assert list(answer["errors"]) == [NAME]
    assert "gateway" not in str(answer)
    assert "not_found" not in answer
    assert session.connectors.view.trouble == words
    gateway.faults = Faults()
    assert NAME in (await session.describe_everywhere([NAME]))["tools"]


async def test_manage_connections_called_without_cards_answers_at_once(session: Session) -> None:
    arguments = {"action": "connect", "connectors": ["mail"]}
    report = await asyncio.wait_for(session.call("manage_connections", arguments, approve=yes, cards=False), 20)
    assert report.outcome is Outcome.DONE
    assert report.result is not None
    answer: Any = report.result.structured
    assert answer["status"] == "initiated"
    assert answer["targets"][0]["connect_url"]
    assert session.connectors.desk.open_operation is None
    assert not session.connectors.frames


async def test_a_search_makes_the_tools_it_met_known_and_signing_out_forgets_them(session: Session) -> None:
    assert session.tool(NAME) is None
    await session.search_everywhere(["send email"])
    assert session.tool(NAME) is not None
    assert session.check(NAME, {}).valid is False
    await session.connectors.sign_out()
    assert session.tool(NAME) is None
    with pytest.raises(KeyError):
        session.check(NAME, {})


async def test_a_connector_call_is_approved_under_its_composed_name(session: Session) -> None:
    asked: list[str] = []

    async def no(tool: Tool, _arguments: Json) -> bool:
        asked.append(tool.name)
        return False

    report = await session.call(NAME, {"to": ["a@example.org"], "subject": "x", "body": "y"}, approve=no)
    assert report.outcome is Outcome.NOT_APPROVED
    assert asked == [NAME]


async def test_a_connector_call_is_published_like_any_other(session: Session) -> None:
    events: list[Event] = []
    session.subscribe(events.append)
    raw: Json = {"calls": [{"name": NAME, "arguments": {}}, {"name": "connectors__execute", "arguments": {}}]}
    _, reports = await session.tool_call(raw, approve=yes)
    assert [event.name for event in events if isinstance(event, CallStarted)] == [NAME]
    ended = [event.report for event in events if isinstance(event, CallEnded)]
    assert ended == list(reports)
    assert len({event.call_id for event in events if isinstance(event, CallStarted | CallEnded)}) == 1
