"""Reading what a tool answered, item by item, so that a result is never lost because it is odd (spec 3.5)."""

import base64
import binascii
from typing import Any, Final
from urllib.parse import urlsplit

from workbench.model import ContentItem, Json, ToolResult
from workbench.servers.depth import DEPTH_LIMIT, cut_deep
from workbench.servers.reading import shown
from workbench.text import one_line, plain, pretty_json

UNKNOWN: Final = "unknown"


class FlawedAnswer(dict[str, Any]):
    """A JSON-RPC result that came with something wrong around it; `problem` says what."""

    problem: str = ""


def read_result(raw: Json) -> ToolResult:
    """The result of a `tools/call` from its raw JSON, whatever that is. Never raises."""
    if not isinstance(raw, dict):
        return _bare(raw)
    problems: list[str] = []
    if isinstance(raw, FlawedAnswer):
        problems.append(raw.problem)
    structured, was_cut = cut_deep(raw.get("structuredContent"))
    if was_cut:
        problems.append(f"structuredContent is nested deeper than {DEPTH_LIMIT} levels; the rest is left out")
    content = tuple(_items(raw, structured, problems))
    error = raw.get("isError", False)
    if not isinstance(error, bool) and error is not None:
        problems.append(f"isError is neither true nor false but {shown(error)}")
    if raw.get("resultType") == "input_required":
        problems.append("the tool asks for input before it goes on, which is not supported here")
        error = True
    return ToolResult(content, structured, error is True, tuple(problems))


def error_result(code: Json, message: Json, data: Json = None) -> ToolResult:
    """A JSON-RPC error that the server answered a call with, as a result that says so."""
    text = f"error {shown(code)}: {plain(message) or 'no message'}"
    if data is not None:
        text += "\n" + pretty_json(cut_deep(data)[0])
    raw = {"code": code, "message": message, "data": data}
    problem = f"the server answered with a protocol error ({shown(code)}), not with a result"
    return ToolResult((ContentItem("text", plain(text), raw),), None, True, (problem,))


def _bare(raw: Json) -> ToolResult:
    problem = f"the answer is not an object but {shown(raw) or 'null'}"
    if raw is None:
        return ToolResult((), None, False, (problem,))
    if isinstance(raw, list):
        problems = [problem]
        items = tuple(_item(item, f"answer[{index}]", problems) for index, item in enumerate(raw))
        return ToolResult(items, problems=tuple(problems))
    return ToolResult((ContentItem("text", plain(raw) or shown(raw), raw),), None, False, (problem,))


def _items(raw: dict[str, Any], structured: Json, problems: list[str]) -> list[ContentItem]:
    content = raw.get("content")
    if isinstance(content, list):
        return [_item(item, f"content[{index}]", problems) for index, item in enumerate(content)]
    if content is None:
        if structured is None:
            problems.append("the answer has no content")
            rest = {key: value for key, value in raw.items() if key not in ("isError", "_meta", "content")}
            return [_unknown(rest)] if rest else []
        problems.append("the answer has structured content only")
        return []
    if isinstance(content, str):
        problems.append("content is a text, not a list of items")
        return [ContentItem("text", plain(content), content)]
    problems.append("content is a single item, not a list of items")
    return [_item(content, "content", problems)]


def _item(raw: Json, where: str, problems: list[str]) -> ContentItem:
    if isinstance(raw, str):
        problems.append(f"{where} is a bare text")
        return ContentItem("text", plain(raw), raw)
    kind = raw.get("type") if isinstance(raw, dict) else None
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        problems.append(f"{where} is of an unknown kind" + (f": {shown(kind)}" if kind is not None else ""))
        return _unknown(raw)
    text, problem = reader(raw)
    if problem:
        problems.append(f"{where} {problem}")
    elif _odd_annotations(raw.get("annotations")):
        problems.append(f"{where} has annotations that MCP does not know")
    return _unknown(raw) if text is None else ContentItem(str(kind), text, raw)


def _unknown(raw: Json) -> ContentItem:
    return ContentItem(UNKNOWN, plain(pretty_json(cut_deep(raw)[0])), raw)


def _text(raw: dict[str, Any]) -> tuple[str | None, str]:
    text = raw.get("text")
    return (plain(text), "") if isinstance(text, str) else (None, "is a text item without a text")


def _binary(raw: dict[str, Any]) -> tuple[str | None, str]:
    mime = one_line(raw.get("mimeType")) or "unknown type"
    size = _decoded_size(raw.get("data"))
    if size is not None:
        return f"{mime}, {size_text(size)}", ""
    held = len(raw["data"]) if isinstance(raw.get("data"), str) else 0
    return f"{mime}, unreadable ({held:,} characters)", "holds data that is not base64"


def _resource(raw: dict[str, Any]) -> tuple[str | None, str]:
    held = raw.get("resource")
    if not isinstance(held, dict):
        return None, "is a resource without its content"
    uri = one_line(held.get("uri"))
    relative = "" if _scheme(uri) else "has an address that is not absolute"
    if isinstance(held.get("text"), str):
        return f"{uri}\n{plain(held['text'])}", relative
    size = _decoded_size(held.get("blob"))
    if size is not None:
        return f"{uri}, {one_line(held.get('mimeType')) or 'unknown type'}, {size_text(size)}", relative
    return None, "is a resource without a readable content"


def _link(raw: dict[str, Any]) -> tuple[str | None, str]:
    uri = one_line(raw.get("uri"))
    if not uri:
        return None, "is a link without an address"
    name = one_line(raw.get("title")) or one_line(raw.get("name"))
    description = one_line(raw.get("description"))
    text = f"{name}: {uri}" if name else uri
    return text + (f" ({description})" if description else ""), ""


_READERS: Final = {"text": _text, "image": _binary, "audio": _binary, "resource": _resource, "resource_link": _link}


def _odd_annotations(raw: Json) -> bool:
    if raw is None:
        return False
    if not isinstance(raw, dict):
        return True
    priority, audience = raw.get("priority"), raw.get("audience")
    odd_priority = priority is not None and not (isinstance(priority, int | float) and 0 <= priority <= 1)
    return odd_priority or not (audience is None or isinstance(audience, list))


def _decoded_size(data: Json) -> int | None:
    if not isinstance(data, str):
        return None
    try:
        return len(base64.b64decode("".join(data.split()), validate=True))
    except (binascii.Error, ValueError):
        return None


def size_text(size: int) -> str:
    """A number of bytes for people: `3 bytes`, `12 kB`, `4.8 MB`."""
    if size < 1000:
        return f"{size} byte" + ("" if size == 1 else "s")
    if size < 1_000_000:
        return f"{round(size / 1000)} kB"
    return f"{size / 1_000_000:.1f} MB"


def _scheme(uri: str) -> str:
    try:
        return urlsplit(uri).scheme
    except ValueError:
        return ""
