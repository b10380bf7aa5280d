"""Pre- and post-call hooks and guardrails: they see real names, may rewrite or veto, and fail closed (spec 3.5)."""

import asyncio
import contextlib
import contextvars
import copy
import inspect
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias, TypeGuard

from workbench.model import CallReport, Json, Outcome, Repair, Tool, ToolResult
from workbench.text import clip, one_line

VETOED: Final = "VETOED"
WITHHELD: Final = "WITHHELD"
_LONGEST_REASON: Final = 300
HOOK_SECONDS: Final = 10.0
"""How long one hook may take over one call."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A pre-call hook's answer: run with these arguments instead. They are checked again and are what runs."""

    arguments: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Veto:
    """A pre-call hook's answer: do not run. The model is told the reason."""

    reason: str = ""


PreHook: TypeAlias = Callable[[str, Mapping[str, Json]], Rewrite | Veto | Awaitable[Rewrite | Veto | None] | None]
"""Called with the real name and a copy of the arguments; None lets the call pass."""

PostHook: TypeAlias = Callable[[CallReport], CallReport | Awaitable[CallReport | None] | None]
"""Called with the story of a call that was sent; a report with another result or error replaces what is handed on."""


@dataclass(frozen=True, slots=True)
class Hooks:
    """The hooks of a session in the order in which they are asked; each has `seconds` for its answer.

    Coroutine functions run on the loop, all others in a thread of their own, so that a slow one holds nothing up.
    """

    pre: Sequence[PreHook] = ()
    post: Sequence[PostHook] = ()
    seconds: float = HOOK_SECONDS


NO_HOOKS: Final = Hooks()


@dataclass(frozen=True, slots=True)
class Cleared:
    """What the pre-call hooks made of a call: the arguments to run with, each rewriting, and why not to run, if so.

    `veto` is for the model and says nothing of a hook's inner troubles; those are in `trouble`, for a person.
    """

    arguments: Mapping[str, Json]
    repairs: tuple[Repair, ...] = ()
    veto: str = ""
    trouble: str = ""


async def before(hooks: Hooks, tool: Tool, arguments: Mapping[str, Json]) -> Cleared:
    """Asks the pre-call hooks one after another, each with what the one before made; the first veto ends it.

    A hook that raises, takes too long, or answers anything but None, Rewrite and Veto, vetoes. Only cancelling raises.
    """
    repairs: list[Repair] = []
    for hook in hooks.pre:
        label = hook_name(hook)
        try:
            answer = await _answer(hooks.seconds, hook, tool.name, copy.deepcopy(dict(arguments)))
            if isinstance(answer, Rewrite):
                rewritten = copy.deepcopy(dict(answer.arguments))
                repairs.append(Repair("arguments", dict(arguments), rewritten, f"rewritten by the hook {label}"))
                arguments = rewritten
                continue
        except (Exception, SystemExit) as fault:
            trouble = f"the hook {label} failed: {_told(fault)}"
            return Cleared(arguments, tuple(repairs), "a hook that has to agree failed.", trouble)
        if isinstance(answer, Veto):
            reason = _clean(answer.reason) or "a hook does not allow it."
            return Cleared(arguments, tuple(repairs), reason, f"vetoed by the hook {label}")
        if answer is not None:
            trouble = f"the hook {label} answered a {type(answer).__name__}: it takes None, Rewrite or Veto"
            return Cleared(arguments, tuple(repairs), "a hook that has to agree failed.", trouble)
    return Cleared(arguments, tuple(repairs))


async def after(hooks: Hooks, report: CallReport) -> CallReport:
    """Hands a sent call's report through the post-call hooks. What ran stays told as it was: only the result, the
    error and the outcome may change.

    A hook that raises, takes too long, or answers anything but None and a report, withholds the result: it may have
    been there to clean it. Only cancelling raises.
    """
    for hook in hooks.post:
        label = hook_name(hook)
        try:
            answer = await _answer(hooks.seconds, hook, report)
        except (Exception, SystemExit) as fault:
            return _withheld(report, f"the hook {label} failed: {_told(fault)}")
        if answer is None or answer is report:
            continue
        if not _is_report(answer):
            return _withheld(report, f"the hook {label} answered a {type(answer).__name__}: it takes None or a report")
        report = replace(report, result=answer.result, error=answer.error, outcome=answer.outcome)
        report = _noted(report, f"changed by the hook {label}")
    return report


def hook_name(hook: object) -> str:
    """`module:callable` of a hook, for reports."""
    name = getattr(hook, "__qualname__", None) or type(hook).__qualname__
    return clip(one_line(f"{getattr(hook, '__module__', '')}:{name}".removeprefix(":")), 120)


async def _answer(seconds: float, hook: Callable[..., Any], *arguments: Any) -> Any:
    try:
        async with asyncio.timeout(seconds) as limit:
            on_loop = inspect.iscoroutinefunction(hook) or inspect.iscoroutinefunction(getattr(hook, "__call__", None))  # noqa: B004
            answer = hook(*arguments) if on_loop else await _in_thread(hook, *arguments)
            return await answer if inspect.isawaitable(answer) else answer
    except TimeoutError:
        if limit.expired():
            raise TimeoutError(f"no answer within {seconds:g} seconds") from None
        raise


async def _in_thread(hook: Callable[..., Any], *arguments: Any) -> Any:
    """The hook's answer from a daemon thread: one that hangs must not keep the program from ending."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[Any] = loop.create_future()
    context = contextvars.copy_context()

    def settle(value: Any, fault: Exception | None) -> None:
        if answered.done():
            return
        if fault is None:
            answered.set_result(value)
        else:
            answered.set_exception(fault)

    def work() -> None:
        value: Any = None
        fault: Exception | None = None
        try:
            value = context.run(hook, *arguments)
        except BaseException as error:
            # A future refuses StopIteration, and what would end the program ends no more than the hook.
            taken = isinstance(error, Exception) and not isinstance(error, StopIteration)
            fault = error if taken else RuntimeError(f"{type(error).__name__}: {error}")  # type: ignore[assignment]
        with contextlib.suppress(RuntimeError):  # The loop has gone, and with it whoever asked.
            loop.call_soon_threadsafe(settle, value, fault)

    threading.Thread(target=work, name=f"hook {hook_name(hook)}", daemon=True).start()
    return await answered


def _is_report(answer: object) -> TypeGuard[CallReport]:
    """Whether a hook's answer can be handed on: a report whose changeable parts are what they have to be."""
    return (
        isinstance(answer, CallReport)
        and isinstance(answer.outcome, Outcome)
        and isinstance(answer.result, ToolResult | None)
        and isinstance(answer.error, Mapping | None)
    )


def _withheld(report: CallReport, trouble: str) -> CallReport:
    error = {
        "error": f"{report.name} ran, but its result is withheld: a hook that has to see it failed. "
        "Do not run it again for the result.",
        "code": WITHHELD,
    }
    return _noted(replace(report, result=None, error=error, outcome=Outcome.TOOL_ERROR), trouble)


def _noted(report: CallReport, note: str) -> CallReport:
    return replace(report, notes=(*report.notes, note))


def _told(fault: BaseException) -> str:
    return clip(one_line(f"{type(fault).__name__}: {fault}"), _LONGEST_REASON)


def _clean(reason: object) -> str:
    return clip(one_line(reason), _LONGEST_REASON)
