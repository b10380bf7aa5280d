"""Reading what a card or a script answers (`connection.respond`), before anything of it is applied (spec 4.8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from workbench.connectors.contract import (
    RETRIABLE,
    Actor,
    IllegalTransition,
    RefusalReason,
    Refused,
    SettleReason,
    TargetState,
)
from workbench.connectors.flows import Answer
from workbench.connectors.running import Running
from workbench.model import Json


@dataclass(frozen=True, slots=True)
class Response:
    """States the person gives targets, answers to the questions of flows, and whether to settle."""

    states: Mapping[str, TargetState] = field(default_factory=dict)
    answers: Mapping[str, Answer] = field(default_factory=dict)
    settle: SettleReason | None = None


def read_response(result: Json) -> Response:
    """The `result` of a `connection.respond`: `{targets?: [{name, state | approve, environment?}], settled_by?}`.

    `targets` may also map names to states. Raises Refused for anything else; `continue` is the one reason a card has.
    """
    if not isinstance(result, Mapping):
        raise _invalid("result must be an object")
    settled_by = result.get("settled_by")
    if settled_by is not None and settled_by != SettleReason.CONTINUE:
        raise _invalid("settled_by can only be 'continue' here")
    states: dict[str, TargetState] = {}
    answers: dict[str, Answer] = {}
    for name, entry in _entries(result.get("targets")):
        if name in states or name in answers:
            raise _invalid("a target is answered twice")
        if "state" in entry:
            states[name] = _state(entry["state"])
        else:
            answers[name] = _answer(entry)
    settle = SettleReason.CONTINUE if settled_by is not None else None
    if not states and not answers and settle is None:
        raise _invalid("result answers nothing")
    return Response(states, answers, settle)


def apply_response(running: Running, response: Response) -> None:
    """Applies a response whole or, where a part of it may not be, not at all. Raises Refused."""
    operation = running.operation
    for name, answer in response.answers.items():
        moves = running.moves.get(name)
        problem = moves.check_answer(answer) if moves is not None else "nothing is asked"
        if problem:
            raise Refused(RefusalReason.INVALID_PARAMS, f"{name}: {problem}")
    try:
        for name, state in response.states.items():
            if operation.check(name, state, Actor.USER) and state is not TargetState.SKIPPED:
                raise Refused(RefusalReason.INVALID_PARAMS, f"{name}: a new attempt is asked for, not answered")
        operation.apply_answers(response.states)
    except IllegalTransition:
        raise Refused(RefusalReason.ILLEGAL_TRANSITION, "a target may not be moved like this now") from None
    for name, answer in response.answers.items():
        running.moves[name].answer(answer)
    if response.settle is not None:
        operation.settle(response.settle)
    running.stop_idle_flows()
    running.signals.wake()


def check_retriable(running: Running, names: Sequence[str]) -> None:
    """Raises Refused unless every named target has failed or expired, and none is being tried again already."""
    if not names:
        raise Refused(RefusalReason.INVALID_PARAMS, "name at least one target")
    for name in names:
        if running.operation.target(name).state not in RETRIABLE:
            raise Refused(RefusalReason.LINK_STILL_VALID, f"{name} has not failed; its link, if any, is still valid")
        if name in running.busy:
            raise Refused(RefusalReason.LINK_STILL_VALID, f"{name} is being tried again already")


def _entries(targets: Json) -> list[tuple[str, Mapping[str, Json]]]:
    if targets is None:
        return []
    if isinstance(targets, Mapping):
        targets = [
            {"name": name, **(value if isinstance(value, Mapping) else {"state": value})}
            for name, value in targets.items()
        ]
    if not isinstance(targets, list):
        raise _invalid("targets must be a list")
    entries = []
    for entry in targets:
        name = entry.get("name") if isinstance(entry, Mapping) else None
        if not isinstance(name, str) or not name:
            raise _invalid("each target needs a name")
        entries.append((name, entry))
    return entries


def _state(value: Json) -> TargetState:
    try:
        return TargetState(value)
    except ValueError:
        raise _invalid("a target has a state that does not exist") from None


def _answer(entry: Mapping[str, Json]) -> Answer:
    approved, environment = entry.get("approve", True), entry.get("environment")
    if not isinstance(approved, bool) or ("approve" not in entry and environment is None):
        raise _invalid("a target needs a state, or approve as true or false")
    if environment is None:
        return Answer(approved)
    if not isinstance(environment, Mapping) or not all(
        isinstance(key, str) and isinstance(value, str) for key, value in environment.items()
    ):
        raise _invalid("environment must map names to texts")
    return Answer(approved, dict(environment))


def _invalid(message: str) -> Refused:
    return Refused(RefusalReason.INVALID_PARAMS, message)
