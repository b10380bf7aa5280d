"""What the query lines found, as one frozen value, and the keys of the items in its views."""

from dataclasses import dataclass
from typing import Literal

from workbench.bridge.search import SearchAnswer
from workbench.model import Json
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
class Found:
    """The text of each query line, and the answer to those that are not blank (None when all are)."""

    lines: tuple[str, ...] = ("",)
    answer: SearchAnswer | None = None

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

    def first_match(self, line: int) -> ToolKey | None:
        """The best match of a query line; of the first line that has one, where the line is blank."""
        for number, group in self.groups:
            if group.matches and (number == line or not self.lines[line].strip()):
                return ToolKey(number, group.matches[0].tool.name)
        return None

    @property
    def _payload(self) -> dict[str, Json]:
        return self.answer.payload if self.answer else {}
