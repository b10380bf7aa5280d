"""The gateway's answers as frozen data, read strictly where the shape decides what happens (spec 4.2).

Fields nobody knows are ignored. Every reader takes any decoded JSON and raises InvalidResponse, nothing else.
"""

from typing import Final

from workbench.connectors.errors import InvalidResponse
from workbench.connectors.links import safe_link
from workbench.connectors.reading import (
    a_flag,
    a_list,
    a_name,
    an_index,
    an_object,
    clean_data,
    kind_of,
    optional_name,
    text_of,
    texts,
)
from workbench.connectors.shapes import (
    PROVIDER_ERROR,
    ConnectionNote,
    ConnectorRow,
    ExecuteError,
    ExecuteRow,
    ListPage,
    MintAnswer,
    MintRow,
    SchemaEntry,
    SchemasAnswer,
    SearchAnswer,
    SearchResult,
)
from workbench.model import Json

__all__ = [
    "CONNECTION_STATUSES",
    "MAX_QUERIES",
    "PROVIDER_ERROR",
    "ConnectionNote",
    "ConnectorRow",
    "ExecuteError",
    "ExecuteRow",
    "InvalidResponse",
    "ListPage",
    "MintAnswer",
    "MintRow",
    "SchemaEntry",
    "SchemasAnswer",
    "SearchAnswer",
    "SearchResult",
    "read_connections",
    "read_execute",
    "read_page",
    "read_schemas",
    "read_search",
]

CONNECTION_STATUSES: Final = frozenset(
    {"initializing", "initiated", "active", "failed", "expired", "revoked", "inactive"}
)
MAX_QUERIES: Final = 7
MAX_ROWS: Final = 1000
MAX_SLUGS: Final = 5000
MAX_CURSOR: Final = 2048

_MAX_SHOWN_LINK: Final = 200
_MAX_CODE: Final = 64


def read_search(raw: Json) -> SearchAnswer:
    """`POST /search`."""
    answer = an_object(raw, "the answer")
    results = tuple(
        _search_result(item, f"results[{at}]")
        for at, item in enumerate(a_list(answer.get("results"), "results", MAX_ROWS))
    )
    schemas, problems = _schemas(answer.get("schemas"))
    notes = answer.get("connections")
    connections = () if notes is None else tuple(_notes(a_list(notes, "connections", MAX_ROWS)))
    return SearchAnswer(results, schemas, connections, problems)


def read_schemas(raw: Json) -> SchemasAnswer:
    """`POST /schemas`."""
    answer = an_object(raw, "the answer")
    schemas, problems = _schemas(answer.get("schemas"))
    not_found = texts(answer.get("notFound"), "notFound", MAX_SLUGS)
    return SchemasAnswer(schemas, tuple(text_of(slug, 256) for slug in not_found), problems)


def read_execute(raw: Json) -> tuple[ExecuteRow, ...]:
    """`POST /execute`: the rows as they came; the counts are ours to make."""
    rows = a_list(an_object(raw, "the answer").get("results"), "results", MAX_ROWS)
    return tuple(_execute_row(item, f"results[{at}]") for at, item in enumerate(rows))


def read_connections(raw: Json) -> MintAnswer:
    """`POST /connections`."""
    answer = an_object(raw, "the answer")
    rows = tuple(
        _mint_row(item, f"results[{at}]") for at, item in enumerate(a_list(answer.get("results"), "results", MAX_ROWS))
    )
    counted = answer.get("summary")
    counts = an_object(counted, "summary") if counted is not None else {}
    keys = ("total", "active", "initiated", "failed")
    return MintAnswer(rows, {key: counts[key] for key in keys if type(counts.get(key)) is int})


def read_page(raw: Json) -> ListPage:
    """One page of the list. A `connectionStatus` nobody knows makes the page unusable."""
    answer = an_object(raw, "the answer")
    items = tuple(
        _connector_row(item, f"items[{at}]") for at, item in enumerate(a_list(answer.get("items"), "items", MAX_ROWS))
    )
    cursor = answer.get("nextCursor")
    if cursor is not None and not isinstance(cursor, str):
        raise InvalidResponse("nextCursor", f"is {kind_of(cursor)}, not a text")
    if cursor and (len(cursor) > MAX_CURSOR or not _encodable(cursor)):
        raise InvalidResponse("nextCursor", "cannot be sent back: it is too long, or no text that can be encoded")
    return ListPage(items, cursor or "")


def _search_result(raw: Json, where: str) -> SearchResult:
    row = an_object(raw, where)
    use_case = row.get("useCase")
    if not isinstance(use_case, str):
        raise InvalidResponse(f"{where}.useCase", f"is {kind_of(use_case)}, not a text")
    fault = row.get("error")
    if isinstance(fault, dict):
        fault = fault.get("message") or fault.get("code") or "an error without a text"
    tools = texts(row.get("tools"), f"{where}.tools", MAX_ROWS)
    return SearchResult(an_index(row.get("index"), f"{where}.index"), use_case, tools, text_of(fault, 500))


def _schemas(raw: Json) -> tuple[dict[str, SchemaEntry], tuple[str, ...]]:
    """The usable entries; one odd entry costs itself only."""
    found: dict[str, SchemaEntry] = {}
    problems: list[str] = []
    given = an_object(raw, "schemas")
    if len(given) > MAX_SLUGS:
        raise InvalidResponse("schemas", f"has {len(given):,} entries, more than the {MAX_SLUGS:,} that are taken")
    for slug, item in given.items():
        try:
            found[a_name(slug, "a slug in schemas")] = _schema_entry(slug, item, f"schemas.{text_of(slug, 80)}")
        except InvalidResponse as fault:
            problems.append(fault.message)
    return found, tuple(problems)


def _schema_entry(slug: str, raw: Json, where: str) -> SchemaEntry:
    entry = an_object(raw, where)
    schema = entry.get("inputSchema")
    if schema is not None and not isinstance(schema, dict):
        raise InvalidResponse(f"{where}.inputSchema", f"is {kind_of(schema)}, not an object")
    return SchemaEntry(
        slug=slug,
        connector=a_name(entry.get("connector"), f"{where}.connector"),
        tool=optional_name(entry.get("tool"), f"{where}.tool") or slug,
        description=text_of(entry.get("description"), 20_000),
        input_schema={} if schema is None else schema,
    )


def _notes(raw: list[Json]) -> list[ConnectionNote]:
    return [
        ConnectionNote(
            text_of(item.get("connector"), 100), item.get("connected") is True, text_of(item.get("description"))
        )
        for item in raw
        if isinstance(item, dict) and isinstance(item.get("connector"), str)
    ]


def _execute_row(raw: Json, where: str) -> ExecuteRow:
    row = an_object(raw, where)
    return ExecuteRow(
        index=an_index(row.get("index"), f"{where}.index"),
        connector=optional_name(row.get("connector"), f"{where}.connector"),
        tool=optional_name(row.get("tool"), f"{where}.tool"),
        data=clean_data(row.get("data")),
        error=_execute_error(row.get("error")),
    )


def _execute_error(raw: Json) -> ExecuteError | None:
    """An error in any shape stays an error: a tool that failed must never pass for one that did its work."""
    if raw is None or raw is False:
        return None
    if not isinstance(raw, dict):
        return ExecuteError(PROVIDER_ERROR, text_of(raw) or "The provider failed without a text.")
    return ExecuteError(
        code=" ".join(text_of(raw.get("code"), _MAX_CODE).split()) or PROVIDER_ERROR,
        message=text_of(raw.get("message")) or "The provider failed without a text.",
        connector=text_of(raw.get("connector"), 100),
        connect_url=safe_link(raw.get("connectUrl")),
        connection_id=text_of(raw.get("connectionId"), 256),
        hint=text_of(raw.get("hint")),
    )


def _mint_row(raw: Json, where: str) -> MintRow:
    row = an_object(raw, where)
    given = row.get("connectUrl")
    if given is not None and not isinstance(given, str):
        raise InvalidResponse(f"{where}.connectUrl", f"is {kind_of(given)}, not a text")
    link = safe_link(given)
    return MintRow(
        connector=a_name(row.get("connector"), f"{where}.connector"),
        status=a_name(row.get("status"), f"{where}.status"),
        connect_url=link,
        connection_id=optional_name(row.get("connectionId"), f"{where}.connectionId"),
        instruction=text_of(row.get("instruction")),
        status_reason=text_of(row.get("statusReason")),
        reinitiated=row.get("reinitiated") is True,
        refused_link=text_of(given, _MAX_SHOWN_LINK) if given and link is None else "",
    )


def _connector_row(raw: Json, where: str) -> ConnectorRow:
    row = an_object(raw, where)
    status = optional_name(row.get("connectionStatus"), f"{where}.connectionStatus")
    if status and status not in CONNECTION_STATUSES:
        raise InvalidResponse(f"{where}.connectionStatus", f"is unknown: {text_of(status, 40)}")
    return ConnectorRow(
        connector=a_name(row.get("connector"), f"{where}.connector"),
        enabled=a_flag(row.get("enabled"), f"{where}.enabled"),
        connected=a_flag(row.get("connected"), f"{where}.connected"),
        status=status,
        status_reason=text_of(row.get("statusReason")),
        connection_id=optional_name(row.get("connectionId"), f"{where}.connectionId"),
        disabled_tools=tuple(
            text_of(slug, 256) for slug in texts(row.get("disabledTools"), f"{where}.disabledTools", MAX_SLUGS)
        ),
    )


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
