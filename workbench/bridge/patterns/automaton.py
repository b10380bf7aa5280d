"""A pattern as a set of states that move together: time grows with text × states, whatever the pattern is."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from workbench.bridge.patterns.characters import Test, is_word
from workbench.bridge.patterns.syntax import Alt, Edge, Look, Node, One, Repeat, Seq, UnreadablePattern, parse

MAX_STATES: Final = 10_000
"""States of a pattern with its repetitions written out."""

_MAX_REMEMBERED: Final = 2_000


class TooSlow(Exception):
    """The work allowed for patterns is used up; `matcher` is the one that was running."""

    def __init__(self, matcher: "Matcher") -> None:
        super().__init__(matcher.source)
        self.matcher = matcher


class Budget:
    """How many state moves the patterns of one validation may take together."""

    def __init__(self, steps: int) -> None:
        self.left = steps


@dataclass(slots=True)
class _State:
    """One state: a test to pass on the way to `next`, a condition without width, a fork, or the end (none of these)."""

    next: tuple[int, ...] = ()
    test: Test | None = None
    edge: str = ""
    look: "_Look | None" = None


@dataclass(slots=True)
class _Look:
    program: "_Program"
    negated: bool


class Matcher:
    """A compiled pattern. `source` is the pattern's text."""

    def __init__(self, source: str, program: "_Program") -> None:
        self.source = source
        self._program = program

    def search(self, text: str, budget: Budget) -> bool:
        """Whether the pattern matches anywhere in the text. Raises TooSlow when the budget is used up."""
        try:
            return self._program.run(text, 0, budget, anywhere=True)
        except _Exhausted:
            raise TooSlow(self) from None


def compile_pattern(source: str) -> Matcher:
    """Reads an ECMAScript pattern. Raises UnreadablePattern with the reason where the engine cannot decide it."""
    return Matcher(source, _Program(parse(source), 1, _Room(MAX_STATES)))


class _Exhausted(Exception):
    pass


@dataclass(slots=True)
class _Room:
    """States that a pattern may still add, its looks included."""

    left: int


class _Program:
    """States of a tree read forwards (`direction` 1) or backwards (-1, for a look behind)."""

    def __init__(self, tree: Node, direction: int, room: _Room) -> None:
        self._direction = direction
        self._room = room
        self._states: list[_State] = [_State()]
        self._start = self._add(tree, 0)
        self._reads_edges = any(state.edge for state in self._states)
        self._reads_around = any(state.look for state in self._states)
        self._closures: dict[tuple[frozenset[int], tuple[bool, ...]], frozenset[int]] = {}
        self._moves: dict[tuple[frozenset[int], str], frozenset[int]] = {}

    # Building: each part is added before what follows it, so its end is known.

    def _new(self, state: _State) -> int:
        self._room.left -= 1
        if self._room.left < 0:
            raise UnreadablePattern("its repetitions are too large")
        self._states.append(state)
        return len(self._states) - 1

    def _add(self, node: Node, end: int) -> int:
        match node:
            case One(test):
                return self._new(_State((end,), test=test))
            case Edge(kind):
                return self._new(_State((end,), edge=kind))
            case Look(body, ahead, negated):
                program = _Program(body, 1 if ahead else -1, self._room)
                return self._new(_State((end,), look=_Look(program, negated)))
            case Seq(parts):
                for part in reversed(parts) if self._direction > 0 else parts:
                    end = self._add(part, end)
                return end
            case Alt(options):
                return self._new(_State(tuple(self._add(option, end) for option in options)))
            case Repeat():
                return self._add_repeat(node, end)

    def _add_repeat(self, node: Repeat, end: int) -> int:
        if node.high is None:
            fork = self._new(_State())
            self._states[fork].next = (self._add(node.body, fork), end)
            start = fork
        else:
            start = end
            for _ in range(node.high - node.low):
                start = self._new(_State((self._add(node.body, start), end)))
        for _ in range(node.low):
            before = start
            start = self._add(node.body, start)
            if start == before:
                break  # the body is the empty text
        return start

    # Running

    def run(self, text: str, at: int, budget: Budget, *, anywhere: bool = False) -> bool:
        """Whether a match begins at `at` (or, with `anywhere`, at any later place)."""
        core = frozenset((self._start,))
        while True:
            states = self._closure(core, text, at, budget)
            if 0 in states:
                return True
            budget.left -= 1
            if budget.left < 0:
                raise _Exhausted
            index = at if self._direction > 0 else at - 1
            if not 0 <= index < len(text):
                return False
            core = self._move(states, text[index], budget)
            if anywhere:
                core |= {self._start}
            elif not core:
                return False
            at += self._direction

    def _move(self, states: frozenset[int], char: str, budget: Budget) -> frozenset[int]:
        key = states, char
        core = self._moves.get(key)
        if core is None:
            budget.left -= len(states)
            core = frozenset(
                target
                for number in states
                if (test := self._states[number].test) is not None and test(char)
                for target in self._states[number].next
            )
            if len(self._moves) >= _MAX_REMEMBERED:
                self._moves.clear()
            self._moves[key] = core
        return core

    def _closure(self, core: frozenset[int], text: str, at: int, budget: Budget) -> frozenset[int]:
        if self._reads_around:
            return self._spread(core, text, at, budget)
        key = core, _surroundings(text, at) if self._reads_edges else ()
        states = self._closures.get(key)
        if states is None:
            states = self._spread(core, text, at, budget)
            if len(self._closures) >= _MAX_REMEMBERED:
                self._closures.clear()
            self._closures[key] = states
        return states

    def _spread(self, core: Iterable[int], text: str, at: int, budget: Budget) -> frozenset[int]:
        """The states that can be reached without reading a character."""
        seen = set(core)
        waiting = list(seen)
        while waiting:
            state = self._states[waiting.pop()]
            budget.left -= 1
            if budget.left < 0:
                raise _Exhausted
            if state.test is not None or not _edge_holds(state.edge, text, at):
                continue
            if state.look is not None and state.look.program.run(text, at, budget) is state.look.negated:
                continue
            for number in state.next:
                if number not in seen:
                    seen.add(number)
                    waiting.append(number)
        return frozenset(seen)


def _surroundings(text: str, at: int) -> tuple[bool, ...]:
    return at == 0, at == len(text), at > 0 and is_word(text[at - 1]), at < len(text) and is_word(text[at])


def _edge_holds(edge: str, text: str, at: int) -> bool:
    if not edge:
        return True
    start, end, word_before, word_after = _surroundings(text, at)
    if edge == "start":
        return start
    if edge == "end":
        return end
    return (word_before is not word_after) is (edge == "word")
