"""The "game-engine" demo server: a scene in which every operation on every kind of object is a tool of its own."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.demo.grammar.tools import GrammarTools


def engine_tools(clock: Callable[[], float]) -> "GrammarTools":
    """The tools over an empty scene."""
    from workbench.demo.engine.objects import TABLE
    from workbench.demo.engine.parameters import parameters
    from workbench.demo.engine.verbs import common, families
    from workbench.demo.grammar.tools import GrammarTools
    from workbench.demo.grammar.words import Grammar, read_table

    grammar = Grammar(
        parameters(),
        common(),
        families(),
        tuple(read_table(TABLE)),
        lambda _group, noun, verb: f"{noun}_{verb.word}",
    )
    return GrammarTools(grammar, clock)
