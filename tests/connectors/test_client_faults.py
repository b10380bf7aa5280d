"""What goes wrong at a gateway: retries, waits, deadlines, envelopes, broken answers (spec 4.2)."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from email.utils import formatdate
from typing import Any

import pytest

from tests.connectors.support import Answer, Time, bench
from workbench.connectors.client import FaultKind, GatewayClient, GatewayError, InvalidResponse
from workbench.connectors.retry import BACKOFF, MAX_WAIT, Routes

Ask = Callable[[GatewayClient], Awaitable[Any]]

SEARCH: Ask = lambda client: client.search(["q"])  # noqa: E731
SCHEMAS: Ask = lambda client: client.schemas(["X"])  # noqa: E731
EXECUTE: Ask = lambda client: client.execute("mail", "MAIL_SEND", {})  # noqa: E731
CONNECT: Ask = lambda client: client.connect(["mail"], reinitiate=False)  # noqa: E731
LIST: Ask = lambda client: client.connectors()  # noqa: E731

GOOD = Answer({"results": [{"index": 0, "useCase": "q", "data": 1}], "schemas": {}, "items": []})
HASTY = replace(
    Routes(),
    search=replace(Routes().search, timeout=0.15),
    execute=replace(Routes().execute, timeout=0.15),
    connections=replace(Routes().connections, timeout=0.15),
)


async def fault(ask: Ask, *answers: Answer, **more: Any) -> tuple[GatewayError, int, list[float]]:
    """The fault, how many requests arrived, and what was slept between them."""
    async with bench(*answers, **more) as it:
        with pytest.raises(GatewayError) as caught:
            await ask(it.client)
        return caught.value, len(it.script.seen), it.time.slept


@pytest.mark.parametrize("broken", [Answer("", 500), Answer("", 503), Answer(drop=True), Answer({"a": 1}, cut=True)])
@pytest.mark.parametrize(("ask", "attempts"), [(SEARCH, 1), (SCHEMAS, 2), (EXECUTE, 2), (CONNECT, 1), (LIST, 1)])
async def test_failures_are_sent_again_only_where_the_table_allows(ask: Ask, attempts: int, broken: Answer) -> None:
    error, count, slept = await fault(ask, broken)
    assert count == attempts
    assert slept == [BACKOFF] * (attempts - 1)
    assert error.kind is (FaultKind.HTTP if broken.status >= 500 else FaultKind.TRANSPORT)


async def test_a_retried_execute_carries_the_same_key_and_another_call_another() -> None:
    async with bench(Answer("", 502), GOOD) as it:
        assert (await it.client.execute("mail", "MAIL_SEND", {})).data == 1
        await it.client.execute("mail", "MAIL_SEND", {})
        assert [request.headers["x-idempotency-key"] for request in it.script.seen] == ["key-1", "key-1", "key-2"]
        assert it.codes() == [(502, "HTTP_502"), (200, ""), (200, "")]


@pytest.mark.parametrize("ask", [SEARCH, SCHEMAS, EXECUTE, CONNECT, LIST])
@pytest.mark.parametrize("status", [400, 409, 422])
async def test_what_the_gateway_refuses_is_never_sent_again(ask: Ask, status: int) -> None:
    error, count, _ = await fault(ask, Answer({"error": {"code": "CONFLICT", "message": "taken"}}, status))
    assert (count, error.kind, error.code, error.message) == (1, FaultKind.HTTP, "CONFLICT", "taken")
    assert error.status == status


def in_seconds(seconds: float) -> str:
    return formatdate(Time().now + seconds, usegmt=True)


@pytest.mark.parametrize(
    ("headers", "body", "slept"),
    [
        ({"retry-after": "3"}, "", 3.0),
        ({"retry-after": "0"}, "", 0.0),
        ({"retry-after": in_seconds(7)}, "", 7.0),
        ({"retry-after": in_seconds(-100)}, "", 0.0),
        ({}, {"code": "SLOW", "message": "x", "retryAfterMs": 1500}, 1.5),
        ({}, {"error": {"code": "SLOW", "message": "x", "retryAfterMs": 250}}, 0.25),
        ({"retry-after": "2"}, {"retryAfterMs": 9000}, 2.0),
        ({"retry-after": "soon"}, {"retryAfterMs": 900}, 0.9),
    ],
)
@pytest.mark.parametrize("ask", [SEARCH, SCHEMAS, EXECUTE, LIST])
async def test_a_gateway_that_asks_to_wait_is_waited_for_once(ask: Ask, headers: Any, body: Any, slept: float) -> None:
    async with bench(Answer(body, 429, headers), GOOD) as it:
        await ask(it.client)
        assert (len(it.script.seen), it.time.slept) == (2, [slept])
    error, count, waits = await fault(ask, Answer(body, 429, headers))
    assert (count, waits) == (2, [slept])
    assert error.kind is FaultKind.RATE_LIMITED
    assert error.retry_after is not None


@pytest.mark.parametrize("wait", [str(MAX_WAIT + 1), "999999999", "1e999", "-1", "x" * 5000, "", "\u0663"])
async def test_a_wait_that_is_too_long_or_unreadable_is_not_waited(wait: str) -> None:
    headers = {"retry-after": wait.encode("utf-8").decode("latin-1")}
    error, count, slept = await fault(EXECUTE, Answer({"code": "SLOW"}, 429, headers))
    assert (count, slept, error.kind, error.code) == (1, [], FaultKind.RATE_LIMITED, "SLOW")


@pytest.mark.parametrize("given", [float("inf"), -5, True, "10", None, 10**400, [], 10**12])
async def test_odd_milliseconds_are_not_waited(given: Any) -> None:
    text = '{"code":"SLOW","retryAfterMs":%s}' % ("1e999" if given == float("inf") else json.dumps(given))
    _, count, slept = await fault(EXECUTE, Answer(text, 429))
    assert (count, slept) == (1, [])


async def test_links_are_never_asked_for_twice_not_even_after_a_wait() -> None:
    _, count, slept = await fault(CONNECT, Answer("", 429, {"retry-after": "1"}))
    assert (count, slept) == (1, [])


async def test_a_search_never_waits_beyond_its_own_limit() -> None:
    limits = replace(Routes(), search=replace(Routes().search, timeout=5.0))
    _, count, slept = await fault(SEARCH, Answer("", 429, {"retry-after": "6"}), routes=limits)
    assert (count, slept) == (1, [])


async def test_after_a_wait_a_failure_still_has_its_one_retry() -> None:
    answers = [Answer("", 429, {"retry-after": "1"}), Answer("", 500), GOOD]
    async with bench(*answers) as it:
        await it.client.execute("mail", "MAIL_SEND", {})
        assert it.time.slept == [1.0, BACKOFF]
        assert {request.headers["x-idempotency-key"] for request in it.script.seen} == {"key-1"}


@pytest.mark.parametrize(
    ("status", "kind", "cause"),
    [
        (401, FaultKind.AUTH, "does not accept the token"),
        (403, FaultKind.AUTH, "does not accept the token"),
        (404, FaultKind.DARK, "dark here"),
        (429, FaultKind.RATE_LIMITED, "slow down"),
        (418, FaultKind.HTTP, "failed (HTTP_418)"),
        (502, FaultKind.HTTP, "failed (HTTP_502)"),
    ],
)
async def test_kinds_of_refusal_are_told_apart(status: int, kind: FaultKind, cause: str) -> None:
    error, _, _ = await fault(SEARCH, Answer("", status))
    assert (error.kind, error.code, error.status) == (kind, f"HTTP_{status}", status)
    assert cause in error.cause


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ({"error": {"code": "BUSY", "message": "later"}, "requestId": "r"}, "BUSY", "later"),
        ({"error": "BUSY"}, "BUSY", ""),
        ({"error": "not right now, sorry"}, "HTTP_500", "not right now, sorry"),
        ({"code": "BUSY", "message": "later", "retryAfterMs": 5}, "BUSY", "later"),
        ({"error": {"code": 7, "message": ["x"]}}, "HTTP_500", '{"error": {"code": 7, "message": ["x"]}}'),
        ({"detail": "odd"}, "HTTP_500", '{"detail": "odd"}'),
        (["odd"], "HTTP_500", '["odd"]'),
        ("plain \x1b[31mtext", "HTTP_500", "plain [31mtext"),
        ("x" * 9000, "HTTP_500", "x" * 499 + "…"),
        (b"\xff\xfe\x00", "HTTP_500", "\ufffd\ufffd"),
        ({"error": {"code": "A B\x1b[2J", "message": "\u202etxt"}}, "HTTP_500", "txt"),
        ("", "HTTP_500", ""),
        ("[" * 50_000, "HTTP_500", "[" * 499 + "…"),
    ],
)
async def test_every_form_of_refusal_is_read(body: Any, code: str, message: str) -> None:
    error, _, _ = await fault(SEARCH, Answer(body, 500))
    assert (error.code, error.message) == (code, message)


@pytest.mark.parametrize("stuck", [Answer(hang=True), Answer(drip=True), Answer(drip=True, status=500)])
@pytest.mark.parametrize(("ask", "attempts"), [(SEARCH, 1), (EXECUTE, 2), (CONNECT, 1)])
async def test_tra_028_an_answer_that_never_ends_is_left_at_the_deadline(
    stuck: Answer, ask: Ask, attempts: int
) -> None:
    async with bench(stuck, routes=HASTY) as it:
        with pytest.raises(GatewayError) as caught:
            await ask(it.client)
        assert (caught.value.kind, caught.value.code) == (FaultKind.TRANSPORT, "TIMEOUT")
        assert len(it.script.seen) == attempts
        await it.script.gone.wait()
        assert it.codes() == [(None, "TIMEOUT")] * attempts


@pytest.mark.parametrize("ask", [SEARCH, LIST])
async def test_a_body_without_end_is_refused_at_its_limit(ask: Ask) -> None:
    async with bench(Answer(endless=True)) as it:
        with pytest.raises(GatewayError) as caught:
            await ask(it.client)
        assert (caught.value.kind, caught.value.code) == (FaultKind.INVALID, "TOO_LARGE")
        await it.script.gone.wait()


async def test_a_refusal_without_end_is_read_in_part() -> None:
    error, _, _ = await fault(SEARCH, Answer(endless=True, status=503))
    assert (error.kind, error.code, error.message) == (FaultKind.HTTP, "HTTP_503", "")


async def test_a_declared_size_beyond_the_limit_is_refused_at_once() -> None:
    error, _, _ = await fault(SEARCH, Answer("{}", headers={"content-length": "99999999999999999999"}))
    assert error.kind in (FaultKind.INVALID, FaultKind.TRANSPORT)


async def test_compressed_answers_are_not_unpacked() -> None:
    error, count, _ = await fault(EXECUTE, Answer(b"\x1f\x8b", headers={"content-encoding": "gzip"}))
    assert (error.kind, count) == (FaultKind.INVALID, 1)


@pytest.mark.parametrize(
    "body", ["", "<html>", "null", "[]", "7", '{"results": 3}', '{"results":', b"\xff", '{"a": NaN}', "[" * 90_000]
)
@pytest.mark.parametrize("ask", [SEARCH, SCHEMAS, EXECUTE, CONNECT, LIST])
async def test_wrong_shapes_are_invalid_and_not_sent_again(ask: Ask, body: Any) -> None:
    error, count, _ = await fault(ask, Answer(body))
    assert (error.kind, error.code, error.status, count) == (FaultKind.INVALID, "INVALID_RESPONSE", 200, 1)


async def test_the_place_of_a_wrong_shape_is_named() -> None:
    error, _, _ = await fault(LIST, Answer({"items": [{"connector": "mail", "enabled": 1, "connected": True}]}))
    assert isinstance(error, InvalidResponse)
    assert (error.where, error.what) == ("items[0].enabled", "is a number, neither true nor false")


async def test_nobody_at_the_address_is_a_transport_fault() -> None:
    async with bench(GOOD) as it:
        port = it.script.url.rpartition(":")[2]
    client = GatewayClient(f"http://127.0.0.1:{port}", lambda: "t")
    with pytest.raises(GatewayError) as caught:
        await client.search(["q"])
    assert (caught.value.kind, caught.value.code, caught.value.status) == (FaultKind.TRANSPORT, "UNREACHABLE", None)
    await client.close()


async def test_what_listens_to_exchanges_cannot_break_them() -> None:
    async with bench(GOOD) as it:
        client = GatewayClient(it.script.url, lambda: "t", on_exchange=lambda _: [][0])
        assert (await client.execute("mail", "MAIL_SEND", {})).data == 1
        await client.close()
