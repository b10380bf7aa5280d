"""The parts of a grammar: resources, verbs, families of verbs, and the little English their sentences need."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from workbench.demo.grammar.store import Effect
from workbench.model import Schema


@dataclass(frozen=True, slots=True)
class Resource:
    """A kind of thing that the tools act on.

    `about` completes "a NOUN, ..."; `fields` are what it is made with, of which `required` must be given; `group`
    stands before the names of its tools.
    """

    noun: str
    plural: str
    family: str
    fields: tuple[str, ...]
    required: tuple[str, ...]
    about: str
    group: str = ""

    @property
    def key(self) -> str:
        """The noun as a part of a name: `virtual_machine`."""
        return underscored(self.noun)


@dataclass(frozen=True, slots=True)
class Verb:
    """One operation on a kind of thing.

    `sentence` may hold {a}, {noun}, {nouns}, {about} and {fields}. `takes` names the parameters, a `*` behind those
    that must be given; `id` stands for the thing's id and `fields` for all of its fields. `thing` follows the noun in
    the tool's name, which takes the plural if `plural`.
    """

    word: str
    sentence: str
    takes: tuple[str, ...]
    effect: Effect
    hints: Mapping[str, bool]
    thing: str = ""
    plural: bool = False
    least: int = 0


@dataclass(frozen=True, slots=True)
class Family:
    """What things of one sort can do beyond the common verbs; the first state is the one they start in."""

    states: tuple[str, ...]
    verbs: tuple[Verb, ...]


Namer: TypeAlias = Callable[[str, str, Verb], str]
"""Makes a tool's name of the resource's group, its noun in the right number as a part of a name, and the verb."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """Everything that a list of tools follows from."""

    parameters: Mapping[str, Schema]
    common: tuple[Verb, ...]
    families: Mapping[str, Family]
    resources: tuple[Resource, ...]
    namer: Namer


def read_table(table: str, group: str = "") -> Iterable[Resource]:
    """Resources written one a line: noun | family | fields, a `*` behind those that must be given | about."""
    for row in table.strip().splitlines():
        noun, family, fields, about = (part.strip() for part in row.split("|"))
        words = fields.split()
        required = tuple(word[:-1] for word in words if word.endswith("*"))
        names = tuple(word.rstrip("*") for word in words)
        yield Resource(noun, plural(noun), family, names, required, about, group)


def underscored(noun: str) -> str:
    """A noun as a part of a name."""
    return noun.lower().replace(" ", "_").replace("-", "_")


def article(noun: str) -> str:
    """The noun with `a` or `an` before it."""
    sounds_open = noun[0] in "aeiouAEIO" and not noun.startswith(("use", "usa", "uni"))
    spelled_open = noun[:2].isupper() and noun[0] in "FHLMNRSX" and not noun.startswith("NAT ")
    return f"{'an' if sounds_open or spelled_open else 'a'} {noun}"


def plural(noun: str) -> str:
    """The plural of a noun, made of its last word."""
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    return f"{noun}s"


def one_of(words: tuple[str, ...]) -> str:
    """`a, b or c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
