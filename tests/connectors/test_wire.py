"""Reading the gateway's answers: what is needed, what is ignored, what is refused (spec 4.2)."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.connectors.errors import FaultKind
from workbench.connectors.links import safe_link
from workbench.connectors.wire import (
    CONNECTION_STATUSES,
    ConnectorRow,
    ExecuteError,
    InvalidResponse,
    MintRow,
    SchemaEntry,
    SearchResult,
    read_connections,
    read_execute,
    read_page,
    read_schemas,
    read_search,
)

READERS: list[Callable[[Any], Any]] = [read_search, read_schemas, read_execute, read_connections, read_page]
WORDS = [
    "results",
    "schemas",
    "items",
    "nextCursor",
    "index",
    "useCase",
    "tools",
    "connector",
    "tool",
    "data",
    "error",
    "code",
    "message",
    "connectUrl",
    "status",
    "connectionId",
    "connectionStatus",
    "enabled",
    "connected",
    "disabledTools",
    "inputSchema",
    "description",
    "summary",
    "notFound",
    "connections",
]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["active", "mail", "https://ok.invalid/a", "javascript:x", "\ud800", "\x1b[2J"])
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=6),
    max_leaves=25,
)


def texts_in(value: Any) -> list[str]:
    """Every text in a value."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in texts_in(part)]
    return [text for item in value for text in texts_in(item)] if isinstance(value, list | tuple) else []


@given(JSON)
def test_any_json_is_read_or_refused_with_a_place(raw: Any) -> None:
    for read in READERS:
        try:
            read(raw)
        except InvalidResponse as fault:
            assert fault.kind is FaultKind.INVALID
            assert fault.where
            assert fault.what
            assert len(fault.message) <= 500


@given(st.lists(st.dictionaries(st.sampled_from(WORDS), JSON), max_size=3))
def test_what_is_read_of_rows_is_safe_text(rows: list[Any]) -> None:
    for read, key in ((read_execute, "results"), (read_connections, "results"), (read_page, "items")):
        try:
            answer = read({key: rows})
        except InvalidResponse:
            continue
        found = [asdict(row) for row in answer] if isinstance(answer, tuple) else [asdict(answer)]
        assert not any("\x1b" in text or "\ud800" in text for text in texts_in(found))


def schema(**more: Any) -> dict[str, Any]:
    return {"connector": "mail", "tool": "SEND", "description": "Send.", "inputSchema": {"type": "object"}, **more}


def test_a_search_answer_is_read_and_extra_fields_are_ignored() -> None:
    row = {"index": 0, "useCase": "q", "tools": ["MAIL_SEND"], "relatedTools": 3, "guidance": [], "error": None}
    answer = read_search(
        {
            "results": [row, {"index": 1, "useCase": "r", "error": {"code": "X", "message": "vendor\x00 down"}}],
            "schemas": {"MAIL_SEND": schema(extra=1)},
            "connections": [{"connector": "mail", "connected": False, "description": "d"}, 7],
            "nextSteps": {},
        }
    )
    assert answer.results == (SearchResult(0, "q", ("MAIL_SEND",)), SearchResult(1, "r", (), "vendor down"))
    assert answer.schemas == {"MAIL_SEND": SchemaEntry("MAIL_SEND", "mail", "SEND", "Send.", {"type": "object"})}
    assert [(note.connector, note.connected) for note in answer.connections] == [("mail", False)]


@pytest.mark.parametrize("odd", [7, [], {"connector": 3}, schema(connector=""), schema(inputSchema=[]), schema(tool=1)])
def test_one_odd_schema_costs_itself_only(odd: Any) -> None:
    for answer in (
        read_search({"results": [], "schemas": {"ODD": odd, "MAIL_SEND": schema()}}),
        read_schemas({"schemas": {"ODD": odd, "MAIL_SEND": schema()}}),
    ):
        assert list(answer.schemas) == ["MAIL_SEND"]
        assert "ODD" in answer.problems[0]


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"results": [], "schemas": []},
        {"results": {}, "schemas": {}},
        {"results": [7], "schemas": {}},
        {"results": [{"index": "0", "useCase": "q"}], "schemas": {}},
        {"results": [{"index": True, "useCase": "q"}], "schemas": {}},
        {"results": [{"index": -1, "useCase": "q"}], "schemas": {}},
        {"results": [{"index": 0}], "schemas": {}},
        {"results": [{"index": 0, "useCase": "q", "tools": "X"}], "schemas": {}},
        {"results": [{"index": 0, "useCase": "q", "tools": [1]}], "schemas": {}},
        {"results": [{"index": 0, "useCase": "q"}] * 1001, "schemas": {}},
    ],
)
def test_search_answers_of_the_wrong_shape_are_refused(raw: Any) -> None:
    with pytest.raises(InvalidResponse):
        read_search(raw)


def test_a_tool_that_failed_never_passes_for_one_that_worked() -> None:
    link = "https://ok.invalid/a"
    full = {"code": "CONNECTION_REQUIRED", "message": "m", "connector": "mail", "connectUrl": link, "hint": "h"}
    rows = read_execute({"results": [{"index": at, "error": error} for at, error in enumerate([full, "down", {}, 5])]})
    assert rows[0].error == ExecuteError("CONNECTION_REQUIRED", "m", "mail", link, "", "h")
    assert [row.error.code for row in rows if row.error] == ["CONNECTION_REQUIRED"] + ["PROVIDER_ERROR"] * 3
    assert link not in repr(rows)


def test_data_is_cleaned_and_bounded_in_depth() -> None:
    deep: Any = "end"
    for _ in range(300):
        deep = [deep]
    (row,) = read_execute({"results": [{"index": 0, "data": {"a\x1b": "b\x9b\u202e", "n": 1.5, "deep": deep}}]})
    assert row.data["a"] == "b"
    assert row.data["n"] == 1.5
    assert "end" not in texts_in(row.data)


def test_mint_rows_are_read_with_any_status() -> None:
    raw = {"connector": "mail", "status": "odd", "statusReason": "x\x07", "connectionId": "c1", "reinitiated": True}
    answer = read_connections({"results": [raw], "summary": {"total": 1, "active": "no", "failed": True}})
    assert answer.rows == (MintRow("mail", "odd", None, "c1", "", "x", True),)
    assert answer.summary == {"total": 1}


@pytest.mark.parametrize("status", [*sorted(CONNECTION_STATUSES), None, ""])
def test_known_connection_statuses_are_read(status: Any) -> None:
    raw = {"connector": "mail", "enabled": True, "connected": False, "connectionStatus": status, "disabledTools": ["A"]}
    page = read_page({"items": [raw], "nextCursor": "n"})
    assert page.items == (ConnectorRow("mail", True, False, status or "", "", "", ("A",)),)
    assert page.next_cursor == "n"


@pytest.mark.parametrize("status", ["ACTIVE", "deleted", 3, ["active"], {}])
def test_an_unknown_connection_status_is_refused(status: Any) -> None:
    with pytest.raises(InvalidResponse, match="connectionStatus"):
        read_page({"items": [{"connector": "mail", "enabled": True, "connected": True, "connectionStatus": status}]})


@pytest.mark.parametrize("cursor", [3, [], "x" * 3000, "\ud800"])
def test_a_cursor_that_cannot_be_sent_back_is_refused(cursor: Any) -> None:
    with pytest.raises(InvalidResponse, match="nextCursor"):
        read_page({"items": [], "nextCursor": cursor})


@pytest.mark.parametrize(
    "link",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "smb://host/share",
        "search-ms:query",
        "vscode://x",
        "\\\\host\\share",
        "https:\\\\host",
        "java\nscript:alert(1)",
        " https://ok.invalid",
        "https://ok.invalid/\x1b[2J",
        "https://ok.invalid/\u202e",
        "https://user:pw@ok.invalid/",
        "https://ok.invalid@evil.invalid/",
        "https:///x",
        "https:ok.invalid",
        "//ok.invalid",
        "http://",
        "http://ok.invalid:99999/",
        "http://ok.invalid:0/",
        "http://[::1",
        "http://öx.invalid/",
        "http://ok.invalid/" + "x" * 5000,
        "httpsx://ok.invalid",
        7,
        None,
        ["https://ok.invalid"],
    ],
)
def test_sec_014_and_015_only_plain_web_links_are_offered(link: Any) -> None:
    assert safe_link(link) is None


@pytest.mark.parametrize(
    "link",
    [
        "https://ok.invalid/a?b=c&d=%20#e",
        "HTTP://OK.invalid",
        "http://127.0.0.1:8080/x",
        "http://[::1]:1/",
        "https://a_b/",
    ],
)
def test_web_links_are_kept_as_they_are(link: str) -> None:
    assert safe_link(link) == link


def test_sec_014_a_refused_link_is_kept_as_text_to_show() -> None:
    rows = [
        {"connector": "mail", "status": "initiated", "connectUrl": link}
        for link in ("javascript:alert(1)\x1b", "https://ok.invalid/a", None, "")
    ]
    found = read_connections({"results": rows}).rows
    assert [row.connect_url for row in found] == [None, "https://ok.invalid/a", None, None]
    assert [row.refused_link for row in found] == ["javascript:alert(1)", "", "", ""]
    assert "ok.invalid" not in repr(found)
