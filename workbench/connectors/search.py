"""From the gateway's answers to tools that are searched, described and called like any others (spec 4.3). Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from workbench.connectors.errors import GatewayError
from workbench.connectors.names import ConnectorName, compose, name_hits, parse, slugs
from workbench.connectors.shapes import SchemaEntry, SchemasAnswer, SearchAnswer, SearchResult
from workbench.disclosure.definitions import function_definition
from workbench.model import Kind, Report, Schema, Source, Tool
from workbench.search.segment import Segment, build_segment
from workbench.search.terms import Analyzer
from workbench.text import clip, estimate_tokens, one_line

TOOLSET: Final = "connectors"
MAX_HITS: Final = 200
"""Hits of one query that are ranked; honest gateways send a few dozen."""

_MAX_REPORTS: Final = 50
_WHERE: Final = "gateway"


@dataclass(frozen=True)
class Hits:
    """What the gateway adds to one `tool_search`.

    `segments` holds the connector documents of each query that has any, under the query's text: an answer to a query
    that is no longer asked finds no taker. `tools` has every hit once, by its model-facing name. `degraded` says in
    stable words why hits are missing; it is for people and never reaches a model.
    """

    segments: Mapping[str, Segment] = field(default_factory=dict)
    tools: Mapping[str, Tool] = field(default_factory=dict)
    reports: tuple[Report, ...] = ()
    degraded: str = ""


def read_hits(queries: Sequence[str], answer: SearchAnswer, analyzer: Analyzer) -> Hits:
    """The hits of each query, those left out reported.

    A group counts only where the use case it echoes is the query at its index; a slug only with its schema. Twins are
    settled over the whole answer, so that one name means one tool in all of it.
    """
    reports = [Report(_WHERE, "schemas", problem, used="tool left out") for problem in answer.problems]
    groups = _groups(queries, answer.results, reports)
    entries = {at: _with_schema(row, answer.schemas, reports) for at, row in groups.items()}
    named, naming = name_hits((entry.connector, entry.slug) for found in entries.values() for entry in found)
    reports += naming
    made: dict[str, Tool] = {}
    segments: dict[str, Segment] = {}
    for at, found in entries.items():
        tools: dict[str, Tool] = {}
        for entry in found:
            name = compose(entry.connector, entry.slug)
            if name is not None and named.get(name) == entry.slug:
                tools[name] = made.setdefault(name, make_tool(name, entry))
        if tools:
            kept = tuple(tools.values())[:MAX_HITS]
            segments.setdefault(queries[at], build_segment(Source(TOOLSET, Kind.CONNECTORS, kept), analyzer))
    used = {document.tool.name: document.tool for segment in segments.values() for document in segment.documents}
    return Hits(segments, used, _bounded(reports), _missing(queries, groups))


def no_hits(fault: GatewayError) -> Hits:
    """Local results only, with the cause to show."""
    given = clip(one_line(str(fault)), 200)
    return Hits(
        reports=(Report(_WHERE, "search", fault.cause, given, used="local results only"),), degraded=fault.cause
    )


def slugs_to_describe(names: Iterable[str]) -> tuple[str, ...]:
    """The vendor slugs to ask the schemas of for model-facing names; names of no connector tool ask for none."""
    wanted = (slug for name in names if (parsed := parse(name)) is not None for slug in slugs(parsed))
    return tuple(dict.fromkeys(wanted))


def describe_tools(names: Iterable[str], answer: SchemasAnswer) -> dict[str, Tool]:
    """The tool each name stands for, as far as the gateway knows it: the slug that a call would reach first."""
    found: dict[str, Tool] = {}
    for name in names:
        parsed = parse(name)
        for slug in slugs(parsed) if parsed is not None else ():
            entry = answer.schemas.get(slug)
            if entry is not None and compose(entry.connector, slug) == name:
                found[name] = make_tool(name, entry)
                break
    return found


def make_tool(name: str, entry: SchemaEntry) -> Tool:
    """A vendor tool as a tool of the session; `original_name` keeps the literal slug."""
    return _tool(name, entry.slug, entry.connector.lower(), entry.description, entry.input_schema)


def unknown_tool(name: ConnectorName) -> Tool:
    """A tool of which only the name is known: any arguments fit, and it is asked about before it runs."""
    return _tool(str(name), slugs(name)[0], name.connector, "", {})


def _tool(name: str, slug: str, connector: str, description: str, schema: Schema) -> Tool:
    return Tool(
        name=name,
        original_name=slug,
        source=connector,
        kind=Kind.CONNECTORS,
        toolset=TOOLSET,
        description=description,
        parameters=schema,
        schema_tokens=estimate_tokens(function_definition(name, description, schema)),
    )


def _groups(queries: Sequence[str], results: Sequence[SearchResult], reports: list[Report]) -> dict[int, SearchResult]:
    """The group of each query, by its position."""
    groups: dict[int, SearchResult] = {}
    for row in results:
        where = f"results[{row.index}]"
        if row.index >= len(queries):
            reports.append(Report(_WHERE, where, "answers no query that was asked", used="group left out"))
        elif row.use_case != queries[row.index]:
            given = clip(one_line(row.use_case), 80)
            reports.append(Report(_WHERE, where, "echoes another query", given, used="group left out"))
        elif row.index in groups:
            reports.append(Report(_WHERE, where, "came twice", used="the first group"))
        else:
            groups[row.index] = row
            if row.error:
                reports.append(Report(_WHERE, where, "the search of this query failed", clip(one_line(row.error), 200)))
    return groups


def _with_schema(row: SearchResult, schemas: Mapping[str, SchemaEntry], reports: list[Report]) -> list[SchemaEntry]:
    found = []
    for slug in dict.fromkeys(row.tools):
        entry = schemas.get(slug)
        if entry is None:
            reports.append(Report(_WHERE, clip(one_line(slug), 80), "came without a schema", used="tool left out"))
        else:
            found.append(entry)
    return found


def _missing(queries: Sequence[str], groups: Mapping[int, SearchResult]) -> str:
    """Words for the queries that the gateway did not answer; empty where it answered all."""
    lost = sum(at not in groups or bool(groups[at].error) for at in range(len(queries)))
    if not lost:
        return ""
    return f"the gateway answered {len(queries) - lost} of {len(queries)} queries"


def _bounded(reports: list[Report]) -> tuple[Report, ...]:
    kept = list(dict.fromkeys(reports))
    if len(kept) > _MAX_REPORTS:
        rest = len(kept) - _MAX_REPORTS
        kept[_MAX_REPORTS:] = [Report(_WHERE, "search", f"{rest} more remarks on this answer", severity="note")]
    return tuple(kept)
