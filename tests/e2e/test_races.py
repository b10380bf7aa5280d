"""Answers that cross on the way: late readings, late mints, batches that are stopped, accounts that are not ready."""

import asyncio
from typing import Any

import pytest

from tests.e2e.scripted import scripted
from tests.e2e.support import World, yes
from workbench.connectors.contract import Refused
from workbench.gateway import Faults

pytestmark = pytest.mark.anyio

SLOW_LIST = Faults(slow=1.0, on=("list",))
SLOW_MINT = Faults(slow=1.0, on=("connections",))


async def asked(here: World, route: str, more_than: int) -> None:
    """Until the gateway has been asked once more; its log has only what was answered, so that this is done in time."""
    await here.time.until(lambda: here.requests(route) > more_than)


async def test_a_reading_from_before_a_new_attempt_does_not_fail_it(here: World) -> None:
    task = await here.begin("connect", "mail", "notes")
    await here.decide("mail", "deny")
    await here.reaches("mail", "failed")
    here.gateway.faults = SLOW_LIST
    seen = here.requests("GET /v1/connectors")
    await here.time.tick(6)
    await asyncio.sleep(0.2)
    assert here.requests("GET /v1/connectors") == seen
    await here.soon(here.hub.desk.retry(here.op_id, ["mail"]))
    await asked(here, "GET /v1/connectors", seen)
    await asyncio.sleep(0.1)
    assert here.state("mail") == "initiated"
    assert here.target("mail")["connect_url"]
    here.gateway.faults = Faults()
    await here.decide("mail", "approve")
    here.skip("notes")
    assert (await here.finish(task))["settled_by"] == "all_resolved"


async def test_continue_while_the_reading_that_would_connect_is_on_its_way(here: World) -> None:
    task = await here.begin("connect", "mail")
    await here.decide("mail", "approve")
    here.gateway.faults = SLOW_LIST
    seen = here.requests("GET /v1/connectors")
    await here.time.tick(6)
    here.go_on()
    frames = len(here.hub.frames)
    result = await here.finish(task)
    assert result["targets"][0]["state"] == "not_connected"
    await asyncio.sleep(1.2)
    assert here.requests("GET /v1/connectors") >= seen
    assert len(here.hub.frames) == frames


async def test_continue_while_a_new_attempt_is_on_its_way(here: World) -> None:
    task = await here.begin("connect", "mail")
    await here.decide("mail", "deny")
    await here.reaches("mail", "failed")
    here.gateway.faults = SLOW_MINT
    again = asyncio.ensure_future(here.hub.desk.retry(here.op_id, ["mail"]))
    await asyncio.sleep(0.2)
    assert here.hub.desk.busy(here.op_id) == {"mail"}
    with pytest.raises(Refused, match="again already"):
        await here.hub.desk.retry(here.op_id, ["mail"])
    here.go_on()
    frames = len(here.hub.frames)
    assert (await here.finish(task))["settled_by"] == "continue"
    with pytest.raises(Refused):
        await here.soon(again)
    assert len(here.hub.frames) == frames


async def test_stop_before_there_is_a_card_gives_a_settled_result_and_no_frame(here: World) -> None:
    here.gateway.faults = SLOW_MINT
    task = await here.begin_soon("connect", "mail")
    await asyncio.sleep(0.1)
    here.hub.desk.interrupt()
    result = await here.finish(task)
    assert result["settled_by"] == "interrupt"
    assert not here.hub.frames


async def test_the_deadline_before_there_is_a_card(here: World) -> None:
    here.gateway.faults = SLOW_MINT
    task = await here.begin_soon("connect", "mail")
    await asyncio.sleep(0.1)
    here.time.jump(300)
    assert (await here.finish(task))["settled_by"] == "deadline"


async def test_cancelling_the_tool_call_interrupts_the_operation(here: World) -> None:
    task = await here.begin("connect", "mail")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert here.hub.desk.open_operation is None
    assert (here.hub.frames[-1]["settled"], here.hub.frames[-1]["settled_by"]) == (True, "interrupt")


async def test_con_028_an_account_that_gets_ready_is_not_connected_before_it_is(here: World) -> None:
    here.gateway.faults = Faults(initializing=20)
    task = await here.begin("connect", "mail")
    began = here.time.now
    await here.decide("mail", "approve")
    await here.time.tick(12)
    assert here.state("mail") == "initiated"
    early = await here.call("connectors__mail__SEARCH_EMAILS", query="a")
    assert early["error"]["code"] == "CONNECTION_REQUIRED"
    assert (await here.finish(task))["targets"][0]["state"] == "connected"
    assert here.time.now - began >= 20
    assert "error" not in await here.call("connectors__mail__SEARCH_EMAILS", query="a")


async def test_con_028_asking_again_while_it_gets_ready_waits_too(here: World) -> None:
    here.gateway.faults = Faults(initializing=20)
    task = await here.begin("connect", "mail")
    began = here.time.now
    await here.decide("mail", "approve")
    here.go_on()
    await here.finish(task)
    task = await here.begin("connect", "mail")
    assert (await here.finish(task))["targets"][0]["state"] == "connected"
    assert here.time.now - began >= 20


async def test_a_batch_that_is_stopped_sends_nothing_more(here: World) -> None:
    await here.connected("mail")
    entry = {"name": "connectors__mail__SEARCH_EMAILS", "arguments": {"query": "a"}}
    before = here.requests("POST /v1/connectors/execute")
    answer, _ = await here.session.tool_call(
        {"calls": [entry, entry, entry]},
        approve=yes,
        stop=lambda: here.requests("POST /v1/connectors/execute") > before,
    )
    codes = [item.get("error", {}).get("code") for item in answer["results"]]
    assert codes == [None, "INTERRUPTED", "INTERRUPTED"]
    assert here.requests("POST /v1/connectors/execute") == before + 1


async def test_sec_019_no_token_goes_to_another_origin(here: World) -> None:
    def nothing(_route: str, _body: Any) -> Any:
        return {}

    with scripted(nothing) as other:
        here.gateway.faults = Faults(redirect=f"{other.url}/v1/connectors")
        await here.soon(here.session.search_everywhere(["send email"]))
        await here.soon(here.hub.refresh())
        await here.soon(here.manage("connect", "mail", cards=False))
        assert here.hub.view.trouble
    assert other.asked == []


async def test_sec_001_hostile_text_is_harmless_wherever_it_is_shown(here: World) -> None:
    here.gateway.faults = Faults(hostile_text=True, mint_fails="x")
    task = await here.begin("connect", "mail")
    await here.hub.refresh()
    answer = await here.session.search_everywhere(["send email"])
    described = await here.session.describe_everywhere(["connectors__mail__SEND_EMAIL"])
    assert here.target("mail")["detail"]
    assert here.hub.view.accounts[0].account.status_reason
    shown = [str(dict(here.hub.frames[-1])), str(here.hub.view), str(answer.payload), str(described)]
    texts = [here.target("mail")["detail"], *(one.account.status_reason for one in here.hub.view.accounts)]
    texts += [record["description"] for record in answer.payload["tools"].values()]
    for text in texts:
        assert not set(text) & {"\x1b", "\x07", "\x9b", "\u202e"}, repr(text)
    assert not [one for one in shown if "\u202e" in one or "\x1b" in one]
    here.go_on()
    await here.finish(task)
