"""`tool_call` for connector entries: each its own request and its own dispatch, in input order (spec 4.3)."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from workbench.connectors.errors import FaultKind, GatewayError
from workbench.connectors.names import ConnectorName, parse, slugs
from workbench.connectors.search import unknown_tool
from workbench.connectors.shapes import PROVIDER_ERROR, ExecuteError, ExecuteRow
from workbench.model import (
    CallReport,
    CallRequest,
    ContentItem,
    Json,
    Outcome,
    Repair,
    ServerUnreachable,
    Tool,
    ToolResult,
)
from workbench.text import clip, one_line

CONNECTION_REQUIRED: Final = "CONNECTION_REQUIRED"
TOOL_NOT_FOUND: Final = "TOOL_NOT_FOUND"
TOOL_ERROR: Final = "TOOL_ERROR"
INTERRUPTED: Final = "INTERRUPTED"

_LINK: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S+")

Run = Callable[[Tool, Mapping[str, Json]], Awaitable[ToolResult]]


class Executor(Protocol):
    """What is asked of the gateway's client. Raises GatewayError."""

    async def execute(self, connector: str, slug: str, arguments: Mapping[str, Json]) -> ExecuteRow:
        """Runs one vendor tool."""


class Entry(Protocol):
    """One entry of a `tool_call` as the bridge reads it."""

    @property
    def request(self) -> CallRequest:
        """What to call."""

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """How the entry was mended to be read."""


Dispatch = Callable[[Tool, CallRequest, Run, Sequence[Repair]], Awaitable[CallReport]]
"""The bridge's way from a request to a report: scope, hooks, checks, approval, and then `run`, once at most."""


@dataclass(frozen=True)
class Executed:
    """What the model gets, and the story of each entry in input order. No report holds a link."""

    payload: dict[str, Json]
    reports: tuple[CallReport, ...]


async def execute_entries(
    entries: Sequence[Entry],
    client: Executor,
    dispatch: Dispatch,
    *,
    known: Callable[[str], Tool | None],
    stop: Callable[[], bool],
    cards: bool,
) -> Executed:
    """Runs the entries one after another.

    `known` gives the tool behind a name where its schema has been seen: its arguments are then checked here. `stop` is
    read before each entry; from then on nothing more is sent. With `cards` a missing connection is shown on one, so the
    model is told of the card; without, it gets the link. Answers
    `{"results": [{index, name, response | error}], "success_count", "error_count", "total_count"}`.
    """
    items: list[dict[str, Json]] = []
    reports: list[CallReport] = []
    for at, entry in enumerate(entries):
        name = entry.request.name
        slot = _Slot(client)
        report = await _one(entry, slot, dispatch, known, stop)
        fault = _fault_of(report, slot, cards)
        outcome = {"error": fault} if fault is not None else {"response": slot.response(report)}
        items.append({"index": at, "name": name, **outcome})
        reports.append(report)
    failed = sum("error" in item for item in items)
    counts = {"success_count": len(items) - failed, "error_count": failed, "total_count": len(items)}
    return Executed({"results": items, **counts}, tuple(reports))


class _Slot:
    """The gateway's word on one entry, kept beside the report that is made for people."""

    def __init__(self, client: Executor) -> None:
        self._client = client
        self.row: ExecuteRow | None = None
        self.fault: GatewayError | None = None
        self.result: ToolResult | None = None

    async def run(self, name: ConnectorName, arguments: Mapping[str, Json]) -> ToolResult:
        """Sends the call, and once more under the literal slug where the conventional one is not known."""
        conventional, literal = slugs(name)
        try:
            self.row = await self._client.execute(name.connector, conventional, arguments)
            if self.row.error is not None and self.row.error.code == TOOL_NOT_FOUND:
                self.row = await self._client.execute(name.connector, literal, arguments)
        except GatewayError as fault:
            self.row, self.fault = None, fault
        if self.fault is not None:
            raise ServerUnreachable(_words(self.fault), _advice(self.fault))
        assert self.row is not None
        self.result = _result(self.row)
        return self.result

    def changed(self, report: CallReport) -> bool:
        """Whether a hook put something else in the place of the gateway's answer, which must not go out then."""
        if self.result is None:
            return False
        told = report.result
        return told is None or (told.content, told.structured, told.is_error) != (
            self.result.content,
            self.result.structured,
            self.result.is_error,
        )

    def response(self, report: CallReport) -> Json:
        """What the tool answered: the gateway's data as they are, or what a hook made of them."""
        if not self.changed(report):
            return self.row.data if self.row else None
        told = report.result or ToolResult()
        return _texts(told) if told.structured is None else told.structured


async def _one(
    entry: Entry,
    slot: _Slot,
    dispatch: Dispatch,
    known: Callable[[str], Tool | None],
    stop: Callable[[], bool],
) -> CallReport:
    request = entry.request
    if stop():
        error = {"error": f"{request.name} was not run: the user stopped this batch.", "code": INTERRUPTED}
        return CallReport(request.name, Outcome.INTERRUPTED, request.arguments, error=error)
    name = parse(request.name)
    if name is None:
        shown = clip(one_line(request.name), 80)
        words = f"There is no tool called {shown}; find exact names with tool_search. Nothing was run."
        error = {"error": words, "code": TOOL_NOT_FOUND}
        return CallReport(request.name, Outcome.REFUSED, request.arguments, error=error)

    async def run(_: Tool, arguments: Mapping[str, Json]) -> ToolResult:
        return await slot.run(name, arguments)

    return await dispatch(known(request.name) or unknown_tool(name), request, run, entry.repairs)


def _fault_of(report: CallReport, slot: _Slot, cards: bool) -> dict[str, Json] | None:
    """What the model is told went wrong; None where the tool did its work."""
    if slot.row is not None and not slot.changed(report):
        return None if slot.row.error is None else _told(slot.row.error, cards)
    if slot.row is not None and report.result is not None:
        return {"code": TOOL_ERROR, "message": _texts(report.result)} if report.result.is_error else None
    if report.error is None:
        return {"code": PROVIDER_ERROR, "message": f"{report.name} gave no answer."}
    more = {key: value for key, value in report.error.items() if key not in ("error", "code")}
    code = report.error.get("code")
    kept = code if code in (INTERRUPTED, TOOL_NOT_FOUND) else TOOL_ERROR
    return {"code": kept, "message": report.error.get("error", ""), **more}


def _told(error: ExecuteError, cards: bool) -> dict[str, Json]:
    """The gateway's error for a model. The link goes out only for a missing connection, and only without cards."""
    told: dict[str, Any] = {"code": error.code, "message": error.message, "connector": error.connector}
    told["hint"] = error.hint
    if error.code == CONNECTION_REQUIRED:
        if cards:
            told["message"], told["hint"] = without_links(error.message), without_links(error.hint)
            told["connect_card_available"] = True
        else:
            told["connect_url"] = error.connect_url
    return {key: value for key, value in told.items() if value not in ("", None)}


def without_links(text: str) -> str:
    """The text with every address in it left out."""
    return _LINK.sub("(link left out)", text)


def _result(row: ExecuteRow) -> ToolResult:
    """The row as any tool's result, for the tool pane and the feed; an error's text carries no link there."""
    if row.error is not None:
        text = without_links(f"{row.error.code}: {row.error.message}")
        return ToolResult((ContentItem("text", text, {"type": "text", "text": text}),), is_error=True)
    if isinstance(row.data, str):
        return ToolResult((ContentItem("text", row.data, {"type": "text", "text": row.data}),))
    return ToolResult(structured=row.data)


def _texts(result: ToolResult) -> str:
    return "\n".join(item.text for item in result.content if item.text)


def _words(fault: GatewayError) -> str:
    unsure = fault.kind is FaultKind.TRANSPORT or (fault.status or 0) >= 500
    detail = f": {one_line(without_links(fault.message))}" if fault.message and fault.status is not None else ""
    return fault.cause + detail + ("; it is not known whether the tool ran" if unsure else "")


def _advice(fault: GatewayError) -> str:
    if fault.kind is FaultKind.AUTH:
        return "The user has to sign in at the gateway first."
    if fault.retry_after is not None:
        return f"Wait {fault.retry_after:g} seconds before another call."
    return ""
