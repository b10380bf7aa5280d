"""How a core tool answers: text, data, or a fault that the model can act on."""

from workbench.model import ContentItem, Json, ToolResult
from workbench.text import compact_json, plain


class ToolFault(Exception):
    """Why a core tool could not do what it was asked; the sentence is for the model."""


def text_result(text: str, *, is_error: bool = False) -> ToolResult:
    """An answer of one text."""
    shown = plain(text)
    return ToolResult(content=(ContentItem("text", shown, {"type": "text", "text": shown}),), is_error=is_error)


def data_result(data: Json) -> ToolResult:
    """An answer that is data; its text says the same."""
    text = compact_json(data)
    return ToolResult(content=(ContentItem("text", plain(text), {"type": "text", "text": text}),), structured=data)


def definition_only(name: str) -> ToolResult:
    """The answer of a tool of which the workbench has the definition and nothing behind it."""
    note = f"{name} is a definition only: the workbench shows what it costs and how it is called. Nothing was run."
    return ToolResult(
        content=(ContentItem("text", note, {"type": "text", "text": note}),),
        structured={"definition_only": True, "tool": name, "note": note},
    )
