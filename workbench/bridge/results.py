"""What a model gets for a call: close to what any MCP client hands on, without binary data (spec 3.5)."""

from typing import Final

from workbench.bridge.jsontext import UnreadableJson, read_json, same
from workbench.model import CallReport, ContentItem, Json, ToolResult

_BINARY: Final = ("data", "blob")


def model_result(report: CallReport) -> Json:
    """The JSON for one report.

    * the tool did not run: its error payload, `{"error": text, ...}`;
    * the tool reported an error: `{"error": its text}`, with `content` for items that are no text and
      `structuredContent` where there is any;
    * one text and nothing else, or structured content that says the same: that text as it is;
    * anything else: `{"content": [items], "structuredContent"?: ...}`.

    An item is `{"type": "text", "text": ...}`, or the item as received with binary data replaced by its `size` (bytes).
    """
    if report.result is None:
        return dict(report.error or {"error": f"{report.name} gave no result."})
    result = report.result
    if result.is_error:
        return _error(report.name, result)
    if len(result.content) == 1 and result.content[0].kind == "text":
        text = result.content[0].text
        if result.structured is None or _says(text, result.structured):
            return text
    answer: dict[str, Json] = {"content": [_item(item) for item in result.content]}
    if result.structured is not None:
        answer["structuredContent"] = result.structured
    return answer


def _error(name: str, result: ToolResult) -> dict[str, Json]:
    texts = [item.text for item in result.content if item.kind == "text" and item.text]
    others = [_item(item) for item in result.content if item.kind != "text"]
    answer: dict[str, Json] = {"error": "\n".join(texts) or f"{name} reported an error without a text."}
    if others:
        answer["content"] = others
    if result.structured is not None:
        answer["structuredContent"] = result.structured
    return answer


def _says(text: str, structured: Json) -> bool:
    try:
        return same(read_json(text), structured)
    except UnreadableJson:
        return False


def _item(item: ContentItem) -> Json:
    if item.kind == "text":
        return {"type": "text", "text": item.text}
    if not isinstance(item.raw, dict):
        return {"type": item.kind, "value": item.raw}
    shown = _without_binary(item.raw)
    if isinstance(shown.get("resource"), dict):
        shown["resource"] = _without_binary(shown["resource"])
    return shown


def _without_binary(raw: dict[str, Json]) -> dict[str, Json]:
    shown: dict[str, Json] = {}
    for key, value in raw.items():
        if key in _BINARY and isinstance(value, str):
            shown["size"] = _decoded_size(value)
        else:
            shown[key] = value
    return shown


def _decoded_size(text: str) -> int:
    """Bytes that base64 text stands for."""
    digits = len(text) - text.count("\n") - text.count("\r")
    return max(digits * 3 // 4 - text[-2:].count("="), 0)
