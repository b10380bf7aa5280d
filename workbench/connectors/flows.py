"""What runs an MCP target, and all it may do to the operation while it runs (spec 4.7).

The flow itself lives elsewhere; here is its protocol and the narrow hand it is given. It moves its one target, only as
`renderer_flow`, names its steps, and asks the person.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from workbench.connectors.contract import LIVE, Actor, TargetState
from workbench.connectors.frames import Target
from workbench.connectors.operation import Operation
from workbench.model import Json
from workbench.text import clip, one_line

STEPS: Final = ("approve", "attach", "discover", "register", "authorize", "token", "list tools")
"""The steps a flow may name, in their order; `authorize` is the one in the browser."""

StepState = Literal["running", "done", "failed"]

MAX_TOOLS: Final = 100
"""Tool names that a result carries; the count is always whole."""

_MAX_NOTE: Final = 500


@dataclass(frozen=True, slots=True)
class Need:
    """An environment value that a server needs and nobody has given yet. A secret one is typed behind a mask."""

    name: str
    description: str = ""
    secret: bool = False


class McpFlows(Protocol):
    """The local flows of MCP targets."""

    def known(self, action: str) -> Sequence[str]:
        """The names that `install`, `enable` or `authorize` can be asked for."""

    def command(self, action: str, name: str) -> str:
        """The command line with which a person does the same by hand."""

    async def run(self, target: Target, operation: Operation, moves: "FlowMoves") -> None:
        """Takes the target to connected or failed through `moves`; cancelled when it is skipped or all is over."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person answered to a flow's question. `environment` may hold secrets: it never enters a frame."""

    approved: bool = True
    environment: Mapping[str, str] | None = None

    def __repr__(self) -> str:
        return f"Answer(approved={self.approved}, environment={sorted(self.environment or ())})"


class FlowMoves:
    """The hand of one flow on its target. Every method is quiet once the target is no longer the flow's to move."""

    def __init__(self, operation: Operation, name: str, wake: Callable[[], None]) -> None:
        self._operation = operation
        self._name = name
        self._wake = wake
        self._attempt = operation.target(name).attempt
        self._question: asyncio.Future[Answer] | None = None
        self._needs: tuple[Need, ...] = ()

    @property
    def live(self) -> bool:
        """Whether the target still waits for this flow, and not for a later attempt."""
        target = self._operation.target(self._name)
        return not self._operation.settled and target.state in LIVE and target.attempt == self._attempt

    @property
    def asking(self) -> bool:
        """Whether a question waits for the person's answer."""
        return self._question is not None and not self._question.done()

    def initiated(self, connect_url: str | None = None) -> None:
        """The person has to do something; with a link, that is where. Called again, it replaces the link."""
        if not self.live:
            return
        if self._operation.target(self._name).state is TargetState.INITIATED:
            self._operation.refresh(self._name, connect_url=connect_url)
        else:
            self._move(TargetState.INITIATED, connect_url=connect_url)

    def connected(self, tools: Sequence[str] = ()) -> None:
        """The server is attached and has listed its tools; their names go into the answer."""
        if not self.live:
            return
        if self._operation.target(self._name).state is TargetState.PENDING:
            self._move(TargetState.INITIATED)
        names = [one_line(name) for name in tools[:MAX_TOOLS]]
        self._move(TargetState.CONNECTED, extra={"tool_count": len(tools), "tools": names, **_QUIET})

    def failed(self, text: str = "", notice: str = "") -> None:
        """It did not work: the server's own text, and beside it our words about which step failed and why."""
        if self.live:
            self._move(TargetState.FAILED, detail=text, extra={**_QUIET, "notice": _note(notice)})

    def step(self, name: str, state: StepState, note: str = "") -> None:
        """Shows a step of the flow; the same step again replaces what was shown of it."""
        if not self.live:
            return
        steps = [step for step in self._operation.target(self._name).extra.get("steps", ()) if step["name"] != name]
        steps.append({"name": one_line(name), "state": state, "note": _note(note) or ""})
        self._refresh({"steps": steps})

    async def approve(self, plan: Mapping[str, Json]) -> bool:
        """Shows exactly what would run (command or URL, names of the environment) and waits for the person."""
        answer = await self._ask({"kind": "approval", "plan": dict(plan)}, ())
        return answer.approved

    async def environment(self, needs: Sequence[Need]) -> dict[str, str]:
        """Asks for missing values and waits for the person; empty where they were refused."""
        shown = [{"name": need.name, "description": need.description, "secret": need.secret} for need in needs]
        answer = await self._ask({"kind": "environment", "needs": shown}, needs)
        return dict(answer.environment or {}) if answer.approved else {}

    def check_answer(self, answer: Answer) -> str:
        """Why the answer does not fit the question that is open; empty where it does."""
        if not self.asking:
            return "nothing is asked"
        given = answer.environment or {}
        if answer.approved and (missing := [need.name for need in self._needs if not given.get(need.name)]):
            return f"{', '.join(missing)} is still missing"
        if unknown := [name for name in given if name not in {need.name for need in self._needs}]:
            return f"{', '.join(map(one_line, unknown))} was not asked for"
        return ""

    def answer(self, answer: Answer) -> None:
        """Hands over an answer that `check_answer` found fitting."""
        if self._question is not None and not self._question.done():
            self._question.set_result(answer)

    async def _ask(self, question: Mapping[str, Json], needs: Sequence[Need]) -> Answer:
        self._needs = tuple(needs)
        self._question = asyncio.get_running_loop().create_future()
        try:
            self._refresh({"question": question})
            return await self._question
        finally:
            self._question = None
            if self.live:
                self._refresh({"question": None})

    def _refresh(self, extra: Mapping[str, Json]) -> None:
        if self.live:
            self._operation.refresh(self._name, keep_link=True, extra=extra)

    def _move(self, to: TargetState, **more: Any) -> None:
        self._operation.move(self._name, to, Actor.RENDERER_FLOW, **more)
        self._wake()


def _note(text: str) -> str | None:
    return clip(one_line(text), _MAX_NOTE) or None


_QUIET: Final[Mapping[str, Json]] = {"question": None, "notice": None}
