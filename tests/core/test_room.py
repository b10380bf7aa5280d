"""The room as a session gets it: which tools, which of them act, and what the others answer."""

import json
from pathlib import Path

import pytest

from tests.core.support import Bench, bench
from workbench.connectors.manage import manage_tool
from workbench.core import Question, sources
from workbench.core.definition_file import MAX_BYTES
from workbench.disclosure.core_set import ACTING, SHIPPED
from workbench.model import Kind
from workbench.settings import Settings


def test_without_a_word_there_are_only_the_sessions_own_tools(tmp_path: Path) -> None:
    room = sources(Settings(), tmp_path / "data", own=(manage_tool(),))
    (core,) = room.sources
    assert (core.key, core.tools) == ("core:core", (manage_tool(),))
    assert (room.skills, room.reports, room.hooks.pre, room.core_tools) == ((), (), (), core.tools)
    assert list(tmp_path.iterdir()) == []


def test_the_shipped_set_beside_the_sessions_own(tmp_path: Path) -> None:
    room = sources(Settings(core_tools="shipped"), tmp_path, own=(manage_tool(),))
    assert [tool.name for tool in room.core_tools] == ["manage_connections", *(item.name for item in SHIPPED)]
    assert all(tool.kind is Kind.CORE for tool in room.core_tools)


@pytest.mark.parametrize("name", sorted({item.name for item in SHIPPED} - ACTING))
async def test_the_others_are_definitions_only(desk: Bench, name: str) -> None:
    result = await desk.room.runner.run(desk.tool(name), {})
    assert not result.is_error
    assert "definition only" in result.content[0].text and name in result.content[0].text
    assert result.structured["definition_only"] is True


@pytest.mark.parametrize("name", sorted(ACTING))
async def test_those_that_act_never_raise_even_on_unchecked_arguments(desk: Bench, name: str) -> None:
    result = await desk.room.runner.run(desk.tool(name), {"items": 5, "edits": [1], "path": None, "choices": 7})
    assert "definition only" not in str(result.content)


async def test_another_agents_definitions_do_not_act(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps({"tools": [{"name": "write_file", "input_schema": {"type": "object"}}, 5]}))
    desk = bench(tmp_path, core_tools=str(path))
    assert len(desk.room.core_tools) == 1 and desk.room.reports[0].where == str(path)
    result = await desk.run("write_file", path="x", content="y")
    assert "definition only" in result.content[0].text
    assert list(desk.workspace.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "no such file"), (b"{", "not JSON"), (b"\xff\xfe\xff", "UTF-8"), (b"[" * 200_000, "JSON"),
        (b" " * (MAX_BYTES + 1), "larger"), (b"5", "no list"), (b"[" + b"9" * 6000 + b"]", ""),
    ],
    ids=range(7),
)  # fmt: skip
def test_a_file_that_cannot_be_used(tmp_path: Path, content: bytes | None, problem: str) -> None:
    path = tmp_path / "tools.json"
    if content is not None:
        path.write_bytes(content)
    room = sources(Settings(core_tools=str(path)), tmp_path, own=(manage_tool(),))
    assert room.core_tools == (manage_tool(),)
    assert len(room.reports) == 1 and problem in room.reports[0].problem


async def test_clarify_asks_and_tells_why_there_is_no_answer(tmp_path: Path) -> None:
    asked: list[Question] = []

    async def ask(question: Question) -> str | None:
        asked.append(question)
        if "fail" in question.text:
            raise RuntimeError("no screen")
        return None if "decline" in question.text else "blue\x1b"

    desk = bench(tmp_path, ask)
    answer = await desk.data("clarify", question="Which\x1b colour?", choices=["red", "blue"])
    assert answer == {"answered": True, "answer": "blue"}
    assert asked == [Question("Which colour?", ("red", "blue"))]
    assert "did not want" in (await desk.data("clarify", question="decline"))["reason"]
    assert "RuntimeError" in (await desk.data("clarify", question="fail"))["reason"]
    assert "nobody" in (await desk.again().data("clarify", question="x"))["reason"]
