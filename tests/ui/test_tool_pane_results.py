"""Results as rows and as files: every kind of item, every outcome, and sizes that would freeze a screen."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.model import (
    ArgumentCheck,
    CallReport,
    ContentItem,
    Failure,
    Json,
    Outcome,
    Progress,
    Repair,
    ToolResult,
)
from workbench.servers.results import read_result
from workbench.ui.panes.rows import layout
from workbench.ui.panes.tool.result_rows import full_text, outcome_span, result_rows
from workbench.ui.panes.tool.result_text import MOST_LINES, readable, window
from workbench.ui.panes.tool.run import Run, run_rows, seconds_words
from workbench.ui.panes.tool.saving import save


def shown(report: CallReport, width: int = 100) -> list[str]:
    return [line.text.rstrip() for line in layout(result_rows(report), width).lines]


def answered(*content: Json, structured: Json = None) -> CallReport:
    raw = {"content": list(content), **({} if structured is None else {"structuredContent": structured})}
    return CallReport("t", Outcome.DONE, {}, read_result(raw))


def text(value: str) -> dict[str, str]:
    return {"type": "text", "text": value}


@pytest.mark.parametrize("value", ["null", "true", "1e999", '{"a":', "plain", "[bold]x[/]", "007"])
def test_cal_030_text_that_is_no_object_stays_itself(value: str) -> None:
    assert shown(answered(text(value))) == [value]


@pytest.mark.parametrize(("value", "lines"), [("[]", ["[]"]), ("{}", ["{}"]), ("[1]", ["[", "  1", "]"])])
def test_cal_030_json_in_a_text_is_written_out(value: str, lines: list[str]) -> None:
    assert shown(answered(text(value))) == lines


def test_cal_029_written_out_json_keeps_digits_and_repeated_keys() -> None:
    raw = '{"id":36893488147419103232,"n":1.50,"n":1e999,"u":"\\u4e2d\\u001b","e":{},"s":"a,b:{"}'
    assert shown(answered(text(raw))) == [
        "{", '  "id": 36893488147419103232,', '  "n": 1.50,', '  "n": 1e999,', '  "u": "中\\u001b",', '  "e": {},',
        '  "s": "a,b:{"', "}",
    ]  # fmt: skip
    assert '"id": 36893488147419103232' in "\n".join(shown(answered(structured={"id": 36893488147419103232})))


@given(st.recursive(st.none() | st.integers() | st.text(max_size=9), lambda x: st.lists(x) | st.dictionaries(st.text(max_size=9), x)))  # fmt: skip
def test_written_out_json_is_the_same_json(value: Json) -> None:
    assert json.loads(readable(json.dumps(value))[0]) == value


def test_cal_020_every_item_is_shown_in_some_form() -> None:
    lines = "\n".join(
        shown(
            answered(
                text("words"),
                {"type": "image", "mimeType": "image/png", "data": "AAAA" * 50},
                {"type": "audio", "mimeType": "audio/wav", "data": "AAAA"},
                {"type": "resource_link", "name": "notes", "uri": "file:///n.txt", "description": "All notes"},
                {"type": "resource", "resource": {"uri": "file:///r.json", "text": '{"a": [1]}'}},
                {"type": "resource", "resource": {"uri": "file:///b", "mimeType": "x/y", "blob": "AAAA"}},
                {"type": "hologram", "depth": 3},
                None,
            )
        )
    )
    for part in ("words", "image/png, 150 bytes", "audio/wav, 3 bytes", "notes", "file:///n.txt", "All notes",
                 "file:///r.json", '"a": [', "file:///b", "x/y, 3 bytes", '"depth": 3', "null"):  # fmt: skip
        assert part in lines
    assert [line[0] for line in lines.splitlines() if line[:1].isdigit()] == list("12345678")


def test_cal_025_no_base64_on_the_screen() -> None:
    image = {"type": "image", "mimeType": "image/png", "data": "QUJD" * 5_000}
    assert "QUJD" not in "\n".join(shown(answered(image, text("seen"))))


def test_a_text_that_repeats_the_structured_content_is_said_once() -> None:
    lines = shown(answered(text('{"a": 1}'), structured={"a": 1}))
    assert sum('"a": 1' in line for line in lines) == 1
    assert "the structured content below, as text" in lines
    assert sum('"a": ' in line for line in shown(answered(text('{"a": true}'), structured={"a": 1}))) == 2


def test_empty_results_and_problems_are_said() -> None:
    assert shown(answered()) == ["the result is empty"]
    assert any(line.startswith("problem: ") for line in shown(answered({"type": "odd"})))


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome.DONE, "done"), (Outcome.TOOL_ERROR, "the tool reported an error"),
        (Outcome.INVALID, "not run: invalid arguments"), (Outcome.REFUSED, "not run: refused"),
        (Outcome.NOT_APPROVED, "not run: not approved"), (Outcome.UNREACHABLE, "server unreachable"),
        (Outcome.INTERRUPTED, "cancelled"),
    ],
)  # fmt: skip
def test_outcomes_differ_in_words_and_not_only_in_colour(outcome: Outcome, words: str) -> None:
    assert words in outcome_span(outcome)[0]
    assert len({outcome_span(other)[0] for other in Outcome}) == len(Outcome)


def test_a_call_that_did_not_run_shows_why_and_what_a_model_gets() -> None:
    check = ArgumentCheck(
        {}, (Repair("arguments.n", "3", 3),), (Failure("arguments.a", "type", "arguments.a must be x"),), ("a pattern",)
    )
    report = CallReport("t", Outcome.INVALID, {}, error={"error": "invalid", "path": "arguments.a"}, check=check)
    lines = shown(report, 60)
    assert lines[0].split() == ["arguments.a", "type"]
    assert lines[1:4] == ["  must be x", 'arguments.n: "3" → 3', "not checked: a pattern"]
    assert "What a model gets" in lines
    assert '  "path": "arguments.a"' in lines


@pytest.mark.parametrize("value", ["x" * 5_000_000, "line\n" * 1_000_000, "日本語\n" * 300_000, "word " * 1_000_000])
def test_cal_027_tui_016_huge_texts_show_head_and_tail(value: str) -> None:
    value = "HEAD" + value[8:] + "TAIL"
    seen = window(value)
    assert seen.head.startswith("HEAD")
    assert seen.tail.endswith("TAIL")
    assert len(seen.head) + seen.left_out + len(seen.tail) == len(value)
    assert len(seen.head.encode()) + len(seen.tail.encode()) <= 200_100
    assert seen.lines <= MOST_LINES + 1
    rows = result_rows(answered(text(value)))
    assert any("characters of" in "".join(part for part, _ in row.spans) for row in rows)
    assert len(rows) <= MOST_LINES + 3


@given(st.text(alphabet="a日\n", max_size=300), st.integers(1, 300), st.integers(1, 30))
def test_windows_add_up(value: str, most: int, lines: int) -> None:
    seen = window(value, most, lines)
    assert seen.left_out >= 0
    assert seen.head + value[len(seen.head) : len(seen.head) + seen.left_out] + seen.tail == value


def test_many_huge_items_share_the_room() -> None:
    rows = result_rows(answered(*[text("y" * 150_000)] * 20))
    assert sum(len(part) for row in rows for part, _ in row.spans) < 300_000


def test_huge_structured_content_stays_drawable() -> None:
    rows = result_rows(answered(structured=[{"id": n, "name": f"n {n}"} for n in range(60_000)]))
    assert sum(len(row.spans) for row in rows) < 20_000
    assert len(layout(rows, 40).lines) < 10_000


def test_the_file_holds_what_the_screen_left_out(tmp_path: Path) -> None:
    assert full_text(read_result({"content": [text("x" * 300_000)]})) == ("x" * 300_000, "txt")
    body, ending = full_text(read_result({"content": [text("a"), {"type": "odd"}], "isError": True}))
    assert ending == "json"
    assert json.loads(body) == {"content": [text("a"), {"type": "odd"}], "isError": True}
    first = save(body, ending, "../[b]日本/..", tmp_path)
    second = save("other", ending, "../[b]日本/..", tmp_path)
    assert first.parent == second.parent == tmp_path
    assert first.read_text() == body
    assert second.read_text() == "other"


def test_progress_is_drawn_with_and_without_a_total() -> None:
    def lines(progress: Progress | None) -> list[str]:
        return [line.text for line in layout(run_rows(Run("t", "running", 0.0, 3.21, progress)), 60).lines]

    assert lines(None)[0].split() == ["●", "running", "3.21", "s"]
    assert "43%  3 of 7" in lines(Progress(3, 7, "closing"))[1]
    assert lines(Progress(3, 7, "closing"))[2] == "closing"
    assert lines(Progress(3))[1].strip() == "progress 3"
    assert "100%" in lines(Progress(9, 7))[1]
    assert "progress" in lines(Progress(1, 0))[1]


def test_seconds_are_said_in_few_digits() -> None:
    assert [seconds_words(value) for value in (0.421, 12.34, 245)] == ["0.42 s", "12.3 s", "4 min 05 s"]


def test_odd_items_never_raise() -> None:
    deep: list[Json] = []
    for _ in range(5_000):
        deep = [deep]
    item = ContentItem("unknown", "", deep)
    report = CallReport("t", Outcome.DONE, {}, ToolResult((item,), structured=deep))
    assert "".join(shown(report)).count("[") >= 10_000
