"""Messages out of a byte stream, one a line, with whatever else a server writes there set apart (spec 3.5).

Better than a strict reader: bytes that are not UTF-8, half surrogate pairs, very deep nesting, an array of messages and
a message spread over several lines all cost at most their own line.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from workbench.model import Json
from workbench.servers.depth import cut_deep_text
from workbench.text import read_float

LINE_LIMIT: Final = 64_000_000
_HALF_PAIR_ESCAPE: Final = re.compile(r"\\u[dD][89a-fA-F]")
_HALF_PAIR: Final = re.compile("[\ud800-\udfff]")
_ID: Final = re.compile(r'"id"\s*:\s*(-?\d{1,18}|"(?:[^"\\]|\\.){0,200}")')
_SPREAD_START: Final = re.compile(r'[\[{]\s*(?:$|["{\[])')
_SPREAD_LINES: Final = 100_000


@dataclass(frozen=True, slots=True)
class Arrived:
    """A JSON object that claims to be a JSON-RPC 2.0 message, with the bytes it took."""

    body: dict[str, Any]
    size: int


@dataclass(frozen=True, slots=True)
class Noise:
    """A line that was no message; `request_id` is the id that can be read in it, if it looks like an answer."""

    line: str
    request_id: int | str | None = None


class Framer:
    """Turns chunks of a stream into messages and noise. Splits bytes at line ends first, then decodes whole lines."""

    def __init__(self) -> None:
        self._chunks: list[bytes] = []
        self._held = 0
        self._skipping = False
        self._spread: list[str] = []

    def feed(self, data: bytes) -> Iterator[Arrived | Noise]:
        """What the chunk completes."""
        start = 0
        while (end := data.find(b"\n", start)) >= 0:
            self._hold(data[start:end])
            yield from self._line()
            start = end + 1
        self._hold(data[start:])

    def end(self) -> Iterator[Arrived | Noise]:
        """What is left when the stream ends: a last line without a line end."""
        if self._held:
            yield from self._line()
        yield from self._drop_spread()

    def _hold(self, part: bytes) -> None:
        if self._skipping or not part:
            return
        self._chunks.append(part)
        self._held += len(part)
        if self._held > LINE_LIMIT:
            self._chunks = [self._chunks[0][:200]]
            self._skipping = True

    def _line(self) -> Iterator[Arrived | Noise]:
        data, skipped = b"".join(self._chunks), self._skipping
        self._chunks, self._held, self._skipping = [], 0, False
        text = data.decode("utf-8", "replace").strip("\x00\ufeff \t\r")
        if skipped:
            yield Noise(f"a line of more than {LINE_LIMIT:,} bytes", _readable_id(text))
        elif text:
            yield from self._text(text, len(data))

    def _text(self, text: str, size: int) -> Iterator[Arrived | Noise]:
        value, complete = decode(text)
        if complete:
            found: list[Arrived] = list(_messages(value, size))
            if found or not self._spread:
                yield from self._drop_spread()
                yield from found if found else [Noise(text)]
                return
        yield from self._spread_over_lines(text)

    def _spread_over_lines(self, text: str) -> Iterator[Arrived | Noise]:
        """Collects an answer that is written over several lines; anything that is not part of one is noise."""
        if not self._spread and not _SPREAD_START.match(text):
            yield Noise(text)
            return
        self._spread.append(text)
        if text in ("}", "]") or len(self._spread) > _SPREAD_LINES:
            whole = "\n".join(self._spread)
            if whole.count("{") + whole.count("[") > whole.count("}") + whole.count("]"):
                return
            value, complete = decode(whole)
            found = list(_messages(value, len(whole))) if complete else []
            if found:
                self._spread = []
                yield from found
        elif len(self._spread) == 1 and len(text) > 1 and (request_id := _readable_id(text)) is not None:
            yield Noise(text, request_id)

    def _drop_spread(self) -> Iterator[Noise]:
        lines, self._spread = self._spread, []
        if lines and not (len(lines) == 1 and _readable_id(lines[0]) is not None and len(lines[0]) > 1):
            yield Noise(lines[0], _readable_id("\n".join(lines)[:10_000]))


def decode(text: str) -> tuple[Json, bool]:
    """The JSON value of a text and whether it is one; too deep parts are cut, half surrogate pairs replaced."""
    try:
        return _decoded(text), True
    except RecursionError:
        try:
            return _decoded(cut_deep_text(text)), True
        except (ValueError, RecursionError):
            return None, False
    except ValueError:
        return None, False


def _decoded(text: str) -> Json:
    try:
        value = json.loads(text, parse_float=read_float, parse_constant=str)
    except json.JSONDecodeError:
        raise
    except ValueError:  # an integer of more digits than Python turns into a number
        value = json.loads(text, parse_int=_read_int, parse_float=read_float, parse_constant=str)
    return _whole_characters(value) if _HALF_PAIR_ESCAPE.search(text) else value


def _read_int(digits: str) -> int | str:
    return int(digits) if len(digits) < 4000 else digits


def _messages(value: Json, size: int) -> Iterator[Arrived]:
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict) and item.get("jsonrpc") == "2.0" and ("method" in item or "id" in item):
            yield Arrived(item, size)


def _whole_characters(value: Json) -> Json:
    if isinstance(value, str):
        return _HALF_PAIR.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_whole_characters(key): _whole_characters(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_whole_characters(item) for item in value]
    return value


def _readable_id(text: str) -> int | str | None:
    """The id of an answer that cannot be read as a whole, where it stands before the result."""
    head = re.split(r'"(?:result|error)"', text[:2000], maxsplit=1)[0]
    found = _ID.search(head) if '"method"' not in head else None
    if found is None:
        return None
    value: int | str = json.loads(found.group(1))
    return value
