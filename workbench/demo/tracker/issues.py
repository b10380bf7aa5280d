"""Issues: create, read, list, search, change."""

from collections.abc import Iterable
from dataclasses import dataclass

from workbench.demo.toolbox import ADD, READ, SET, Answer, Arguments, DemoTool
from workbench.demo.tracker.schemas import (
    fields_object,
    issue_fields,
    issue_output,
    issues_output,
    nullable,
    ref,
    several,
    tool,
)
from workbench.demo.tracker.state import Issue, Tracker, listed, read_day, shown


@dataclass(frozen=True, slots=True)
class IssueTools:
    """What the tools of this file do to one tracker."""

    tracker: Tracker

    def create(self, arguments: Arguments) -> Answer:
        """Add an issue."""
        values = {**arguments, **arguments.get("details", {})}
        values.pop("details", None)
        project = values.pop("project")
        self.tracker.find("project", self.tracker.projects, project)
        self.tracker.check_references(values)
        issue = self.tracker.add_issue(project, values)
        return shown(issue, f"Created {issue['key']}.")

    def get(self, arguments: Arguments) -> Answer:
        """One issue with everything about it."""
        return shown(self.tracker.issue(arguments["issue"]))

    def list(self, arguments: Arguments) -> Answer:
        """Issues that fit every filter given."""
        wanted = {**arguments, **arguments.get("filter", {})}
        wanted.pop("filter", None)
        limit = int(wanted.pop("limit", 50))
        due = wanted.pop("due", None)
        labels = set(wanted.pop("labels", ()))
        if due is not None:
            for key in due:
                read_day(due[key], f"filter.due.{key}")
        return listed(
            (
                issue
                for issue in self.tracker.issues.values()
                if all(issue[key] == value for key, value in wanted.items())
                and labels <= set(issue["labels"])
                and (due is None or _is_due(issue, due))
            ),
            limit,
        )

    def search(self, arguments: Arguments) -> Answer:
        """Issues with every word of the query in their title, body or comments."""
        words = str(arguments["query"]).casefold().split()
        texts = {key: f"{issue['title']} {issue['body']}" for key, issue in self.tracker.issues.items()}
        for comment in self.tracker.comments.values():
            texts[comment["issue"]] += f" {comment['body']}"
        found = [key for key, text in texts.items() if all(word in text.casefold() for word in words)]
        return listed(self.tracker.issues[key] for key in found)

    def update(self, arguments: Arguments) -> Answer:
        """Change the fields given and no other."""
        values = dict(arguments["changes"])
        issue = self.tracker.issue(arguments["issue"])
        self.tracker.check_references(values)
        self.tracker.touch(issue, values)
        return shown(issue, f"Updated {', '.join(values)} of {issue['key']}.")

    def bulk_update(self, arguments: Arguments) -> Answer:
        """Make one change to several issues, or to none when one of them does not exist."""
        issues = [self.tracker.issue(key) for key in arguments["issues"]]
        values = dict(arguments["changes"])
        self.tracker.check_references(values)
        for issue in issues:
            self.tracker.touch(issue, values)
        return listed(issues)


def _is_due(issue: Issue, due: Arguments) -> bool:
    day = issue["due_on"]
    if day is None:
        return False
    if "on" in due:
        return bool(day == due["on"])
    return bool(due["from"] <= day <= due["to"])


def tools(tracker: Tracker) -> Iterable[DemoTool]:
    """Six tools over one tracker."""
    act = IssueTools(tracker)
    fields = issue_fields()
    yield tool(
        "create_issue",
        "Create an issue, such as a bug report or a feature request.",
        act.create,
        ADD,
        {
            "project": ref("project_key"),
            "title": fields["title"],
            "body": fields["body"],
            "details": fields_object(
                {name: schema for name, schema in fields.items() if name not in ("title", "body")}
            ),
        },
        ["project", "title"],
        output=issue_output(),
    )
    yield tool(
        "get_issue",
        "Show one issue with its text, links and checklist.",
        act.get,
        READ,
        {"issue": ref("issue_key")},
        ["issue"],
        output=issue_output(),
    )
    yield tool(
        "list_issues",
        "List open or closed issues, filtered by assignee, label or due date.",
        act.list,
        READ,
        {
            "state": {"type": "string", "enum": ["open", "closed"]},
            "project": ref("project_key"),
            "filter": fields_object(
                {
                    "priority": ref("priority"),
                    "assignee": nullable(ref("member")),
                    "labels": several(ref("label"), 5),
                    "milestone": {"type": "string"},
                    "due": _due_filter(),
                }
            ),
            "limit": {"type": "integer", "minimum": 1, "maximum": 200, "default": 50},
        },
        output=issues_output(),
    )
    yield tool(
        "search_issues",
        "Search issues by words in their title, text and comments.",
        act.search,
        READ,
        {"query": {"type": "string", "minLength": 2, "maxLength": 200}},
        ["query"],
        output=issues_output(),
    )
    yield tool(
        "update_issue",
        "Change the title, text, priority or other fields of an issue.",
        act.update,
        SET,
        {"issue": ref("issue_key"), "changes": fields_object(fields, least=1)},
        ["issue", "changes"],
        output=issue_output(),
    )
    yield tool(
        "bulk_update_issues",
        "Make the same change to many issues at once.",
        act.bulk_update,
        SET,
        {
            "issues": several(ref("issue_key"), 50, 1),
            "changes": fields_object(
                {name: fields[name] for name in ("priority", "assignee", "milestone", "due_on", "labels")}, least=1
            ),
        },
        ["issues", "changes"],
        output=issues_output(),
    )


def _due_filter() -> dict[str, object]:
    day = ref("day")
    return {
        "description": "One day, or a span of days with both ends.",
        "oneOf": [
            {"type": "object", "properties": {"on": day}, "required": ["on"], "additionalProperties": False},
            {
                "type": "object",
                "properties": {"from": day, "to": day},
                "required": ["from", "to"],
                "additionalProperties": False,
            },
        ],
    }
