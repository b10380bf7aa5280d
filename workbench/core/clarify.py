"""The tool `clarify`: a question to the person, asked through whatever the session has to ask with."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from workbench.core.results import data_result
from workbench.model import Json, ToolResult
from workbench.text import one_line, plain


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be asked: plain text, and the answers to choose from, none for a free answer."""

    text: str
    choices: tuple[str, ...] = ()


Ask = Callable[[Question], Awaitable[str | None]]
"""Asks the person; None where they do not want to answer. Any text is an answer, also one that was not offered."""


async def clarify(arguments: Mapping[str, Json], ask: Ask | None) -> ToolResult:
    """The person's answer, or why there is none."""
    question = Question(plain(arguments["question"]), tuple(map(one_line, arguments.get("choices") or ())))
    if ask is None:
        return _unanswered("nobody is there to be asked")
    try:
        answer = await ask(question)
    except Exception as fault:
        return _unanswered(f"the question could not be shown ({type(fault).__name__})")
    if answer is None:
        return _unanswered("the person did not want to answer")
    return data_result({"answered": True, "answer": plain(answer)})


def _unanswered(reason: str) -> ToolResult:
    return data_result({"answered": False, "reason": reason})
