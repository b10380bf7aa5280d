"""The words of the field as frozen data: tools, sources, calls, results."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, TypeAlias

Json: TypeAlias = Any
"""A decoded JSON value. Hostile: nothing about its shape is certain."""

Schema: TypeAlias = Any
"""A JSON Schema as a server sent it, not necessarily an object."""


class Kind(StrEnum):
    """Where a tool comes from (spec 1.2)."""

    CORE = "core"
    MCP = "mcp"
    PLUGIN = "plugin"
    CONNECTORS = "connectors"
    BRIDGE = "bridge"


@dataclass(frozen=True, slots=True)
class Annotations:
    """MCP hints about a tool; None where the server did not say."""

    title: str = ""
    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None


@dataclass(frozen=True, slots=True)
class RawTool:
    """One tool as a server or file gave it, read leniently: absent or odd parts have been replaced by their default.

    `input_schema` and `output_schema` are kept as received; `description` and `title` are `plain` text.
    """

    name: str
    description: str = ""
    title: str = ""
    input_schema: Schema = field(default_factory=dict)
    output_schema: Schema = None
    annotations: Annotations = Annotations()


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool of the session.

    `name` is what the model sees, `original_name` what the server is called under (spec 1.2). `schema_tokens` is the
    estimate for its whole definition, counted once when the tool is made.
    """

    name: str
    original_name: str
    source: str
    kind: Kind
    toolset: str
    description: str
    parameters: Schema
    schema_tokens: int
    title: str = ""
    output_schema: Schema = None
    annotations: Annotations = Annotations()


@dataclass(frozen=True, slots=True)
class Source:
    """A set of tools that comes and goes together: an MCP server, a plugin's toolset, the core tools.

    `name` is the server's name; `unavailable` says in a few stable words why a declared server is down, and is empty
    while it is up.
    """

    name: str
    kind: Kind
    tools: tuple[Tool, ...] = ()
    unavailable: str = ""

    @property
    def key(self) -> str:
        """Unique among the sources of a session: `mcp:github`."""
        return f"{self.kind}:{self.name}"


@dataclass(frozen=True, slots=True)
class Report:
    """Something that was read with a repair, ignored or refused, said so that it can be mended.

    `where` is a file and line, a server, or a tool; `key` the setting or part; `given` what stood there; `used` what is
    used instead; `advice` what to do, such as a did-you-mean.
    """

    where: str
    key: str
    problem: str
    given: str = ""
    used: str = ""
    advice: str = ""
    severity: Literal["error", "warning", "note"] = "warning"

    def __str__(self) -> str:
        head = ": ".join(part for part in (self.where, self.key, self.problem) if part)
        tail = [f"given {self.given}" if self.given else "", f"using {self.used}" if self.used else "", self.advice]
        return "; ".join([head, *(part for part in tail if part)])


class ServerState(StrEnum):
    """What a server is doing; shown with a word and a sign."""

    CONNECTING = "connecting"
    READY = "ready"
    SIGN_IN = "sign in"
    FAILED = "failed"
    DETACHED = "detached"


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """A server's state with its reason.

    `reason` is what happened in stable words, `advice` what to do about it, `since` the wall time in seconds.
    """

    state: ServerState
    since: float
    reason: str = ""
    advice: str = ""


@dataclass(frozen=True, slots=True)
class CallRequest:
    """One entry of a `tool_call`: a model-facing name and its arguments (spec 3.2)."""

    name: str
    arguments: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Repair:
    """One coercion (spec 3.3): `path` as shown to people (`arguments.a[0]`), the value before and after.

    `note` says in a few words what was done where the values alone do not tell.
    """

    path: str
    before: Json
    after: Json
    note: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """One validation failure (spec 3.4): shown path, JSON Schema keyword, sentence of at most 600 characters."""

    path: str
    constraint: str
    message: str


@dataclass(frozen=True, slots=True)
class ArgumentCheck:
    """What coercion and validation made of a tool's arguments.

    `unchecked` says which parts were not validated and why; the check fails open for those (spec 3.4).
    """

    arguments: Mapping[str, Json]
    repairs: tuple[Repair, ...] = ()
    failures: tuple[Failure, ...] = ()
    unchecked: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """No failure: the call may go out."""
        return not self.failures


@dataclass(frozen=True, slots=True)
class ContentItem:
    """One content item of a result. `kind` is MCP's type (`text`, `image`, …) or `unknown`, `raw` the item as received.

    `text` is `plain` text that stands for the item on a screen: the text itself, or a line such as `image/png, 3 kB`.
    """

    kind: str
    text: str
    raw: Json


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered, kept item by item however odd it was (spec 3.5).

    `problems` lists what was wrong with the answer (unknown item, structured content against its schema).
    """

    content: tuple[ContentItem, ...] = ()
    structured: Json = None
    is_error: bool = False
    problems: tuple[str, ...] = ()


class Approval(StrEnum):
    """What has to happen before a tool runs (spec 3.5)."""

    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"


class Outcome(StrEnum):
    """How one call ended."""

    DONE = "done"
    TOOL_ERROR = "tool error"
    INVALID = "invalid arguments"
    REFUSED = "refused"
    NOT_APPROVED = "not approved"
    UNREACHABLE = "server unreachable"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class CallReport:
    """The whole story of one call under its real name, for the activity feed, the tool pane and the exit code.

    `error` is the payload the model gets when the tool did not run; `result` what the tool answered when it did.
    `seconds` is the time the server took, `notes` what hooks did or why they failed, for a person.
    """

    name: str
    outcome: Outcome
    arguments: Mapping[str, Json]
    result: ToolResult | None = None
    error: Mapping[str, Json] | None = None
    check: ArgumentCheck | None = None
    approval: Approval | None = None
    seconds: float = 0.0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """A progress notification of a running call; `total` is None where the server gave none."""

    progress: float
    total: float | None = None
    message: str = ""


class ServerUnreachable(Exception):
    """A call or a list could not be carried out because of the server or the way to it.

    `reason` says what happened, `advice` what to do; neither holds a secret.
    """

    def __init__(self, reason: str, advice: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.advice = advice
