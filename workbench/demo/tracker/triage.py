"""What happens to an issue: close, reopen, assign, link, label."""

from collections.abc import Iterable
from dataclasses import dataclass

from workbench.demo.toolbox import ADD, READ, SET, Answer, Arguments, DemoError, DemoTool
from workbench.demo.tracker.schemas import CLOSE_REASONS, LINK_KINDS, issue_output, nullable, ref, several, tool
from workbench.demo.tracker.state import Tracker, shown


@dataclass(frozen=True, slots=True)
class TriageTools:
    """What the tools of this file do to one tracker."""

    tracker: Tracker

    def close(self, arguments: Arguments) -> Answer:
        """Close an open issue for a reason."""
        issue = self.tracker.issue(arguments["issue"])
        if issue["state"] == "closed":
            raise DemoError(f"{issue['key']} is closed already, as {issue['reason']}.")
        self.tracker.touch(issue, {"state": "closed", "reason": arguments.get("reason", "completed")})
        return shown(issue, f"Closed {issue['key']} as {issue['reason']}.")

    def reopen(self, arguments: Arguments) -> Answer:
        """Open a closed issue again."""
        issue = self.tracker.issue(arguments["issue"])
        if issue["state"] == "open":
            raise DemoError(f"{issue['key']} is open; only a closed issue can be reopened.")
        issue.pop("reason", None)
        self.tracker.touch(issue, {"state": "open"})
        return shown(issue, f"Reopened {issue['key']}.")

    def assign(self, arguments: Arguments) -> Answer:
        """Give an issue to a member, or to nobody."""
        issue = self.tracker.issue(arguments["issue"])
        values = {"assignee": arguments["assignee"]}
        self.tracker.check_references(values)
        self.tracker.touch(issue, values)
        return shown(issue, f"{issue['key']} belongs to {values['assignee'] or 'nobody'} now.")

    def link(self, arguments: Arguments) -> Answer:
        """Link two issues, seen from both."""
        source, target = self.tracker.issue(arguments["issue"]), self.tracker.issue(arguments["target"])
        if source is target:
            raise DemoError("An issue cannot be linked to itself.")
        kind = arguments["kind"]
        opposite = {"blocks": "is blocked by", "is blocked by": "blocks", "duplicates": "relates to"}.get(kind, kind)
        for issue, word, other in ((source, kind, target), (target, opposite, source)):
            entry = {"kind": word, "target": other["key"]}
            if entry not in issue["links"]:
                self.tracker.touch(issue, {"links": [*issue["links"], entry]})
        return shown(source, f"{source['key']} {kind} {target['key']}.")

    def add_labels(self, arguments: Arguments) -> Answer:
        """Add labels that the issue does not carry yet."""
        issue = self.tracker.issue(arguments["issue"])
        self.tracker.check_references({"labels": arguments["labels"]})
        new = [label for label in arguments["labels"] if label not in issue["labels"]]
        self.tracker.touch(issue, {"labels": [*issue["labels"], *new]})
        return shown(issue, f"Added {', '.join(new) or 'nothing'}.")

    def remove_labels(self, arguments: Arguments) -> Answer:
        """Take labels off an issue; every one must be on it."""
        issue = self.tracker.issue(arguments["issue"])
        absent = [label for label in arguments["labels"] if label not in issue["labels"]]
        if absent:
            raise DemoError(f"{issue['key']} does not carry {', '.join(absent)}.")
        self.tracker.touch(issue, {"labels": [label for label in issue["labels"] if label not in arguments["labels"]]})
        return shown(issue, f"Removed {', '.join(arguments['labels'])}.")

    def list_labels(self, _arguments: Arguments) -> Answer:
        """Every label with its colour and how many issues carry it."""
        uses = [label for issue in self.tracker.issues.values() for label in issue["labels"]]
        found = [{**label, "issues": uses.count(name)} for name, label in self.tracker.labels.items()]
        return Answer("\n".join(f"{label['name']} ({label['issues']})" for label in found), {"labels": found})

    def create_label(self, arguments: Arguments) -> Answer:
        """Add a label to those that issues can carry."""
        name = arguments["name"]
        if name in self.tracker.labels:
            raise DemoError(f"There is a label {name!r} already.")
        label = {"name": name, "colour": arguments.get("colour", "#888888")}
        self.tracker.labels[name] = label
        return Answer(f"Created the label {name}.", label)


def tools(tracker: Tracker) -> Iterable[DemoTool]:
    """Eight tools over one tracker."""
    act = TriageTools(tracker)
    one = {"issue": ref("issue_key")}
    labels = {**one, "labels": several(ref("label"), 10, 1)}
    colour = {"type": "string", "pattern": "^#[0-9a-f]{6}$", "default": "#888888", "examples": ["#0e8a16"]}
    reason = {"type": "string", "enum": list(CLOSE_REASONS), "default": "completed"}
    issue = issue_output()
    yield tool(
        "close_issue",
        "Close an issue as completed, not planned or duplicate.",
        act.close,
        SET,
        {**one, "reason": reason},
        ["issue"],
        output=issue,
    )
    yield tool("reopen_issue", "Reopen a closed issue.", act.reopen, SET, one, ["issue"], output=issue)
    yield tool(
        "assign_issue",
        "Assign an issue to a member, or to nobody with null.",
        act.assign,
        SET,
        {**one, "assignee": nullable(ref("member"))},
        ["issue", "assignee"],
        output=issue,
    )
    yield tool(
        "link_issues",
        "Link two issues: one blocks, duplicates or relates to the other.",
        act.link,
        SET,
        {**one, "kind": {"type": "string", "enum": list(LINK_KINDS)}, "target": ref("issue_key")},
        ["issue", "kind", "target"],
        output=issue,
    )
    yield tool("add_labels", "Put labels on an issue.", act.add_labels, SET, labels, ["issue", "labels"], output=issue)
    yield tool(
        "remove_labels",
        "Take labels off an issue.",
        act.remove_labels,
        SET,
        labels,
        ["issue", "labels"],
        output=issue,
    )
    yield tool("list_labels", "List the labels and how many issues carry each.", act.list_labels, READ, {})
    yield tool(
        "create_label",
        "Create a label with a colour.",
        act.create_label,
        ADD,
        {"name": ref("label"), "colour": colour},
        ["name"],
    )
