"""A bench of real attachments behind the flows, with the desk and its frames."""

import asyncio
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.servers.oauth_support import Desk as SignInDesk
from workbench.connectors.contract import TargetKind
from workbench.connectors.desk import ConnectionDesk
from workbench.connectors.frames import Frame
from workbench.connectors.known_servers import KnownServer, Variable
from workbench.connectors.mcp_flows import LocalFlows, Opened
from workbench.model import ServerUnreachable
from workbench.servers.attachment import Attachment
from workbench.settings import ServerSpec

SCRIPT = """
import os, sys
from mcp.server.mcpserver import MCPServer

key = os.environ.get("NOTES_KEY")
if not key:
    sys.exit("NOTES_KEY is not set")
print("key is", key, file=sys.stderr)
server = MCPServer("notes")

@server.tool()
def write_note(text: str) -> str:
    "Writes a note."
    return text + " " + os.environ.get("NOTES_PLACE", "")

server.run("stdio")
"""


class Bench:
    """Implements `Servers` over attachments, as a session does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.side = SignInDesk(folder)
        self.specs: dict[str, ServerSpec] = {}
        self.attached: dict[str, Attachment] = {}
        self.remembered: list[ServerSpec] = []
        self.unwritable = ""

    def configured(self) -> Mapping[str, ServerSpec]:
        return self.specs

    async def open(self, spec: ServerSpec) -> Opened:
        attachment = self.attached.get(spec.name)
        if attachment is None:
            attachment = self.attached[spec.name] = Attachment(
                spec,
                on_change=lambda: None,
                log_dir=self.folder / "logs",
                supply=self.side.credentials.supply,
            )
            attachment.start()
            await attachment.settled()
        else:
            await attachment.reconnect()
        status = attachment.status
        return Opened(status.state, status.reason, status.advice, tuple(tool.name for tool in attachment.tools))

    async def close(self, name: str) -> None:
        attachment = self.attached.pop(name, None)
        if attachment is not None:
            await attachment.close()

    async def sign_in(self, spec: ServerSpec, on_step: Callable[[Any], None]) -> None:
        await self.side.credentials.sign_in(spec, on_step).run()

    async def kept(self, spec: ServerSpec) -> Sequence[str]:
        return tuple(await self.side.credentials.kept_env(spec))

    async def keep(self, spec: ServerSpec, values: Mapping[str, str]) -> None:
        await self.side.credentials.keep_env(spec, values)

    async def forget(self, spec: ServerSpec) -> None:
        await self.side.credentials.forget_env(spec)

    async def remember(self, spec: ServerSpec) -> None:
        if self.unwritable:
            raise ServerUnreachable(self.unwritable)
        self.remembered.append(spec)
        self.specs[spec.name] = spec


class Card:
    """A desk with the flows, the frames it made, and a person who answers by script."""

    def __init__(self, folder: Path, *catalog: KnownServer) -> None:
        self.bench = Bench(folder)
        self.frames: list[Frame] = []
        self.flows = LocalFlows(self.bench, workspace=str(folder), catalog=catalog)
        self.desk = ConnectionDesk(
            "s", gateway=lambda: None, clock=time.monotonic, wall=time.time, flows=self.flows, new_id=lambda: "op"
        )
        self.desk.subscribe(self.frames.append)
        self.task: asyncio.Task[dict[str, Any]] | None = None

    def start(self, name: str, action: str) -> "asyncio.Task[dict[str, Any]]":
        self.task = asyncio.create_task(self.desk.connect([name], action, kind=TargetKind.MCP))
        return self.task

    @property
    def target(self) -> Mapping[str, Any]:
        """The one target as the card shows it."""
        found: Mapping[str, Any] = self.desk.status("op")["targets"][0]
        return found

    @property
    def steps(self) -> list[tuple[str, str]]:
        return [(step["name"], step["state"]) for step in self.target["extra"].get("steps", ())]

    async def asks(self, kind: str) -> Mapping[str, Any]:
        """Waits until the flow asks for that; what it asks."""

        def question() -> Mapping[str, Any]:
            found: Mapping[str, Any] = self.target["extra"].get("question") or {}
            return found

        await self.until(lambda: question().get("kind") == kind)
        return question()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until the condition holds; the operation must not end before."""
        for _ in range(1500):
            if self.frames and condition():
                return
            assert self.task is not None
            if self.task.done():
                raise AssertionError(f"it ended: {self.task.result()}")
            await asyncio.sleep(0.01)
        raise AssertionError(f"the condition never came true; {self.target}")

    def respond(self, **answer: Any) -> None:
        self.desk.respond("op", {"targets": [{"name": self.target["name"], **answer}]})

    async def approve(self) -> Mapping[str, Any]:
        """Approves what is asked; the plan that was shown."""
        question = await self.asks("approval")
        self.respond(approve=True)
        plan: Mapping[str, Any] = question["plan"]
        return plan

    async def failed(self) -> str:
        """Waits until the target has failed; what the card says about it."""
        await self.until(lambda: self.target["state"] == "failed")
        return str(self.target["extra"]["notice"])

    def told(self) -> str:
        """Everything that was told to cards."""
        return json.dumps([[frame.kind, frame.payload] for frame in self.frames], default=str)

    async def close(self) -> None:
        self.desk.interrupt()
        if self.task is not None:
            await asyncio.wait([self.task])
        for name in list(self.bench.attached):
            await self.bench.close(name)


def notes_server(folder: Path) -> KnownServer:
    """A known server that runs here and cannot do without a key."""
    path = folder / "notes.py"
    path.write_text(SCRIPT)
    return KnownServer(
        "notes",
        "Notes",
        "Keeps notes",
        "https://notes.example",
        command=sys.executable,
        args=(str(path),),
        variables=(
            Variable("NOTES_KEY", "the key from the settings page", secret=True),
            Variable("NOTES_PLACE", "where notes go", required=False),
        ),
    )
