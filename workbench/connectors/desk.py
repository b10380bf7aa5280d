"""The connection desk of one session: its open operation, and what cards and scripts may ask of it (spec 4.6, 4.8)."""

import asyncio
import secrets
from collections.abc import Callable, Collection, Sequence
from typing import Final

from workbench.connectors.accounts import ConnectorView, view_accounts
from workbench.connectors.answers import apply_response, check_retriable, read_response
from workbench.connectors.contract import (
    OperationOpen,
    RefusalReason,
    Refused,
    SettleReason,
    TargetKind,
    TargetState,
)
from workbench.connectors.flows import McpFlows
from workbench.connectors.frames import Frame, Target
from workbench.connectors.managed import apply_mint
from workbench.connectors.operation import Operation
from workbench.connectors.port import NO_GATEWAY, NOT_SIGNED_IN, Gateway, cause_of
from workbench.connectors.prepare import prepare
from workbench.connectors.results import prepared_result
from workbench.connectors.running import Running
from workbench.connectors.watch import Sleep, Watcher
from workbench.model import Json

MAX_HISTORY: Final = 50
"""Settled operations that can still be asked for."""


class ConnectionDesk:
    """Opens operations, one at a time, and takes the answers to them.

    `gateway` gives the client of the moment, None while there is none. `clock` is monotonic, `wall` the time of day;
    they and `sleep` are injected. `flows` runs MCP targets. Frames go to every subscriber, in order.
    """

    def __init__(
        self,
        session_key: str,
        *,
        gateway: Callable[[], Gateway | None],
        clock: Callable[[], float],
        wall: Callable[[], float],
        sleep: Sleep = asyncio.sleep,
        flows: McpFlows | None = None,
        new_id: Callable[[], str] = lambda: f"op_{secrets.token_hex(8)}",
    ) -> None:
        self.session_key = session_key
        self.flows = flows
        self._gateway = gateway
        self._clock = clock
        self._wall = wall
        self._sleep = sleep
        self._new_id = new_id
        self._keys = {session_key}
        self._running: Running | None = None
        self._history: dict[str, Operation] = {}
        self._listeners: list[Callable[[Frame], None]] = []

    @property
    def open_operation(self) -> Operation | None:
        """The operation that is open now."""
        return self._running.operation if self._running is not None else None

    def subscribe(self, listener: Callable[[Frame], None]) -> Callable[[], None]:
        """Hands every frame to the listener from now on; the answer takes it off again."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def rotate_key(self, session_key: str) -> None:
        """The session goes by another key from now on; operations are found by their own id all the same."""
        self.session_key = session_key
        self._keys.add(session_key)

    async def connect(
        self,
        names: Sequence[str],
        action: str = "connect",
        *,
        force: bool = False,
        kind: TargetKind = TargetKind.CONNECTOR,
        tool_call_id: str = "",
        cards: bool = True,
    ) -> dict[str, Json]:
        """Carries out one operation on the named targets and returns what a model is told.

        With cards that is the frozen result, once settled; without, the links at once and nothing stays open. Raises
        OperationOpen while another one is open, Refused where the gateway cannot be asked. Cancelling the awaiting
        task interrupts the operation.
        """
        if self._running is not None:
            operation = self._running.operation
            raise OperationOpen(operation.op_id, tuple(target.name for target in operation.targets))
        gateway = self._usable_gateway() if kind is TargetKind.CONNECTOR else None
        headless_mcp = kind is TargetKind.MCP and (not cards or self.flows is None)
        targets = [self._target(name, action, kind, force, headless_mcp) for name in dict.fromkeys(names)]
        running = self._running = self._open(targets, tool_call_id)
        try:
            if headless_mcp:
                running.operation.settle(SettleReason.UNAVAILABLE)
                return running.operation.result()
            return await self._carry_out(running, gateway, cards)
        finally:
            await self._close(running)

    def interrupt(self) -> bool:
        """Stop: settles the open operation with `interrupt` within 250 ms; whether there was one."""
        if self._running is None:
            return False
        self._running.signals.interrupt()
        return True

    def respond(self, op_id: str, result: Json, caller: str | None = None) -> dict[str, Json]:
        """The person's answers, applied whole or not at all, and Continue (`connection.respond`). Raises Refused.

        A Continue that comes after the operation was settled changes nothing and tells how it was settled.
        """
        operation = self._find(op_id, caller)
        response = read_response(result)
        self._know(operation, [*response.states, *response.answers])
        running = self._running_of(operation)
        if running is None or operation.settled:
            if response.states or response.answers:
                raise Refused(RefusalReason.ILLEGAL_TRANSITION, "the operation is settled")
        else:
            apply_response(running, response)
        return {
            "op_id": op_id,
            "settled": operation.settled,
            "settled_by": str(operation.settled_by) if operation.settled_by else None,
        }

    async def retry(self, op_id: str, names: Sequence[str], caller: str | None = None) -> dict[str, Json]:
        """Try again and Reconnect (`connectors.connect`): a new attempt for each named target. Raises Refused.

        Every target must be failed or expired; a waiting one keeps its link, which is still valid (spec 4.6).
        """
        operation = self._find(op_id, caller)
        names = list(dict.fromkeys(names))
        self._know(operation, names)
        running = self._running_of(operation)
        if running is None or operation.settled:
            raise Refused(RefusalReason.ILLEGAL_TRANSITION, "the operation is settled")
        check_retriable(running, names)
        running.busy.update(names)
        try:
            await self._retry(running, names)
        finally:
            running.busy.difference_update(names)
            running.signals.wake()
        return operation.picture()

    def status(self, op_id: str, caller: str | None = None) -> dict[str, Json]:
        """The whole picture of an operation, open or settled (`connectors.operation.status`). Raises Refused."""
        return self._find(op_id, caller).picture()

    def busy(self, op_id: str) -> Collection[str]:
        """The targets whose own action runs at this moment."""
        running = self._running
        return frozenset(running.busy) if running is not None and running.operation.op_id == op_id else frozenset()

    async def list(self) -> tuple[ConnectorView, ...]:
        """Every connector with its account, read fresh and without changing anything. Raises Refused."""
        gateway = self._usable_gateway()
        try:
            return view_accounts(await gateway.connectors())
        except Exception as fault:
            cause = cause_of(fault)
            raise Refused(cause.reason, cause.words) from None

    async def _carry_out(self, running: Running, gateway: Gateway | None, cards: bool) -> dict[str, Json]:
        operation = running.operation
        read = gateway.connectors if gateway is not None else _nothing
        watcher = Watcher(operation, running.signals, read, clock=self._clock, wall=self._wall, sleep=self._sleep)
        if gateway is not None:
            await prepare(operation, watcher, gateway, may_fail=cards)
        if cards and not operation.settled:
            operation.announce()
        if operation.all_resolved:
            operation.settle(SettleReason.ALL_RESOLVED)
        if not operation.settled and not cards:
            return prepared_result(operation.op_id, operation.targets)
        running.start_flows()
        await watcher.run()
        return operation.result()

    async def _retry(self, running: Running, names: Sequence[str]) -> None:
        operation = running.operation
        if operation.target(names[0]).kind is TargetKind.MCP:
            for name in names:
                running.retry_flow(name)
            return
        gateway = self._usable_gateway()
        try:
            answer = await gateway.connect(names, True)
        except Exception as fault:
            cause = cause_of(fault)
            raise Refused(cause.reason, cause.words) from None
        if operation.settled:
            raise Refused(RefusalReason.ILLEGAL_TRANSITION, "the operation was settled meanwhile")
        apply_mint(operation, answer.rows, names, retry=True)

    def _open(self, targets: Sequence[Target], tool_call_id: str) -> Running:
        op_id = self._new_id()
        operation = Operation(
            op_id,
            targets,
            session_key=self.session_key,
            tool_call_id=tool_call_id or f"by-hand-{op_id}",
            clock=self._clock,
            wall=self._wall,
            publish=self._tell,
        )
        return Running(operation, self.flows)

    def _target(self, name: str, action: str, kind: TargetKind, force: bool, unavailable: bool) -> Target:
        extra: dict[str, Json] = {}
        if unavailable:
            extra["command"] = self.flows.command(action, name) if self.flows else f"workbench connect {name}"
            return Target(name, kind, action, TargetState.UNAVAILABLE, extra=extra)
        forced = force and action == "reconnect" and kind is TargetKind.CONNECTOR
        return Target(name, kind, action, extra={"force": True} if forced else extra, awaiting_new_attempt=forced)

    async def _close(self, running: Running) -> None:
        operation = running.operation
        if operation.announced:
            operation.settle(SettleReason.INTERRUPT)
        if operation.settled:
            self._history[operation.op_id] = operation
            for old in list(self._history)[:-MAX_HISTORY]:
                del self._history[old]
        self._running = None
        await running.close()

    def _usable_gateway(self) -> Gateway:
        gateway = self._gateway()
        if gateway is None:
            raise Refused(NO_GATEWAY.reason, NO_GATEWAY.words)
        if not gateway.has_credential:
            raise Refused(NOT_SIGNED_IN.reason, NOT_SIGNED_IN.words)
        return gateway

    def _find(self, op_id: str, caller: str | None) -> Operation:
        if caller is not None and caller not in self._keys:
            raise Refused(RefusalReason.NOT_OWNER, "the operation belongs to another session")
        if self._running is not None and self._running.operation.op_id == op_id:
            return self._running.operation
        if op_id in self._history:
            return self._history[op_id]
        raise Refused(RefusalReason.UNKNOWN_OPERATION, "there is no such operation")

    def _running_of(self, operation: Operation) -> Running | None:
        return self._running if self._running is not None and self._running.operation is operation else None

    def _know(self, operation: Operation, names: Sequence[str]) -> None:
        if not all(operation.has(name) for name in names):
            raise Refused(RefusalReason.UNKNOWN_TARGET, "the operation has no such target")

    def _tell(self, frame: Frame) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(frame)
            except Exception:  # a card that cannot draw must not take the operation with it
                continue


async def _nothing() -> tuple[()]:
    return ()
