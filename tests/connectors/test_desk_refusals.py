"""What the desk refuses, and that a refusal changes nothing (spec 4.8)."""

import pytest

from tests.connectors.scene import Scene, calm, gateway_fault
from workbench.connectors.contract import RefusalReason, Refused
from workbench.connectors.errors import FaultKind

REFUSED = [
    ("nobody", {"settled_by": "continue"}, RefusalReason.UNKNOWN_OPERATION),
    ("op_1", None, RefusalReason.INVALID_PARAMS),
    ("op_1", {}, RefusalReason.INVALID_PARAMS),
    ("op_1", {"settled_by": "deadline"}, RefusalReason.INVALID_PARAMS),
    ("op_1", {"settled_by": "all_resolved"}, RefusalReason.INVALID_PARAMS),
    ("op_1", {"targets": "gmail"}, RefusalReason.INVALID_PARAMS),
    ("op_1", {"targets": [{"state": "skipped"}]}, RefusalReason.INVALID_PARAMS),
    ("op_1", {"targets": [{"name": "gmail", "state": ["skipped"]}]}, RefusalReason.INVALID_PARAMS),
    ("op_1", {"targets": [{"name": "gmail", "state": "skipped"}] * 2}, RefusalReason.INVALID_PARAMS),
    ("op_1", {"targets": [{"name": "gmail"}]}, RefusalReason.INVALID_PARAMS),
    ("op_1", {"targets": [{"name": "gmail", "approve": True}]}, RefusalReason.INVALID_PARAMS),
    ("op_1", {"targets": {"gmail": "skipped", "slack": "skipped"}}, RefusalReason.UNKNOWN_TARGET),
    ("op_1", {"targets": {"linear": "skipped", "gmail": "connected"}}, RefusalReason.ILLEGAL_TRANSITION),
    ("op_1", {"targets": {"linear": "skipped", "gmail": "not_connected"}}, RefusalReason.ILLEGAL_TRANSITION),
]


@pytest.mark.parametrize(("op_id", "result", "reason"), REFUSED)
async def test_a_refused_answer_applies_nothing(op_id: str, result: object, reason: RefusalReason) -> None:
    scene = Scene()
    task = scene.start("gmail", "linear")
    await calm()
    with pytest.raises(Refused) as caught:
        scene.desk.respond(op_id, result)
    assert caught.value.reason is reason
    assert (len(scene.frames), task.done()) == (1, False)
    scene.desk.interrupt()
    await task


async def test_a_new_attempt_cannot_be_claimed_by_an_answer() -> None:
    scene = Scene()
    scene.gateway.mint = lambda *_: []
    task = scene.start("gmail")
    await calm()
    with pytest.raises(Refused) as caught:
        scene.desk.respond("op_1", {"targets": {"gmail": "initiated"}})
    assert caught.value.reason is RefusalReason.INVALID_PARAMS
    scene.desk.interrupt()
    await task


async def test_a_settled_card_takes_no_answer_any_more() -> None:
    scene = Scene()
    task = scene.start("gmail")
    await calm()
    scene.desk.interrupt()
    await task
    with pytest.raises(Refused) as caught:
        scene.desk.respond("op_1", {"targets": {"gmail": "skipped"}})
    assert caught.value.reason is RefusalReason.ILLEGAL_TRANSITION
    with pytest.raises(Refused) as caught:
        await scene.desk.retry("op_1", ["gmail"])
    assert caught.value.reason is RefusalReason.ILLEGAL_TRANSITION


async def test_another_sessions_answer_is_refused() -> None:
    scene = Scene()
    task = scene.start("gmail")
    await calm()
    for ask in (
        lambda: scene.desk.respond("op_1", {"settled_by": "continue"}, "other"),
        lambda: scene.desk.status("op_1", "other"),
    ):
        with pytest.raises(Refused) as caught:
            ask()
        assert caught.value.reason is RefusalReason.NOT_OWNER
    scene.desk.interrupt()
    await task


FAULTS = [
    (gateway_fault(FaultKind.DARK, 404), RefusalReason.CONNECTORS_UNAVAILABLE),
    (gateway_fault(FaultKind.AUTH, 401), RefusalReason.CONNECTORS_UNAVAILABLE),
    (gateway_fault(FaultKind.AUTH, 403), RefusalReason.CONNECTORS_UNAVAILABLE),
    (gateway_fault(FaultKind.TRANSPORT), RefusalReason.CONNECTOR_REQUEST_FAILED),
    (gateway_fault(FaultKind.HTTP, 502), RefusalReason.CONNECTOR_REQUEST_FAILED),
    (gateway_fault(FaultKind.RATE_LIMITED, 429), RefusalReason.CONNECTOR_REQUEST_FAILED),
    (gateway_fault(FaultKind.INVALID), RefusalReason.INVALID_CONNECTOR_RESPONSE),
    (RuntimeError("Bearer s3cret"), RefusalReason.CONNECTOR_REQUEST_FAILED),
]


@pytest.mark.parametrize(("fault", "reason"), FAULTS)
async def test_a_failed_new_attempt_is_refused_and_leaves_the_target(fault: Exception, reason: RefusalReason) -> None:
    scene = Scene()
    scene.gateway.mint = lambda *_: []
    task = scene.start("gmail")
    await calm()
    scene.gateway.mint_fault = fault
    with pytest.raises(Refused) as caught:
        await scene.desk.retry("op_1", ["gmail"])
    assert caught.value.reason is reason and "s3cret" not in caught.value.message
    assert (len(scene.frames), scene.desk.busy("op_1")) == (1, frozenset())
    scene.desk.interrupt()
    await task


@pytest.mark.parametrize(("fault", "reason"), FAULTS)
@pytest.mark.parametrize("action", ["connect", "reconnect"])
@pytest.mark.parametrize("cards", [True, False])
async def test_a_first_request_without_an_answer(
    fault: Exception, reason: RefusalReason, action: str, cards: bool
) -> None:
    scene = Scene()
    scene.gateway.mint_fault = fault
    scene.gateway.at(0, fault)
    task = scene.start("gmail", action=action, cards=cards)
    await calm()
    if cards and reason is not RefusalReason.CONNECTORS_UNAVAILABLE:
        assert (scene.state("gmail"), scene.target("gmail")["detail"]) == ("failed", "")
        assert scene.target("gmail")["extra"]["notice"]
        scene.desk.interrupt()
        await task
    else:
        with pytest.raises(Refused) as caught:
            await task
        assert caught.value.reason is reason
        assert scene.frames == []
    assert "s3cret" not in repr([dict(frame.payload) for frame in scene.frames])
    assert scene.desk.open_operation is None


async def test_without_a_gateway_or_a_token_nothing_is_asked() -> None:
    scene = Scene(gateway=False)
    for ask in (scene.desk.connect(["gmail"]), scene.desk.list()):
        with pytest.raises(Refused) as caught:
            await ask
        assert caught.value.reason is RefusalReason.CONNECTORS_UNAVAILABLE
    signed_out = Scene()
    signed_out.gateway.has_credential = False
    with pytest.raises(Refused) as caught:
        await signed_out.desk.list()
    assert "not signed in" in caught.value.message
    assert signed_out.gateway.read_at == []
