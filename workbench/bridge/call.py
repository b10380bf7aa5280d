"""`tool_call` and direct calls: scoped, repaired, checked, approved, then run once under the real name (spec 3.5)."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from workbench.bridge.entries import Entry, read_calls
from workbench.bridge.errors import BridgeError
from workbench.bridge.hooks import NO_HOOKS, VETOED, Cleared, Hooks, after, before
from workbench.bridge.names import find_tool
from workbench.bridge.policy import Approve, approval_for
from workbench.bridge.results import model_result
from workbench.bridge.scope import Scope
from workbench.bridge.validation import check_arguments, invalid_payload, validate
from workbench.model import (
    Approval,
    ArgumentCheck,
    CallReport,
    CallRequest,
    Json,
    Outcome,
    Repair,
    ServerUnreachable,
    Tool,
    ToolResult,
)

__all__ = ["Approve", "Run", "model_result", "run_one", "tool_call"]

Run = Callable[[Tool, Mapping[str, Json]], Awaitable[ToolResult]]
"""Sends one call to its server, once. Raises ServerUnreachable where no answer of the tool came back."""

INTERRUPTED = "INTERRUPTED"


async def run_one(
    scope: Scope,
    request: CallRequest,
    *,
    run: Run,
    approve: Approve,
    overrides: Mapping[str, Approval],
    clock: Callable[[], float],
    direct: bool = False,
    repairs: Sequence[Repair] = (),
    hooks: Hooks = NO_HOOKS,
) -> CallReport:
    """One call from its name to its result, told as a report. Only cancelling raises.

    `direct` also admits tools that are listed directly. `repairs` are what reading the entry already mended; they are
    shown before those of coercion. `hooks` see the checked arguments; what they rewrite is checked again. What is
    approved is exactly what is sent, and it is sent once.
    """
    try:
        tool = find_tool(scope, request.name, direct=direct)
    except BridgeError as fault:
        return CallReport(request.name, Outcome.REFUSED, request.arguments, error=fault.payload)
    check = check_arguments(tool, request.arguments, schemas=scope.schemas)
    check = replace(check, repairs=(*repairs, *check.repairs))
    if check.valid and hooks.pre:
        cleared = await before(hooks, tool, check.arguments)
        if cleared.veto:
            return _vetoed(tool, check, cleared)
        if cleared.repairs:
            check = _checked_again(scope, tool, check, cleared)
    if not check.valid:
        return CallReport(
            tool.name, Outcome.INVALID, request.arguments, error=invalid_payload(tool, check), check=check
        )
    approval = approval_for(tool, overrides)
    refused = await _not_approved(tool, check.arguments, approval, approve)
    if refused:
        error = {"error": refused, "code": "NOT_APPROVED"}
        return CallReport(tool.name, Outcome.NOT_APPROVED, check.arguments, error=error, check=check, approval=approval)
    return await after(hooks, await _dispatch(scope, tool, check, approval, run, clock))


async def tool_call(
    scope: Scope,
    raw: Json,
    *,
    run: Run,
    approve: Approve,
    overrides: Mapping[str, Approval],
    clock: Callable[[], float],
    stop: Callable[[], bool],
    hooks: Hooks = NO_HOOKS,
) -> tuple[Json, tuple[CallReport, ...]]:
    """What a model emitted for `tool_call`: what it gets back, and the story of each entry in input order.

    One entry answers with its own result, several with `{"results": [...]}`. `stop` is read before each entry; from
    then on entries answer `INTERRUPTED` and nothing more is sent.
    """
    try:
        entries = read_calls(raw)
    except BridgeError as fault:
        return fault.payload, ()
    reports: list[CallReport] = []
    for entry in entries:
        if stop():
            reports.append(_interrupted(entry))
            continue
        reports.append(
            await run_one(
                scope,
                entry.request,
                run=run,
                approve=approve,
                overrides=overrides,
                clock=clock,
                repairs=entry.repairs,
                hooks=hooks,
            )
        )
    results = [model_result(report) for report in reports]
    return results[0] if len(results) == 1 else {"results": results}, tuple(reports)


def _checked_again(scope: Scope, tool: Tool, check: ArgumentCheck, cleared: Cleared) -> ArgumentCheck:
    """The check of what the hooks made of the arguments, with all that was changed on the way."""
    again = check_arguments(tool, cleared.arguments, schemas=scope.schemas)
    return replace(again, repairs=(*check.repairs, *cleared.repairs, *again.repairs))


def _vetoed(tool: Tool, check: ArgumentCheck, cleared: Cleared) -> CallReport:
    error = {"error": f"{tool.name} was not run: {cleared.veto}", "code": VETOED}
    check = replace(check, repairs=(*check.repairs, *cleared.repairs))
    notes = (cleared.trouble,)
    return CallReport(tool.name, Outcome.NOT_APPROVED, cleared.arguments, error=error, check=check, notes=notes)


async def _not_approved(tool: Tool, arguments: Mapping[str, Json], approval: Approval, approve: Approve) -> str:
    """Why the call may not go out; empty where it may."""
    if approval is Approval.ALLOW:
        return ""
    if approval is Approval.DENY:
        return f"{tool.name} may not be run: the settings deny it. Do not try it again."
    try:
        agreed = await approve(tool, arguments)
    except Exception as fault:
        return f"{tool.name} was not run: nobody could be asked ({type(fault).__name__})."
    return "" if agreed is True else f"{tool.name} was not run: the user did not approve this call."


async def _dispatch(
    scope: Scope, tool: Tool, check: ArgumentCheck, approval: Approval, run: Run, clock: Callable[[], float]
) -> CallReport:
    def report(outcome: Outcome, **more: Any) -> CallReport:
        seconds = max(clock() - started, 0.0)
        return CallReport(tool.name, outcome, check.arguments, check=check, approval=approval, seconds=seconds, **more)

    started = clock()
    try:
        result = await run(tool, check.arguments)
    except ServerUnreachable as fault:
        error = {"error": f"{tool.name}: {fault.reason}", **({"hint": fault.advice} if fault.advice else {})}
        return report(Outcome.UNREACHABLE, error=error)
    except Exception as fault:
        error = {"error": f"{tool.name}: the call ended with {type(fault).__name__}; it may have run."}
        return report(Outcome.UNREACHABLE, error=error)
    ended = report(Outcome.TOOL_ERROR if result.is_error else Outcome.DONE, result=result)
    return replace(ended, result=_with_output_problems(scope, tool, result))


def _with_output_problems(scope: Scope, tool: Tool, result: ToolResult) -> ToolResult:
    """The result with what the declared output schema says against it; nothing is ever taken away."""
    if not isinstance(tool.output_schema, dict) or result.is_error:
        return result
    if result.structured is None:
        found = ["does not match the declared output: there is no structured content"]
    else:
        failures, unchecked = validate(
            result.structured, tool.output_schema, schemas=scope.schemas, root="structuredContent"
        )
        found = [f"does not match the declared output: {failure.message}" for failure in failures]
        found += [f"declared output {note}" for note in unchecked]
    added = tuple(problem for problem in found if problem not in result.problems)
    return replace(result, problems=(*result.problems, *added))


def _interrupted(entry: Entry) -> CallReport:
    error = {"error": f"{entry.request.name} was not run: the user stopped this batch.", "code": INTERRUPTED}
    return CallReport(entry.request.name, Outcome.INTERRUPTED, entry.request.arguments, error=error)
