"""From a session's state to what the catalog browser lists. For many thousand tools this belongs in a thread."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from workbench.model import Kind, Report, ServerState, Source, Tool
from workbench.session import ServerView, SessionState
from workbench.text import clip, one_line
from workbench.ui.screens.catalog.entries import (
    PROBLEM_TITLES,
    SEVERITIES,
    Entry,
    Group,
    Problem,
    Shelf,
    State,
)
from workbench.ui.screens.catalog.problems import Subjects, is_summary, problem_of, renamed, undescribed

_LONGEST_NAME: Final = 200
_OWN: Final = {Kind.CORE: "core tools", Kind.PLUGIN: "plugin", Kind.CONNECTORS: "connector"}


def read_shelf(state: SessionState, own: Sequence[Source] = ()) -> Shelf:
    """Everything there is to browse in this state; `own` is what the agent brings, granted or not."""
    tools = _by_source(state)
    groups = [_own_group(source, tools) for source in own]
    groups += [_server_group(view, tools.pop(f"{Kind.MCP}:{view.name}", {})) for view in state.servers]
    groups += [_other_group(key, entries) for key, entries in tools.items() if entries]
    told = {report for view in state.servers for report in view.reports}
    rest = [problem_of(report) for report in state.reports if report not in told]
    wrong = _by_kind(groups, [problem for problem in rest if problem.kind == "refused"])
    return Shelf(tuple(groups), wrong, sum(entry.tool is not None for group in groups for entry in group.entries))


def _by_source(state: SessionState) -> dict[str, dict[str, tuple[Tool, State]]]:
    """The granted tools by the key of their source and by name, in the order of the assembly."""
    found: dict[str, dict[str, tuple[Tool, State]]] = {}
    places: tuple[tuple[State, tuple[Tool, ...]], ...] = (
        ("visible", state.assembly.visible),
        ("deferred", state.assembly.deferred),
    )
    for place, tools in places:
        for tool in tools:
            found.setdefault(f"{tool.kind}:{tool.source}", {})[tool.name] = tool, place
    return found


def _own_group(source: Source, tools: dict[str, dict[str, tuple[Tool, State]]]) -> Group:
    granted = tools.pop(source.key, {})
    missing: State = "not granted"
    every = [granted.get(tool.name, (tool, missing)) for tool in source.tools]
    return _group(source.key, _own_name(source.kind, source.name), every, ())


def _other_group(key: str, tools: dict[str, tuple[Tool, State]]) -> Group:
    first = next(iter(tools.values()))[0]
    return _group(key, _own_name(first.kind, first.source), tools.values(), ())


def _own_name(kind: Kind, name: str) -> str:
    word, name = _OWN.get(kind, ""), one_line(name)
    return word if not name or name == str(kind) else f"{name} · {word}" if word else name


def _server_group(view: ServerView, tools: dict[str, tuple[Tool, State]]) -> Group:
    group = _group(f"{Kind.MCP}:{view.name}", clip(one_line(view.name), _LONGEST_NAME), tools.values(), view.reports)
    return replace(group, view=view, note=_note(view, bool(tools)))


def _note(view: ServerView, has_tools: bool) -> str:
    if view.status.state is not ServerState.READY:
        return str(view.status.state)
    if not has_tools and view.tools:
        return f"{view.tools:,} tools, not granted to the session"
    return "" if has_tools else "no tools"


def _group(key: str, name: str, tools: Iterable[tuple[Tool, State]], reports: Iterable[Report]) -> Group:
    """A group with each report at the tool it is about; what was refused comes at the end."""
    tools = tuple(tools)
    source = tools[0][0].source if tools else name
    at_tools, refused, rest = _distribute(source, [tool for tool, _ in tools], reports)
    entries = [_entry(key, tool, state, at_tools.get(tool.name, ())) for tool, state in tools]
    entries += [_refused(key, name, number, problem) for number, problem in enumerate(refused)]
    return Group(key, name, tuple(entries), problems=tuple(rest))


def _distribute(
    source: str, tools: Sequence[Tool], reports: Iterable[Report]
) -> tuple[dict[str, list[Problem]], list[Problem], list[Problem]]:
    """Problems by the tool's name, those of refused tools, those of the server."""
    reports = tuple(reports)
    subjects = Subjects(tools if reports else ())
    at_tools: dict[str, list[Problem]] = {}
    refused: list[Problem] = []
    rest: list[Problem] = []
    for report in reports:
        problem = problem_of(report)
        tool = subjects.find(source, report)
        if problem.kind == "refused" and tool is None:
            refused.append(problem)
        elif tool is not None:
            at_tools.setdefault(tool.name, []).append(problem)
        elif not is_summary(report):
            rest.append(problem)
    if any(map(is_summary, reports)):
        told = {name for name, problems in at_tools.items() if any(problem.kind == "name" for problem in problems)}
        for tool, report in renamed(tools, dict.fromkeys(told)):
            at_tools.setdefault(tool.name, []).append(problem_of(report))
    for tool in tools:
        if (report_ := undescribed(tool)) is not None:
            at_tools.setdefault(tool.name, []).append(problem_of(report_))
    return at_tools, refused, rest


def _entry(key: str, tool: Tool, state: State, problems: Sequence[Problem]) -> Entry:
    name = tool.original_name
    if not name.isidentifier():
        name = clip(one_line(name), _LONGEST_NAME) or "(empty name)"
    searched = f"{tool.name}\n{tool.original_name}\n{tool.title}\n{tool.description}".casefold()
    return Entry((key, tool.name), name, state, searched, tool, tuple(problems), source=tool.source)


def _refused(key: str, source: str, number: int, problem: Problem) -> Entry:
    searched = f"{problem.subject}\n{problem.report.problem}".casefold()
    name = clip(problem.subject, _LONGEST_NAME)
    return Entry((key, number), name, "refused", searched, None, (problem,), source=source)


def _by_kind(groups: Sequence[Group], rest: Sequence[Problem]) -> tuple[Group, ...]:
    """All problems as entries, the gravest kinds first, within a kind the gravest problems."""
    found: dict[str, list[Entry]] = {kind: [] for kind in PROBLEM_TITLES}
    for number, (problem, entry, source) in enumerate(_all_problems(groups, rest)):
        report = problem.report
        searched = f"{source}\n{problem.subject}\n{report.problem}\n{report.given}\n{report.advice}".casefold()
        found[problem.kind].append(
            Entry(
                ("problem", number),
                entry.name if entry else clip(problem.subject, _LONGEST_NAME),
                entry.state if entry else "refused" if problem.kind == "refused" else "visible",
                searched,
                entry.tool if entry else None,
                (problem,),
                problem,
                source,
            )
        )
    return tuple(
        Group(f"problem:{kind}", title, tuple(sorted(found[kind], key=_gravity)))
        for kind, title in PROBLEM_TITLES.items()
        if found[kind]
    )


def _gravity(entry: Entry) -> int:
    return SEVERITIES.index(entry.severity)


def _all_problems(groups: Sequence[Group], rest: Sequence[Problem]) -> Iterator[tuple[Problem, Entry | None, str]]:
    for group in groups:
        for problem in group.problems:
            yield problem, None, group.name
        for entry in group.entries:
            for problem in entry.problems:
                yield problem, entry, group.name
    for problem in rest:
        yield problem, None, one_line(problem.report.where)
