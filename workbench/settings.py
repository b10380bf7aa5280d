"""The resolved settings as frozen data. Reading them from YAML is `config`'s work; nothing here does I/O."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final, Literal

from workbench.model import Approval, Report

Switch = Literal["auto", "on", "off"]

SHIPPED: Final = "shipped"
"""The value of `core_tools` that switches on the shipped set."""

RESERVED_SERVER_NAMES: Final = frozenset(
    {"connectors", "core", "bridge", "manage_connections", "tool_search", "tool_describe", "tool_call"}
)
"""Names that no server may take, in any spelling of case, `-` and `_`: the program has its own things under them."""


@dataclass(frozen=True, slots=True)
class ToolSearchSettings:
    """`tools.tool_search`, already coerced and clamped (spec 1.1)."""

    enabled: Switch = "auto"
    threshold_pct: float = 5.0
    search_default_limit: int = 5
    max_search_limit: int = 25
    listing: Switch = "auto"
    listing_max_tokens: int = 4000
    defer_core_tools: bool = False
    auto_token_threshold: int = 0
    defer_builtin_toolsets: tuple[str, ...] = ()
    never_defer_tools: tuple[str, ...] = ()
    defer: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ServerSpec:
    """One entry of `mcp_servers`. Exactly one of `command`, `url`, `snapshot`, `demo` is set.

    Values are expanded (`${VAR}`), so `env`, `headers`, `args` and `url` may hold secrets: print `masked()` only.
    `env` is added to a small safe base, never to the whole environment. Time-outs are seconds.
    """

    name: str
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str = ""
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    transport: Literal["http", "sse"] = "http"
    snapshot: str = ""
    demo: str = ""
    supports_parallel_tool_calls: bool = False
    start_timeout: float = 60.0
    list_timeout: float = 30.0
    call_timeout: float = 120.0
    enabled: bool = True
    variables: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The environment variables that were put into the entry, with their values: secrets that masking has to know."""
    error: str = ""
    """Why the entry cannot be attached, such as an unset variable; it is listed as failed."""

    @property
    def transport_name(self) -> str:
        """How the server is reached: `stdio`, `http`, `sse`, `snapshot` or `demo`."""
        if self.command:
            return "stdio"
        return "snapshot" if self.snapshot else "demo" if self.demo else self.transport


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """The model whose context is budgeted; `context_length` in tokens, None when unknown."""

    name: str = ""
    context_length: int | None = None


@dataclass(frozen=True, slots=True)
class ToolsetSettings:
    """The toolsets a session is granted (spec 1.2). `enabled` None means all that are not disabled."""

    enabled: tuple[str, ...] | None = None
    disabled: tuple[str, ...] = ()

    def grants(self, toolset: str) -> bool:
        """Whether tools of this toolset exist for the session. `github` also grants `mcp-github`."""
        names = {toolset, toolset.removeprefix("mcp-")}
        if names & set(self.disabled):
            return False
        return self.enabled is None or bool(names & set(self.enabled))


@dataclass(frozen=True, slots=True)
class GatewaySettings:
    """The connector gateway: a remote one by `url`, whose token is in the environment variable `token_env`; else the
    embedded one, which `embedded` signs in to from the start (spec 4.9)."""

    url: str = ""
    token_env: str = ""
    embedded: bool = False


@dataclass(frozen=True, slots=True)
class HookSettings:
    """Callables around every call, as import paths `package.module:callable` in the order they run (spec 3.5).

    A path in `pre` that cannot be imported is kept: a guardrail that is missing must stop calls, not let them pass.
    """

    pre: tuple[str, ...] = ()
    post: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """What the screen is told: a theme by name, empty for the usual one, and keys by the id of their action."""

    theme: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the session is told, resolved once and passed in (spec 1.4: one resolved configuration)."""

    servers: tuple[ServerSpec, ...] = ()
    model: ModelSettings = ModelSettings()
    toolsets: ToolsetSettings = ToolsetSettings()
    tool_search: ToolSearchSettings = ToolSearchSettings()
    connectors_enabled: bool = True
    gateway: GatewaySettings = GatewaySettings()
    compact_categories: tuple[str, ...] = ()
    skill_dirs: tuple[str, ...] = ()
    core_tools: str = ""
    """What the agent itself brings beside `manage_connections`: nothing, `shipped`, or the absolute path of a file."""
    hooks: HookSettings = HookSettings()
    plugins: tuple[str, ...] = ()
    """Import paths of callables that register tools."""
    approvals: Mapping[str, Approval] = field(default_factory=dict)
    screen: ScreenSettings = ScreenSettings()
    workspace: PurePath = field(default_factory=PurePath)
    path: PurePath | None = None
    """The file the settings came from, None for the demo."""
    origins: Mapping[str, str] = field(default_factory=dict)
    """Dotted key -> where its value came from: `FILE:LINE`, `command line`, `default`."""
    reports: tuple[Report, ...] = ()
