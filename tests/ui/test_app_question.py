"""The questions that the agent puts to the person."""

import asyncio
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, WIDE, opened, shown, until
from workbench.core import Question
from workbench.model import Json, Tool
from workbench.settings import SHIPPED
from workbench.ui.screens.main import MainScreen
from workbench.ui.screens.question import QuestionDialog

pytestmark = pytest.mark.anyio

COLOURS = Question("Which [b]colour[/]?", ("red", "[/green]", ""))


async def approve(tool: Tool, arguments: Any) -> bool:
    raise AssertionError(f"{tool.name} needs no approval: {arguments}")


async def asked(pilot: Pilot[Any], question: Question) -> "asyncio.Task[str | None]":
    session = pilot.app.session  # type: ignore[attr-defined]
    task: asyncio.Task[str | None] = asyncio.create_task(session.ask(question))
    await until(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog), "the question")
    await pilot.pause()
    return task


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["enter"], "red"),
        (["down", "enter"], "[/green]"),
        (["end", "enter"], ""),
        (["tab", *"blue", "enter"], "blue"),
        (["escape"], None),
        (["tab", "enter", "escape"], None),
    ],
)
async def test_a_question_with_choices(
    make_app: MakeApp, size: tuple[int, int], keys: list[str], answer: str | None
) -> None:
    app = make_app()
    async with opened(app, size) as pilot:
        task = await asked(pilot, COLOURS)
        assert "Which [b]colour[/]?" in shown(app) and "[/green]" in shown(app)
        await pilot.press(*keys)
        assert await task == answer
        assert isinstance(app.screen, MainScreen)


async def test_a_free_question_takes_what_is_typed(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app) as pilot:
        task = await asked(pilot, Question("Why?"))
        assert not app.screen.query(OptionList) and app.screen.query_one(Input).has_focus
        await pilot.press(*"so", "enter")
        assert await task == "so"


async def test_a_choice_by_mouse(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app) as pilot:
        task = await asked(pilot, COLOURS)
        await pilot.click(OptionList, offset=(2, 1))
        assert await task == "[/green]"


async def test_a_question_that_nobody_waits_for_any_more_goes(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app) as pilot:
        task = await asked(pilot, COLOURS)
        task.cancel()
        await until(pilot, lambda: isinstance(app.screen, MainScreen), "the panes again")


async def test_clarify_asks_and_answers_the_model(make_app: MakeApp) -> None:
    app = make_app(core_tools=SHIPPED)
    async with opened(app) as pilot:
        arguments: dict[str, Json] = {"question": "Which one?", "choices": ["left", "right"]}
        call = asyncio.create_task(app.session.call("clarify", arguments, approve=approve))
        await until(pilot, lambda: isinstance(app.screen, QuestionDialog), "the question")
        await pilot.press("down", "enter")
        report = await call
        assert "right" in str(report.result)


async def test_no_size_fails(make_app: MakeApp) -> None:
    async with opened(make_app()) as pilot:
        task = await asked(pilot, Question("x " * 5_000, tuple(map(str, range(200)))))
        for size in [(1, 1), (5, 3), (20, 5), NARROW, WIDE]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert "another answer" in shown(pilot.app)  # type: ignore[arg-type]
        await pilot.press("escape")
        assert await task is None
