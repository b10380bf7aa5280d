"""A tool that takes its time, reports its progress and can be cancelled at any step."""

import asyncio
from collections.abc import Iterable

from workbench.demo.toolbox import READ, Answer, Arguments, DemoTool, ReportProgress, parameters


def tools() -> Iterable[DemoTool]:
    """`count_slowly`."""
    yield DemoTool(
        "count_slowly",
        "Count slowly",
        "Count up to a number over some seconds and report the progress.",
        parameters(
            {
                "to": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 10},
                "seconds": {
                    "type": "number",
                    "minimum": 0,
                    "maximum": 600,
                    "default": 5,
                    "description": "Time for the whole count.",
                },
            }
        ),
        READ,
        _count,
        parameters({"counted": {"type": "integer"}}, ["counted"]),
    )


async def _count(arguments: Arguments, report: ReportProgress) -> Answer:
    goal = int(arguments.get("to", 10))
    pause = float(arguments.get("seconds", 5)) / goal
    await report(0, goal, "starting")
    for number in range(1, goal + 1):
        await asyncio.sleep(pause)
        await report(number, goal, f"{number} of {goal}")
    return Answer(f"Counted to {goal}.", {"counted": goal})
