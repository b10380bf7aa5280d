"""Random moves by everybody, legal and not, against a plain model of the rules (spec 4.5)."""

import json
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from workbench.connectors.cards import card
from workbench.connectors.contract import Actor, IllegalTransition, SettleReason, TargetKind, TargetState
from workbench.connectors.frames import Frame, Target
from workbench.connectors.operation import Operation
from workbench.connectors.store import StoreState, reduce

LEGAL = {
    ("connector", "pending"): {"initiated": "backend_watcher", "failed": "backend_watcher", "skipped": "user"},
    ("connector", "initiated"): {
        "connected": "backend_watcher",
        "failed": "backend_watcher",
        "expired": "clock",
        "skipped": "user",
    },
    ("connector", "failed"): {"initiated": "user", "skipped": "user"},
    ("connector", "expired"): {"initiated": "user", "skipped": "user"},
    ("mcp", "pending"): {"initiated": "renderer_flow", "failed": "renderer_flow", "skipped": "user"},
    ("mcp", "initiated"): {"connected": "renderer_flow", "failed": "renderer_flow", "skipped": "user"},
    ("mcp", "failed"): {"initiated": "user", "skipped": "user"},
}
NAMES = ("alpha", "beta", "gamma")
LINK = "https://consent.example/c/s3cret-code"
TEXTS = st.sampled_from(["", "no", LINK, f"go to {LINK} now", "failed", "deadline", "\x1b[2J[@click=x]", "x" * 2000])
LINKS = st.sampled_from([None, LINK, "javascript:alert(1)", "https://other.example/x"])

names = st.sampled_from(NAMES)
states = st.sampled_from(list(TargetState))
likely = st.sampled_from([TargetState.INITIATED, TargetState.CONNECTED, TargetState.FAILED, TargetState.EXPIRED])
actors = st.sampled_from(list(Actor))


class OperationMachine(RuleBasedStateMachine):
    @initialize(kinds=st.lists(st.sampled_from(["connector", "mcp"]), min_size=3, max_size=3))
    def open(self, kinds: list[str]) -> None:
        self.now = 0.0
        self.frames: list[Frame] = []
        self.kinds = dict(zip(NAMES, kinds, strict=True))
        self.model = dict.fromkeys(NAMES, "pending")
        self.expected = 0
        self.result: dict[str, Any] | None = None
        self.store = StoreState()
        self.operation = Operation(
            "op_1",
            [Target(name, TargetKind(kind), "connect") for name, kind in self.kinds.items()],
            session_key="s",
            tool_call_id="c",
            clock=lambda: self.now,
            wall=lambda: 1000.0 + self.now,
            publish=self.frames.append,
        )

    def allowed(self, name: str, to: str, actor: str) -> bool:
        return LEGAL.get((self.kinds[name], self.model[name]), {}).get(to) == actor

    def told(self, count: int = 1) -> None:
        """So many frames more are expected, once the request is out."""
        if self.expected:
            self.expected += count

    @precondition(lambda self: self.expected == 0)
    @rule()
    def announce(self) -> None:
        self.operation.announce()
        self.expected = 1

    def attempt(self, name: str, to: TargetState, actor: Actor, text: str, url: str | None) -> None:
        legal = self.result is None and (to == self.model[name] or self.allowed(name, str(to), str(actor)))
        try:
            self.operation.move(name, to, actor, detail=text, connect_url=url)
        except IllegalTransition:
            assert not legal
            return
        assert legal
        if to != self.model[name]:
            self.model[name] = str(to)
            self.told()

    @rule(name=names, to=states, actor=actors, text=TEXTS, url=LINKS)
    def anything(self, name: str, to: TargetState, actor: Actor, text: str, url: str | None) -> None:
        self.attempt(name, to, actor, text, url)

    @rule(name=names, to=likely, text=TEXTS, url=LINKS)
    def what_its_owner_would_do(self, name: str, to: TargetState, text: str, url: str | None) -> None:
        owner = LEGAL.get((self.kinds[name], self.model[name]), {}).get(str(to), "clock")
        self.attempt(name, to, Actor(owner), text, url)

    @rule(name=names, text=TEXTS, url=LINKS)
    def refresh(self, name: str, text: str, url: str | None) -> None:
        try:
            self.operation.refresh(name, detail=text, connect_url=url)
        except IllegalTransition:
            assert self.result is not None
        else:
            assert self.result is None
            self.told()

    @rule(answers=st.dictionaries(names, states, min_size=1))
    def answer(self, answers: dict[str, TargetState]) -> None:
        before = dict(self.model)
        fits = self.result is None and all(
            to == before[name] or self.allowed(name, str(to), "user") for name, to in answers.items()
        )
        try:
            self.operation.apply_answers(answers)
        except IllegalTransition:
            assert not fits
            assert {target.name: str(target.state) for target in self.operation.targets} == before
            return
        assert fits
        changed = [name for name, to in answers.items() if to != before[name]]
        self.model.update({name: str(to) for name, to in answers.items()})
        self.told(len(changed))

    @rule(seconds=st.floats(0, 400))
    def pass_time(self, seconds: float) -> None:
        self.now += seconds
        assert (self.operation.remaining() <= 0) == (self.now >= 300)

    @precondition(lambda self: len(self.frames) > 6 or self.result is not None)
    @rule(reason=st.sampled_from(list(SettleReason)))
    def settle(self, reason: SettleReason) -> None:
        won = self.operation.settle(reason)
        assert won is (self.result is None)
        if won:
            self.told()
            resolved = ("connected", "skipped", "unavailable")
            self.model = {name: state if state in resolved else "not_connected" for name, state in self.model.items()}
            self.result = self.operation.result()
            assert self.result["settled_by"] == reason

    @invariant()
    def the_states_are_the_models(self) -> None:
        assert {target.name: str(target.state) for target in self.operation.targets} == self.model

    @invariant()
    def every_accepted_move_made_one_frame(self) -> None:
        assert [frame.seq for frame in self.frames] == list(range(1, self.expected + 1))
        assert [frame.kind for frame in self.frames[:1]] == ["connection.request"] * bool(self.frames)

    @invariant()
    def the_result_is_frozen_and_has_no_link(self) -> None:
        if self.result is not None:
            assert self.operation.result() == self.result
            assert "://" not in json.dumps(self.result) and "s3cret" not in json.dumps(self.result)

    @invariant()
    def a_link_stands_only_with_a_waiting_target(self) -> None:
        for target in self.operation.targets:
            assert target.connect_url is None or (
                target.state is TargetState.INITIATED and target.connect_url.startswith("https://")
            )
            assert target.detail not in {*map(str, TargetState), *map(str, SettleReason)}
            assert len(target.detail) <= 500

    @invariant()
    def the_store_follows(self) -> None:
        for frame in self.frames[self.seen() :]:
            self.store = reduce(self.store, frame.payload)
            assert reduce(self.store, frame.payload) is self.store
        entry = self.store.entry("s")
        if entry is not None:
            assert {target.name: str(target.state) for target in entry.targets} == self.model
            shown = card(entry, 1000.0 + self.now)
            assert shown.settled is (self.result is not None)
            if shown.settled:
                assert not any(row.primary or row.other or row.link for row in shown.rows)

    def seen(self) -> int:
        entry = self.store.entry("s")
        return entry.seq if entry is not None else 0


OperationMachine.TestCase.settings = settings(max_examples=120, stateful_step_count=40, deadline=None)
TestOperation = OperationMachine.TestCase
