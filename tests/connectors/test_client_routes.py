"""The client over real HTTP: each route, what it sends and what it makes of the answer (spec 4.2)."""

from typing import Any

import pytest

from tests.connectors.support import TOKEN, Answer, Seen, bench
from workbench.connectors.client import GatewayError, InvalidResponse

PAGE = {"items": [{"connector": "mail", "enabled": True, "connected": False, "disabledTools": []}], "nextCursor": None}


async def test_each_route_sends_what_the_contract_says() -> None:
    answers = [
        Answer({"results": [], "schemas": {}}),
        Answer({"schemas": {}, "notFound": ["X"]}),
        Answer({"results": [{"index": 0, "connector": "mail", "tool": "MAIL_SEND", "data": {"id": 1}}]}),
        Answer({"results": [{"connector": "mail", "status": "active"}], "summary": {"total": 1}}),
        Answer(PAGE),
    ]
    async with bench(*answers) as it:
        assert (await it.client.search(["send mail", "a/b"])).results == ()
        assert (await it.client.schemas(["X"])).not_found == ("X",)
        row = await it.client.execute("mail", "MAIL_SEND", {"to": "ä"})
        assert (row.data, row.error) == ({"id": 1}, None)
        assert (await it.client.connect(["mail"], reinitiate=True)).rows[0].status == "active"
        assert [row.connector for row in await it.client.connectors()] == ["mail"]
        seen = it.script.seen
    assert [(request.method, request.target) for request in seen] == [
        ("POST", "/v1/connectors/search"),
        ("POST", "/v1/connectors/schemas"),
        ("POST", "/v1/connectors/execute"),
        ("POST", "/v1/connectors/connections"),
        ("GET", "/v1/connectors?limit=50"),
    ]
    assert [request.body for request in seen] == [
        {"queries": [{"useCase": "send mail"}, {"useCase": "a/b"}]},
        {"tools": ["X"]},
        {"tools": [{"connector": "mail", "tool": "MAIL_SEND", "arguments": {"to": "ä"}}]},
        {"connectors": ["mail"], "reinitiate": True},
        None,
    ]
    assert all(request.headers["authorization"] == f"Bearer {TOKEN}" for request in seen)
    assert [request.headers.get("x-idempotency-key") for request in seen] == [None, None, "key-1", None, None]
    assert [(exchange.method, exchange.route) for exchange in it.exchanges] == [
        (request.method, request.target.partition("?")[0]) for request in seen
    ]
    assert it.codes() == [(200, "")] * 5


async def test_con_032_more_than_seven_queries_are_refused_before_anything_is_sent() -> None:
    async with bench(Answer({"results": [], "schemas": {}})) as it:
        with pytest.raises(GatewayError, match="at most 7 queries"):
            await it.client.search([f"query {at}" for at in range(8)])
        assert it.script.seen == []


async def test_nothing_asked_is_nothing_sent() -> None:
    async with bench(Answer({})) as it:
        assert (await it.client.search([])).results == ()
        assert (await it.client.schemas([])).schemas == {}
        assert it.script.seen == []


@pytest.mark.parametrize("path", ["", "/", "/v1/connectors", "/v1/connectors/", "/base", "/base/v1/connectors/"])
async def test_the_address_may_have_a_path_with_or_without_the_prefix(path: str) -> None:
    async with bench(Answer(PAGE), path=path) as it:
        await it.client.connectors()
        expected = ("/base" if path.startswith("/base") else "") + "/v1/connectors?limit=50"
        assert it.script.seen[0].target == expected


async def test_cursors_are_encoded_and_pages_joined() -> None:
    def page(name: str, cursor: Any) -> Answer:
        return Answer({"items": [{**PAGE["items"][0], "connector": name}], "nextCursor": cursor})  # type: ignore[index]

    async with bench(page("a", "x&y=1 /ü#"), page("b", "2"), page("a", "")) as it:
        assert [row.connector for row in await it.client.connectors()] == ["a", "b", "a"]
        assert [request.target for request in it.script.seen] == [
            "/v1/connectors?limit=50",
            "/v1/connectors?limit=50&cursor=x%26y%3D1%20%2F%C3%BC%23",
            "/v1/connectors?limit=50&cursor=2",
        ]


async def test_a_cursor_that_comes_again_is_an_invalid_response() -> None:
    turns = iter(["a", "b", "a", "b"])
    async with bench(lambda _: Answer({"items": [], "nextCursor": next(turns)})) as it:
        with pytest.raises(InvalidResponse, match="given before"):
            await it.client.connectors()
        assert len(it.script.seen) == 3


@pytest.mark.parametrize(("pages", "fails"), [(200, False), (201, True)])
async def test_two_hundred_pages_are_read_and_no_more(pages: int, fails: bool) -> None:
    count = iter(range(1, 1000))

    def answer(_: Seen) -> Answer:
        at = next(count)
        return Answer({"items": [], "nextCursor": None if at == pages else f"c{at}"})

    async with bench(answer) as it:
        if fails:
            with pytest.raises(InvalidResponse, match="200 pages"):
                await it.client.connectors()
        else:
            assert await it.client.connectors() == ()
        assert len(it.script.seen) == 200


async def test_an_execute_answer_without_a_row_is_a_provider_error() -> None:
    async with bench(Answer({"results": [{"index": 3, "data": "someone else's"}]})) as it:
        row = await it.client.execute("mail", "MAIL_SEND", {})
    assert row.data is None
    assert row.error is not None
    assert row.error.code == "PROVIDER_ERROR"


async def test_arguments_that_are_no_json_are_refused_and_not_sent() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    async with bench(Answer({})) as it:
        for odd in (float("nan"), deep, {1, 2}):
            with pytest.raises(GatewayError) as caught:
                await it.client.execute("mail", "MAIL_SEND", {"odd": odd})
            assert caught.value.code == "BAD_REQUEST"
        assert it.script.seen == []
    while deep:
        deep = deep.pop()
