"""Pictures of the connectors pane in its states, at the two sizes that must be good."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.conftest import OddSizes
from tests.ui.connectors_pane_support import START, Flows, Scene, drawn, target
from tests.ui.support import settle
from workbench.ui.panes.connectors.card_row import ActButton

Set = Callable[[Scene], None]
DONE = {"state": "done", "note": ""}


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scene:
    monkeypatch.setenv("TZ", "UTC")
    return Scene(tmp_path, Flows())


def live(scene: Scene) -> None:
    rows = [
        target("mail"),
        target("calendar", "pending"),
        target("chat", "failed", detail="The vendor said: [bold]no[/bold] such workspace, ask the owner.", attempt=2),
        target("issues", "expired"),
        target("files", "connected", extra={"tool_count": 12}),
        target("notes", "skipped"),
    ]
    moved = {"target": "files", "from": "initiated", "to": "connected", "actor": "backend_watcher", "detail": ""}
    scene.frame(*rows)
    scene.frame(*rows, seq=2, **moved)


def trouble(scene: Scene) -> None:
    scene.now = 252
    scene.frame(target("mail", extra={"notice": "The gateway still shows the old account."}, awaiting_new_attempt=True))
    watch = {"fault": "the gateway did not answer in time", "last_read_at": START + 240}
    scene.frame(target("mail", awaiting_new_attempt=True), seq=2, watch=watch)


def settled(scene: Scene) -> None:
    scene.frame(target("issues"), target("mail"))
    scene.frame(
        target("issues", "not_connected"), target("mail", "skipped"), seq=2, settled=True, settled_by="deadline"
    )
    scene.frame(target("chat"), op_id="op_2")
    scene.frame(target("chat", "connected"), op_id="op_2", seq=2, settled=True, settled_by="all_resolved")


def servers(scene: Scene) -> None:
    steps = [{"name": name, **DONE} for name in ("approve", "attach", "discover")]
    waits = {"name": "authorize", "state": "running", "note": "waiting for the consent"}
    broke = {"name": "token", "state": "failed", "note": "the server refuses the code"}
    asks = {"question": {"kind": "approval", "plan": {"kind": "command", "target": "npx -y server-files /home/me"}}}
    scene.frame(
        target("GitHub", kind="mcp", action="install", extra={"steps": [*steps, waits]}),
        target("filesystem", "pending", kind="mcp", action="install", extra=asks),
        target(
            "slack", "failed", kind="mcp", action="install", extra={"steps": [*steps, broke], "notice": "token: no"}
        ),
    )


def nothing(_: Scene) -> None:
    return


def steps(scene: Scene, prepare: Set, signed_in: bool, keys: tuple[str, ...]) -> Callable[[Pilot[Any]], Any]:
    async def run(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        if signed_in:
            await scene.sign_in()
        await pilot.press("f6")
        await drawn(pilot, lambda: scene.pane.has_class("-current"), "the pane")
        prepare(scene)
        await drawn(pilot, lambda: len(scene.pane.look.frames) == len(scene.hub.frames), "the frames")
        if scene.hub.frames:
            scene.card.focus_first()
        if scene.pane.look.open:
            await drawn(pilot, lambda: isinstance(scene.app.focused, ActButton), "the focus on the first button")
        for key in keys:
            await pilot.pause(0.1)
            await pilot.press(key)
        await pilot.pause(0.3)
        for widget in pilot.app.screen.query("Input"):
            widget.cursor_blink = False  # type: ignore[attr-defined]
        scene.app.clear_notifications()
        await pilot.pause(0.1)

    return run


@pytest.mark.parametrize(
    ("prepare", "signed_in", "keys"),
    [
        pytest.param(nothing, False, (), id="signed-out"),
        pytest.param(nothing, True, ("down", "space"), id="list"),
        pytest.param(nothing, True, ("f3",), id="folded"),
        pytest.param(live, True, (), id="live"),
        pytest.param(live, True, ("ctrl+t",), id="frames"),
        pytest.param(live, True, ("l",), id="link"),
        pytest.param(trouble, True, (), id="trouble"),
        pytest.param(settled, True, (), id="settled"),
        pytest.param(servers, True, (), id="servers"),
        pytest.param(servers, True, ("down", "a"), id="approval"),
        pytest.param(nothing, True, ("down", "down", "down", "enter"), id="account"),
    ],
)
def test_picture(odd_sizes: OddSizes, scene: Scene, prepare: Set, signed_in: bool, keys: tuple[str, ...]) -> None:
    assert not odd_sizes(scene.app, steps(scene, prepare, signed_in, keys))
