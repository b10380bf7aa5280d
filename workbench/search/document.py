"""What is indexed of one tool (spec 2.2)."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from workbench.model import Json, Kind, Report, Tool
from workbench.search.splitting import words_of_run
from workbench.search.terms import TEXT_LIMIT, Analyzer
from workbench.text import clip, one_line, plain

PARAMETER_LIMIT: Final = 500
"""Parameter names that are indexed of one tool; the widest honest tool known has 205."""

_NAME_SHOWN: Final = 64
_NAME_READ: Final = 256


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """One tool as the search sees it: its terms with their counts, and how many there are in all.

    `source_name` is what people call its source: the server, or the connector. `by_name_only` marks one whose analysis
    failed.
    """

    tool: Tool
    source_name: str
    length: int
    counts: Mapping[str, int]
    by_name_only: bool = False


def make_document(tool: Tool, source_name: str, analyzer: Analyzer) -> tuple[Document, tuple[Report, ...]]:
    """The document of one tool and what of the tool could not be read; never raises (spec 2.2).

    Name words, the source's words that are not among them, description, top-level parameter names. Where the analysis
    itself fails, the tool stays findable by the plain words of its name, and the report says so.
    """
    label = tool.source if tool.kind is Kind.CONNECTORS and isinstance(tool.source, str) else source_name
    where = f"{clip(one_line(label), _NAME_SHOWN)}: {clip(one_line(tool.original_name), _NAME_SHOWN)}"
    reports: list[Report] = []
    failed = False
    try:
        terms = _terms(tool, label, analyzer, where, reports)
    except Exception as error:  # whatever it is, it may cost this tool's description and no other tool
        failed = True
        terms = _plain_words(tool.original_name)
        reports.append(Report(where, "search", f"could not be indexed ({type(error).__name__})", used="its name alone"))
    return Document(tool, label, len(terms), Counter(terms), failed), tuple(reports)


def _terms(tool: Tool, label: str, analyzer: Analyzer, where: str, reports: list[Report]) -> list[str]:
    name = analyzer.name_terms(tool.original_name)
    terms = name + [term for term in analyzer.name_terms(label) if term not in name]
    terms += analyzer.terms(_description(tool.description, where, reports))
    if tool.kind is not Kind.CONNECTORS:
        for parameter in _parameter_names(tool.parameters, where, reports):
            terms += analyzer.terms(parameter)
    return terms


def _description(given: Json, where: str, reports: list[Report]) -> str:
    if not isinstance(given, str):
        if given is not None:
            reports.append(Report(where, "description", "is not text", given=_kind(given), used="no description"))
        return ""
    if len(given) > TEXT_LIMIT:
        used = f"its first {TEXT_LIMIT:,} characters for the search"
        reports.append(
            Report(where, "description", "is very long", f"{len(given):,} characters", used, severity="note")
        )
    return given


def _parameter_names(schema: Json, where: str, reports: list[Report]) -> list[str]:
    if schema is None or isinstance(schema, bool):
        return []
    if not isinstance(schema, Mapping):
        reports.append(Report(where, "parameters", "is not a schema", given=_kind(schema), used="no parameter names"))
        return []
    properties = schema.get("properties")
    if properties is None:
        return []
    if not isinstance(properties, Mapping):
        problem, used = "is not an object", "no parameter names for the search"
        reports.append(Report(where, "properties", problem, given=_kind(properties), used=used))
        return []
    names = [name for name in properties if isinstance(name, str)]
    if len(names) > PARAMETER_LIMIT:
        used = f"the first {PARAMETER_LIMIT} for the search"
        reports.append(Report(where, "properties", "are very many", f"{len(names):,}", used, severity="note"))
    return [name[:_NAME_READ] for name in names[:PARAMETER_LIMIT]]


def _plain_words(name: str) -> list[str]:
    return [word for run in re.findall("[A-Za-z0-9]+", plain(name)[:_NAME_READ]) for word in words_of_run(run)]


def _kind(value: Json) -> str:
    """What a person calls a JSON value of the wrong kind."""
    if isinstance(value, bool):
        return "a truth value"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, list | tuple):
        return "a list"
    return "an object" if isinstance(value, Mapping) else "something else"
