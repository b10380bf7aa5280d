"""Everything about the highlighted line: a tool, a server, a problem."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from typing import Final

from workbench.disclosure.deferral import classify
from workbench.model import Annotations, Kind, Tool
from workbench.settings import ToolSearchSettings
from workbench.text import clip, one_line
from workbench.ui.format import count, number
from workbench.ui.panes.rows import Row, Span, paragraphs
from workbench.ui.panes.servers.words import SIGNS
from workbench.ui.screens.catalog.arranging import Hits, Place
from workbench.ui.screens.catalog.drawing import SEVERITY_SIGNS, STATE_TONES, kind_title
from workbench.ui.screens.catalog.entries import Entry, Problem

_LONGEST_TEXT: Final = 6_000
_LONGEST_LINE: Final = 600
_MOST_PROBLEMS: Final = 30
_MOST_NAMES: Final = 40
_LARGEST: Final = 8


def detail_rows(place: Place | None, settings: ToolSearchSettings) -> Iterator[Row]:
    """What there is to know about a line; `settings` tell why a tool is deferred or not."""
    if place is None:
        return
    if place.entry is None:
        yield from _group_rows(place.hits)
    elif place.entry.problem is not None:
        yield from _problem_rows(place.entry.problem, place.entry.source)
        if place.entry.tool is not None:
            yield Row()
            yield from _tool_rows(place.entry.tool, place.entry, (), settings)
    elif place.entry.tool is None:
        yield Row(((place.entry.name, "name"),))
        yield Row((("refused: not in the catalog, no model hears of it", "bad"),))
        yield from _problems(place.entry.problems, place.entry.source)
    else:
        yield from _tool_rows(place.entry.tool, place.entry, place.entry.problems, settings)


def empty_rows(view: str, *, filtered: bool) -> Iterator[Row]:
    """What is said where there is no line."""
    if filtered:
        yield Row((("Nothing here holds all these words. Escape empties the filter.", "dim"),))
    elif view == "Problems":
        yield Row((("Nothing to report: every tool was read as it stands, and each says what it does.", "dim"),))
    else:
        yield Row((("No tool yet: attach a server with F5 in the panes.", "dim"),))


def _tool_rows(tool: Tool, entry: Entry, problems: Sequence[Problem], settings: ToolSearchSettings) -> Iterator[Row]:
    yield Row(((one_line(tool.name), "name"),), ((f"{number(tool.schema_tokens)} tok", "dim"),))
    yield Row((("its own name  ", "dim"), (one_line(tool.original_name) or "(empty)", "text")), hang=14)
    if title := one_line(tool.title or tool.annotations.title):
        yield Row((("title         ", "dim"), (clip(title, _LONGEST_LINE), "text")), hang=14)
    kind = {Kind.MCP: "server", Kind.PLUGIN: "plugin", Kind.CORE: "core tools"}.get(tool.kind, str(tool.kind))
    yield Row((("comes from    ", "dim"), (one_line(tool.source), "text"), (f" · {kind}", "dim")), hang=14)
    yield Row((("state         ", "dim"), (entry.state, STATE_TONES[entry.state]), *_reason(tool, entry, settings)),
              hang=14)  # fmt: skip
    yield from _problems(problems, entry.source)
    yield Row()
    said = tool.description if isinstance(tool.description, str) else ""
    yield Row((("Description", "head"),), ((count(len(said), "character"), "dim"),) if said else ())
    yield from paragraphs(said[:_LONGEST_TEXT]) if said.strip() else [Row((("none", "warn"),))]
    if len(said) > _LONGEST_TEXT:
        yield Row(((f"… {number(len(said) - _LONGEST_TEXT)} more characters; Enter opens the tool.", "dim"),))
    yield Row()
    yield Row((("Annotations", "head"),))
    yield from _annotations(tool.annotations)
    yield Row()
    yield from _schema(tool)


def _reason(tool: Tool, entry: Entry, settings: ToolSearchSettings) -> tuple[Span, ...]:
    decision = classify(tool, settings)
    if entry.state == "not granted":
        return ((f" · toolset {one_line(tool.toolset)} is not granted", "dim"),)
    if decision.deferred != (entry.state == "deferred"):
        return ()
    return ((f" · {decision.reason}", "dim"),)


def _annotations(hints: Annotations) -> Iterator[Row]:
    for word, value in (
        ("read-only", hints.read_only),
        ("destructive", hints.destructive),
        ("idempotent", hints.idempotent),
        ("open world", hints.open_world),
    ):
        said = "not said" if value is None else "yes" if value else "no"
        yield Row(((word.ljust(14), "dim"), (said, "dim" if value is None else "text")))


def _schema(tool: Tool) -> Iterator[Row]:
    yield Row((("Schema", "head"),), ((f"{number(tool.schema_tokens)} tok in all", "dim"),))
    schema = tool.parameters
    if not isinstance(schema, Mapping):
        yield Row(((f"no object but {_json_kind(schema)}", "warn"),))
        return
    properties, required = schema.get("properties"), schema.get("required")
    names = [one_line(name) for name in properties] if isinstance(properties, Mapping) else []
    needed = {one_line(name) for name in required} if isinstance(required, list | tuple) else set()
    yield Row(((f"{count(len(names), 'parameter')}, {len(needed & set(names))} required", "text"),))
    if names:
        yield Row(tuple(_names(names, needed)), indent=2)
    if tool.output_schema is not None:
        yield Row((("promises a structured answer (output schema)", "dim"),))


def _names(names: Sequence[str], needed: set[str]) -> Iterator[Span]:
    for index, name in enumerate(names[:_MOST_NAMES]):
        yield (", " if index else "", "dim")
        yield (clip(name, 60), "key") if name in needed else (clip(name, 60), "dim")
        yield ("*" if name in needed else "", "key")
    if len(names) > _MOST_NAMES:
        yield (f" … and {len(names) - _MOST_NAMES} more", "dim")


def _json_kind(value: object) -> str:
    return {bool: "a truth value", str: "a text", list: "a list", type(None): "nothing"}.get(type(value), "a number")


def _problems(problems: Iterable[Problem], source: str) -> Iterator[Row]:
    shown = tuple(problems)
    for problem in shown[:_MOST_PROBLEMS]:
        yield Row()
        yield from _problem_rows(problem, source)
    if len(shown) > _MOST_PROBLEMS:
        yield Row()
        yield Row(((f"… {count(len(shown) - _MOST_PROBLEMS, 'more problem')}: see Problems.", "dim"),))


def _problem_rows(problem: Problem, source: str) -> Iterator[Row]:
    """What, where, what to do."""
    report = problem.report
    sign, tone = SEVERITY_SIGNS[report.severity]
    yield Row(((f"{sign} {report.severity}", tone), (f"  {kind_title(problem)}", "head")))
    for word, text in (
        ("what", report.problem),
        ("where", " · ".join(part for part in (report.where or source, report.key) if part)),
        ("given", report.given),
        ("used", report.used),
        ("to do", report.advice or _advice(problem)),
    ):
        if text:
            yield Row(((word.ljust(8), "dim"), (clip(one_line(text), _LONGEST_LINE), "text")), indent=2, hang=8)


def _advice(problem: Problem) -> str:
    """What to do about a problem whose report does not say it."""
    return {
        "refused": "Mend it at the server: nothing of it reaches the catalog as it stands.",
        "duplicate": "Give each tool of the server a name of its own.",
        "schema": "Mend the schema at the server: arguments are checked against what is left of it.",
        "description": "Mend the description at the server.",
        "orders": "Read the whole text before the tool is called; detach the server if it is not to be trusted.",
        "name": "Nothing, or give it a shorter, plainer name: a model calls it by the other one.",
        "other": "",
    }[problem.kind]


def _group_rows(hits: Hits) -> Iterator[Row]:
    group, view = hits.group, hits.group.view
    if group.key.startswith("problem:"):
        yield Row(((group.name, "name"),))
        yield Row(((count(len(group.entries), "problem"), "text"),))
        return
    yield Row(((group.name, "name"),), ((f"{number(hits.tokens)} tok", "dim"),))
    if view is not None:
        yield Row((("state         ", "dim"), (f"{SIGNS[view.status.state][0]} {view.status.state}", "text")))
        if view.status.reason:
            yield Row(((clip(one_line(view.status.reason), _LONGEST_LINE), "warn"),), indent=2)
        if view.status.advice:
            yield Row(((f"→ {clip(one_line(view.status.advice), _LONGEST_LINE)}", "text"),), indent=2)
        yield Row(
            (("reached by    ", "dim"), (f"{view.transport}  {clip(one_line(view.target), 300)}", "text")), hang=14
        )
        yield Row((("listing       ", "dim"), (f"{view.form}, {number(view.listing_tokens)} tok", "text")))
    if group.note:
        yield Row(((group.note, "dim"),))
    states: dict[str, int] = {}
    for entry in group.entries:
        states[entry.state] = states.get(entry.state, 0) + 1
    for state, amount in states.items():
        yield Row(((state.ljust(14), "dim"), (count(amount, "tool"), "text")))
    if hits.entries:
        yield Row()
        yield Row((("Largest tools", "head"),), (("tok", "dim"),))
        for entry in nlargest(_LARGEST, hits.entries, key=lambda entry: entry.tokens):
            if entry.tool is not None:
                yield Row(((entry.name, "text"),), ((number(entry.tokens), "text"),), lines=1)
    yield from _problems(group.problems, group.name)
