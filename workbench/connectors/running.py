"""One operation while it runs: its signals, the retries under way and the flows of its MCP targets."""

import asyncio

from workbench.connectors.contract import Actor, TargetKind, TargetState
from workbench.connectors.flows import FlowMoves, McpFlows
from workbench.connectors.operation import Operation
from workbench.connectors.watch import Signals

_CLOSING = 2.0
_FLOW_ENDED = "The local flow ended without an outcome."
_FLOW_BROKE = "The local flow broke off by a fault of the workbench."


class Running:
    """What belongs to an open operation and goes when it is over."""

    def __init__(self, operation: Operation, flows: McpFlows | None) -> None:
        self.operation = operation
        self.signals = Signals()
        self.busy: set[str] = set()
        self.moves: dict[str, FlowMoves] = {}
        self._flows = flows
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def start_flows(self) -> None:
        """Starts the flow of each MCP target that waits for one."""
        for target in self.operation.targets:
            if target.kind is TargetKind.MCP and target.state is TargetState.PENDING:
                self.start_flow(target.name)

    def start_flow(self, name: str) -> None:
        """Starts, or starts anew, the flow of one target."""
        self._stop(name)
        self._tasks[name] = asyncio.ensure_future(self._run_flow(name))

    def retry_flow(self, name: str) -> None:
        """A new attempt by the person (spec 4.5: failed to initiated by the user)."""
        target = self.operation.target(name)
        extra = {"steps": None, "question": None, "notice": None}
        self.operation.move(name, TargetState.INITIATED, Actor.USER, attempt=target.attempt + 1, extra=extra)
        self.start_flow(name)

    def stop_idle_flows(self) -> None:
        """Cancels the flows of targets that are no longer theirs, after an answer such as `skipped`."""
        for name, moves in list(self.moves.items()):
            if not moves.live:
                self._stop(name)

    async def close(self) -> None:
        """Cancels what still runs, and waits until it is gone."""
        tasks = [task for task in self._tasks.values() if not task.done()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=_CLOSING)

    async def _run_flow(self, name: str) -> None:
        moves = self.moves[name] = FlowMoves(self.operation, name, self.signals.wake)
        if self._flows is None:
            moves.failed(notice=_FLOW_ENDED)
            return
        try:
            await self._flows.run(self.operation.target(name), self.operation, moves)
        except Exception:
            moves.failed(notice=_FLOW_BROKE)
        else:
            moves.failed(notice=_FLOW_ENDED)

    def _stop(self, name: str) -> None:
        task = self._tasks.pop(name, None)
        if task is not None:
            task.cancel()
