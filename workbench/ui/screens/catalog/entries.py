"""What the catalog browser lists: servers as groups, their tools as entries. Data only, made from a session's state."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, Literal

from workbench.model import Report, Tool
from workbench.session import ServerView

State = Literal["deferred", "visible", "not granted", "refused"]

ProblemKind = Literal["refused", "duplicate", "schema", "description", "orders", "name", "other"]

PROBLEM_TITLES: Final[dict[ProblemKind, str]] = {
    "refused": "Refused",
    "duplicate": "Sent twice",
    "schema": "Bad schema",
    "description": "Description",
    "orders": "Suspicious text",
    "name": "Renamed",
    "other": "Other",
}
"""The kinds of problems in the order of their gravity, with what they are called."""

SEVERITIES: Final = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Problem:
    """A report with its kind; `subject` is the tool or part it is about, on one line."""

    kind: ProblemKind
    subject: str
    report: Report


@dataclass(frozen=True, slots=True)
class Entry:
    """One line below a group.

    `name` is what the server calls the tool, on one line. `searched` is all a filter looks at, in small letters.
    `tool` is None for what was refused; `tokens` too. In the list of problems `problem` is what the entry stands for.
    """

    key: Hashable
    name: str
    state: State
    searched: str
    tool: Tool | None = None
    problems: tuple[Problem, ...] = ()
    problem: Problem | None = None
    source: str = ""

    @property
    def tokens(self) -> int:
        """What the tool's schema costs; nothing where there is no tool."""
        return 0 if self.tool is None else self.tool.schema_tokens

    @property
    def severity(self) -> str:
        """The gravest of its problems; empty without any."""
        return gravest(self.problems)


@dataclass(frozen=True, slots=True)
class Group:
    """One server, or what the agent brings of one kind; in the list of problems one kind of problem.

    `note` says why there is nothing below it, or nothing granted. `problems` are those of the server itself.
    """

    key: str
    name: str
    entries: tuple[Entry, ...]
    note: str = ""
    view: ServerView | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Shelf:
    """Everything there is to browse: `groups` of tools in server order, `problems` by kind; how many `tools`."""

    groups: tuple[Group, ...] = ()
    problems: tuple[Group, ...] = ()
    tools: int = 0


def gravest(problems: tuple[Problem, ...]) -> str:
    """The gravest severity among these, empty where there are none."""
    if not problems:
        return ""
    return min((problem.report.severity for problem in problems), key=SEVERITIES.index)
