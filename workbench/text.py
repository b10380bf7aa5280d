"""Text at the border: cleaning, clipping, compact JSON and the token estimate."""

import json
import math
import re
from decimal import Decimal
from typing import Any, Final

_MAX_DIGITS: Final = 4000

_UNSAFE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 except tab and newline, DEL, C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional controls
    "\U000e0000-\U000e007f"  # invisible tag characters
    "\ud800-\udfff]"  # halves of surrogate pairs cannot be encoded
)
_UNSAFE_IN_JSON: Final = re.compile(
    _UNSAFE.pattern.replace("\x00-\x08\x0b-\x1f", "\u00ad\u180e\u200b\u2028\u2029\u2060-\u2064\ufeff")
    # nor what takes no room, or breaks a line where JSON has none
)


def plain(value: object) -> str:
    """Text that is safe to draw and to encode; what is not text becomes the empty string.

    Removes C0 controls except newline and tab, DEL, C1, bidirectional controls, tag characters and lone surrogates.
    """
    if not isinstance(value, str):
        return ""
    return _UNSAFE.sub("", value.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(value: object) -> str:
    """`plain` text with every run of white space made a single blank."""
    return " ".join(plain(value).split())


def clip(value: str, limit: int) -> str:
    """At most `limit` characters, the last of them `…` where something was cut."""
    return value if len(value) <= limit else value[: max(limit - 1, 0)].rstrip() + "…"


def compact_json(value: Any) -> str:
    """The compact JSON form, the one whose bytes are counted, however deep the data is."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=True)
    except RecursionError:
        return _deep_json(value)


def pretty_json(value: Any) -> str:
    """JSON for a screen or a pipe: the same data, with characters that are unsafe in a terminal written as escapes.

    What is nested deeper than can be indented comes in the compact form.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, indent=2)
    except RecursionError:
        text = _deep_json(value)
    return _UNSAFE_IN_JSON.sub(_escape, text)


def read_float(text: str) -> float | int | str:
    """A JSON number with a point or an exponent. What no float can hold stays exact, or the text it was.

    `Infinity` is no JSON, so it must not come from a number that is; give this to `json` as `parse_float`.
    """
    number = float(text)
    if not math.isinf(number):
        return number
    exact = Decimal(text)
    whole = exact.adjusted() < _MAX_DIGITS and exact == exact.to_integral_value()
    return int(exact) if whole else text


def estimate_tokens(value: Any) -> int:
    """Tokens of a text, or of the compact JSON of anything else: ceil(UTF-8 bytes / 4) (spec 1.3)."""
    return tokens_of_bytes(byte_length(value if isinstance(value, str) else compact_json(value)))


def byte_length(text: str) -> int:
    """UTF-8 bytes; a lone surrogate counts as the three bytes of its replacement."""
    return len(text.encode("utf-8", "surrogatepass"))


def tokens_of_bytes(count: int) -> int:
    """ceil(count / 4) (spec 1.3)."""
    return -(-count // 4)


def _deep_json(value: Any) -> str:
    """Compact JSON by a stack of our own; the json module recurses and gives up at about a thousand levels."""
    written: list[str] = []
    todo: list[tuple[str, Any]] = [("", value)]
    while todo:
        before, item = todo.pop()
        written.append(before)
        if item is _NOTHING:
            continue
        if isinstance(item, dict):
            opening, closing = "{", "}"
            inner = [(f"{json.dumps(str(key), ensure_ascii=False)}:", child) for key, child in item.items()]
        elif isinstance(item, list | tuple):
            opening, closing = "[", "]"
            inner = [("", child) for child in item]
        else:
            written.append(json.dumps(item, ensure_ascii=False))
            continue
        written.append(opening)
        todo.append((closing, _NOTHING))
        todo.extend(("," + head if index else head, child) for index, (head, child) in reversed([*enumerate(inner)]))
    return "".join(written)


_NOTHING: Final = object()


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
