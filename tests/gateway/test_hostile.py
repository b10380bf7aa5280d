"""Input that nobody honest sends: it is refused or stored as what it is, and never breaks anything."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.gateway.support import PREFIX, FakeClock, Wire
from workbench.gateway.errors import WireError
from workbench.gateway.faults import Faults
from workbench.gateway.providers.all import CONNECTORS
from workbench.gateway.requests import decode
from workbench.gateway.service import Service
from workbench.gateway.store import accounts, attempts
from workbench.gateway.store.database import Database
from workbench.gateway.store.records import Box
from workbench.gateway.store.secret import Links

NASTY = [
    "'; DROP TABLE records; --",
    '" OR 1=1; --',
    "%' OR '1'='1",
    "\x00\x01\x1b[31mred\x7f\x9b2J",
    "\u202egnp.exe\u2066",
    "\ud800 half a pair",
    "[bold]markup[/bold] [@click=app.quit]x[/]",
    "<script>alert(1)</script>",
    "{{7*7}} ${jndi:ldap://x} $(id) `id`",
    "é" * 1000 + "🚢",
]


@pytest.mark.parametrize("text", NASTY)
async def test_what_is_stored_comes_back_as_it_was(wire: Wire, text: str) -> None:
    await wire.connected("notes")
    body = {"tools": [{"connector": "notes", "tool": "NOTES_CREATE_NOTE", "arguments": {"title": "T", "text": text}}]}
    response = await wire.send("POST", f"{PREFIX}/execute", content=json.dumps(body).encode())
    note = response.json()["results"][0]["data"]["note"]
    assert note["text"] == text
    assert (await wire.done("notes", "NOTES_GET_NOTE", note_id=note["id"]))["note"]["text"] == text
    assert (await wire.done("notes", "NOTES_LIST_NOTES"))["total"] == 5


@pytest.mark.parametrize("text", NASTY)
async def test_names_and_ids_of_any_kind_find_nothing(wire: Wire, text: str) -> None:
    await wire.connected("notes")

    async def send(route: str, body: Any) -> Any:
        response = await wire.send("POST", f"{PREFIX}/{route}", content=json.dumps(body).encode())
        assert response.status_code == 200, response.text
        return response.json()

    calls = [
        {"connector": text, "tool": text, "arguments": {}},
        {"connector": "notes", "tool": text, "arguments": {text: text}},
        {"connector": "notes", "tool": "NOTES_GET_NOTE", "arguments": {"note_id": f"note-{text}"[:120]}},
        {"connector": "notes", "tool": "NOTES_FIND_NOTE", "arguments": {"query": text}},
    ]
    results = (await send("execute", {"tools": calls}))["results"]
    assert [row["error"] and row["error"]["code"] for row in results] == [
        "TOOL_NOT_FOUND", "TOOL_NOT_FOUND", "PROVIDER_ERROR", None,
    ]  # fmt: skip
    assert results[3]["data"]["total"] == 0
    assert (await send("connections", {"connectors": [text]}))["summary"]["failed"] == 1
    assert (await send("schemas", {"tools": [text]}))["notFound"] == [text]
    assert len((await send("search", {"queries": [{"useCase": text}]}))["results"]) == 1
    assert (await wire.row("notes"))["connected"] is True


async def test_a_body_that_is_too_long_is_refused(wire: Wire) -> None:
    for content in (b" " * 1_000_001, b'{"queries":[{"useCase":"' + b"x" * 3_000_000 + b'"}]}'):
        response = await wire.send("POST", f"{PREFIX}/search", content=content)
        assert response.status_code == 413 and response.json()["error"]["code"] == "TOO_LARGE"
    assert (await wire.search("send an email"))["results"][0]["tools"]


async def test_deep_and_wide_arguments_are_answered(wire: Wire) -> None:
    await wire.connected("mail")
    deep = '{"a":' * 400 + "1" + "}" * 400
    for arguments in (f'{{"to": {deep}}}', f'{{"x": {deep}}}', json.dumps({str(n): n for n in range(20_000)})):
        body = f'{{"tools":[{{"connector":"mail","tool":"MAIL_SEND_EMAIL","arguments":{arguments}}}]}}'
        response = await wire.send("POST", f"{PREFIX}/execute", content=body.encode())
        assert response.status_code == 200
        error = response.json()["results"][0]["error"]
        assert error["code"] == "PROVIDER_ERROR" and len(error["message"]) <= 500


async def test_bytes_that_are_no_http_do_not_end_it(wire: Wire) -> None:
    port = int(wire.gateway.url.rpartition(":")[2])
    for sent in (
        b"\x16\x03\x01\x02\x00\x01",
        b"GET\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"x" * 70_000,
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent + b"\r\n\r\n")
        answer = await reader.read(200)
        assert answer == b"" or answer.startswith((b"HTTP/1.1 4",)), answer
        writer.close()
    assert (await wire.send("GET", PREFIX)).status_code == 200


async def test_a_client_that_leaves_does_no_harm(wire: Wire, log: list[str]) -> None:
    port = int(wire.gateway.url.rpartition(":")[2])
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"POST {PREFIX}/search HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {wire.token}\r\n"
    writer.write(f"{head}Content-Length: 100\r\n\r\n{{".encode())
    await writer.drain()
    writer.close()
    assert (await wire.send("GET", PREFIX)).status_code == 200
    assert not any("failed" in line for line in log)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def likely_calls(draw: st.DrawFn) -> tuple[str, str, dict[str, Any]]:
    """A call of a tool that exists, with arguments of its names and of values of any kind, some of them right."""
    connector = draw(st.sampled_from(CONNECTORS))
    tool = draw(st.sampled_from(connector.tools))
    values = JSON | st.sampled_from(
        ["message-1", "note-1", "/Reports", "general", "2031-02-30T10:00:00Z", "PORT-1", "PORT"]
    )
    names = st.sampled_from([*tool.schema["properties"], "other"])
    return connector.name, tool.slug, draw(st.dictionaries(names, values, max_size=5))


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Service:
    clock = FakeClock()
    folder: Path = tmp_path_factory.mktemp("hostile")
    made = Service(Database(folder / "gateway.sqlite3"), Links("x" * 43), "http://127.0.0.1:1", clock)
    with made.database.transaction() as tx:
        for connector in CONNECTORS:
            link = attempts.start(tx, connector.name, connector.name, clock(), 60, asked=True)
            attempts.end(tx, link, "approved", clock())
            account, _ = accounts.approve(tx, link, "somebody", clock(), 0)
            connector.seed(Box(tx, account, "somebody", clock))
    return made


@settings(max_examples=200, deadline=None)
@given(call=likely_calls())
def test_every_tool_answers_or_refuses_whatever_it_is_given(service: Service, call: tuple[str, str, Any]) -> None:
    connector, tool, arguments = call
    body = {"tools": [{"connector": connector, "tool": tool, "arguments": arguments}]}
    [row] = service.execute(body, None, Faults())["results"]
    assert (row["error"] is None) is isinstance(row["data"], dict)
    assert row["error"] is None or row["error"]["code"] == "PROVIDER_ERROR"
    json.dumps(row).encode("ascii")


@settings(max_examples=200, deadline=None)
@given(body=JSON, route=st.sampled_from(["search", "schemas", "execute", "connect"]))
def test_every_route_answers_or_refuses_whatever_it_is_given(service: Service, body: Any, route: str) -> None:
    keyed = body if isinstance(body, dict) else {"queries": body, "tools": body, "connectors": body}
    try:
        raw = decode(json.dumps(keyed).encode())
        if route == "execute":
            service.execute(raw, None, Faults())
        else:
            getattr(service, route)(raw, Faults())
    except WireError as error:
        assert error.status in (400, 502)


async def test_many_requests_at_once_are_all_answered(wire: Wire) -> None:
    await wire.connected("issues")

    async def create(number: int) -> str:
        made = await wire.done("issues", "ISSUES_CREATE_ISSUE", project="OPS", title=f"Number {number}")
        key: str = made["issue"]["key"]
        return key

    keys = await asyncio.gather(*(create(number) for number in range(40)))
    assert len(set(keys)) == 40
    assert (await wire.done("issues", "ISSUES_LIST_ISSUES", project="OPS"))["total"] == 42
