"""What a connector is made of, and short ways to write the schemas of its tools."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from workbench.gateway.store.records import Box, Record

Arguments: TypeAlias = dict[str, Any]
Run: TypeAlias = Callable[[Box, Arguments], dict[str, Any]]
Schema: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ProviderTool:
    """One tool under its vendor's slug. `run` acts on the account's records; arguments have been checked by then."""

    slug: str
    description: str
    schema: Schema
    run: Run
    pitfall: str = ""


@dataclass(frozen=True, slots=True)
class Connector:
    """One connector. `scopes` stand on the consent page; `finders` name the tool that gives an argument."""

    name: str
    title: str
    summary: str
    scopes: tuple[str, ...]
    suggested_accounts: tuple[str, ...]
    tools: tuple[ProviderTool, ...]
    seed: Callable[[Box], None]
    guidance: str
    finders: Mapping[str, str] = field(default_factory=dict)

    def tool(self, slug: str) -> ProviderTool | None:
        """The tool of exactly this slug."""
        return next((tool for tool in self.tools if tool.slug == slug), None)


def schema(required: str = "", /, **properties: Schema) -> Schema:
    """An object schema; `required` are names separated by blanks. Nothing but what is named is accepted."""
    made: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**made, "required": required.split()} if required else made


def text(description: str, most: int = 2_000, least: int = 1) -> Schema:
    """A text."""
    return {"type": "string", "description": description, "minLength": least, "maxLength": most}


def body(description: str) -> Schema:
    """A long text, possibly empty."""
    return text(description, 100_000, 0)


def identity(description: str) -> Schema:
    """An id that another tool gave."""
    return text(description, 120)


def texts(description: str, least: int = 0) -> Schema:
    """A list of different texts."""
    made: Schema = {"type": "array", "description": description, "items": {"type": "string", "minLength": 1}}
    return {**made, "maxItems": 100, "uniqueItems": True, **({"minItems": least} if least else {})}


def address(description: str) -> Schema:
    """One mail address."""
    return {**text(description, 200), "pattern": r"^[^@\s]+@[^@\s]+$"}


def addresses(description: str, least: int = 0) -> Schema:
    """A list of mail addresses."""
    return {**texts(description, least), "items": address("A mail address.")}


def moment(description: str) -> Schema:
    """A moment such as `2026-05-04T09:30:00Z`, always in UTC."""
    pattern = r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?Z$"
    return {"type": "string", "description": f"{description} UTC, such as 2026-05-04T09:30:00Z.", "pattern": pattern}


def choice(description: str, *values: str) -> Schema:
    """One of a few words."""
    return {"type": "string", "description": description, "enum": list(values)}


def flag(description: str) -> Schema:
    """True or false."""
    return {"type": "boolean", "description": description}


def limit(usual: int = 20) -> Schema:
    """How many to give."""
    return {
        "type": "integer",
        "description": "How many to give at most.",
        "minimum": 1,
        "maximum": 100,
        "default": usual,
    }


def words_in(query: str, *values: object) -> bool:
    """Whether every word of a query stands somewhere in the values, in any case."""
    shown = " ".join(str(value) for value in values).casefold()
    return all(word in shown for word in query.casefold().split())


def listed(name: str, records: list[Record], arguments: Arguments, usual: int = 20) -> dict[str, Any]:
    """Some records, with how many there are in all."""
    return {name: records[: int(arguments.get("limit", usual))], "total": len(records)}
