"""Reports sorted out: of what kind each is, and which tool it is about."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from workbench.disclosure.naming import MAX_NAME, reduced
from workbench.model import Kind, Report, Tool
from workbench.text import clip, one_line
from workbench.ui.screens.catalog.entries import Problem, ProblemKind

_NAMES_CUT_AT: Final = (MAX_NAME, 80)
"""Where reports cut the names they are about."""

_SHORTENED: Final = "go by a shortened name"
_SCHEMA_PARTS: Final = ("inputSchema", "outputSchema", "parameters", "properties")
_NOTHING_SAID: Final = "Say what the tool does: search, listing and model go by it."


class Subjects:
    """Finds the tool of one source that a report means by a clipped name, perhaps followed by a part of the tool."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            name = one_line(tool.original_name)
            for limit in _NAMES_CUT_AT:
                self._tools.setdefault(clip(name, limit), tool)

    def find(self, source: str, report: Report) -> Tool | None:
        """The tool, or None where the report is about the server or about a tool that is not there."""
        name = report.key
        server, colon, subject = report.where.partition(": ")
        if colon and server == clip(one_line(source), MAX_NAME):
            name = subject
        while name:
            if (tool := self._tools.get(name)) is not None:
                return tool
            name = name.rpartition(".")[0]
        return None


def kind_of(report: Report) -> ProblemKind:
    """What kind of problem a report tells of."""
    problem, part = report.problem, report.key.rpartition(".")[2]
    if report.used.endswith("left out") or problem.endswith("left out"):
        return "refused"
    if problem == "the name was sent twice":
        return "duplicate"
    if "gives the model orders" in problem or "hidden" in problem or "invisible" in problem:
        return "orders"
    if part == "description":
        return "description"
    if any(word in report.key for word in _SCHEMA_PARTS):
        return "schema"
    return "name" if _about_name(report) else "other"


def _about_name(report: Report) -> bool:
    problem = report.problem
    return "the name" in problem or _SHORTENED in problem


def problem_of(report: Report) -> Problem:
    """The report with its kind and subject."""
    return Problem(kind_of(report), one_line(report.key) or one_line(report.where), report)


def is_summary(report: Report) -> bool:
    """Whether the report only counts renamed tools, which `renamed` tells one by one."""
    return report.key == "names" and _SHORTENED in report.problem


def renamed(tools: Iterable[Tool], told: Mapping[str, object]) -> Iterator[tuple[Tool, Report]]:
    """The tools that go by another name than their own, but those in `told`, with a report for each."""
    for tool in tools:
        if tool.name in told or tool.kind is not Kind.MCP:
            continue
        wanted = f"mcp_{reduced(tool.source)}_{reduced(tool.original_name)}"
        if tool.name != wanted:
            why = "the name is too long" if len(wanted) > MAX_NAME else "the name is held by another tool or unusable"
            shown = clip(one_line(tool.original_name), MAX_NAME)
            yield tool, Report(clip(one_line(tool.source), MAX_NAME), shown, why, used=tool.name, severity="note")


def undescribed(tool: Tool) -> Report | None:
    """A report about a tool that does not say what it does."""
    if isinstance(tool.description, str) and tool.description.strip():
        return None
    shown = clip(one_line(tool.original_name), MAX_NAME) or "(empty name)"
    return Report(
        clip(one_line(tool.source), MAX_NAME),
        f"{shown}.description",
        "has no description",
        used="its name and parameters alone",
        advice=_NOTHING_SAID,
    )
