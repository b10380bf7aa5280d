"""Structured content against the declared output schema: a note beside the result, which stays whole (spec 3.5)."""

from typing import Any

import pytest

from tests.bridge.support import make_scope, make_tool
from workbench.bridge.call import run_one
from workbench.model import CallRequest, Outcome, Tool, ToolResult

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("schema", "value", "words"),
    [
        ({"type": "object"}, {}, ""),
        (None, {"a": 1}, ""),
        ({"properties": {"a": {"type": "integer"}}}, {"a": "x"}, "structuredContent.a"),
        ({"type": "object"}, None, "no structured content"),
        ({"type": 7}, {}, "not checked"),
        ({"$ref": "http://127.0.0.1:9/x.json"}, {}, "not checked"),
        ({"$ref": "#"}, {}, "not checked"),
        ({"properties": {"a": {"pattern": "^(a+)+$"}}}, {"a": "a" * 40 + "b"}, "pattern"),
        ({"required": ["a"]}, {}, '"a"'),
    ],
)
async def test_structured_content_against_its_schema(schema: Any, value: Any, words: str) -> None:
    result = ToolResult(structured=value)

    async def run(_tool: Tool, _arguments: Any) -> ToolResult:
        return result

    async def approve(_tool: Tool, _arguments: Any) -> bool:
        return True

    scope = make_scope([make_tool("report", output=schema)])
    report = await run_one(
        scope, CallRequest("mcp_hub_report", {}), run=run, approve=approve, overrides={}, clock=lambda: 0.0
    )
    assert report.outcome is Outcome.DONE
    assert report.result is not None
    assert report.result.structured == value
    assert bool(report.result.problems) == bool(words)
    assert words in " ".join(report.result.problems)
