"""What an operation on connectors does before its card is shown (spec 4.6)."""

from collections.abc import Sequence

from workbench.connectors.contract import Refused
from workbench.connectors.managed import apply_baseline, apply_mint, fail_all, pass_connected
from workbench.connectors.operation import Operation
from workbench.connectors.port import Gateway, cause_of
from workbench.connectors.watch import Watcher

RECONNECT = "reconnect"


async def prepare(operation: Operation, watcher: Watcher, gateway: Gateway, *, may_fail: bool) -> None:
    """`connect`: one mint for all. `reconnect`: the list first; what is connected passes, the rest is minted anew.

    A forced reconnect mints all anew. A request without an answer fails the targets, so that the person can try again;
    Refused is raised instead where trying again cannot help, and always without `may_fail`. Stop and the deadline end
    it at once.
    """
    names = [target.name for target in operation.targets]
    again = operation.targets[0].action == RECONNECT
    forced = any(target.forced for target in operation.targets)
    try:
        if forced:
            await _read_baseline(operation, watcher, gateway)
        elif again:
            rows = await watcher.guarded(gateway.connectors())
            names = pass_connected(operation, rows) if rows is not None else []
        if names and not watcher.ended():
            await _mint(operation, watcher, gateway, names, again)
    except Exception as fault:
        cause = cause_of(fault)
        if cause.final or not may_fail:
            raise Refused(cause.reason, cause.words) from None
        fail_all(operation, names, f"{cause.words[:1].upper()}{cause.words[1:]}.")


async def _mint(
    operation: Operation, watcher: Watcher, gateway: Gateway, names: Sequence[str], reinitiate: bool
) -> None:
    answer = await watcher.guarded(gateway.connect(names, reinitiate))
    if answer is not None and not watcher.ended():
        apply_mint(operation, answer.rows, names)


async def _read_baseline(operation: Operation, watcher: Watcher, gateway: Gateway) -> None:
    """Which account is connected now; without it the switch is told from later readings."""
    try:
        rows = await watcher.guarded(gateway.connectors())
    except Exception:
        return
    if rows is not None:
        apply_baseline(operation, rows)
