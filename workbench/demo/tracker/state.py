"""What the tracker holds, and the look-ups that fail with words for the caller."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from difflib import get_close_matches
from typing import Any, TypeAlias

from workbench.demo.toolbox import Answer, DemoError
from workbench.model import Json

Issue: TypeAlias = dict[str, Any]

_SUMMARY = ("key", "title", "state", "priority", "assignee", "labels")


@dataclass
class Tracker:
    """Projects, members, labels and milestones by their key or name; issues by key; comments by number."""

    clock: Callable[[], float]
    projects: dict[str, dict[str, Json]] = field(default_factory=dict)
    members: dict[str, str] = field(default_factory=dict)
    labels: dict[str, dict[str, Json]] = field(default_factory=dict)
    milestones: dict[str, dict[str, Json]] = field(default_factory=dict)
    issues: dict[str, Issue] = field(default_factory=dict)
    comments: dict[int, dict[str, Json]] = field(default_factory=dict)
    last_numbers: dict[str, int] = field(default_factory=dict)

    def now(self) -> str:
        """The moment as results show it."""
        return datetime.fromtimestamp(self.clock(), UTC).isoformat(timespec="seconds")

    def number(self, series: str) -> int:
        """The next number of a series; none is given twice."""
        self.last_numbers[series] = self.last_numbers.get(series, 0) + 1
        return self.last_numbers[series]

    def issue(self, key: str) -> Issue:
        """One issue, or DemoError."""
        issue: Issue = self.find("issue", self.issues, key)
        return issue

    def find(self, kind: str, table: dict[str, Any], name: str) -> Any:
        """One entry of a table, or DemoError that names similar ones."""
        if name in table:
            return table[name]
        near = get_close_matches(name, table, 3, 0.5)
        advice = f" Did you mean {' or '.join(near)}?" if near else f" list_{kind}s shows what there is."
        raise DemoError(f"There is no {kind} {name!r}.{advice}")

    def check_references(self, values: dict[str, Json]) -> None:
        """DemoError where a member, label, milestone or day among an issue's values does not exist."""
        if values.get("assignee") is not None:
            self.find("member", self.members, values["assignee"])
        if values.get("milestone") is not None:
            self.find("milestone", self.milestones, values["milestone"])
        for label in values.get("labels", ()):
            self.find("label", self.labels, label)
        if values.get("due_on") is not None:
            read_day(values["due_on"], "due_on")

    def add_issue(self, project: str, values: dict[str, Json]) -> Issue:
        """Add an open issue to a project that exists."""
        moment = self.now()
        issue: Issue = {
            "key": f"{project}-{self.number(project)}",
            "project": project,
            "state": "open",
            "title": "",
            "body": "",
            "priority": "medium",
            "assignee": None,
            "labels": [],
            "milestone": None,
            "due_on": None,
            "estimate": None,
            "checklist": [],
            "links": [],
            "created": moment,
            "updated": moment,
            **values,
        }
        self.issues[issue["key"]] = issue
        return issue

    def touch(self, issue: Issue, values: dict[str, Json]) -> None:
        """Change an issue and note when."""
        issue.update(values, updated=self.now())


def read_day(text: str, key: str) -> date:
    """A calendar day, or DemoError that names the argument."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise DemoError(f"{key} is not a day of the calendar; write it as 2026-06-30.") from None


def line(issue: Issue) -> str:
    """One issue on one line."""
    who = f", {issue['assignee']}" if issue["assignee"] else ""
    return f"{issue['key']} [{issue['state']}, {issue['priority']}{who}] {issue['title']}"


def listed(issues: Iterable[Issue], limit: int = 50) -> Answer:
    """Issues as lines and as data."""
    found = list(issues)
    shown = found[:limit]
    lines = [line(issue) for issue in shown]
    if len(found) > limit:
        lines.append(f"… and {len(found) - limit} more")
    data = [{key: issue[key] for key in _SUMMARY} for issue in shown]
    return Answer("\n".join(lines) or "No issues.", {"issues": data, "total": len(found)})


def shown(issue: Issue, head: str = "") -> Answer:
    """One whole issue."""
    text = "\n".join(part for part in (head, line(issue), issue["body"]) if part)
    return Answer(text, dict(issue))
