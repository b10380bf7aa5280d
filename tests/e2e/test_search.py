"""Searching local tools and connectors in one pass, described and called under the names that were found (spec 4.3)."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.scripted import Scripted, found, schema, scripted
from tests.e2e.support import TOKEN_ENV, TRACKER, World, world, yes
from workbench.model import Outcome
from workbench.settings import GatewaySettings

pytestmark = pytest.mark.anyio


async def test_one_request_for_all_queries_also_when_local_results_abound(here: World) -> None:
    before = here.requests("POST /v1/connectors/search")
    answer = await here.session.search_everywhere(["list issues", "send email", "create note"])
    assert here.requests("POST /v1/connectors/search") == before + 1
    sources = {record["source"] for record in answer.payload["tools"].values()}
    assert sources == {"mcp", "connectors"}


async def test_sea_020_local_and_connector_hits_in_one_ranking_under_one_limit(here: World) -> None:
    answer = await here.session.search_everywhere(["add comment to issue"], 2)
    [group] = answer.groups
    assert len(group.matches) == 2
    assert {str(match.tool.kind) for match in group.matches} == {"mcp", "connectors"}
    scores = [match.score for match in group.matches]
    assert scores == sorted(scores, reverse=True)
    assert answer.payload["results"][0]["matches"] == [match.tool.name for match in group.matches]


async def test_total_available_counts_each_connector_tool_of_the_answer_once(here: World) -> None:
    local = len(here.session.state.scope.deferred)
    once = (await here.session.search_everywhere(["send email"])).payload["total_available"]
    twice = (await here.session.search_everywhere(["send email", "send email"])).payload["total_available"]
    assert once == twice > local


async def test_what_was_found_is_described_checked_and_called(here: World) -> None:
    await here.connected("mail")
    answer = await here.session.search_everywhere(["send email"])
    name = answer.payload["results"][0]["matches"][0]
    assert name == "connectors__mail__SEND_EMAIL"
    described = await here.session.describe_everywhere([name, "connectors__mail__NOPE"])
    assert described["tools"][name]["parameters"]["required"]
    assert described["not_found"] == ["connectors__mail__NOPE"]
    asked = here.requests("POST /v1/connectors/execute")
    report = await here.session.call(name, {}, approve=yes)
    assert report.outcome is Outcome.INVALID
    assert here.requests("POST /v1/connectors/execute") == asked


async def test_con_018_tools_that_were_switched_off_are_not_allowed(here: World) -> None:
    await here.connected("mail")
    page = await here.person.accounts_page()
    from tests.gateway.support import field

    form = {"page": field(page, "page"), "action": "tools", "connector": "mail", "enabled": "on"}
    assert (await here.person.client.post("/accounts", data=form)).status_code == 200
    refused = await here.call("connectors__mail__SEARCH_EMAILS", query="a")
    assert refused["error"]["code"] == "TOOL_NOT_ALLOWED"


def told(world_: World) -> str:
    return " ".join(str(report) for report in world_.hub.view.reports)


async def asking(tmp_path: Path, gateway: Scripted, *queries: str, limit: int | None = None) -> tuple[Any, str, Any]:
    """The payload of one search at a scripted gateway, what was reported, and the session's view afterwards."""
    settings = GatewaySettings(url=gateway.url, token_env=TOKEN_ENV)
    async with world(tmp_path, TRACKER, gateway=settings) as here:
        assert os.environ[TOKEN_ENV]
        answer = await here.session.search_everywhere(queries, limit)
        return answer.payload, told(here), here.hub.view


LIST = {"items": [], "nextCursor": None}


@pytest.mark.parametrize("order", [["GMAIL_SEND", "SEND"], ["SEND", "GMAIL_SEND"]])
async def test_con_034_of_twins_the_conventional_slug_is_kept_in_any_order(tmp_path: Path, order: list[str]) -> None:
    schemas = {
        "GMAIL_SEND": schema("gmail", "GMAIL_SEND", "Send a parcel, the conventional way."),
        "SEND": schema("gmail", "SEND", "Send a parcel, the literal way."),
    }

    def answer(route: str, body: Any) -> Any:
        return LIST if route == "list" else found(body, order, schemas)

    with scripted(answer) as gateway:
        payload, reported, _ = await asking(tmp_path, gateway, "send parcel")
    assert payload["results"][0]["matches"][0] == "connectors__gmail__SEND"
    assert "conventional" in payload["tools"]["connectors__gmail__SEND"]["description"]
    assert sum(name.startswith("connectors__") for name in payload["tools"]) == 1
    assert "GMAIL_SEND" in reported
    assert "and SEND share" in reported or "SEND and" in reported


async def test_a_literal_slug_is_tried_once_after_the_conventional_one(tmp_path: Path) -> None:
    def answer(route: str, body: Any) -> Any:
        if route == "list":
            return LIST
        [call] = body["tools"]
        missing = {"code": "TOOL_NOT_FOUND", "message": "There is no such tool."}
        row = {"index": 0, **{key: call[key] for key in ("connector", "tool")}, "data": None, "error": missing}
        if call["tool"] == "SEND":
            row = {**row, "data": {"sent": True}, "error": None}
        return {"results": [row], "successCount": 1, "errorCount": 0, "totalCount": 1}

    with scripted(answer) as gateway:
        settings = GatewaySettings(url=gateway.url, token_env=TOKEN_ENV)
        async with world(tmp_path, gateway=settings) as here:
            done = await here.call("connectors__gmail__SEND")
            assert done["response"] == {"sent": True}
            lost = await here.call("connectors__gmail__NOWHERE")
            assert lost["error"]["code"] == "TOOL_NOT_FOUND"
    tried = [body["tools"][0]["tool"] for body in gateway.bodies("execute")]
    assert tried == ["GMAIL_SEND", "SEND", "GMAIL_NOWHERE", "NOWHERE"]


async def test_a_group_for_another_use_case_is_dropped_and_the_others_stay(tmp_path: Path) -> None:
    schemas = {"GMAIL_SEND": schema("gmail", "GMAIL_SEND", "Send a parcel.")}

    def answer(route: str, body: Any) -> Any:
        if route == "list":
            return LIST
        full = found(body, ["GMAIL_SEND"], schemas)
        full["results"][0]["useCase"] = "what was asked before"
        return full

    with scripted(answer) as gateway:
        payload, reported, view = await asking(tmp_path, gateway, "send parcel", "parcel sending")
    assert "connectors__gmail__SEND" not in payload["results"][0]["matches"]
    assert "connectors__gmail__SEND" in payload["results"][1]["matches"]
    assert "echoes another query" in reported
    assert view.trouble == "the gateway answered 1 of 2 queries"
    [sent] = gateway.bodies("search")
    assert [query["useCase"] for query in sent["queries"]] == ["send parcel", "parcel sending"]


async def test_the_limit_holds_for_the_group_as_a_whole(tmp_path: Path) -> None:
    slugs = [f"GMAIL_SEND_PARCEL_{number}" for number in range(30)]
    schemas = {slug: schema("gmail", slug, "Send a parcel.") for slug in slugs}

    def answer(route: str, body: Any) -> Any:
        return LIST if route == "list" else found(body, slugs, schemas)

    with scripted(answer) as gateway:
        payload, _, _ = await asking(tmp_path, gateway, "send parcel", limit=4)
    assert len(payload["results"][0]["matches"]) == 4
    assert payload["total_available"] == 24 + 30


async def test_searches_at_the_same_time_get_their_own_answers(here: World) -> None:
    mail, note = await asyncio.gather(
        here.session.search_everywhere(["send email"]), here.session.search_everywhere(["create note"])
    )
    assert mail.payload["queries"] == ["send email"]
    assert "connectors__mail__SEND_EMAIL" in mail.payload["tools"]
    assert not any(name.startswith("connectors__mail") for name in note.payload["results"][0]["matches"])
