"""What the tracker holds when it starts: three projects of a small shop and a dozen issues."""

from collections.abc import Callable

from workbench.demo.tracker.state import Tracker
from workbench.model import Json


def seeded(clock: Callable[[], float]) -> Tracker:
    """A fresh tracker."""
    tracker = Tracker(clock)
    tracker.members = {"ines": "Inês Duarte", "omar": "Omar Haddad", "lotte": "Lotte Brandt", "kenji": "Kenji Mori"}
    tracker.projects = {
        "SHOP": {"key": "SHOP", "name": "Web shop", "lead": "ines"},
        "PAY": {"key": "PAY", "name": "Payments", "lead": "omar"},
        "APP": {"key": "APP", "name": "Mobile app", "lead": "kenji"},
    }
    tracker.labels = {
        name: {"name": name, "colour": colour}
        for name, colour in (
            ("bug", "#d73a4a"),
            ("feature", "#0e8a16"),
            ("docs", "#0075ca"),
            ("security", "#b60205"),
            ("performance", "#fbca04"),
        )
    }
    tracker.milestones = {
        "Spring release": {"name": "Spring release", "due_on": "2026-04-15", "state": "open"},
        "Summer sale": {"name": "Summer sale", "due_on": "2026-06-20", "state": "open"},
    }
    for project, values in _issues():
        tracker.add_issue(project, values)
    tracker.issues["SHOP-4"].update(state="closed", reason="completed")
    tracker.issues["APP-3"].update(state="closed", reason="not planned")
    tracker.issues["PAY-1"]["links"] = [{"kind": "blocks", "target": "SHOP-2"}]
    tracker.issues["SHOP-2"]["links"] = [{"kind": "is blocked by", "target": "PAY-1"}]
    for key, author, body in (
        ("SHOP-1", "omar", "Only in Safari, and only with an empty basket."),
        ("SHOP-1", "ines", "The badge reads the count before the basket is loaded."),
        ("PAY-1", "lotte", "The bank confirmed it: the retry carries a new reference."),
    ):
        number = tracker.number("comment")
        tracker.comments[number] = {"id": number, "issue": key, "author": author, "body": body, "added": tracker.now()}
    return tracker


def _issues() -> tuple[tuple[str, dict[str, Json]], ...]:
    return (
        (
            "SHOP",
            {
                "title": "Basket badge shows the count of the last visitor",
                "body": "Open the shop in a private window: the badge shows a number although the basket is empty.",
                "priority": "high",
                "assignee": "ines",
                "labels": ["bug"],
                "milestone": "Spring release",
                "estimate": {"amount": 3, "unit": "hours"},
            },
        ),
        (
            "SHOP",
            {
                "title": "Let customers pay an order in two parts",
                "body": "Half at the order, half at delivery.",
                "labels": ["feature"],
                "milestone": "Summer sale",
                "due_on": "2026-06-01",
                "checklist": [
                    {"text": "Terms agreed", "done": True},
                    {"text": "Invoice shows both parts", "done": False},
                ],
            },
        ),
        (
            "SHOP",
            {
                "title": "Search takes four seconds for two letters",
                "priority": "high",
                "assignee": "lotte",
                "labels": ["bug", "performance"],
            },
        ),
        ("SHOP", {"title": "Describe the return policy on the order page", "priority": "low", "labels": ["docs"]}),
        (
            "SHOP",
            {"title": "Product photos are cut off on narrow screens", "assignee": "lotte", "labels": ["bug"]},
        ),
        (
            "PAY",
            {
                "title": "A retried payment is charged twice",
                "body": "When the bank answers late, the retry goes out as a new payment.",
                "priority": "urgent",
                "assignee": "omar",
                "labels": ["bug", "security"],
                "milestone": "Spring release",
                "due_on": "2026-03-20",
            },
        ),
        ("PAY", {"title": "Refunds need a second approval above 500 euros", "labels": ["feature", "security"]}),
        ("PAY", {"title": "Write down how to rotate the signing key", "priority": "low", "labels": ["docs"]}),
        (
            "APP",
            {
                "title": "App crashes when the camera permission is denied",
                "priority": "urgent",
                "assignee": "kenji",
                "labels": ["bug"],
                "milestone": "Spring release",
            },
        ),
        ("APP", {"title": "Dark colours for the order history", "labels": ["feature"], "milestone": "Summer sale"}),
        ("APP", {"title": "Support phones older than six years", "priority": "low", "labels": ["feature"]}),
        (
            "APP",
            {
                "title": "Start-up takes three seconds without a network",
                "assignee": "kenji",
                "labels": ["performance"],
                "estimate": {"amount": 5, "unit": "points"},
            },
        ),
    )
