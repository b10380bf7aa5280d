"""The frozen picture of a session that screens and commands read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workbench.bridge.scope import Scope
from workbench.disclosure.assembly import Assembly
from workbench.disclosure.prompt import PromptPart, prompt_text
from workbench.model import Kind, RawTool, Report, ServerState, ServerStatus, Source
from workbench.settings import ServerSpec
from workbench.text import byte_length, compact_json


@dataclass(frozen=True, slots=True)
class Feed:
    """What one attachment says at one moment."""

    spec: ServerSpec
    status: ServerStatus
    tools: tuple[RawTool, ...] = ()
    reports: tuple[Report, ...] = ()
    listed: bool = False
    callable: bool = True

    @property
    def unavailable(self) -> str:
        """Why a declared server is down, in stable words; empty while it is up, not yet known, or detached."""
        match self.status.state:
            case ServerState.FAILED:
                return _stable(self.status.reason) or "failed"
            case ServerState.SIGN_IN:
                return _stable(self.status.reason) or "needs a sign-in"
            case ServerState.CONNECTING if self.listed:
                return "reconnecting"
        return ""


def _stable(reason: str) -> str:
    """A reason without the server's own last words: a listing must not change with them, nor carry them to a model."""
    return reason.partition(": ")[0].partition("; ")[0]


@dataclass(frozen=True, slots=True)
class ServerView:
    """One server as shown to a person.

    `tools` is None while nobody knows. `target` is the command line or URL with its secrets masked. `form` is the form
    of its block in the listing, `listing_tokens` the cost of that block.
    """

    name: str
    transport: str
    target: str
    status: ServerStatus
    tools: int | None
    schema_tokens: int
    form: str
    listing_tokens: int
    reports: tuple[Report, ...]
    callable: bool
    listed: bool

    def as_json(self) -> dict[str, Any]:
        """The entry of `workbench servers --json`."""
        entry: dict[str, Any] = {"name": self.name, "state": str(self.status.state), "tools": self.tools}
        if self.status.state in (ServerState.FAILED, ServerState.SIGN_IN):
            entry["error"] = self.status.reason
            if self.status.advice:
                entry["advice"] = self.status.advice
        return entry


@dataclass(frozen=True, slots=True)
class SessionState:
    """Everything a screen shows, replaced as a whole. `version` rises by one at each assembly."""

    version: int
    servers: tuple[ServerView, ...]
    assembly: Assembly
    scope: Scope
    reports: tuple[Report, ...] = ()
    prompt: tuple[PromptPart, ...] = ()
    """The parts of the system prompt that depend on the tools (spec 1.4, 1.7)."""
    sources: tuple[Source, ...] = ()
    """What the assembly was made of, whatever the toolsets grant."""
    connectors_in_scope: bool = False

    def server(self, name: str) -> ServerView | None:
        """The server of that name."""
        return next((server for server in self.servers if server.name == name), None)

    def with_reports(self, found: Sequence[Report]) -> "SessionState":
        """The same with more reports about its servers, each also at the server it names."""
        if not found:
            return self
        servers = tuple(
            replace(server, reports=(*server.reports, *(report for report in found if report.where == server.name)))
            for server in self.servers
        )
        return replace(self, servers=servers, reports=(*self.reports, *found))


def brings_tools(state: SessionState) -> bool:
    """Whether the agent brings more than the tool that looks after connections."""
    return sum(share.tools for share in state.assembly.toolsets) > 1


def tiers_json(state: SessionState, *, full: bool = False) -> Mapping[str, Any]:
    """The object that `workbench tiers --json` prints; with `full`, the definitions as the model gets them.

    Where the agent brings tools of its own, their toolsets, the prompt's parts and the bytes of the array come with it.
    """
    assembly = state.assembly
    answer: dict[str, Any] = {
        "tier": assembly.tier,
        "listing_form": assembly.listing_form,
        "listing_budget": assembly.listing_budget,
        "listing_tokens": assembly.listing_tokens,
        "deferred_count": assembly.deferred_count,
        "deferred_tokens": assembly.deferred_tokens,
        "visible_tokens": assembly.visible_tokens,
        "bridge_tokens": assembly.bridge_tokens,
        "eager_tokens": assembly.eager_tokens,
        "servers": [
            {
                "name": share.name,
                "tools": share.tools,
                "schema_tokens": share.schema_tokens,
                "form": share.form,
                "listing_tokens": share.listing_tokens,
            }
            for share in assembly.servers
            if share.kind is not Kind.CORE
        ],
    }
    if brings_tools(state):
        answer["schema_bytes"] = sum(byte_length(compact_json(entry)) for entry in assembly.definitions)
        answer["visible_count"] = len(assembly.definitions)
        answer["toolsets"] = [
            {
                "name": share.toolset,
                "tools": share.tools,
                "tokens": share.tokens,
                "deferred_tools": share.deferred_tools,
                "deferred_tokens": share.deferred_tokens,
            }
            for share in assembly.toolsets
        ]
        answer["prompt"] = [
            {"name": part.name, "bytes": byte_length(part.text), "tokens": part.tokens} for part in state.prompt
        ]
        answer["prompt_bytes"] = byte_length(prompt_text(state.prompt))
    if full:
        answer["definitions"] = list(assembly.definitions)
    return answer
