"""Comments on issues, and the members who write them."""

from collections.abc import Iterable
from dataclasses import dataclass

from workbench.demo.toolbox import ADD, DESTROY, READ, Answer, Arguments, DemoError, DemoTool
from workbench.demo.tracker.schemas import ref, tool
from workbench.demo.tracker.state import Tracker


@dataclass(frozen=True, slots=True)
class DiscussionTools:
    """What the tools of this file do to one tracker."""

    tracker: Tracker

    def add_comment(self, arguments: Arguments) -> Answer:
        """Write a comment below an issue."""
        issue = self.tracker.issue(arguments["issue"])
        author = arguments.get("author", "ines")
        self.tracker.find("member", self.tracker.members, author)
        number = self.tracker.number("comment")
        comment = {
            "id": number,
            "issue": issue["key"],
            "author": author,
            "body": arguments["body"],
            "added": self.tracker.now(),
        }
        self.tracker.comments[number] = comment
        self.tracker.touch(issue, {})
        return Answer(f"Added comment {number} to {issue['key']}.", comment)

    def list_comments(self, arguments: Arguments) -> Answer:
        """The comments of one issue, oldest first."""
        issue = self.tracker.issue(arguments["issue"])
        found = [comment for comment in self.tracker.comments.values() if comment["issue"] == issue["key"]]
        lines = [f"{comment['id']}. {comment['author']}: {comment['body']}" for comment in found]
        return Answer("\n".join(lines) or "No comments.", {"comments": found})

    def delete_comment(self, arguments: Arguments) -> Answer:
        """Remove one comment."""
        number = arguments["comment_id"]
        if number not in self.tracker.comments:
            raise DemoError(f"There is no comment {number}; list_comments shows the numbers.")
        comment = self.tracker.comments.pop(number)
        return Answer(f"Deleted comment {number} of {comment['issue']}.")

    def list_members(self, _arguments: Arguments) -> Answer:
        """Who can be assigned, and how many open issues each has."""
        members = [
            {
                "user": user,
                "name": name,
                "open_issues": sum(
                    issue["assignee"] == user and issue["state"] == "open" for issue in self.tracker.issues.values()
                ),
            }
            for user, name in self.tracker.members.items()
        ]
        lines = [f"{member['user']}: {member['name']}, {member['open_issues']} open" for member in members]
        return Answer("\n".join(lines), {"members": members})


def tools(tracker: Tracker) -> Iterable[DemoTool]:
    """Four tools over one tracker."""
    act = DiscussionTools(tracker)
    one = {"issue": ref("issue_key")}
    body = {"type": "string", "minLength": 1, "maxLength": 20000, "description": "Text in Markdown."}
    yield tool(
        "add_comment",
        "Comment on an issue.",
        act.add_comment,
        ADD,
        {**one, "body": body, "author": {**ref("member"), "default": "ines"}},
        ["issue", "body"],
    )
    yield tool("list_comments", "List the comments of an issue.", act.list_comments, READ, one, ["issue"])
    yield tool(
        "delete_comment",
        "Delete a comment for good.",
        act.delete_comment,
        DESTROY,
        {"comment_id": {"type": "integer", "minimum": 1}},
        ["comment_id"],
    )
    yield tool("list_members", "List the team members and their open work.", act.list_members, READ, {})
