"""The "tracker" demo server: an issue tracker of twenty-four tools with state."""

from collections.abc import Callable

from workbench.demo.toolbox import HandTools


def tracker_tools(clock: Callable[[], float]) -> HandTools:
    """The tools over a fresh tracker with its seed of projects, issues, comments, labels and milestones."""
    from workbench.demo.tracker import discussion, issues, planning, triage
    from workbench.demo.tracker.seed import seeded

    tracker = seeded(clock)
    return HandTools(
        (*issues.tools(tracker), *triage.tools(tracker), *discussion.tools(tracker), *planning.tools(tracker))
    )
