"""The issue tracker: what its tools do to its state, and what its schemas and its errors say."""

from typing import Any

from jsonschema import Draft202012Validator

from tests.demo.support import ask, client, definitions, refusal


async def test_the_seed_is_a_dozen_issues_of_three_projects() -> None:
    async with client("tracker") as connected:
        _, issues = await ask(connected, "list_issues")
        assert issues["total"] == 12
        _, projects = await ask(connected, "list_projects")
        assert [project["key"] for project in projects["projects"]] == ["SHOP", "PAY", "APP"]
        _, opened = await ask(connected, "list_issues", state="open")
        assert opened["total"] == 10


async def test_an_issue_from_its_creation_to_its_end() -> None:
    async with client("tracker") as connected:
        _, made = await ask(
            connected,
            "create_issue",
            project="PAY",
            title="Receipts lack the tax number",
            details={"assignee": None, "labels": ["bug"], "estimate": {"amount": 2, "unit": "hours"}},
        )
        assert (made["key"], made["state"], made["estimate"]["unit"]) == ("PAY-4", "open", "hours")
        await ask(connected, "assign_issue", issue="PAY-4", assignee="omar")
        await ask(connected, "update_issue", issue="PAY-4", changes={"priority": "high", "due_on": "2026-07-01"})
        await ask(connected, "add_labels", issue="PAY-4", labels=["security", "bug"])
        await ask(connected, "remove_labels", issue="PAY-4", labels=["bug"])
        await ask(connected, "add_comment", issue="PAY-4", body="Seen on every receipt.", author="lotte")
        await ask(connected, "close_issue", issue="PAY-4", reason="duplicate")
        _, issue = await ask(connected, "get_issue", issue="PAY-4")
        wanted = {
            "assignee": "omar",
            "priority": "high",
            "labels": ["security"],
            "state": "closed",
            "reason": "duplicate",
        }
        assert issue["state"] == "closed"
        assert {key: issue[key] for key in wanted} == wanted
        assert (await ask(connected, "search_issues", query="every receipt"))[1]["issues"][0]["key"] == "PAY-4"
        await ask(connected, "reopen_issue", issue="PAY-4")
        await ask(connected, "assign_issue", issue="PAY-4", assignee=None)
        _, issue = await ask(connected, "get_issue", issue="PAY-4")
        assert (issue["assignee"], "reason" in issue) == (None, False)


async def test_filters_hold_together() -> None:
    async with client("tracker") as connected:
        for arguments, keys in (
            ({"project": "SHOP", "state": "closed"}, ["SHOP-4"]),
            ({"filter": {"assignee": "kenji"}}, ["APP-1", "APP-4"]),
            ({"filter": {"labels": ["bug", "security"]}}, ["PAY-1"]),
            ({"filter": {"due": {"on": "2026-06-01"}}}, ["SHOP-2"]),
            ({"filter": {"due": {"from": "2026-03-01", "to": "2026-06-30"}}}, ["SHOP-2", "PAY-1"]),
            ({"project": "SHOP", "filter": {"assignee": None, "priority": "low"}}, ["SHOP-4"]),
        ):
            _, data = await ask(connected, "list_issues", **arguments)
            assert [issue["key"] for issue in data["issues"]] == keys, arguments
        text, data = await ask(connected, "list_issues", limit=5)
        assert (len(data["issues"]), data["total"]) == (5, 12)
        assert text.endswith("… and 7 more")


async def test_links_are_seen_from_both_sides_and_once() -> None:
    async with client("tracker") as connected:
        for _ in range(2):
            await ask(connected, "link_issues", issue="APP-1", kind="blocks", target="APP-2")
        _, other = await ask(connected, "get_issue", issue="APP-2")
        assert other["links"] == [{"kind": "is blocked by", "target": "APP-1"}]
        assert "itself" in await refusal(connected, "link_issues", issue="APP-1", kind="blocks", target="APP-1")


async def test_a_bulk_change_is_made_to_all_or_to_none() -> None:
    async with client("tracker") as connected:
        arguments: dict[str, Any] = {"issues": ["APP-1", "APP-9"], "changes": {"priority": "low"}}
        assert "no issue 'APP-9'" in await refusal(connected, "bulk_update_issues", **arguments)
        assert (await ask(connected, "get_issue", issue="APP-1"))[1]["priority"] == "urgent"
        arguments["issues"] = ["APP-1", "APP-2"]
        _, changed = await ask(connected, "bulk_update_issues", **arguments)
        assert [issue["priority"] for issue in changed["issues"]] == ["low", "low"]


async def test_comments_labels_milestones_members_and_projects() -> None:
    async with client("tracker") as connected:
        _, comments = await ask(connected, "list_comments", issue="SHOP-1")
        assert [comment["author"] for comment in comments["comments"]] == ["omar", "ines"]
        await ask(connected, "delete_comment", comment_id=1)
        _, comments = await ask(connected, "list_comments", issue="SHOP-1")
        assert [comment["id"] for comment in comments["comments"]] == [2]

        await ask(connected, "create_label", name="design", colour="#123456")
        await ask(connected, "add_labels", issue="SHOP-5", labels=["design"])
        _, labels = await ask(connected, "list_labels")
        assert labels["labels"][-1] == {"name": "design", "colour": "#123456", "issues": 1}

        await ask(connected, "create_milestone", name="Autumn", due_on=None)
        await ask(connected, "close_milestone", name="Autumn")
        assert "PAY-1" in await refusal(connected, "close_milestone", name="Spring release")
        await ask(connected, "close_milestone", name="Spring release", with_open_issues=True)
        _, milestones = await ask(connected, "list_milestones")
        assert [item["state"] for item in milestones["milestones"]] == ["closed", "open", "closed"]

        _, members = await ask(connected, "list_members")
        assert {item["user"]: item["open_issues"] for item in members["members"]} == {
            "ines": 1,
            "omar": 1,
            "lotte": 2,
            "kenji": 2,
        }
        await ask(connected, "create_project", key="OPS", name="Operations", lead="lotte")
        _, summary = await ask(connected, "summarize_project", project="SHOP")
        assert summary["states"] == {"open": 4, "closed": 1}


async def test_errors_say_what_there_is_instead() -> None:
    async with client("tracker") as connected:
        assert await refusal(connected, "get_issue", issue="SHOP-99") == (
            "There is no issue 'SHOP-99'. Did you mean SHOP-5 or SHOP-4 or SHOP-3?"
        )
        assert "Did you mean kenji?" in await refusal(connected, "assign_issue", issue="APP-1", assignee="kenj")
        assert "is closed already, as completed" in await refusal(connected, "close_issue", issue="SHOP-4")
        assert "is open" in await refusal(connected, "reopen_issue", issue="SHOP-1")
        assert "no label 'nonsense'" in await refusal(connected, "add_labels", issue="SHOP-1", labels=["nonsense"])
        assert "does not carry docs" in await refusal(connected, "remove_labels", issue="SHOP-1", labels=["docs"])
        assert "already" in await refusal(connected, "create_project", key="SHOP", name="x", lead="omar")
        assert "no comment 77" in await refusal(connected, "delete_comment", comment_id=77)


async def test_a_refused_change_changes_nothing() -> None:
    async with client("tracker") as connected:
        _, before = await ask(connected, "get_issue", issue="SHOP-1")
        await refusal(connected, "update_issue", issue="SHOP-1", changes={"title": "x", "assignee": "nobody"})
        await refusal(connected, "update_issue", issue="SHOP-1", changes={})
        assert (await ask(connected, "get_issue", issue="SHOP-1"))[1] == before


def test_schemas_use_references_enums_nesting_and_null() -> None:
    schema = {entry["name"]: entry["inputSchema"] for entry in definitions("tracker")}["create_issue"]
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    good = {"project": "SHOP", "title": "x", "details": {"assignee": None, "due_on": "2026-01-01"}}
    assert validator.is_valid(good)
    for details in (
        {"priority": "soon"},
        {"assignee": 7},
        {"labels": ["bug", "bug"]},
        {"estimate": {"amount": 0, "unit": "hours"}},
        {"estimate": {"amount": 1}},
        {"checklist": [{"done": True}]},
        {"due_on": "2026-13-01"},
        {"other": 1},
    ):
        assert not validator.is_valid({**good, "details": details}), details


def test_every_definition_under_defs_is_referred_to() -> None:
    for entry in definitions("tracker"):
        text = repr(entry["inputSchema"])
        for name in entry["inputSchema"].get("$defs", {}):
            assert f"#/$defs/{name}'" in text, (entry["name"], name)
