"""What goes back to the model after a turn, in the shape in which its calls came."""

from collections.abc import Sequence

from workbench.bridge.emitted_call import Emitted, Shape
from workbench.model import Json
from workbench.text import compact_json


def result_messages(answers: Sequence[tuple[Emitted, Json]]) -> list[Json]:
    """One answer a call, in input order: `tool` messages, `function_call_output` items, one user message with the
    `tool_result` blocks of neighbouring Anthropic calls, MCP results, or `{"results": [...]}` of neighbouring ones of
    ours."""
    made: list[Json] = []
    last: Shape | None = None
    for call, payload in answers:
        joined = last is call.shape
        last = call.shape
        match call.shape:
            case Shape.ANTHROPIC:
                if not joined:
                    made.append({"role": "user", "content": []})
                made[-1]["content"].append(_anthropic(call, payload))
            case Shape.OURS:
                if not joined:
                    made.append({"results": []})
                made[-1]["results"].append({**_with_id(call), "name": call.name, "result": payload})
            case Shape.OPENAI:
                made.append({"role": "tool", "tool_call_id": call.id, "content": _text(payload)})
            case Shape.RESPONSES:
                made.append({"type": "function_call_output", "call_id": call.id, "output": _text(payload)})
            case Shape.MCP:
                made.append(_mcp(call, payload))
    return made


def is_error(payload: Json) -> bool:
    """Whether a payload is the bridge's way of saying that there is no result."""
    return isinstance(payload, dict) and "error" in payload


def _text(payload: Json) -> str:
    return payload if isinstance(payload, str) else compact_json(payload)


def _with_id(call: Emitted) -> dict[str, Json]:
    return {"id": call.id} if call.id != "" else {}


def _anthropic(call: Emitted, payload: Json) -> dict[str, Json]:
    block: dict[str, Json] = {"type": "tool_result", "tool_use_id": call.id, "content": _text(payload)}
    return {**block, "is_error": True} if is_error(payload) else block


def _mcp(call: Emitted, payload: Json) -> dict[str, Json]:
    result = {"content": [{"type": "text", "text": _text(payload)}], "isError": is_error(payload)}
    if call.rpc:
        return {"jsonrpc": "2.0", "id": call.id if call.id != "" else None, "result": result}
    return result
