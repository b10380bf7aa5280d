"""Every row of the transition table, and every move that is not in it (spec 4.5)."""

from itertools import product

import pytest

from tests.connectors.scene import WALL
from workbench.connectors.contract import TRANSITIONS, Actor, IllegalTransition, TargetKind, TargetState
from workbench.connectors.frames import Target
from workbench.connectors.operation import Operation

ROWS = """
connector pending initiated backend_watcher
connector pending failed backend_watcher
connector pending skipped user
connector initiated connected backend_watcher
connector initiated failed backend_watcher
connector initiated expired clock
connector initiated skipped user
connector failed initiated user
connector failed skipped user
connector expired initiated user
connector expired skipped user
mcp pending initiated renderer_flow
mcp pending failed renderer_flow
mcp pending skipped user
mcp initiated connected renderer_flow
mcp initiated failed renderer_flow
mcp initiated skipped user
mcp failed initiated user
mcp failed skipped user
"""
LEGAL = {tuple(row.split()) for row in ROWS.split("\n") if row}
EVERY = sorted(product(map(str, TargetKind), map(str, TargetState), map(str, TargetState), map(str, Actor)))


def _operation(kind: str, state: str) -> Operation:
    target = Target("t", TargetKind(kind), "connect", TargetState(state))
    operation = Operation("op", [target], session_key="s", tool_call_id="c", clock=lambda: 0.0, wall=lambda: WALL)
    operation.announce()
    return operation


def test_the_table_has_these_rows_and_no_other() -> None:
    table = {
        (str(kind), str(state), str(to), str(actor))
        for (kind, state), moves in TRANSITIONS.items()
        for to, actor in moves.items()
    }
    assert table == LEGAL


@pytest.mark.parametrize(("kind", "state", "to", "actor"), EVERY)
def test_a_move_is_made_exactly_where_the_table_has_it(kind: str, state: str, to: str, actor: str) -> None:
    operation = _operation(kind, state)
    if state == to:
        assert operation.move("t", TargetState(to), Actor(actor)) is None
        assert operation.seq == 1
    elif (kind, state, to, actor) in LEGAL:
        frame = operation.move("t", TargetState(to), Actor(actor))
        assert frame is not None and frame.seq == 2
        told = [frame.payload[key] for key in ("target", "from", "to", "actor")]
        assert told == ["t", state, to, actor]
        assert operation.target("t").state == to
    else:
        with pytest.raises(IllegalTransition):
            operation.move("t", TargetState(to), Actor(actor))
        assert operation.target("t").state == state
        assert operation.seq == 1


def test_everything_travels_as_plain_strings() -> None:
    operation = _operation("connector", "pending")
    frame = operation.move("t", TargetState.INITIATED, Actor.BACKEND_WATCHER)
    assert frame is not None
    for value in (frame.payload["to"], frame.payload["actor"], frame.payload["targets"][0]["state"]):
        assert type(value) is str
