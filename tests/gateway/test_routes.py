"""The routes of the contract, each as a client meets it (spec 4.2)."""

from typing import Any
from urllib.parse import quote

import pytest

from tests.gateway.support import PREFIX, Wire
from workbench.gateway import Faults

CONNECTORS = ["calendar", "chat", "files", "issues", "mail", "notes"]


async def test_search_answers_every_query_in_its_place(wire: Wire) -> None:
    answer = await wire.search("send an email", "schedule a meeting", "zzzz qqqq")
    assert set(answer) == {"results", "schemas", "connections", "nextSteps"}
    assert [row["index"] for row in answer["results"]] == [0, 1, 2]
    assert [row["useCase"] for row in answer["results"]] == ["send an email", "schedule a meeting", "zzzz qqqq"]
    mail, calendar, nothing = answer["results"]
    assert mail["tools"][0] == "MAIL_SEND_EMAIL" and calendar["tools"][0] == "CALENDAR_CREATE_EVENT"
    assert nothing["tools"] == [] and nothing["error"] is None
    expected = {"index", "useCase", "tools", "relatedTools", "connectors", "guidance", "planSteps", "pitfalls", "error"}
    assert all(set(row) == expected for row in answer["results"])


async def test_search_gives_a_schema_for_each_slug_it_names(wire: Wire) -> None:
    answer = await wire.search("read mail", "find notes", "upload a file", "close an issue")
    slugs = {slug for row in answer["results"] for slug in (*row["tools"], *row["relatedTools"])}
    assert slugs and slugs == set(answer["schemas"])
    for slug, entry in answer["schemas"].items():
        assert set(entry) == {"connector", "tool", "description", "inputSchema"}
        assert entry["tool"] == slug and entry["inputSchema"]["type"] == "object"


async def test_search_tells_how_its_connectors_stand(wire: Wire) -> None:
    await wire.connected("mail", "ines@example.org")
    answer = await wire.search("send an email", "find a note")
    stands = {entry["connector"]: entry for entry in answer["connections"]}
    assert stands["mail"]["connected"] is True and "ines@example.org" in stands["mail"]["description"]
    assert stands["notes"]["connected"] is False
    assert any("notes" in step for step in answer["nextSteps"])


async def test_search_plans_the_way_to_an_id(wire: Wire) -> None:
    [row] = (await wire.search("forward an email"))["results"]
    assert row["tools"][0] == "MAIL_FORWARD_EMAIL"
    assert row["planSteps"] == ["Get `message_id` from MAIL_SEARCH_EMAILS.", "Call MAIL_FORWARD_EMAIL."]


async def test_search_hands_out_twins_and_a_slug_without_its_prefix(wire: Wire) -> None:
    answer = await wire.search("find note", "busy time", "storage quota")
    assert {"NOTES_FIND_NOTE", "FIND_NOTE"} <= set(answer["results"][0]["tools"])
    assert answer["results"][1]["tools"] == ["FREE_BUSY_QUERY"]
    assert answer["results"][2]["tools"][0] == "STORAGE_QUOTA"


async def test_seven_queries_fit_and_eight_are_a_502(wire: Wire) -> None:
    assert len((await wire.search(*["send mail"] * 7))["results"]) == 7
    response = await wire.send("POST", f"{PREFIX}/search", json={"queries": [{"useCase": "send mail"}] * 8})
    assert response.status_code == 502 and response.json()["error"]["code"] == "UPSTREAM_ERROR"


async def test_schemas_tells_what_it_does_not_know(wire: Wire) -> None:
    answer = await wire.post(
        "schemas", {"tools": ["MAIL_SEND_EMAIL", "MAIL_SEND_EMIAL", "NOTHING_LIKE_IT", "FIND_NOTE"]}
    )
    assert set(answer["schemas"]) == {"MAIL_SEND_EMAIL", "FIND_NOTE"}
    assert answer["notFound"] == ["MAIL_SEND_EMIAL", "NOTHING_LIKE_IT"]
    assert answer["suggestions"] == {"MAIL_SEND_EMIAL": answer["suggestions"]["MAIL_SEND_EMIAL"]}
    assert "MAIL_SEND_EMAIL" in answer["suggestions"]["MAIL_SEND_EMIAL"]
    assert answer["schemas"]["FIND_NOTE"]["connector"] == "notes"


async def test_list_has_a_row_for_each_connector(wire: Wire) -> None:
    page = (await wire.send("GET", PREFIX)).json()
    assert page["nextCursor"] is None
    assert page["items"] == [
        {"connector": name, "enabled": True, "connected": False, "disabledTools": []} for name in CONNECTORS
    ]


@pytest.mark.parametrize("limit", [1, 2, 4, 5, 6, 100])
async def test_list_comes_in_pages(wire: Wire, limit: int) -> None:
    found: list[str] = []
    cursor, pages = "", 0
    while pages < 20:
        query = f"?limit={limit}" + (f"&cursor={quote(cursor, safe='')}" if cursor else "")
        page = (await wire.send("GET", PREFIX + query)).json()
        assert len(page["items"]) <= limit
        found += [item["connector"] for item in page["items"]]
        pages += 1
        if page["nextCursor"] is None:
            break
        cursor = page["nextCursor"]
    assert found == CONNECTORS and pages == -(-6 // limit)


async def test_a_cursor_has_to_be_encoded(wire: Wire) -> None:
    cursor = (await wire.send("GET", f"{PREFIX}?limit=2")).json()["nextCursor"]
    assert quote(cursor, safe="") != cursor
    page = (await wire.send("GET", PREFIX, params={"limit": "2", "cursor": cursor})).json()
    assert [item["connector"] for item in page["items"]] == ["files", "issues"]


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "limit=x", "limit=-1", "limit=²", "limit=", "cursor=x", "cursor="]
)
async def test_a_page_that_cannot_be_is_a_400(wire: Wire, query: str) -> None:
    response = await wire.send("GET", f"{PREFIX}?{query}")
    assert response.status_code == 400
    assert response.json()["error"]["code"] in ("INVALID_REQUEST", "INVALID_CURSOR")


@pytest.mark.parametrize(
    ("route", "body"),
    [
        ("search", {}),
        ("search", {"queries": []}),
        ("search", {"queries": "send mail"}),
        ("search", {"queries": ["send mail"]}),
        ("search", {"queries": [{"useCase": 3}]}),
        ("search", {"queries": [{"useCase": "x" * 2001}]}),
        ("search", {"queries": [{"useCase": "x", "knownFields": 3}]}),
        ("schemas", {"tools": [1]}),
        ("schemas", {"tools": ["X"] * 51}),
        ("execute", {"tools": [{"connector": "mail"}]}),
        ("execute", {"tools": [{"connector": "mail", "tool": "MAIL_GET_PROFILE", "arguments": []}]}),
        ("execute", {"tools": ["MAIL_GET_PROFILE"]}),
        ("connections", {"connectors": "mail"}),
        ("connections", {"connectors": ["mail"], "reinitiate": "yes"}),
        ("connections", []),
    ],
)
async def test_a_request_of_another_shape_is_a_400_with_an_envelope(wire: Wire, route: str, body: Any) -> None:
    response = await wire.send("POST", f"{PREFIX}/{route}", json=body)
    assert response.status_code == 400
    envelope = response.json()
    assert set(envelope) == {"error", "requestId"} and envelope["requestId"].startswith("req_")
    assert envelope["error"]["code"] == "INVALID_REQUEST" and envelope["error"]["message"]


async def test_unknown_fields_do_not_matter(wire: Wire) -> None:
    body = {"queries": [{"useCase": "send mail", "knownFields": {"to": "x"}, "more": 1}], "session": "s"}
    assert (await wire.post("search", body))["results"][0]["tools"]


@pytest.mark.parametrize("route", ["search", "schemas", "execute", "connections"])
async def test_a_body_that_is_no_json_is_a_400(wire: Wire, route: str) -> None:
    for body in (b"", b"{", b"\xff\xfe", b'{"queries": NaN}', b"[" * 100_000, b'{"a": ' + b"9" * 5000 + b"}"):
        assert (await wire.send("POST", f"{PREFIX}/{route}", content=body)).status_code == 400


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", f"{PREFIX}/search", 405),
        ("POST", PREFIX, 405),
        ("GET", f"{PREFIX}/", 404),
        ("GET", "/", 404),
        ("POST", f"{PREFIX}/nothing", 404),
        ("DELETE", "/accounts", 405),
    ],
)
async def test_other_routes_are_errors_with_an_envelope(wire: Wire, method: str, path: str, status: int) -> None:
    response = await wire.send(method, path)
    assert response.status_code == status and response.json()["error"]["code"]


ALL = [("POST", f"{PREFIX}/{name}") for name in ("search", "schemas", "execute", "connections")]
ALL += [("GET", PREFIX), ("GET", "/admin/faults"), ("PUT", "/admin/faults")]


@pytest.mark.parametrize(("method", "path"), ALL)
async def test_every_route_asks_for_the_token(wire: Wire, method: str, path: str) -> None:
    token = wire.token
    wrong = ["", "Bearer", f"Basic {token}", f"Bearer {token}x", f"Bearer {token[:-1]}", token, "Bearer \xe9"]
    for value in wrong:
        response = await wire.client.request(
            method, path, headers=[(b"authorization", value.encode("latin-1"))], json={}
        )
        assert response.status_code == 401, value
        assert response.json()["error"]["code"] == "UNAUTHORIZED" and token not in response.text
    assert (await wire.client.request(method, path, json={})).status_code == 401
    both = [("authorization", f"Bearer {token}"), ("authorization", "Bearer x")]
    assert (await wire.client.request(method, path, headers=both, json={})).status_code == 401
    wire.gateway.faults = Faults(empty_token=True)
    assert wire.gateway.token == ""
    if path.startswith(PREFIX):
        assert (await wire.send(method, path, json={})).status_code == 401


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", "127.0.0.1.evil.example", ""]
)
async def test_other_hosts_are_refused(wire: Wire, host: str) -> None:
    for path in (PREFIX, "/accounts", "/connect/x", "/style.css"):
        response = await wire.send("GET", path, headers={"Host": host})
        assert response.status_code == 421, path


async def test_the_three_names_of_loopback_are_served(wire: Wire) -> None:
    port = wire.gateway.url.rpartition(":")[2]
    for host in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        assert (await wire.send("GET", PREFIX, headers={"Host": f"{host}:{port}"})).status_code == 200
