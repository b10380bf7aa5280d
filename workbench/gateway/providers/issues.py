"""Issues: projects, issues and comments of one organisation's tracker."""

from typing import Any

from workbench.gateway.errors import provider_error
from workbench.gateway.providers.kit import (
    Arguments,
    Connector,
    ProviderTool,
    body,
    choice,
    limit,
    listed,
    schema,
    text,
    texts,
    words_in,
)
from workbench.gateway.store.records import Box, Record


def _list_projects(box: Box, _: Arguments) -> dict[str, Any]:
    return {"projects": box.all("project")}


def _create_project(box: Box, arguments: Arguments) -> dict[str, Any]:
    key = arguments["key"]
    if box.all("project", lambda project: project["key"] == key):
        raise provider_error(f"There is a project {key} already.")
    return {"project": box.add("project", key=key, name=arguments["name"], last_number=0)}


def _add(box: Box, key: str, values: Record) -> Record:
    project = next(iter(box.all("project", lambda project: project["key"] == key)), None)
    if project is None:
        raise provider_error(f"There is no project {key[:20]!r}.", "ISSUES_LIST_PROJECTS lists them.")
    number = project["last_number"] + 1
    box.change("project", project["id"], last_number=number)
    usual = {"status": "open", "priority": "normal", "assignee": "", "labels": [], "description": ""}
    return box.add("issue", key=f"{key}-{number}", created=box.now(), updated=box.now(), **{**usual, **values})


def _create(box: Box, arguments: Arguments) -> dict[str, Any]:
    values = {key: value for key, value in arguments.items() if key != "project"}
    return {"issue": _add(box, arguments["project"], values)}


def _find(box: Box, key: str) -> Record:
    found = box.all("issue", lambda issue: key in (issue["key"], issue["id"]))
    if not found:
        raise provider_error(f"There is no issue {key[:40]!r}.", "ISSUES_SEARCH_ISSUES finds keys.")
    return found[0]


def _get(box: Box, arguments: Arguments) -> dict[str, Any]:
    issue = _find(box, arguments["issue"])
    return {"issue": issue, "comments": box.all("comment", lambda comment: comment["issue"] == issue["key"])}


def _list(box: Box, arguments: Arguments) -> dict[str, Any]:
    wanted = {key: arguments[key] for key in ("status", "priority", "assignee") if key in arguments}
    prefix = f"{arguments['project']}-" if "project" in arguments else ""
    label = arguments.get("label")

    def fits(issue: Record) -> bool:
        return (
            all(issue[key] == value for key, value in wanted.items())
            and issue["key"].startswith(prefix)
            and label in (None, *issue["labels"])
        )

    return listed("issues", box.all("issue", fits), arguments)


def _search(box: Box, arguments: Arguments) -> dict[str, Any]:
    query = arguments["query"]
    found = box.all("issue", lambda issue: words_in(query, issue["key"], issue["title"], issue["description"]))
    return listed("issues", found, arguments)


def _change(box: Box, key: str, **values: Any) -> dict[str, Any]:
    return {"issue": box.change("issue", _find(box, key)["id"], updated=box.now(), **values)}


def _update(box: Box, arguments: Arguments) -> dict[str, Any]:
    return _change(box, arguments["issue"], **{key: value for key, value in arguments.items() if key != "issue"})


def _assign(box: Box, arguments: Arguments) -> dict[str, Any]:
    return _change(box, arguments["issue"], assignee=arguments.get("assignee", ""))


def _close(box: Box, arguments: Arguments) -> dict[str, Any]:
    if _find(box, arguments["issue"])["status"] == "closed":
        raise provider_error("The issue is closed already.")
    return _change(box, arguments["issue"], status="closed", resolution=arguments.get("resolution", "done"))


def _reopen(box: Box, arguments: Arguments) -> dict[str, Any]:
    return _change(box, arguments["issue"], status="open", resolution="")


def _label(box: Box, arguments: Arguments) -> dict[str, Any]:
    labels = [*_find(box, arguments["issue"])["labels"], *arguments["labels"]]
    return _change(box, arguments["issue"], labels=list(dict.fromkeys(labels)))


def _comment(box: Box, arguments: Arguments) -> dict[str, Any]:
    issue = _find(box, arguments["issue"])
    made = box.add("comment", issue=issue["key"], author=box.account, body=arguments["body"], created=box.now())
    return {"comment": made}


def _comments(box: Box, arguments: Arguments) -> dict[str, Any]:
    key = _find(box, arguments["issue"])["key"]
    return listed("comments", box.all("comment", lambda comment: comment["issue"] == key), arguments)


def _seed(box: Box) -> None:
    for key, name in (("PORT", "Harbour portal"), ("OPS", "Operations")):
        box.add("project", key=key, name=name, last_number=0)
    for project, title, words, priority, assignee, labels in (
        ("PORT", "Berth map is empty after midnight", "The query's date is not local.", "high", "mara", ["bug"]),
        ("PORT", "Export the tariff table as CSV", "Asked for by three customers.", "normal", "", ["feature"]),
        ("PORT", "Search forgets accents", "Looking for 'Malmö' by 'Malmo' finds nothing.", "low", "tomas", ["bug"]),
        ("OPS", "Renew the certificate of the mail relay", "It runs out this month.", "urgent", "ines", []),
        ("OPS", "Disk of the build host fills up", "Old images are never deleted.", "normal", "tomas", ["chore"]),
    ):  # fmt: skip
        values = {"title": title, "description": words, "priority": priority, "assignee": assignee, "labels": labels}
        _add(box, project, values)
    box.add("comment", issue="PORT-1", author="tomas", body="Seen in production as well.", created=box.now(-1))


_ISSUE = text("Key of the issue, such as PORT-1.", 60)
_STATUS = choice("State.", "open", "in progress", "closed")
_PRIORITY = choice("How urgent.", "low", "normal", "high", "urgent")

ISSUES = Connector(
    name="issues",
    title="Issues",
    summary="An issue tracker: report, find, discuss and close issues.",
    scopes=(
        "See all projects, issues and comments",
        "Create, change, assign and close issues",
        "Comment in your name",
    ),
    suggested_accounts=("harbour-systems", "ines-private"),
    seed=_seed,
    guidance="Issues are named by their key, such as PORT-1. Search before a new one is created.",
    finders={"issue": "ISSUES_SEARCH_ISSUES", "project": "ISSUES_LIST_PROJECTS"},
    tools=(
        ProviderTool("ISSUES_LIST_PROJECTS", "List the tracker's projects.", schema(), _list_projects),
        ProviderTool(
            "ISSUES_CREATE_PROJECT",
            "Create a project in the tracker.",
            schema("key name", key={**text("Short key.", 10), "pattern": "^[A-Z]{2,10}$"}, name=text("Name.", 200)),
            _create_project,
        ),
        ProviderTool(
            "ISSUES_CREATE_ISSUE",
            "Create an issue: report a bug, ask for a feature, note a task.",
            schema(
                "project title",
                project=text("Key of the project.", 20),
                title=text("Title.", 300),
                description=body("What it is about."),
                priority=_PRIORITY,
                assignee=text("Who works on it.", 100),
                labels=texts("Labels."),
            ),
            _create,
            "A second issue of the same title is not refused.",
        ),
        ProviderTool("ISSUES_GET_ISSUE", "Show an issue with its comments.", schema("issue", issue=_ISSUE), _get),
        ProviderTool(
            "ISSUES_LIST_ISSUES",
            "List issues by project, state, priority, assignee or label.",
            schema(
                project=text("Key of the project.", 20),
                status=_STATUS,
                priority=_PRIORITY,
                assignee=text("Who works on it.", 100),
                label=text("A label.", 100),
                limit=limit(),
            ),
            _list,
        ),
        ProviderTool(
            "ISSUES_SEARCH_ISSUES",
            "Search issues by words in title or description.",
            schema("query", query=text("Words."), limit=limit()),
            _search,
        ),
        ProviderTool(
            "ISSUES_UPDATE_ISSUE",
            "Change fields of an issue; what is not given stays.",
            schema(
                "issue",
                issue=_ISSUE,
                title=text("Title.", 300),
                description=body("What it is about."),
                priority=_PRIORITY,
                status=_STATUS,
            ),
            _update,
        ),
        ProviderTool(
            "ISSUES_ASSIGN_ISSUE",
            "Give an issue to somebody, or to nobody.",
            schema("issue", issue=_ISSUE, assignee=text("Who works on it; empty for nobody.", 100, 0)),
            _assign,
        ),
        ProviderTool(
            "ISSUES_CLOSE_ISSUE",
            "Close an issue as resolved.",
            schema("issue", issue=_ISSUE, resolution=choice("Why.", "done", "duplicate", "will not do")),
            _close,
        ),
        ProviderTool("ISSUES_REOPEN_ISSUE", "Open a closed issue again.", schema("issue", issue=_ISSUE), _reopen),
        ProviderTool(
            "ISSUES_ADD_LABELS",
            "Put labels on an issue.",
            schema("issue labels", issue=_ISSUE, labels=texts("Labels.", 1)),
            _label,
        ),
        ProviderTool(
            "ISSUES_ADD_COMMENT",
            "Comment on an issue.",
            schema("issue body", issue=_ISSUE, body=text("The comment.", 50_000)),
            _comment,
        ),
        ProviderTool(
            "ISSUES_LIST_COMMENTS", "List an issue's comments.", schema("issue", issue=_ISSUE, limit=limit()), _comments
        ),
    ),
)
