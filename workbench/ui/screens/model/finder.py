"""Stepping through what was found: from entry to entry, and from line to line within one."""

from collections.abc import Hashable

from workbench.ui.format import count, number
from workbench.ui.panes.lines import LinesView
from workbench.ui.screens.model.entries import EntryList
from workbench.ui.screens.model.find import FOUND
from workbench.ui.screens.model.find_bar import FindBar


class Finder:
    """Moves the list and its right side; `words` are empty while nothing is looked for.

    `places` are those of the entries that hold the words; a view that is one text has none, only lines.
    """

    def __init__(self, listing: EntryList, detail: LinesView, bar: FindBar) -> None:
        self._listing = listing
        self._detail = detail
        self._bar = bar
        self.words = ""
        self.places: list[int] = []

    def take(self, words: str, places: list[int]) -> None:
        """Other words, found at these places; goes to the next of them."""
        self.words, self.places = words, places
        here = self._listing.position
        if places and here not in places:
            self._listing.go_to(next((place for place in places if place > here), places[0]))

    def step(self, step: int) -> None:
        """The next line that holds the words, or the one before; at the end of an entry, the next entry."""
        rows, at = self._lines(), self._line()
        if rows and (0 <= at + step < len(rows) or not self.places):
            self._detail.highlight(rows[(at + step) % len(rows)])
        elif self.places:
            here = self._entry()
            self._listing.go_to(self.places[(here + step) % len(self.places)])
        self.say()

    def say(self) -> None:
        """Tells the bar which place is looked at, of how many."""
        if not self.words:
            self._bar.say("")
        elif self.places:
            self._bar.say(f"{self._entry() + 1} of {number(len(self.places))} entries")
        elif rows := self._lines():
            self._bar.say(f"{self._line() + 1} of {count(len(rows), 'line')}")
        else:
            self._bar.say("not found")

    def _lines(self) -> list[Hashable]:
        return [key for key in self._detail.keys if isinstance(key, tuple) and key[0] == FOUND]

    def _line(self) -> int:
        rows, key = self._lines(), self._detail.highlighted
        return rows.index(key) if key in rows else -1

    def _entry(self) -> int:
        here = self._listing.position
        return self.places.index(here) if here in self.places else -1
