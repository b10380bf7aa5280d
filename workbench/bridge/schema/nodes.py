"""What a schema is made into: nodes with prepared keywords."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Final

from workbench.bridge.paths import Path
from workbench.bridge.schema.resolving import Base
from workbench.model import Json

NEVER: Final = "never"
"""The keyword that the schema `false` is prepared to."""

NULLABLE: Final = "nullable"
"""The keyword whose value is the schema that holds unless the value is null."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a schema is followed: levels of subschemas and references, subschemas in all, references, patterns."""

    depth: int = 64
    nodes: int = 20_000
    references: bool = True
    patterns: bool = True


@dataclass(frozen=True, slots=True)
class Choices:
    """The values of `enum` or `const`, with their keys for a quick look."""

    values: tuple[Json, ...]
    keys: frozenset[Hashable]


@dataclass(eq=False, slots=True)
class Node:
    """One subschema. `outer` is what parents hold, `body` where its keywords stand; they differ where it is nullable.

    `bad` says something was left out here. `in_place` are the nodes that see the same value, `children` those that see
    a part of it; `guards` the keywords that grow stricter when a node beneath grows weaker.
    """

    raw: dict[str, Any]
    path: Path
    depth: int
    base: Base
    outer: dict[str, Any] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)
    bad: bool = False
    in_place: list["Node"] = field(default_factory=list)
    children: list["Node"] = field(default_factory=list)
    references: list[tuple[str, "Node"]] = field(default_factory=list)
    guards: list[tuple[str, list["Node"]]] = field(default_factory=list)
