"""The "flat-api" demo server: a cloud in which every operation on every resource is a tool of its own."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.demo.grammar.tools import GrammarTools


def cloud_tools(clock: Callable[[], float]) -> "GrammarTools":
    """The tools over an account without anything in it."""
    from workbench.demo.cloud import data, delivery, network, operations, security, servers
    from workbench.demo.cloud.parameters import parameters
    from workbench.demo.cloud.verbs import common, families
    from workbench.demo.grammar.tools import GrammarTools
    from workbench.demo.grammar.words import Grammar, read_table

    tables = {**servers.tables(), **data.tables(), **network.tables()}
    tables |= {**security.tables(), **delivery.tables(), **operations.tables()}
    resources = tuple(resource for group, table in tables.items() for resource in read_table(table, group))
    grammar = Grammar(
        parameters(),
        common(),
        families(),
        resources,
        lambda group, noun, verb: "_".join(part for part in (group, verb.word, noun, verb.thing) if part),
    )
    return GrammarTools(grammar, clock)
