"""What the query lines found, as one frozen value, and the keys of the items in its views."""

from dataclasses import dataclass, field
from typing import Literal

from workbench.bridge.search import SearchAnswer
from workbench.model import Json
from workbench.search.catalog import Catalog
from workbench.search.query import Group

View = Literal["Results", "Explanation", "JSON"]


@dataclass(frozen=True, slots=True)
class ToolKey:
    """A tool in a view: which part of the view it is in, and the name the model knows it by.

    `part` is the number of the query line, from 0, or -1 for the shared records.
    """

    part: int
    name: str


@dataclass(frozen=True, slots=True)
class GroupKey:
    """The title of a group with matches, by the number of its query line."""

    line: int


@dataclass(frozen=True, slots=True)
class SourceKey:
    """The line that says which source is shown alone."""


ItemKey = ToolKey | GroupKey | SourceKey


@dataclass(frozen=True, slots=True)
class Shown:
    """How the results are looked at; what a model would get is the same whatever stands here.

    `folded` are the texts of the queries whose groups are folded, `source` the one source that is shown, if any.
    """

    folded: frozenset[str] = frozenset()
    source: str = ""

    def shows(self, source: str) -> bool:
        """Whether tools of a source are shown."""
        return self.source in ("", source)


@dataclass(frozen=True, slots=True)
class Found:
    """The text of each query line, and the answer to those that are not blank (None when all are).

    `catalog` is what was searched. `explained` is False while near misses of groups that have matches are still to be
    looked up: that takes longer than the search and is seen in the explanation only.
    """

    lines: tuple[str, ...] = ("",)
    answer: SearchAnswer | None = None
    catalog: Catalog | None = field(default=None, compare=False)
    explained: bool = field(default=True, compare=False)

    @property
    def asked(self) -> tuple[int, ...]:
        """The numbers of the lines that were asked, in the order of the answer's groups."""
        return tuple(number for number, line in enumerate(self.lines) if line.strip())

    @property
    def groups(self) -> tuple[tuple[int, Group], ...]:
        """Each group with the number of its query line."""
        if self.answer is None:
            return ()
        return tuple(zip(self.asked, self.answer.groups, strict=False))

    def result(self, position: int) -> dict[str, Json]:
        """The payload's entry for the group at `position`."""
        results = self._payload.get("results")
        results = results if isinstance(results, list) else []
        entry = results[position] if position < len(results) else {}
        return entry if isinstance(entry, dict) else {}

    @property
    def records(self) -> dict[str, Json]:
        """The payload's shared records by name."""
        tools = self._payload.get("tools")
        return tools if isinstance(tools, dict) else {}

    @property
    def error(self) -> str:
        """Why the whole batch was refused."""
        return str(self._payload.get("error", ""))

    def found_by(self, name: str) -> tuple[int, ...]:
        """The numbers of the query lines that found a tool."""
        return tuple(n for n, group in self.groups if any(match.tool.name == name for match in group.matches))

    def first_match(self, line: int, source: str = "") -> ToolKey | None:
        """The best match of a query line, of one source only where that is named; of the first line that has one,
        where the line is blank."""
        # A line that was typed into may be gone before its answer comes.
        blank = line >= len(self.lines) or not self.lines[line].strip()
        for number, group in self.groups:
            if number == line or blank:
                for match in group.matches:
                    if source in ("", match.source_name):
                        return ToolKey(number, match.tool.name)
        return None

    def first_item(self, line: int, shown: Shown) -> ToolKey | GroupKey | None:
        """What to highlight for a query line: its best match, or the group where that is folded."""
        first = self.first_match(line, shown.source)
        return GroupKey(first.part) if first and self.lines[first.part] in shown.folded else first

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources whose tools were found, by name."""
        return tuple(sorted({match.source_name for _, group in self.groups for match in group.matches}))

    @property
    def _payload(self) -> dict[str, Json]:
        return self.answer.payload if self.answer else {}
