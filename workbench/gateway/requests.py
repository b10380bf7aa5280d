"""Reading what a client sent. Whatever is not as the contract says is one clear 400 (spec 4.2)."""

import json
import re
from typing import Any, Final

from workbench.gateway.errors import WireError

MOST_BYTES: Final = 1_000_000
"""Bytes of a request's body."""

MOST_QUERIES: Final = 7
MOST_TOOLS: Final = 50
MOST_CALLS: Final = 20
MOST_CONNECTORS: Final = 50
_MOST_TEXT: Final = 2_000
_KEY: Final = re.compile(r"[!-~]{1,200}")


def decode(body: bytes) -> dict[str, Any]:
    """The object in a body."""
    try:
        value = json.loads(body, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise invalid("The body is not JSON.") from None
    if not isinstance(value, dict):
        raise invalid("The body is not an object.")
    return value


def read_queries(raw: dict[str, Any]) -> list[str]:
    """The use cases of a search. More than seven are more than the gateway bears: 502."""
    queries = _items(raw, "queries", None)
    if len(queries) > MOST_QUERIES:
        raise WireError(
            502, "UPSTREAM_ERROR", f"The search service failed: {len(queries)} queries, {MOST_QUERIES} fit."
        )
    for place, query in enumerate(queries):
        if not isinstance(query, dict) or not isinstance(query.get("useCase"), str):
            raise invalid(f"queries[{place}] has no text `useCase`.")
        if len(query["useCase"]) > _MOST_TEXT:
            raise invalid(f"queries[{place}].useCase is longer than {_MOST_TEXT} characters.")
        if not isinstance(query.get("knownFields"), str | dict | list | None):
            raise invalid(f"queries[{place}].knownFields is neither a text nor an object.")
    return [query["useCase"] for query in queries]


def read_slugs(raw: dict[str, Any]) -> list[str]:
    """The slugs whose schemas are wanted."""
    return _texts(raw, "tools", MOST_TOOLS)


def read_calls(raw: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """The tool calls of an execution: connector, slug, arguments."""
    calls = _items(raw, "tools", MOST_CALLS)
    for place, call in enumerate(calls):
        if not isinstance(call, dict):
            raise invalid(f"tools[{place}] is not an object.")
        for key in ("connector", "tool"):
            if not isinstance(call.get(key), str) or len(call[key]) > _MOST_TEXT:
                raise invalid(f"tools[{place}].{key} is not a text.")
        if not isinstance(call.get("arguments", {}), dict):
            raise invalid(f"tools[{place}].arguments is not an object.")
    return [(call["connector"], call["tool"], call.get("arguments", {})) for call in calls]


def read_connect(raw: dict[str, Any]) -> tuple[list[str], bool]:
    """The connectors to connect, each once, and whether those that are connected get another account."""
    reinitiate = raw.get("reinitiate", False)
    if not isinstance(reinitiate, bool):
        raise invalid("`reinitiate` is not true or false.")
    return list(dict.fromkeys(_texts(raw, "connectors", MOST_CONNECTORS))), reinitiate


def read_limit(value: str | None) -> int:
    """How many rows a page has."""
    if value is None:
        return 50
    if not (value.isascii() and value.isdecimal() and len(value) < 5 and 1 <= int(value) <= 100):
        raise invalid("`limit` is a number from 1 to 100.")
    return int(value)


def read_idempotency_key(values: list[str]) -> str | None:
    """The key of a request that may come twice, if it has one."""
    if not values:
        return None
    if len(values) > 1 or not _KEY.fullmatch(values[0]):
        raise invalid("`x-idempotency-key` is one text of at most 200 visible ASCII characters.")
    return values[0]


def invalid(message: str) -> WireError:
    """The error for a request that is not as the contract says."""
    return WireError(400, "INVALID_REQUEST", message)


def _items(raw: dict[str, Any], key: str, most: int | None) -> list[Any]:
    items = raw.get(key)
    if not isinstance(items, list) or not items:
        raise invalid(f"`{key}` is not a list of at least one.")
    if most is not None and len(items) > most:
        raise invalid(f"`{key}` has more than {most} entries.")
    return items


def _texts(raw: dict[str, Any], key: str, most: int) -> list[str]:
    items = _items(raw, key, most)
    if not all(isinstance(item, str) and len(item) <= _MOST_TEXT for item in items):
        raise invalid(f"`{key}` holds something that is not a short text.")
    return items


def _refuse(constant: str) -> Any:
    raise ValueError(constant)
