"""What the gateway answers, as frozen data; every text for people in it is `plain` (spec 4.2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from workbench.model import Json, Schema

PROVIDER_ERROR: Final = "PROVIDER_ERROR"
"""The code of a failure behind the gateway, and of a slot that it did not answer."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One query's group: the slugs it found, best first, and the query as the gateway echoes it, both as received."""

    index: int
    use_case: str
    tools: tuple[str, ...]
    error: str = ""


@dataclass(frozen=True, slots=True)
class SchemaEntry:
    """One vendor tool. `input_schema` is as received."""

    slug: str
    connector: str
    tool: str
    description: str
    input_schema: Schema


@dataclass(frozen=True, slots=True)
class ConnectionNote:
    """What a search says about one connector's account."""

    connector: str
    connected: bool
    description: str = ""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """`problems` say which schemas could not be used."""

    results: tuple[SearchResult, ...] = ()
    schemas: Mapping[str, SchemaEntry] = field(default_factory=dict)
    connections: tuple[ConnectionNote, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SchemasAnswer:
    """`problems` say which schemas could not be used."""

    schemas: Mapping[str, SchemaEntry] = field(default_factory=dict)
    not_found: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExecuteError:
    """Why one tool did not do its work. `connect_url` only ever goes to a model without cards, and to no log."""

    code: str
    message: str
    connector: str = ""
    connect_url: str | None = field(default=None, repr=False)
    connection_id: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class ExecuteRow:
    """One tool's answer: its data, or an error."""

    index: int
    connector: str
    tool: str
    data: Json = None
    error: ExecuteError | None = None


@dataclass(frozen=True, slots=True)
class MintRow:
    """One connector after a request to connect it.

    `status` is `active`, `initiated`, `failed`, or whatever else the gateway said. `refused_link` is the text of a link
    that may not be opened, to be shown as such.
    """

    connector: str
    status: str
    connect_url: str | None = field(default=None, repr=False)
    connection_id: str = ""
    instruction: str = ""
    status_reason: str = ""
    reinitiated: bool = False
    refused_link: str = ""


@dataclass(frozen=True, slots=True)
class MintAnswer:
    """`summary` is the gateway's own count (`total`, `active`, `initiated`, `failed`), where it gave one."""

    rows: tuple[MintRow, ...] = ()
    summary: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConnectorRow:
    """One connector of the list. `status` is empty where the gateway gives none."""

    connector: str
    enabled: bool
    connected: bool
    status: str = ""
    status_reason: str = ""
    connection_id: str = ""
    disabled_tools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of the list; `next_cursor` is empty on the last."""

    items: tuple[ConnectorRow, ...] = ()
    next_cursor: str = ""
