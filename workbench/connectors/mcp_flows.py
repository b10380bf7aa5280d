"""The local flows of MCP targets: install, enable and authorize a server before the person's eyes (spec 4.7).

This room knows no servers: what attaches, keeps secrets and signs in is handed over as `Servers`.
"""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

from workbench.connectors.flow_steps import Steps
from workbench.connectors.flows import FlowMoves, Need
from workbench.connectors.frames import Target
from workbench.connectors.known_servers import KNOWN_SERVERS, KnownServer, known_server
from workbench.connectors.operation import Operation
from workbench.masking import MASK, masked_target
from workbench.model import Json, ServerState, ServerUnreachable
from workbench.settings import ServerSpec
from workbench.text import one_line


class FlowAction(StrEnum):
    """What may be asked for an MCP target."""

    INSTALL = "install"
    ENABLE = "enable"
    AUTHORIZE = "authorize"


@dataclass(frozen=True, slots=True)
class Opened:
    """How attaching a server ended: its state with reason and advice, and the tools that came."""

    state: ServerState
    reason: str = ""
    advice: str = ""
    tools: tuple[str, ...] = ()


class StepSeen(Protocol):
    """One step of a sign-in as it happens: which (an enumeration with name and words), about what, and its page."""

    @property
    def step(self) -> StrEnum: ...
    @property
    def detail(self) -> str: ...
    @property
    def url(self) -> str: ...


class Servers(Protocol):
    """What the flows need of a session. Everything may raise ServerUnreachable, whose texts hold no secret."""

    def configured(self) -> Mapping[str, ServerSpec]:
        """Every server of the session by name: attached, detached and switched off."""

    async def open(self, spec: ServerSpec) -> Opened:
        """Attaches the server, or connects it anew, and waits until it is ready, failed or asks for a sign-in."""

    async def close(self, name: str) -> None:
        """Takes a server out of the session again; an unknown name changes nothing."""

    async def sign_in(self, spec: ServerSpec, on_step: Callable[[Any], None]) -> None:
        """Signs in at the server; `on_step` gets a `StepSeen` for each step. Cancelling ends it."""

    async def kept(self, spec: ServerSpec) -> Sequence[str]:
        """The names of the environment values (for a URL: of the headers) that the secret store holds for it."""

    async def keep(self, spec: ServerSpec, values: Mapping[str, str]) -> None:
        """Puts such values into the secret store, and nowhere else."""

    async def forget(self, spec: ServerSpec) -> None:
        """Takes such values out of the secret store again."""

    async def remember(self, spec: ServerSpec) -> None:
        """Writes a newly installed server into the configuration. The entry holds no secret."""


class LocalFlows:
    """Implements `McpFlows` over `Servers`. `command` gives what a person types to do the same without cards."""

    def __init__(
        self,
        servers: Servers,
        *,
        workspace: str,
        command: Callable[[str, str], str] | None = None,
        catalog: Sequence[KnownServer] = KNOWN_SERVERS,
    ) -> None:
        self._servers = servers
        self._workspace = workspace
        self._command = command or (lambda action, name: f"workbench connect --{action} {shlex.quote(one_line(name))}")
        self._catalog = {server.name: server for server in catalog}

    def known(self, action: str) -> Sequence[str]:
        """The names that an action can be asked for."""
        configured = self._servers.configured()
        match action:
            case FlowAction.INSTALL:
                return [name for name in self._catalog if name not in configured]
            case FlowAction.ENABLE:
                return list(configured)
            case FlowAction.AUTHORIZE:
                return [name for name, spec in configured.items() if signs_in(spec)]
        return []

    def command(self, action: str, name: str) -> str:
        """The command line with which a person does the same by hand."""
        return self._command(action, name)

    async def run(self, target: Target, operation: Operation, moves: FlowMoves) -> None:  # noqa: ARG002
        """Takes the target to connected or failed. Cancelled: what it began is taken back."""
        if target.name not in self.known(target.action):
            known = ", ".join(map(one_line, self.known(target.action))) or "none"
            moves.failed(notice=f"there is nothing of that name to {target.action}; known are: {known}")
            return
        flow = _Flow(self._servers, target, moves, self._plan(target))
        done = False
        try:
            done = await flow.run()
        except ServerUnreachable as fault:
            flow.failed(fault.reason, fault.advice)
        finally:
            if not done and target.action == FlowAction.INSTALL:
                await self._servers.close(target.name)

    def _plan(self, target: Target) -> "_Plan":
        if target.action == FlowAction.INSTALL:
            known = self._catalog[target.name]
            return _Plan(known.spec(self._workspace), known)
        spec = replace(self._servers.configured()[target.name], enabled=True)
        known_entry = known_server(target.name)
        return _Plan(spec, known_entry if known_entry and _same(spec, known_entry) else None)


def signs_in(spec: ServerSpec) -> bool:
    """Whether OAuth can be the way into a server: it is reached by URL and its entry brings no Authorization."""
    return bool(spec.url) and not any(name.lower() == "authorization" for name in spec.headers)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a flow is about: the entry, and what the catalog says of it where it is known."""

    spec: ServerSpec
    known: KnownServer | None

    @property
    def needs(self) -> tuple[Need, ...]:
        """The values that the server cannot do without and that its entry does not give."""
        if self.known is None:
            return ()
        given = {*self.spec.env, *(name.lower() for name in self.spec.headers)}
        headers = {
            variable.name: header.lower()
            for variable in self.known.variables
            for header, text in self.known.headers
            if f"{{{variable.name}}}" in text
        }
        return tuple(
            Need(variable.name, variable.description, variable.secret)
            for variable in self.known.variables
            if variable.required and variable.name not in given and headers.get(variable.name) not in given
        )

    def missing(self, kept: Sequence[str]) -> tuple[Need, ...]:
        """The needs that the store does not fill either."""
        if self.known is not None and self.known.headers:
            return () if {name for name, _ in self.known.headers} <= set(kept) else self.needs
        return tuple(need for need in self.needs if need.name not in kept)

    def to_keep(self, values: Mapping[str, str]) -> dict[str, str]:
        """Given values in the form in which they are kept: as they are, or put into their headers."""
        if self.known is None or not self.known.headers:
            return dict(values)
        filled = {}
        for header, text in self.known.headers:
            for name, value in values.items():
                text = text.replace(f"{{{name}}}", value.strip())
            filled[header] = text
        return filled

    def shown(self, kept: Sequence[str]) -> dict[str, Json]:
        """What the person approves: the exact command or URL and the names of what it gets, without a value."""
        given = {
            **dict.fromkeys(self.spec.env, "from the configuration"),
            **dict.fromkeys(kept, "from the secret store"),
        }
        given |= dict.fromkeys(self.spec.headers, "from the configuration")
        given |= {need.name: "asked for next" for need in self.missing(kept)}
        environment = [{"name": one_line(name), "value": MASK, "source": source} for name, source in given.items()]
        plan: dict[str, Json] = {
            "kind": "url" if self.spec.url else "command",
            "target": masked_target(self.spec),
            "environment": environment,
            "folder": one_line(self.spec.cwd),
        }
        if self.known is not None:
            plan |= {"title": self.known.title, "homepage": self.known.homepage, "note": self.known.note}
        return plan


class _Flow:
    """One run of one flow."""

    def __init__(self, servers: Servers, target: Target, moves: FlowMoves, plan: _Plan) -> None:
        self._servers = servers
        self._action = target.action
        self._moves = moves
        self._plan = plan
        self._steps = Steps(moves)

    async def run(self) -> bool:
        """Whether the server is connected in the end; what failed has been told."""
        if not await self._prepared():
            return False
        spec = self._plan.spec
        if self._action == FlowAction.AUTHORIZE:
            await self._sign_in(spec)
        self._steps.begin("attach", "connecting")
        opened = await self._servers.open(spec)
        if opened.state is ServerState.SIGN_IN and self._action != FlowAction.AUTHORIZE and self._may_sign_in():
            self._steps.done("asks for a sign-in")
            await self._sign_in(spec)
            self._steps.begin("attach", "connecting with the sign-in")
            opened = await self._servers.open(spec)
        if opened.state is not ServerState.READY:
            await self._refused(opened)
            return False
        self._steps.begin("list tools")
        self._steps.done(", ".join([f"{len(opened.tools)} tools", *await self._remembered(spec)]))
        self._moves.connected(opened.tools)
        return True

    async def _remembered(self, spec: ServerSpec) -> list[str]:
        """Writes a new server down. One that cannot be written is connected all the same; the card says so."""
        if self._action != FlowAction.INSTALL:
            return []
        try:
            await self._servers.remember(spec)
        except ServerUnreachable as fault:
            return [f"for this session only: {fault.reason}"]
        return []

    async def _prepared(self) -> bool:
        """Approved, and with every value it needs."""
        kept = await self._servers.kept(self._plan.spec)
        self._steps.begin("approve", "waits for you")
        if not await self._moves.approve(self._plan.shown(kept)):
            self.failed("you did not approve it")
            return False
        missing = self._plan.missing(kept)
        if missing:
            values = await self._moves.environment(missing)
            if any(not values.get(need.name, "").strip() for need in missing):
                self.failed(f"{', '.join(need.name for need in missing)} was not given")
                return False
            await self._servers.keep(self._plan.spec, self._plan.to_keep(values))
        self._steps.done("approved")
        return True

    def _may_sign_in(self) -> bool:
        known = self._plan.known
        return signs_in(self._plan.spec) and (known is None or known.auth != "token")

    async def _sign_in(self, spec: ServerSpec) -> None:
        await self._servers.sign_in(spec, self._steps.seen)
        self._steps.done()

    async def _refused(self, opened: Opened) -> None:
        if opened.state is ServerState.SIGN_IN and not self._may_sign_in():
            await self._servers.forget(self._plan.spec)
            self.failed(opened.reason, "it is asked for again when you try again")
            return
        self.failed(opened.reason or f"the server is {opened.state}", opened.advice)

    def failed(self, reason: str, advice: str = "") -> None:
        """The present step has failed, and with it the flow."""
        self._steps.failed(reason)
        self._moves.failed(notice=f"{reason}. {advice}".rstrip(". ") if advice else reason)


def _same(spec: ServerSpec, known: KnownServer) -> bool:
    return spec.url == known.url if known.url else (spec.command, *spec.args[:2]) == (known.command, *known.args[:2])
