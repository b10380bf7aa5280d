"""Projects and milestones."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from workbench.demo.toolbox import ADD, READ, SET, Answer, Arguments, DemoError, DemoTool, parameters
from workbench.demo.tracker.schemas import nullable, ref, tool
from workbench.demo.tracker.state import Tracker, read_day


@dataclass(frozen=True, slots=True)
class PlanningTools:
    """What the tools of this file do to one tracker."""

    tracker: Tracker

    def create_project(self, arguments: Arguments) -> Answer:
        """Start a project without issues."""
        key, lead = arguments["key"], arguments["lead"]
        if key in self.tracker.projects:
            raise DemoError(f"There is a project {key} already.")
        self.tracker.find("member", self.tracker.members, lead)
        project = {"key": key, "name": arguments["name"], "lead": lead}
        self.tracker.projects[key] = project
        return Answer(f"Created the project {key}.", project)

    def list_projects(self, _arguments: Arguments) -> Answer:
        """Every project with its lead."""
        projects = list(self.tracker.projects.values())
        lines = [f"{project['key']}: {project['name']}, led by {project['lead']}" for project in projects]
        return Answer("\n".join(lines), {"projects": projects})

    def summarize_project(self, arguments: Arguments) -> Answer:
        """Counts of a project's issues by state, priority and label."""
        key = arguments["project"]
        self.tracker.find("project", self.tracker.projects, key)
        issues = [issue for issue in self.tracker.issues.values() if issue["project"] == key]
        data = {
            "project": key,
            "states": Counter(issue["state"] for issue in issues),
            "priorities": Counter(issue["priority"] for issue in issues),
            "labels": Counter(label for issue in issues for label in issue["labels"]),
        }
        return Answer.of(data)

    def create_milestone(self, arguments: Arguments) -> Answer:
        """Open a milestone, with a day or without."""
        name, due_on = arguments["name"], arguments.get("due_on")
        if name in self.tracker.milestones:
            raise DemoError(f"There is a milestone {name!r} already.")
        if due_on is not None:
            read_day(due_on, "due_on")
        milestone = {"name": name, "due_on": due_on, "state": "open"}
        self.tracker.milestones[name] = milestone
        return Answer(f"Created the milestone {name}.", milestone)

    def list_milestones(self, _arguments: Arguments) -> Answer:
        """Every milestone with how far it is."""
        found = []
        for name, milestone in self.tracker.milestones.items():
            states = Counter(issue["state"] for issue in self.tracker.issues.values() if issue["milestone"] == name)
            found.append({**milestone, "open_issues": states["open"], "closed_issues": states["closed"]})
        lines = [
            f"{item['name']} ({item['state']}, due {item['due_on']}): {item['open_issues']} open" for item in found
        ]
        return Answer("\n".join(lines), {"milestones": found})

    def close_milestone(self, arguments: Arguments) -> Answer:
        """Close a milestone, even while issues are open in it if the caller says so."""
        name = arguments["name"]
        milestone = self.tracker.find("milestone", self.tracker.milestones, name)
        left = [i["key"] for i in self.tracker.issues.values() if i["milestone"] == name and i["state"] == "open"]
        if left and not arguments.get("with_open_issues", False):
            raise DemoError(
                f"{name} still has open issues: {', '.join(left)}. Set with_open_issues to close it anyway."
            )
        milestone["state"] = "closed"
        return Answer(f"Closed the milestone {name}.", dict(milestone))


def tools(tracker: Tracker) -> Iterable[DemoTool]:
    """Six tools over one tracker."""
    act = PlanningTools(tracker)
    name = {"type": "string", "minLength": 1, "maxLength": 60}
    counts = {"type": "object", "additionalProperties": {"type": "integer"}}
    yield tool(
        "create_project",
        "Create a project with a key and a lead.",
        act.create_project,
        ADD,
        {"key": ref("project_key"), "name": name, "lead": ref("member")},
        ["key", "name", "lead"],
    )
    yield tool("list_projects", "List the projects and who leads them.", act.list_projects, READ, {})
    yield tool(
        "summarize_project",
        "Count the issues of a project by state, priority and label.",
        act.summarize_project,
        READ,
        {"project": ref("project_key")},
        ["project"],
        output=parameters(
            {"project": {"type": "string"}, "states": counts, "priorities": counts, "labels": counts},
            ["project", "states", "priorities", "labels"],
        ),
    )
    yield tool(
        "create_milestone",
        "Create a milestone with a due date.",
        act.create_milestone,
        ADD,
        {"name": name, "due_on": nullable(ref("day"))},
        ["name"],
    )
    yield tool("list_milestones", "List the milestones and their progress.", act.list_milestones, READ, {})
    yield tool(
        "close_milestone",
        "Close a milestone when its work is done.",
        act.close_milestone,
        SET,
        {"name": name, "with_open_issues": {"type": "boolean", "default": False}},
        ["name"],
    )
