"""What a model gets for a call, and which calls are asked about."""

from typing import Any

import pytest

from tests.bridge.support import make_tool
from workbench.bridge.policy import approval_for
from workbench.bridge.results import model_result
from workbench.model import Annotations, Approval, CallReport, ContentItem, Outcome, ToolResult


def text(value: str) -> ContentItem:
    return ContentItem("text", value, {"type": "text", "text": value})


def given(*content: ContentItem, **more: Any) -> Any:
    result = ToolResult(content, **more)
    return model_result(CallReport("x", Outcome.TOOL_ERROR if result.is_error else Outcome.DONE, {}, result=result))


@pytest.mark.parametrize("value", ["hello", "null", "[]", "{}", "1e999", '{"a":', ""])
def test_cal_030_one_text_is_given_as_it_is(value: str) -> None:
    assert given(text(value)) == value


def test_structured_content_that_says_the_same_adds_nothing() -> None:
    assert given(text('{"n": 9007199254740993}'), structured={"n": 9007199254740993}) == '{"n": 9007199254740993}'
    assert given(text("warm"), structured={"n": 1}) == {
        "content": [{"type": "text", "text": "warm"}],
        "structuredContent": {"n": 1},
    }


def test_cal_029_integers_keep_their_digits() -> None:
    assert given(structured={"n": 36893488147419103232})["structuredContent"]["n"] == 36893488147419103232


def test_cal_020_every_item_is_given_in_some_form_and_cal_025_binary_ones_by_size() -> None:
    link = {"type": "resource_link", "uri": "file:///a", "name": "a"}
    image = {"type": "image", "mimeType": "image/png", "data": "QUJD" * 1_000 + "QQ=="}
    blob = {"type": "resource", "resource": {"uri": "x:y", "blob": "QUI="}}
    answer = given(
        text("first"),
        ContentItem("resource_link", "a", link),
        ContentItem("image", "image/png, 3 kB", image),
        ContentItem("resource", "x:y", blob),
        ContentItem("unknown", "7", 7),
    )
    assert answer == {
        "content": [
            {"type": "text", "text": "first"},
            link,
            {"type": "image", "mimeType": "image/png", "size": 3001},
            {"type": "resource", "resource": {"uri": "x:y", "size": 2}},
            {"type": "unknown", "value": 7},
        ]
    }
    assert blob["resource"] == {"uri": "x:y", "blob": "QUI="}


def test_an_error_of_the_tool_is_an_error_with_all_it_said() -> None:
    assert given(text("no"), text("really"), is_error=True) == {"error": "no\nreally"}
    assert given(is_error=True, structured={"code": 418})["structuredContent"] == {"code": 418}
    assert given(is_error=True)["error"]


def test_a_call_that_did_not_run_gives_its_error() -> None:
    report = CallReport("x", Outcome.REFUSED, {}, error={"error": "no", "hint": "h"})
    assert model_result(report) == {"error": "no", "hint": "h"}


@pytest.mark.parametrize(
    ("hints", "expected"),
    [
        (Annotations(), Approval.ASK),
        (Annotations(read_only=True), Approval.ALLOW),
        (Annotations(read_only=True, destructive=False), Approval.ALLOW),
        (Annotations(read_only=True, destructive=True), Approval.ASK),
        (Annotations(read_only=False, destructive=True), Approval.ASK),
        (Annotations(read_only=False, destructive=False), Approval.ASK),
    ],
)
def test_only_what_says_it_reads_runs_unasked(hints: Annotations, expected: Approval) -> None:
    assert approval_for(make_tool("x", annotations=hints), {}) is expected


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ({"mcp_hub_delete_all": "allow", "*": "deny"}, "allow"),
        ({"delete_all": "allow", "mcp_hub_*": "deny"}, "allow"),
        ({"mcp_hub_delete_all": "deny", "delete_all": "allow"}, "deny"),
        ({"*": "allow", "*delete*": "deny"}, "deny"),
        ({"*": "deny", "mcp_hub_*": "allow"}, "allow"),
        ({"*_all": "allow", "*hub*": "deny", "*mcp*": "allow"}, "allow"),
        ({"*_al?": "allow", "*hub*": "deny"}, "deny"),
        ({"DELETE_ALL": "allow"}, "ask"),
        ({"other": "deny"}, "ask"),
    ],
)
def test_the_most_exact_override_wins_and_of_equals_the_strictest(overrides: dict[str, str], expected: str) -> None:
    settings = {name: Approval(value) for name, value in overrides.items()}
    assert approval_for(make_tool("delete_all"), settings) is Approval(expected)
