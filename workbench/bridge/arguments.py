"""What a model emitted for a bridge tool, in all the shapes models use, read without guessing (spec 2.7, 3.2)."""

import math
import re
from typing import Final

from workbench.bridge.errors import BridgeError
from workbench.bridge.jsontext import UnreadableJson, read_json
from workbench.disclosure.definitions import MAX_NAMES, MAX_QUERIES
from workbench.model import Json
from workbench.settings import ToolSearchSettings

__all__ = ["MAX_NAMES", "MAX_QUERIES", "read_limit", "read_object", "read_texts"]

_WHOLE: Final = re.compile(r"\s*([+-]?)0*([0-9]+)\s*", re.ASCII)


def read_object(raw: Json, key: str) -> dict[str, Json]:
    """The arguments object. Text is parsed as JSON; a bare list or text that is no object counts as the value of `key`.

    Raises BridgeError for anything else.
    """
    if isinstance(raw, str):
        try:
            parsed = read_json(raw)
        except UnreadableJson:
            return {key: raw}
        raw = parsed if isinstance(parsed, dict | list) else raw
    if isinstance(raw, dict):
        return raw
    if isinstance(raw, str | list):
        return {key: raw}
    raise BridgeError(f"The arguments must be an object with {key!r}, a list of texts.")


def read_texts(raw: Json, key: str, cap: int, *, unique: bool = False) -> list[str]:
    """A list of texts: trimmed, blanks dropped, with `unique` each once.

    One bare text is one item; a JSON list in a text is read as the list. Raises BridgeError for what is no text (with
    its position), for nothing at all, and for more than `cap`, then with the first ones to retry with.
    """
    if isinstance(raw, str):
        raw = _list_in(raw)
    if raw is None:
        raw = []
    if not isinstance(raw, list):
        raise BridgeError(f"{key} must be a list of texts.")
    texts = [text for at, item in enumerate(raw) if (text := _text(item, f"{key}[{at}]"))]
    if unique:
        texts = list(dict.fromkeys(texts))
    if not texts:
        raise BridgeError(f"{key} holds no text; send at least one.")
    if len(texts) > cap:
        raise BridgeError(
            f"{key} holds {len(texts)} items, but one call takes at most {cap}; send the rest in further calls.",
            retry={key: texts[:cap]},
        )
    return texts


def read_limit(raw: Json, settings: ToolSearchSettings) -> int:
    """Matches per query: what reads as an integer is clamped to 1 and the maximum, all else is the default."""
    most = settings.max_search_limit
    number: float | int | None = None
    if isinstance(raw, str):
        found = _WHOLE.fullmatch(raw)
        if found:
            number = most if len(found[2]) > 9 else int(found[2])
            number = -number if found[1] == "-" else number
    elif isinstance(raw, int | float) and not isinstance(raw, bool) and (isinstance(raw, int) or math.isfinite(raw)):
        number = int(raw)
    return settings.search_default_limit if number is None else int(max(1, min(number, most)))


def _list_in(text: str) -> list[Json]:
    if text.lstrip()[:1] == "[":
        try:
            value = read_json(text)
        except UnreadableJson:
            return [text]
        if isinstance(value, list):
            return value
    return [text]


def _text(item: Json, place: str) -> str:
    if item is None:
        return ""
    if isinstance(item, str):
        return item.strip()
    if isinstance(item, int | float) and not isinstance(item, bool):
        try:
            return str(item)
        except ValueError:
            raise BridgeError(f"{place} must be a text, not a number of so many digits.") from None
    raise BridgeError(f"{place} must be a text.")
