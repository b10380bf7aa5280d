"""The token goes to one origin, fresh each time, and is found nowhere afterwards (spec 4.2, SEC-019)."""

import logging
import traceback
from typing import Any

import pytest

from tests.connectors.support import TOKEN, Answer, bench, serving
from workbench.connectors.channel import base_address
from workbench.connectors.client import FaultKind, GatewayClient, GatewayError

EMPTY = {"results": [], "schemas": {}}


def texts_of(error: BaseException | None) -> str:
    """Everything an exception and what hangs on to it says, locals of its frames included."""
    written = []
    while error is not None:
        frames = traceback.TracebackException.from_exception(error, capture_locals=False)
        written += [repr(error), str(error), repr(vars(error)), "".join(frames.format())]
        assert error.__cause__ is None
        error = error.__context__
    return "\n".join(written)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("same_origin", [True, False])
async def test_sec_019_no_redirect_is_followed_with_the_token(status: int, same_origin: bool) -> None:
    async with serving(Answer(EMPTY)) as other:
        place = "/v1/connectors/other" if same_origin else f"{other.url}/v1/connectors/search"
        async with bench(Answer("", status, {"location": place})) as it:
            with pytest.raises(GatewayError) as caught:
                await it.client.search(["q"])
            assert (caught.value.code, caught.value.status) == ("REDIRECT", status)
            assert len(it.script.seen) == 1
        assert other.seen == []


@pytest.mark.parametrize("token", [None, "", "  ", "a\r\nx-evil: 1", "two words", "tökén", 7, "x" * 9000])
async def test_without_a_usable_token_nothing_is_sent(token: Any) -> None:
    async with bench(Answer(EMPTY), token=lambda: token) as it:
        assert not it.client.has_credential
        with pytest.raises(GatewayError) as caught:
            await it.client.search(["q"])
        assert (caught.value.kind, caught.value.code) == (FaultKind.AUTH, "NO_TOKEN")
        assert (it.script.seen, it.exchanges) == ([], [])


async def test_a_token_that_cannot_be_read_is_no_token() -> None:
    async with bench(Answer(EMPTY), token=lambda: [][0]) as it:
        with pytest.raises(GatewayError) as caught:
            await it.client.search(["q"])
        assert caught.value.code == "NO_TOKEN"


async def test_the_token_is_read_for_each_request() -> None:
    tokens = iter(["first-token", "second-token", "third-token"])
    async with bench(Answer("", 500), Answer({"schemas": {}}), token=lambda: next(tokens)) as it:
        await it.client.schemas(["X"])
        await it.client.schemas(["X"])
        sent = [request.headers["authorization"] for request in it.script.seen]
        assert sent == ["Bearer first-token", "Bearer second-token", "Bearer third-token"]


async def test_cookies_are_not_kept() -> None:
    async with bench(Answer(EMPTY, headers={"set-cookie": "a=b"})) as it:
        await it.client.search(["q"])
        await it.client.search(["q"])
        assert "cookie" not in it.script.seen[1].headers


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://h",
        "//h",
        "http://",
        "http://u:p@h",
        "https://h?x=1",
        "https://h#f",
        "http://h:99999",
        "h:80",
        "file:///x",
    ],
)
async def test_an_address_that_cannot_be_a_gateway_gets_no_request(url: str) -> None:
    asked: list[int] = []
    client = GatewayClient(url, lambda: asked.append(1) or TOKEN)  # type: ignore[func-returns-value]
    with pytest.raises(GatewayError) as caught:
        await client.search(["q"])
    assert (caught.value.code, asked) == ("BAD_URL", [])
    await client.close()


def test_what_stands_before_the_routes() -> None:
    assert base_address(" https://h:8443/a/v1/connectors/ ") == "https://h:8443/a"
    assert base_address("http://[::1]:80") == "http://[::1]:80"


@pytest.mark.parametrize(
    "answer",
    [
        Answer({"error": {"code": "BAD", "message": f"wrong token Bearer {TOKEN}!"}}, 401),
        Answer(f"{'x' * 480}{TOKEN}{'y' * 100}", 500),
        Answer({"error": TOKEN}, 403),
        Answer({"code": TOKEN, "message": TOKEN, "retryAfterMs": TOKEN}, 429),
        Answer({"results": [{"index": TOKEN}], "schemas": {}}),
        Answer({"results": [{"index": 0, "data": {TOKEN: [f"say {TOKEN}"]}}], "schemas": {}}),
        Answer({"results": [{"index": 0, "error": {"code": "X", "message": TOKEN, "hint": TOKEN}}], "schemas": {}}),
        Answer("", 302, {"location": f"https://other.invalid/{TOKEN}"}),
        Answer(drop=True),
        Answer("\x00".join(TOKEN), 500),
        Answer(b"not http", headers={TOKEN: TOKEN}),
    ],
)
async def test_the_token_is_in_nothing_that_is_kept(answer: Answer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    kept: list[Any] = []
    async with bench(answer) as it:
        for ask in (it.client.search(["q"]), it.client.execute("mail", "MAIL_SEND", {}), it.client.connectors()):
            try:
                kept.append(repr(await ask))
            except GatewayError as error:
                kept.append(texts_of(error))
        kept += [repr(it.client), repr(vars(it.client)), repr(it.client._channel._around), repr(it.exchanges)]
    assert TOKEN in it.script.seen[0].headers["authorization"]
    written = "\n".join(kept)
    if not answer.headers:  # the HTTP library itself logs the headers of an answer, at a level nobody switches on
        written += caplog.text + "\n".join(repr(vars(record)) for record in caplog.records)
    assert "gateway-test" not in written
    assert "bearer-91c1f5a2" not in written
