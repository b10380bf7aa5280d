"""The commands of cards and scripts: what they answer, and every reason to refuse (spec 4.8)."""

from typing import Any

import pytest

from tests.connectors.scene import Scene, calm, gateway_fault, link, listed
from workbench.connectors.commands import handle
from workbench.connectors.contract import RefusalReason
from workbench.connectors.errors import FaultKind


async def refused(scene: Scene, command: str, params: Any, caller: str | None = None) -> str:
    answer = await handle(scene.desk, command, params, caller)
    assert answer["ok"] is False and answer["message"]
    return str(answer["reason"])


async def test_each_command_answers() -> None:
    scene = Scene()
    scene.gateway.at(0, [listed("gmail", "failed"), listed("linear", "initiated")])
    task = scene.start("gmail", "linear")
    await scene.time.to(1)
    scene.gateway.timeline.clear()
    status = await handle(scene.desk, "connectors.operation.status", {"op_id": "op_1"})
    assert (status["ok"], status["result"]["targets"][0]["state"]) == (True, "failed")
    params = {"op_id": "op_1", "connectors": ["gmail"], "reconnect": True}
    again = await handle(scene.desk, "connectors.connect", params)
    assert again["result"]["targets"][0]["connect_url"] == link("gmail")
    rows = await handle(scene.desk, "connectors.list", None)
    assert rows == {"ok": True, "result": {"connectors": []}}
    done = await handle(scene.desk, "connection.respond", {"op_id": "op_1", "result": {"settled_by": "continue"}})
    assert done["result"] == {"op_id": "op_1", "settled": True, "settled_by": "continue"}
    assert (await task)["settled_by"] == "continue"


async def test_every_reason_to_refuse_is_given_where_it_applies() -> None:
    scene = Scene()
    scene.gateway.mint = lambda *_: []
    task = scene.start("gmail")
    await calm()
    respond, connect = "connection.respond", "connectors.connect"
    gmail = {"op_id": "op_1", "connectors": ["gmail"]}
    given = {
        await refused(scene, respond, {"op_id": "op_1", "result": 5}),
        await refused(scene, respond, {"op_id": "op_1", "result": {"settled_by": "continue"}}, "another session"),
        await refused(scene, respond, {"op_id": "op_1", "result": {"targets": {"gmail": "connected"}}}),
        await refused(scene, connect, {"op_id": "op_0", "connectors": ["gmail"]}),
        await refused(scene, connect, {"op_id": "op_1", "connectors": ["slack"]}),
    }
    for kind in (FaultKind.DARK, FaultKind.HTTP, FaultKind.INVALID):
        scene.gateway.mint_fault = gateway_fault(kind, 500)
        given.add(await refused(scene, connect, gmail))
    scene.gateway.mint_fault = None
    scene.gateway.mint = Scene().gateway.mint
    assert (await handle(scene.desk, connect, gmail))["ok"]
    given.add(await refused(scene, connect, gmail))
    assert given == set(map(str, RefusalReason))
    scene.desk.interrupt()
    await task


@pytest.mark.parametrize(
    ("command", "params"),
    [
        ("connectors.disconnect", {}),
        ("connection.respond", []),
        ("connection.respond", None),
        ("connection.respond", {"op_id": 7, "result": {}}),
        ("connectors.operation.status", {}),
        ("connectors.connect", {"op_id": "op_1"}),
        ("connectors.connect", {"op_id": "op_1", "connectors": []}),
        ("connectors.connect", {"op_id": "op_1", "connectors": [7]}),
        ("connectors.connect", {"op_id": "op_1", "connectors": ["x"] * 101}),
        ("connectors.connect", {"op_id": "op_1", "connectors": ["gmail"], "reconnect": "yes"}),
    ],
)
async def test_odd_parameters_are_refused(command: str, params: Any) -> None:
    assert await refused(Scene(), command, params) == "INVALID_PARAMS"


async def test_a_fault_of_our_own_shows_no_text() -> None:
    scene = Scene()

    async def broken() -> Any:
        raise RuntimeError("Bearer s3cret")

    scene.desk.list = broken  # type: ignore[method-assign]
    answer = await handle(scene.desk, "connectors.list", {})
    assert (answer["ok"], answer["reason"]) == (False, "CONNECTOR_REQUEST_FAILED")
    assert "s3cret" not in answer["message"]
