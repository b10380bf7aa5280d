"""Connector entries of a `tool_call`: order, slugs, outcomes, links, and over real HTTP (spec 4.3)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from tests.bridge.support import make_scope
from tests.connectors.support import Answer, Seen, bench
from workbench.bridge.remote import connector_dispatch, connector_entries
from workbench.connectors.calls import Executed, execute_entries
from workbench.connectors.errors import FaultKind, GatewayError
from workbench.connectors.search import make_tool
from workbench.connectors.wire import ExecuteError, ExecuteRow, SchemaEntry
from workbench.model import Approval, Json, Outcome, Tool

LINK = "https://ok.invalid/connect/secret-code"


class Gateway:
    """Records what is sent and answers by slug."""

    def __init__(self, **answers: Any) -> None:
        self.sent: list[tuple[str, str, Json]] = []
        self._answers = answers

    async def execute(self, connector: str, slug: str, arguments: Mapping[str, Json]) -> ExecuteRow:
        self.sent.append((connector, slug, dict(arguments)))
        answer = self._answers.get(slug, ExecuteError("TOOL_NOT_FOUND", f"no {slug}"))
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, ExecuteError):
            return ExecuteRow(0, connector, slug, error=answer)
        return ExecuteRow(0, connector, slug, data=answer)


async def execute(
    gateway: Any,
    *calls: tuple[str, Any],
    known: Sequence[Tool] = (),
    agrees: Callable[[str], bool] = lambda _: True,
    stop: Callable[[], bool] = lambda: False,
    cards: bool = False,
) -> tuple[Executed, list[str]]:
    """What came of the calls, and which were asked about."""
    asked: list[str] = []

    async def approve(tool: Tool, _: Mapping[str, Json]) -> bool:
        asked.append(tool.name)
        return agrees(tool.name)

    overrides = {"connectors__mail__DENIED": Approval.DENY}
    dispatch = connector_dispatch(make_scope(), approve=approve, overrides=overrides, clock=lambda: 0.0)
    entries = connector_entries({"calls": [{"name": name, "arguments": arguments} for name, arguments in calls]})
    assert len(entries) == len(calls)
    by_name = {tool.name: tool for tool in known}
    return await execute_entries(entries, gateway, dispatch, known=by_name.get, stop=stop, cards=cards), asked


def known_tool(slug: str, schema: Any) -> Tool:
    """A connector tool whose schema has been seen."""
    name = f"connectors__mail__{slug.removeprefix('MAIL_')}"
    return make_tool(name, SchemaEntry(slug, "mail", slug, "", schema))


async def test_entries_are_sent_one_by_one_in_order_and_counted_again() -> None:
    gateway = Gateway(MAIL_A={"id": 1}, MAIL_B=ExecuteError("PROVIDER_ERROR", "vendor down"), CHAT_C="said")
    calls = [("connectors__mail__A", {"x": 1}), ("connectors__mail__B", None), ("connectors__chat__C", {})]
    done, asked = await execute(gateway, *calls)
    assert gateway.sent == [("mail", "MAIL_A", {"x": 1}), ("mail", "MAIL_B", {}), ("chat", "CHAT_C", {})]
    assert asked == [name for name, _ in calls]
    assert done.payload == {
        "results": [
            {"index": 0, "name": "connectors__mail__A", "response": {"id": 1}},
            {"index": 1, "name": "connectors__mail__B", "error": {"code": "PROVIDER_ERROR", "message": "vendor down"}},
            {"index": 2, "name": "connectors__chat__C", "response": "said"},
        ],
        "success_count": 2,
        "error_count": 1,
        "total_count": 3,
    }
    assert [report.outcome for report in done.reports] == [Outcome.DONE, Outcome.TOOL_ERROR, Outcome.DONE]
    assert [report.name for report in done.reports] == [name for name, _ in calls]


async def test_one_entry_has_the_same_form() -> None:
    done, _ = await execute(Gateway(MAIL_A=None), ("connectors__mail__A", {}))
    assert done.payload["results"] == [{"index": 0, "name": "connectors__mail__A", "response": None}]
    assert done.payload["total_count"] == 1


async def test_the_literal_slug_is_tried_once_where_the_conventional_one_is_not_known() -> None:
    gateway = Gateway(A=7)
    done, asked = await execute(gateway, ("connectors__mail__A", {"x": 1}), ("connectors__mail__B", {}))
    assert [slug for _, slug, _ in gateway.sent] == ["MAIL_A", "A", "MAIL_B", "B"]
    assert gateway.sent[0][2] == gateway.sent[1][2]
    assert done.payload["results"][0]["response"] == 7
    assert done.payload["results"][1]["error"]["code"] == "TOOL_NOT_FOUND"
    assert len(asked) == 2


@pytest.mark.parametrize("code", ["TOOL_NOT_ALLOWED", "PROVIDER_ERROR", "CONNECTION_REQUIRED"])
async def test_no_other_error_is_tried_again(code: str) -> None:
    gateway = Gateway(MAIL_A=ExecuteError(code, "m"), A=7)
    done, _ = await execute(gateway, ("connectors__mail__A", {}))
    assert len(gateway.sent) == 1
    assert done.payload["results"][0]["error"]["code"] == code


async def test_with_cards_a_missing_connection_has_no_link_anywhere() -> None:
    error = ExecuteError("CONNECTION_REQUIRED", f"Open {LINK} first.", "mail", LINK, "c1", f"See {LINK}")
    done, _ = await execute(Gateway(MAIL_A=error), ("connectors__mail__A", {}), cards=True)
    (item,) = done.payload["results"]
    assert item["error"]["connect_card_available"] is True
    assert item["error"]["connector"] == "mail"
    assert "connect_url" not in item["error"]
    assert "secret-code" not in repr(done)


async def test_without_cards_the_model_gets_the_link_and_no_report_does() -> None:
    error = ExecuteError("CONNECTION_REQUIRED", f"Open {LINK} first.", "mail", LINK)
    done, _ = await execute(Gateway(MAIL_A=error), ("connectors__mail__A", {}))
    (item,) = done.payload["results"]
    assert item["error"]["connect_url"] == LINK
    assert "connect_card_available" not in item["error"]
    assert "secret-code" not in repr(done.reports)


async def test_a_link_of_any_other_error_goes_nowhere() -> None:
    done, _ = await execute(
        Gateway(MAIL_A=ExecuteError("PROVIDER_ERROR", "m", connect_url=LINK)), ("connectors__mail__A", {})
    )
    assert "secret-code" not in repr(done)


async def test_known_schemas_are_checked_here_and_nothing_unfit_is_sent() -> None:
    tool = known_tool("MAIL_A", {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})
    gateway = Gateway(MAIL_A=1)
    done, asked = await execute(gateway, (tool.name, {}), (tool.name, {"n": "7"}), known=[tool])
    assert (gateway.sent, asked) == ([("mail", "MAIL_A", {"n": 7})], [tool.name])
    error = done.payload["results"][0]["error"]
    assert (error["code"], error["path"], error["constraint"]) == ("TOOL_ERROR", "arguments", "required")
    assert error["parameters"] == tool.parameters
    assert [report.outcome for report in done.reports] == [Outcome.INVALID, Outcome.DONE]


async def test_each_entry_is_approved_for_itself() -> None:
    gateway = Gateway(MAIL_A=1, MAIL_B=2, MAIL_DENIED=3)
    calls = [(f"connectors__mail__{slug}", {}) for slug in ("A", "B", "DENIED")]
    done, asked = await execute(gateway, *calls, agrees=lambda name: name.endswith("B"))
    assert [slug for _, slug, _ in gateway.sent] == ["MAIL_B"]
    assert asked == [name for name, _ in calls[:2]]
    assert [item.get("error", {}).get("code") for item in done.payload["results"]] == ["TOOL_ERROR", None, "TOOL_ERROR"]
    assert [report.outcome for report in done.reports] == [Outcome.NOT_APPROVED, Outcome.DONE, Outcome.NOT_APPROVED]


async def test_a_stop_between_entries_sends_nothing_more_and_keeps_what_is_done() -> None:
    gateway = Gateway(MAIL_A=1)
    done, asked = await execute(gateway, *[("connectors__mail__A", {})] * 4, stop=lambda: len(gateway.sent) >= 2)
    assert (len(gateway.sent), len(asked)) == (2, 2)
    codes = [item.get("error", {}).get("code") for item in done.payload["results"]]
    assert codes == [None, None, "INTERRUPTED", "INTERRUPTED"]
    assert (done.payload["success_count"], done.payload["error_count"]) == (2, 2)


@pytest.mark.parametrize("name", ["connectors__execute", "connectors__mail__", "connectors____x"])
async def test_the_sentinel_and_broken_names_are_never_sent(name: str) -> None:
    gateway = Gateway()
    done, asked = await execute(gateway, (name, {}))
    assert (gateway.sent, asked) == ([], [])
    assert done.payload["results"][0]["error"]["code"] == "TOOL_NOT_FOUND"
    assert done.reports[0].outcome is Outcome.REFUSED


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (GatewayError(FaultKind.TRANSPORT, "TIMEOUT", "x"), "not known whether the tool ran"),
        (GatewayError(FaultKind.HTTP, "HTTP_502", "bad gateway", status=502), "not known whether the tool ran"),
        (GatewayError(FaultKind.AUTH, "NO_TOKEN", "x"), "not signed in"),
        (GatewayError(FaultKind.DARK, "HTTP_404", "", status=404), "dark"),
        (GatewayError(FaultKind.RATE_LIMITED, "SLOW", "busy", status=429, retry_after=60.0), "slow down"),
    ],
)
async def test_a_request_that_fails_costs_its_own_entry(fault: GatewayError, words: str) -> None:
    done, _ = await execute(Gateway(MAIL_A=fault, MAIL_B=2), ("connectors__mail__A", {}), ("connectors__mail__B", {}))
    error = done.payload["results"][0]["error"]
    assert error["code"] == "TOOL_ERROR"
    assert words in error["message"]
    assert done.payload["results"][1]["response"] == 2
    assert done.reports[0].outcome is Outcome.UNREACHABLE


async def test_over_http_each_entry_is_its_own_request_with_its_own_key() -> None:
    def answer(seen: Seen) -> Answer:
        tool = seen.body["tools"][0]["tool"]
        if tool == "MAIL_A":
            return Answer({"results": []})
        return Answer({"results": [{"index": 0, "connector": "mail", "tool": tool, "data": {"ran": tool}}]})

    async with bench(answer) as it:
        done, _ = await execute(it.client, ("connectors__mail__A", {}), ("connectors__mail__B", {}))
        keys = [request.headers["x-idempotency-key"] for request in it.script.seen]
    assert done.payload["results"][0]["error"]["code"] == "PROVIDER_ERROR"
    assert done.payload["results"][1]["response"] == {"ran": "MAIL_B"}
    assert keys == ["key-1", "key-2"]
