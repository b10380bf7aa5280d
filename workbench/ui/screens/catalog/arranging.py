"""Filtering, sorting and folding of what the catalog browser lists. Pure and fast: thirty thousand tools are few."""

from bisect import bisect_right
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal

from workbench.ui.screens.catalog.entries import Entry, Group

Order = Literal["server order", "name", "tokens"]

ORDERS: Final[tuple[Order, ...]] = ("server order", "name", "tokens")

FEW: Final = 40
"""Up to so many tools are shown unfolded from the start."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be listed: entries that hold all `words`, in this order."""

    words: tuple[str, ...] = ()
    order: Order = "server order"


@dataclass(frozen=True, slots=True)
class Hits:
    """A group with those of its entries that the question asks for, and what these add up to.

    `tokens` is what they cost, `refused` how many of them are no tools, `marked` how many have more than a
    note against them.
    """

    group: Group
    entries: tuple[Entry, ...]
    tokens: int
    refused: int
    marked: int

    @property
    def key(self) -> str:
        """The group's key."""
        return self.group.key


def words_of(text: str) -> tuple[str, ...]:
    """The words of a filter, each once."""
    return tuple(dict.fromkeys(text.casefold().split()))


def find(groups: Sequence[Group], question: Question) -> tuple[Hits, ...]:
    """The answer to a question. Without words every group is there, with words only those with a hit."""
    found = []
    for group in groups:
        entries = _holding(group.entries, question.words)
        if entries or not question.words:
            found.append(_hits(group, _sorted(entries, question.order)))
    if question.order == "name":
        found.sort(key=lambda hits: hits.group.name.casefold())
    elif question.order == "tokens":
        found.sort(key=lambda hits: -hits.tokens)
    return tuple(found)


def _hits(group: Group, entries: tuple[Entry, ...]) -> Hits:
    return Hits(
        group,
        entries,
        tokens=sum(entry.tokens for entry in entries),
        refused=sum(entry.state == "refused" for entry in entries),
        marked=sum(entry.severity in ("error", "warning") for entry in entries),
    )


def _holding(entries: tuple[Entry, ...], words: Sequence[str]) -> Sequence[Entry]:
    left: Sequence[Entry] = entries
    for word in sorted(words, key=len, reverse=True):
        left = [entry for entry in left if word in entry.searched]
    return left


def _sorted(entries: Sequence[Entry], order: Order) -> tuple[Entry, ...]:
    if order == "name":
        return tuple(sorted(entries, key=lambda entry: (entry.name.casefold(), entry.name)))
    if order == "tokens":
        return tuple(sorted(entries, key=lambda entry: -entry.tokens))
    return tuple(entries)


@dataclass(frozen=True, slots=True)
class Place:
    """One line: a group's own where `entry` is None."""

    hits: Hits
    entry: Entry | None

    @property
    def key(self) -> Hashable:
        """What the line is known by when others come and go."""
        return self.hits.key if self.entry is None else self.entry.key


class Tree:
    """Groups under each other, some unfolded; knows each line without making a list of them."""

    def __init__(self, found: Sequence[Hits], unfolded: Collection[str]) -> None:
        self.found = tuple(found)
        self.unfolded = frozenset(unfolded)
        heights = [1 + (len(hits.entries) if hits.key in self.unfolded else 0) for hits in self.found]
        self._tops = [0, *accumulate(heights)]

    def __len__(self) -> int:
        return self._tops[-1]

    def place(self, line: int) -> Place | None:
        """What stands on a line; None beyond the last one."""
        if not 0 <= line < len(self):
            return None
        index = bisect_right(self._tops, line) - 1
        hits = self.found[index]
        inner = line - self._tops[index] - 1
        return Place(hits, None if inner < 0 else hits.entries[inner])

    def line(self, key: Hashable) -> int | None:
        """Where the line of that key is; None where it is not, or folded away."""
        for index, hits in enumerate(self.found):
            if hits.key == key:
                return self._tops[index]
            if hits.key in self.unfolded:
                for inner, entry in enumerate(hits.entries):
                    if entry.key == key:
                        return self._tops[index] + 1 + inner
        return None

    def top(self, line: int) -> int:
        """The line of the group that `line` belongs to."""
        return self._tops[bisect_right(self._tops, line) - 1]

    @property
    def entries(self) -> int:
        """How many entries there are, folded or not."""
        return sum(len(hits.entries) for hits in self.found)

    @property
    def tokens(self) -> int:
        """What they cost."""
        return sum(hits.tokens for hits in self.found)


def at_first(groups: Sequence[Group]) -> frozenset[str]:
    """The keys of the groups that are unfolded when the browser opens: all where there are few tools, or one group."""
    full = [group for group in groups if group.entries]
    if len(full) == 1 or sum(len(group.entries) for group in full) <= FEW:
        return frozenset(group.key for group in full)
    return frozenset()
