"""The application on a scripted gateway: a clock moved by hand, a real desk, links that are only noted."""

import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.ui.support import WIDE, settle, until
from workbench.connectors.contract import TargetState
from workbench.connectors.flows import FlowMoves
from workbench.connectors.frames import Target
from workbench.connectors.operation import Operation
from workbench.connectors.shapes import ConnectorRow, MintAnswer, MintRow
from workbench.model import Json
from workbench.session import Session
from workbench.settings import ModelSettings, ServerSpec, Settings
from workbench.ui.app import WorkbenchApp
from workbench.ui.panes.connectors import ConnectorsPane
from workbench.ui.panes.connectors.card import CardView
from workbench.ui.panes.connectors.card_row import ActButton, CardRowView

START = 1_700_000_000.0
SESSION = "session"


def link(name: str) -> str:
    return f"https://gateway.example/connect/{name}?code=abc-DEF_123"


def listed(name: str, status: str | None = None, **more: Any) -> ConnectorRow:
    row: dict[str, Any] = {
        "connector": name,
        "enabled": True,
        "connected": status == "active",
        "status": status,
        "status_reason": None,
        "connection_id": None,
        "disabled_tools": (),
    }
    return ConnectorRow(**{**row, **more})


def minted(name: str, status: str = "initiated", **more: Any) -> MintRow:
    row: dict[str, Any] = {
        "connector": name,
        "status": status,
        "connect_url": link(name) if status == "initiated" else None,
        "connection_id": None,
        "instruction": None,
        "status_reason": None,
        "reinitiated": False,
    }
    return MintRow(**{**row, **more})


class Gateway:
    """Answers what `rows` and `mint` say; notes what it was asked."""

    has_credential = True

    def __init__(self) -> None:
        self.rows: list[ConnectorRow] = [
            listed("calendar", "active"),
            listed("chat"),
            listed("files", "initiated"),
            listed("issues", "expired", status_reason="The grant ran out."),
            listed("mail"),
            listed("notes", "revoked"),
            listed("old", enabled=False),
        ]
        self.mints: list[tuple[tuple[str, ...], bool]] = []
        self.reads = 0
        self.mint: Callable[[str], MintRow] = minted
        self.fault: Exception | None = None

    async def connectors(self) -> Sequence[ConnectorRow]:
        self.reads += 1
        if self.fault is not None:
            raise self.fault
        return tuple(self.rows)

    async def connect(self, connectors: Sequence[str], reinitiate: bool) -> MintAnswer:
        self.mints.append((tuple(connectors), reinitiate))
        if self.fault is not None:
            raise self.fault
        return MintAnswer(tuple(self.mint(name) for name in connectors))

    async def close(self) -> None:
        pass


class Flows:
    """MCP flows that do what `script` says."""

    def __init__(self, script: Callable[[FlowMoves], Any] | None = None) -> None:
        self.script = script

    def known(self, action: str) -> Sequence[str]:
        return {"install": ("filesystem", "GitHub"), "authorize": ("linear",)}.get(action, ())

    def command(self, action: str, name: str) -> str:
        return f"workbench connect --mcp {action} {name}"

    async def run(self, _target: Target, _operation: Operation, moves: FlowMoves) -> None:
        if self.script is not None:
            await self.script(moves)


class Scene:
    """What a test moves: time, the gateway, whether there is a browser, and the frames."""

    def __init__(self, tmp_path: Path, flows: Flows | None = None, servers: tuple[ServerSpec, ...] = ()) -> None:
        self.now = 0.0
        self.gateway = Gateway()
        self.opened: list[str] = []
        self.browser = True
        settings = Settings(servers=servers, model=ModelSettings("test", 200_000), workspace=tmp_path)
        self.session = Session(settings, log_dir=tmp_path / "logs", clock=lambda: self.now, wall=self.wall)
        self.app = WorkbenchApp(lambda: self.session, tmp_path / "logs", opener=self.open, wall=self.wall)
        self.app.animation_level = "none"
        self.hub = self.session.connectors
        self.hub.desk.flows = flows

    def wall(self) -> float:
        return START + self.now

    async def open(self, address: str) -> bool:
        self.opened.append(address)
        return self.browser

    async def sign_in(self) -> None:
        """The scripted gateway takes the place of the embedded one."""
        self.hub.client = self.gateway  # type: ignore[assignment]
        self.hub._show(gateway="embedded")
        await self.hub.refresh()

    @property
    def pane(self) -> ConnectorsPane:
        return self.app.screen_stack[0].query_one(ConnectorsPane)

    @property
    def card(self) -> CardView:
        return self.app.screen_stack[0].query_one(CardView)

    def row(self, name: str) -> CardRowView:
        for view in self.card.query(CardRowView):
            if view.row.name == name and view.display and view.query(".buttons"):
                return view
        raise LookupError(name)

    def buttons(self, name: str = "") -> dict[str, bool]:
        """The labels of the buttons that are shown, and whether they can be pressed."""
        box = self.row(name).query_one(".buttons") if name else self.card.query_one(".whole")
        if not box.display:
            return {}
        return {str(button.label): not button.disabled for button in box.query(ActButton) if button.display}

    def button(self, name: str, label: str) -> ActButton:
        box = self.row(name) if name else self.card.query_one(".whole")
        for button in box.query(ActButton):
            if str(button.label) == label and button.display:
                return button
        raise LookupError(label)

    def words(self, name: str) -> str:
        """What a row says."""
        return str(self.row(name).query_one(".words").render())

    def frame(self, *targets: Mapping[str, Json], seq: int = 1, op_id: str = "op_1", **more: Json) -> None:
        """Hands a frame to the hub, as the desk would."""
        kind = "connection.request" if seq == 1 else "connection.update"
        payload = {
            "kind": kind, "op_id": op_id, "seq": seq, "session_key": SESSION, "tool_call_id": "call_1",
            "created_at": self.wall(), "deadline_at": START + 300, "targets": list(targets), "watch": {}, **more,
        }  # fmt: skip
        self.hub._take_frame(_Framed(payload))  # type: ignore[arg-type]


class _Framed:
    def __init__(self, payload: Mapping[str, Json]) -> None:
        self.payload = payload


def target(name: str, state: str = "initiated", **more: Json) -> dict[str, Json]:
    picture: dict[str, Json] = {
        "name": name, "kind": "connector", "action": "connect", "state": state, "detail": "",
        "connect_url": link(name) if state == str(TargetState.INITIATED) else None, "attempt": 1, "extra": {},
        "awaiting_new_attempt": False,
    }  # fmt: skip
    return {**picture, **more}


@contextlib.asynccontextmanager
async def opened_scene(
    scene: Scene, size: tuple[int, int] = WIDE, *, signed_in: bool = True
) -> AsyncIterator[Pilot[Any]]:
    """The application with somebody signed in and the focus on the list."""
    async with scene.app.run_test(size=size, notifications=True) as pilot:
        await settle(pilot)
        if signed_in:
            await scene.sign_in()
        await pilot.press("f6")
        await pilot.pause(0.05)
        try:
            yield pilot
        finally:
            scene.hub.client = None


async def drawn(pilot: Pilot[Any], true: Callable[[], bool], what: str) -> None:
    """Waits for what the desk does in its own time."""

    def there() -> bool:
        try:
            return true()
        except LookupError:
            return False

    await until(pilot, there, what)
    await pilot.pause()


def said(app: WorkbenchApp) -> list[str]:
    """Every notification."""
    return [notice.message for notice in app._notifications]
