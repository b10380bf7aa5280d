"""A schema made ready: checked part by part, references bound, older forms read as their draft means them (spec 3.4).

What cannot be checked is left out and said. Leaving out must never refuse more than the schema does, so whatever turns
a weaker part into a stricter whole (`not`, `oneOf`, `if`, counting, `unevaluated…`) is left out or weakened with it.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from workbench.bridge.paths import show_schema_path
from workbench.bridge.schema.dialect import UnknownDialect, draft_of
from workbench.bridge.schema.nodes import Limits, Node
from workbench.bridge.schema.walk import Walk
from workbench.model import Schema

FULL: Final = Limits()
SHALLOW: Final = Limits(depth=2, references=False, patterns=False)
"""What is still checked where the whole is too much: the arguments by name and type."""

_MAX_NOTES: Final = 20


@dataclass(frozen=True)
class Prepared:
    """`root` is the schema in the form that `keywords` understands; `unchecked` says what was left out and why."""

    root: dict[str, Any]
    unchecked: tuple[str, ...]


class SchemaCache:
    """Remembers prepared schemas by the identity of the schema object, the most recently used `size` of them.

    One for a session, passed in. The schema objects must not change afterwards.
    """

    def __init__(self, size: int = 256) -> None:
        self._size = size
        self._known: OrderedDict[int, tuple[Schema, Prepared]] = OrderedDict()

    def get(self, schema: Schema) -> Prepared:
        """The schema prepared with the full limits. Never raises."""
        found = self._known.pop(id(schema), None)
        entry = found if found is not None and found[0] is schema else (schema, prepare(schema))
        self._known[id(schema)] = entry
        while len(self._known) > self._size:
            self._known.popitem(last=False)
        return entry[1]


def prepare(schema: Schema, limits: Limits = FULL, slow: Iterable[str] = ()) -> Prepared:
    """Reads a schema as received. Never raises; with nothing to check the root admits anything.

    `slow` are patterns that turned out too slow and are left out.
    """
    if not isinstance(schema, dict):
        return Prepared({}, ("not checked: the schema is not an object",))
    if not schema:
        return Prepared({}, ("not checked: the tool declares no schema",))
    try:
        draft = draft_of(schema)
    except UnknownDialect:
        return Prepared({}, ("not checked: $schema names a dialect that is not known",))
    walk = Walk(schema, draft, limits, frozenset(slow))
    try:
        root = walk.run()
        _cut_loops(walk)
        _weaken(walk)
    except RecursionError:
        return Prepared({}, ("not checked: schema too deep to validate",))
    return Prepared(root, _notes(walk.notes))


def _notes(notes: Iterable[str]) -> tuple[str, ...]:
    unique = list(dict.fromkeys(notes))
    rest = len(unique) - _MAX_NOTES
    return (*unique[:_MAX_NOTES], *([f"not checked: {rest} more parts of the schema"] if rest > 0 else []))


def _cut_loops(walk: Walk) -> None:
    """Removes references that lead back to where they stand without stepping into the value."""
    for group in _loops(walk.nodes):
        for node in group:
            for keyword, target in node.references:
                if target in group and keyword in node.body:
                    del node.body[keyword]
                    node.bad = True
                    walk.notes.append(f"not checked: reference loop at {show_schema_path((*node.path, keyword))}")


def _loops(nodes: list[Node]) -> list[set[Node]]:
    """The groups of nodes that reach each other by in-place steps, found without recursion (Tarjan's algorithm)."""
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    stacked: set[Node] = set()
    group: set[Node]
    groups: list[set[Node]] = []
    for start in nodes:
        if start in index:
            continue
        work = [(start, iter(start.in_place))]
        index[start] = low[start] = len(index)
        stack.append(start)
        stacked.add(start)
        while work:
            node, targets = work[-1]
            target = next(targets, None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = set()
                    while node not in group:
                        group.add(stack.pop())
                    stacked -= group
                    if len(group) > 1 or node in node.in_place:
                        groups.append(group)
            elif target not in index:
                index[target] = low[target] = len(index)
                stack.append(target)
                stacked.add(target)
                work.append((target, iter(target.in_place)))
            elif target in stacked:
                low[node] = min(low[node], index[target])
    return groups


def _weaken(walk: Walk) -> None:
    """Takes out what would refuse more because something beneath it was left out."""
    tainted = _tainted(walk.nodes)
    for node in walk.nodes:
        if node not in tainted:
            continue
        for keyword, below in node.guards:
            if keyword not in node.body or not (keyword.startswith("unevaluated") or tainted.intersection(below)):
                continue
            value = node.body.pop(keyword)
            if keyword == "oneOf":
                node.body["allOf"] = [*node.body.get("allOf", []), {"anyOf": value}]
            where = show_schema_path((*node.path, keyword))
            walk.notes.append(f"not checked: {keyword} at {where}, which rests on a part that is not checked")


def _tainted(nodes: list[Node]) -> set[Node]:
    above: dict[Node, list[Node]] = {}
    for node in nodes:
        for child in (*node.in_place, *node.children):
            above.setdefault(child, []).append(node)
    waiting = [node for node in nodes if node.bad]
    found = set(waiting)
    while waiting:
        for parent in above.get(waiting.pop(), ()):
            if parent not in found:
                found.add(parent)
                waiting.append(parent)
    return found
