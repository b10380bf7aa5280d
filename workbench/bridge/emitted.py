"""What a model emitted in one turn, read from any of the shapes that models and clients write (spec 3.5)."""

from dataclasses import dataclass, field
from typing import Final, Literal

from workbench.bridge.emitted_call import Emitted, Shape, read_call
from workbench.bridge.emitted_text import read_text
from workbench.bridge.jsontext import UnreadableJson, read_json
from workbench.model import Json, Report

__all__ = ["MAX_CALLS", "Emitted", "Shape", "Turn", "read_turn"]

MAX_CALLS: Final = 128
"""Calls that one turn may hold; the rest is reported and not read."""

_NO_CALLS: Final = frozenset(
    {
        "text", "output_text", "input_text", "refusal", "thinking", "redacted_thinking", "reasoning", "image",
        "image_url", "input_image", "document", "message", "citations",
    }
)  # fmt: skip
"""Parts that stand between the calls of a turn and are none."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The calls of one turn in the order in which they were emitted, and what could not be read, each at its place."""

    calls: tuple[Emitted, ...] = ()
    reports: tuple[Report, ...] = ()


def read_turn(raw: Json) -> Turn:
    """Reads one turn. Never raises.

    Accepts OpenAI `tool_calls` and Responses `function_call` items, Anthropic `tool_use` blocks, MCP `tools/call`
    requests or their params, and `{"calls": [{name, arguments}]}`; each alone, in a list, in an assistant message, in
    a whole response, or in a list of messages, whose last assistant turn counts. Text may be JSON, several JSON values
    in a row, or Markdown with JSON in fences.
    """
    reader = _Reader()
    if isinstance(raw, str):
        values, reports = read_text(raw)
        reader.reports += reports
        for where, value in values:
            reader.read(value, where)
    else:
        reader.read(raw, "")
    return reader.turn()


@dataclass
class _Reader:
    """Collects calls and reports; `where` is the place of what is being read, empty at the top."""

    calls: list[Emitted] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)
    _left: int = 0

    def turn(self) -> Turn:
        if self._left:
            self._say("", f"holds more than {MAX_CALLS} calls; {self._left} were not read")
        if not self.calls and not self.reports:
            self._say("", "holds no calls", severity="note")
        seen: set[str | int] = set()
        for call in self.calls:
            if call.id in seen:
                self._say(call.position, "has the id of an earlier call, so its answer cannot be told apart")
            if call.id != "":
                seen.add(call.id)
        return Turn(tuple(self.calls), tuple(self.reports))

    def read(self, value: Json, where: str) -> None:
        """A whole document: a list of calls, parts or messages, or one object around them."""
        if isinstance(value, list):
            self._last_turn(value, where)
        elif isinstance(value, dict):
            self._around(value, where)
        else:
            self._say(where, "is neither a call nor a list of calls")

    def _around(self, value: dict[str, Json], where: str) -> None:
        if isinstance(value.get("messages"), list):
            self._last_turn(value["messages"], _in(where, "messages"))
        elif isinstance(value.get("choices"), list) and value["choices"]:
            self._choices(value["choices"], _in(where, "choices"))
        elif isinstance(value.get("output"), list) and "name" not in value:
            self._parts(value["output"], _in(where, "output"), 0)
        elif _is_message(value):
            self._message(value, where)
        elif "calls" in value and "name" not in value:
            self._list(value["calls"], _in(where, "calls"), Shape.OURS)
        else:
            self._call(value, where, Shape.MCP)

    def _choices(self, choices: list[Json], where: str) -> None:
        message = choices[0].get("message") if isinstance(choices[0], dict) else None
        if len(choices) > 1:
            self._say(where, "holds several answers; the first one is read", severity="note")
        if isinstance(message, dict):
            self._message(message, f"{where}[0].message")
        else:
            self._say(f"{where}[0]", "holds no message")

    def _last_turn(self, items: list[Json], where: str) -> None:
        """The last run of what the model itself said; a list without anybody else's words is that as a whole."""
        end = len(items)
        while end and not _is_own(items[end - 1]):
            end -= 1
        start = end
        while start and _is_own(items[start - 1]):
            start -= 1
        if not end and items:
            self._say(where, "holds nothing that an assistant emitted")
        self._parts(items[start:end], where, start)

    def _parts(self, items: list[Json], where: str, first: int) -> None:
        for at, item in enumerate(items, first):
            place = f"{where}[{at}]"
            if isinstance(item, dict) and _is_message(item):
                self._message(item, place)
            elif isinstance(item, dict) and isinstance(item.get("calls"), list):
                self._list(item["calls"], _in(place, "calls"), Shape.OURS)
            elif not _is_between(item):
                self._call(item, place, Shape.OURS)

    def _message(self, value: dict[str, Json], where: str) -> None:
        role = value.get("role", "assistant")
        if role != "assistant":
            self._say(where, "is not an assistant's message")
            return
        content = value.get("content")
        if isinstance(content, list):
            place = _in(where, "content")
            for at, part in enumerate(content):
                if not _is_between(part):
                    self._call(part, f"{place}[{at}]", Shape.ANTHROPIC)
        if value.get("tool_calls") is not None:
            self._list(value["tool_calls"], _in(where, "tool_calls"), Shape.OPENAI)
        if value.get("function_call") is not None:
            self._call({"function": value["function_call"]}, _in(where, "function_call"), Shape.OPENAI)

    def _list(self, value: Json, where: str, shape: Shape) -> None:
        if isinstance(value, str):
            try:
                value = read_json(value)
            except UnreadableJson as fault:
                self._say(where, f"is not readable as JSON: {fault}")
                return
        items = [value] if isinstance(value, dict) else value
        if not isinstance(items, list):
            self._say(where, "is not a list of calls")
            return
        for at, item in enumerate(items):
            self._call(item, f"{where}[{at}]", shape)

    def _call(self, value: Json, where: str, shape: Shape) -> None:
        if len(self.calls) >= MAX_CALLS:
            self._left += 1
            return
        call = read_call(value, _place(where), shape)
        if call is None:
            self._say(where, "is no call")
            return
        if call.problem:
            self._say(where, call.problem)
        self.calls.append(call)

    def _say(self, where: str, problem: str, severity: Literal["warning", "note"] = "warning") -> None:
        self.reports.append(Report(_place(where), "", problem, severity=severity))


def _place(where: str) -> str:
    return where.removesuffix(": ") or "the turn"


def _in(where: str, key: str) -> str:
    return f"{where}.{key}" if where and not where.endswith(": ") else f"{where}{key}"


def _is_message(value: dict[str, Json]) -> bool:
    return "role" in value or "tool_calls" in value or (isinstance(value.get("content"), list) and "name" not in value)


def _is_between(item: Json) -> bool:
    """Whether a list's item is words, thoughts or pictures between the calls."""
    kind = item.get("type") if isinstance(item, dict) else None
    return isinstance(kind, str) and kind in _NO_CALLS


def _is_own(item: Json) -> bool:
    """Whether a list's item is the model's: no one else's message, and no answer to a call."""
    if not isinstance(item, dict):
        return True
    kind = item.get("type")
    answer = isinstance(kind, str) and kind.endswith(("_output", "tool_result"))
    return item.get("role", "assistant") == "assistant" and not answer
