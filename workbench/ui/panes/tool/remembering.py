"""Arguments and calls of each tool, kept between runs; what may be a secret is never kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from workbench.bridge.showing import is_secret
from workbench.model import CallReport, Json, Schema
from workbench.text import compact_json, one_line
from workbench.ui.format import time_of_day
from workbench.ui.keeping import Keeping
from workbench.ui.panes.tool.argument_text import parse

TOOLS: Final = 200
CALLS: Final = 20
LONGEST: Final = 20_000
"""Characters of arguments that are kept."""
_DEEPEST: Final = 40


@dataclass(frozen=True, slots=True)
class PastCall:
    """One call of a tool: the time of day, how it ended, and its arguments as JSON text."""

    at: float
    outcome: str
    arguments: str

    @property
    def label(self) -> str:
        """The call in a line."""
        return f"{time_of_day(self.at)}  {self.outcome}  {one_line(self.arguments)[:300]}"


class Remembered:
    """Texts of the editor and past calls by tool. What the file holds is checked: it is the user's to edit."""

    def __init__(self, keeping: Keeping) -> None:
        self._keeping = keeping
        self._private: set[str] = set()
        """Tools whose text stays in this run."""
        texts, calls = keeping.read("arguments"), keeping.read("calls")
        self._texts: dict[str, str] = {
            name: text
            for name, text in (texts.items() if isinstance(texts, dict) else ())
            if isinstance(text, str) and len(text) <= LONGEST
        }
        self._calls: dict[str, list[PastCall]] = {
            name: _read(entries) for name, entries in (calls.items() if isinstance(calls, dict) else ())
        }

    def text(self, tool: str) -> str | None:
        """What stood in the editor for this tool; None where nothing is remembered."""
        return self._texts.get(tool)

    def note_text(self, tool: str, text: str, schema: Schema) -> None:
        """Keeps what stands in the editor, for this run whatever it is, for later ones if it holds no secret."""
        self._texts.pop(tool, None)
        self._texts[tool] = text
        arguments = parse(text).arguments
        secret = arguments is None or len(text) > LONGEST or holds_secret(arguments, schema)
        (self._private.add if secret else self._private.discard)(tool)
        kept = {name: kept for name, kept in self._texts.items() if name not in self._private}
        self._keeping.keep("arguments", dict(list(kept.items())[-TOOLS:]))

    def calls(self, tool: str) -> list[PastCall]:
        """The calls of this tool, the latest first."""
        return list(self._calls.get(tool, ()))

    def note_call(self, tool: str, report: CallReport, at: float, schema: Schema) -> None:
        """Keeps a call that has ended, unless its arguments are long or may hold a secret."""
        text = compact_json(report.arguments)
        if len(text) > LONGEST or holds_secret(report.arguments, schema):
            return
        outcome = str(report.outcome)
        past = self._calls.pop(tool, [])
        self._calls[tool] = [PastCall(at, outcome, text), *past][:CALLS]
        latest = dict(list(self._calls.items())[-TOOLS:])
        self._keeping.keep("calls", {name: [_written(call) for call in calls] for name, calls in latest.items()})


def holds_secret(arguments: Json, schema: Schema) -> bool:
    """Whether a name on the way to any value speaks of a secret, or the schema says that it is one."""
    return _hidden(schema, 0) or _named(arguments, 0)


def _named(value: Json, depth: int) -> bool:
    if depth > _DEEPEST:
        return True
    if isinstance(value, Mapping):
        return any(is_secret((str(name),)) or _named(part, depth + 1) for name, part in value.items())
    return isinstance(value, list) and any(_named(part, depth + 1) for part in value)


def _hidden(schema: Schema, depth: int) -> bool:
    if depth > _DEEPEST:
        return True
    if isinstance(schema, Mapping):
        if schema.get("writeOnly") is True or schema.get("format") == "password":
            return True
        return any(_hidden(part, depth + 1) for part in schema.values())
    return isinstance(schema, list) and any(_hidden(part, depth + 1) for part in schema)


def _read(entries: Json) -> list[PastCall]:
    found = []
    for entry in entries[:CALLS] if isinstance(entries, list) else ():
        if isinstance(entry, dict):
            at, outcome, arguments = entry.get("at"), entry.get("outcome"), entry.get("arguments")
            if isinstance(at, int | float) and isinstance(outcome, str) and isinstance(arguments, str):
                found.append(PastCall(min(max(float(at), 0.0), 4e9), one_line(outcome)[:60], arguments[:LONGEST]))
    return found


def _written(call: PastCall) -> dict[str, Json]:
    return {"at": call.at, "outcome": call.outcome, "arguments": call.arguments}
