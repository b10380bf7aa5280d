"""The card against the card table of spec 4.8: rows, buttons, words, focus, death."""

from pathlib import Path
from typing import Any

import pytest

from tests.ui.connectors_pane_support import START, Flows, Scene, drawn, link, minted, opened_scene, said, target
from tests.ui.support import NARROW, WIDE, shown
from workbench.connectors.flows import FlowMoves, Need
from workbench.ui.panes.connectors.frames import FramesView
from workbench.ui.screens.environment import EnvironmentDialog
from workbench.ui.screens.install_approval import InstallApproval, plan_text
from workbench.ui.screens.link import LinkDialog
from workbench.ui.screens.text import TextDialog

pytestmark = pytest.mark.anyio

WITH_LINK = {"Connect": True, "Not now": True, "Copy": True, "Link": True}
TABLE: list[tuple[str, dict[str, Any], dict[str, bool], str]] = [
    ("pending", {}, {"Connect": False, "Not now": True}, "preparing"),
    ("initiated", {}, WITH_LINK, "finish connecting in your browser"),
    ("initiated", {"connect_url": None}, {"Connect": False, "Not now": True}, "finish connecting in your browser"),
    ("connected", {}, {}, "connected"),
    ("connected", {"extra": {"tool_count": 12}}, {}, "connected (12 tools)"),
    ("skipped", {}, {}, "skipped"),
    (
        "failed",
        {"detail": "No such [b]workspace[/]."},
        {"Try again": True, "Not now": True},
        "No such [b]workspace[/].",
    ),
    ("failed", {}, {"Try again": True, "Not now": True}, "could not connect"),
    ("expired", {}, {"Reconnect": True, "Not now": True}, "access expired"),
    ("unavailable", {"kind": "mcp"}, {}, "unavailable"),
]
UNRESOLVED = {"pending", "initiated", "failed", "expired"}


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_every_row_of_the_card_table(scene: Scene, size: tuple[int, int]) -> None:
    async with opened_scene(scene, size) as pilot:
        for number, (state, more, buttons, words) in enumerate(TABLE):
            scene.frame(target("mail", state, **more), op_id=f"op_{number}")
            await drawn(pilot, lambda words=words: words in scene.words("mail"), words)  # type: ignore[misc]
            assert scene.buttons("mail") == buttons, state
            assert scene.words("mail").startswith("mail  " + words)
            assert ("Continue" in scene.buttons()) == (state in UNRESOLVED)
            assert scene.buttons()["Stop"]
            settled = target("mail", "not_connected" if state in UNRESOLVED else state)
            scene.frame(settled, op_id=f"op_{number}", seq=2, settled=True, settled_by="continue")
            await drawn(pilot, lambda: "you went on" in shown(scene.app), "the settled card")
            assert scene.buttons("mail") == {} == scene.buttons()


async def test_not_connected_is_only_ever_a_summary(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        scene.frame(target("mail"))
        scene.frame(target("mail", "not_connected"), seq=2, settled=True, settled_by="deadline")
        await drawn(pilot, lambda: scene.words("mail") == "mail  not connected", "the summary")
        assert scene.buttons("mail") == {} == scene.buttons()
        assert "the time ran out" in shown(scene.app)


async def test_con_009_waiting_words_never_disable_connect(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("down", "c")
        await drawn(pilot, lambda: scene.app.focused is scene.button("chat", "Connect"), "the focus on Connect")
        for times, key in enumerate(("enter", "enter", "o"), 1):
            await pilot.press(key)
            await drawn(pilot, lambda times=times: len(scene.opened) == times, key)  # type: ignore[misc]
            # Textual takes presses that come while a button is still seen going down as one.
            connect = scene.button("chat", "Connect")
            await drawn(pilot, lambda button=connect: not button.has_class("-active"), "the button up")  # type: ignore[misc]
        assert set(scene.opened) == {link("chat")}
        assert scene.gateway.mints == [(("chat",), False)]
        assert scene.buttons("chat") == WITH_LINK


async def test_a_cleared_link_disables_connect_and_takes_copy_away(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        scene.frame(target("mail"))
        await drawn(pilot, lambda: scene.buttons("mail") == WITH_LINK, "the link")
        scene.frame(target("mail", connect_url=None), seq=2)
        await drawn(pilot, lambda: scene.buttons("mail") == {"Connect": False, "Not now": True}, "no link")
        await pilot.press("o", "y", "l")
        assert scene.opened == [] and len(scene.app.screen_stack) == 1


async def test_try_again_is_one_mint_and_busy_only_meanwhile(scene: Scene) -> None:
    scene.gateway.mint = lambda name: minted(name, "failed", status_reason="Denied.")
    async with opened_scene(scene) as pilot:
        await pilot.press("down", "c")
        await drawn(pilot, lambda: scene.buttons("chat") == {"Try again": True, "Not now": True}, "Try again")
        scene.gateway.mint = minted
        await pilot.press("t")
        await drawn(pilot, lambda: scene.buttons("chat") == WITH_LINK, "a new link")
        assert scene.gateway.mints == [(("chat",), False), (("chat",), True)]
        assert "attempt 2" in scene.words("chat")


async def test_a_button_that_goes_leaves_the_focus_on_the_card(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        scene.frame(target("mail", "failed"), target("chat", "failed"))
        await drawn(pilot, lambda: "Try again" in scene.buttons("mail"), "the card")
        scene.button("mail", "Try again").focus()
        await pilot.pause()
        scene.frame(target("mail", connect_url=None), target("chat", "failed"), seq=2)
        await drawn(pilot, lambda: "Try again" not in scene.buttons("mail"), "the row waits")
        assert scene.app.focused is scene.card
        await pilot.press("enter")
        assert scene.words("mail").startswith("mail  finish")
        scene.frame(target("mail", "failed"), target("chat", "failed"), seq=3)
        await drawn(pilot, lambda: scene.app.focused is scene.button("mail", "Try again"), "the focus back")


async def test_not_now_and_continue(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("down", "space", "down", "down", "down", "space", "c")
        await drawn(pilot, lambda: scene.app.focused is scene.button("chat", "Connect"), "the card")
        assert scene.gateway.mints == [(("chat", "mail"), False)]
        await pilot.press("n")
        await drawn(pilot, lambda: scene.words("chat") == "chat  skipped", "skipped")
        assert scene.buttons("mail") == WITH_LINK and scene.buttons() == {"Continue": True, "Stop": True}
        await pilot.press("k")
        await drawn(pilot, lambda: scene.words("mail") == "mail  not connected", "settled")
        entry = scene.pane.look.present
        assert entry is not None and entry.settled_by == "continue"


async def test_stop_interrupts(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("down", "c")
        await drawn(pilot, lambda: scene.pane.look.open, "the card")
        await pilot.press("x")
        await drawn(pilot, lambda: not scene.pane.look.open, "the end")
        entry = scene.pane.look.present
        assert entry is not None and entry.settled_by == "interrupt"
        assert scene.hub.desk.open_operation is None


@pytest.mark.parametrize("label", ["Not now", "Connect", "Link"])
async def test_buttons_work_by_mouse(scene: Scene, label: str) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("down", "c")
        await drawn(pilot, lambda: scene.buttons("chat") == WITH_LINK, "the card")
        await pilot.click(scene.button("chat", label))
        true = {
            "Not now": lambda: scene.words("chat") == "chat  skipped",
            "Connect": lambda: scene.opened == [link("chat")],
            "Link": lambda: isinstance(scene.app.screen, LinkDialog),
        }[label]
        await drawn(pilot, true, label)


@pytest.mark.parametrize("label", ["Continue", "Stop"])
async def test_whole_card_buttons_work_by_mouse(scene: Scene, label: str) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("down", "c")
        await drawn(pilot, lambda: "Continue" in scene.buttons(), "the card")
        await pilot.click(scene.button("", label))
        await drawn(pilot, lambda: not scene.pane.look.open, "the end")
        entry = scene.pane.look.present
        assert entry is not None and entry.settled_by == {"Continue": "continue", "Stop": "interrupt"}[label]


@pytest.mark.parametrize("size", [WIDE, (120, 24)], ids=["whole", "scrolling"])
async def test_arrows_move_among_rows_and_buttons(scene: Scene, size: tuple[int, int]) -> None:
    async with opened_scene(scene, size) as pilot:
        scene.frame(target("mail"), target("files", "connected"), target("chat", "failed"))
        await drawn(pilot, lambda: scene.buttons("mail") == WITH_LINK, "the card")
        scene.card.focus_first()
        for key, name, label in [
            ("right", "mail", "Not now"), ("down", "chat", "Try again"), ("right", "chat", "Not now"),
            ("down", "", "Continue"), ("right", "", "Stop"), ("up", "chat", "Try again"), ("up", "mail", "Connect"),
        ]:  # fmt: skip
            await pilot.press(key)
            assert scene.app.focused is scene.button(name, label), (key, name, label)
        await pilot.press("down")
        assert scene.card.current == "chat"
        await pilot.press("o")
        assert scene.opened == [], "a key is meant for the row in focus alone"


async def test_the_countdown_and_the_watch_are_told(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        scene.frame(target("mail"))
        await drawn(pilot, lambda: "5:00 left" in shown(scene.app), "five minutes")
        scene.now = 247.0
        watch = {"fault": "the gateway did not answer in time", "last_read_at": START + 235}
        scene.frame(target("mail"), seq=2, watch=watch)
        await drawn(pilot, lambda: "0:53 left" in shown(scene.app), "the countdown")
        head = str(scene.card.query_one(".head").render())
        assert "checking again: the gateway did not answer in time; last heard 12 s ago" in head


async def test_a_new_operation_has_its_own_card_and_the_old_one_stays_dead(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        scene.frame(target("mail"))
        scene.frame(target("mail", "not_connected"), seq=2, settled=True, settled_by="deadline")
        scene.frame(target("chat"), op_id="op_2")
        await drawn(pilot, lambda: scene.buttons("chat") == WITH_LINK, "the new card")
        earlier = str(scene.card.query_one(".earlier").render())
        assert "the time ran out" in earlier and "mail  not connected" in earlier
        scene.frame(target("mail", "connected"), seq=3)
        await pilot.pause()
        assert "mail  not connected" in str(scene.card.query_one(".earlier").render())


async def test_a_link_without_a_browser_is_shown_whole(scene: Scene) -> None:
    long = "https://gateway.example/connect?state=" + "aBc-9_" * 80
    scene.gateway.mint = lambda name: minted(name, connect_url=long)
    scene.browser = False
    async with opened_scene(scene, NARROW) as pilot:
        await pilot.press("down", "c")
        await drawn(pilot, lambda: scene.buttons("chat") == WITH_LINK, "the card")
        await pilot.press("o")
        await drawn(pilot, lambda: isinstance(scene.app.screen, LinkDialog), "the dialog")
        lines = [line.strip() for line in shown(scene.app).splitlines()]
        assert long in "".join(lines)
        region = scene.app.screen.query_one(".link").region
        assert (region.x, region.width) == (0, 80), "nothing stands beside the link"
        await pilot.press("escape")
        assert len(scene.app.screen_stack) == 1
        await pilot.press("l")
        await drawn(pilot, lambda: isinstance(scene.app.screen, LinkDialog), "the dialog by its own key")


async def test_copy_says_how(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    async with opened_scene(scene) as pilot:
        scene.frame(target("mail"))
        await drawn(pilot, lambda: scene.buttons("mail") == WITH_LINK, "the card")
        await pilot.press("y")
        await drawn(pilot, lambda: bool(said(scene.app)), "a word")
        assert scene.app.clipboard == link("mail")
        assert "sent to the terminal" in said(scene.app)[-1] and link("mail") not in "".join(said(scene.app))


@pytest.mark.parametrize("address", ["javascript:alert(1)", "file:///etc/passwd", "https://a@b.example/", "http://[x"])
async def test_only_http_links_are_ever_offered(scene: Scene, address: str) -> None:
    async with opened_scene(scene) as pilot:
        scene.frame(target("mail", connect_url=address))
        await drawn(pilot, lambda: "finish" in scene.words("mail"), "the card")
        assert scene.buttons("mail") == {"Connect": False, "Not now": True}
        await pilot.press("o", "l")
        assert scene.opened == [] and len(scene.app.screen_stack) == 1


async def test_every_frame_is_in_the_log_and_shows_its_json(scene: Scene) -> None:
    async with opened_scene(scene, (160, 48)) as pilot:
        scene.frame(target("mail", "pending", connect_url=None))
        moved = {"target": "mail", "from": "pending", "to": "initiated", "actor": "backend_watcher", "detail": ""}
        scene.frame(target("mail"), seq=2, **moved)
        scene.frame(target("mail"), seq=3)
        scene.frame(target("mail", "not_connected"), seq=4, settled=True, settled_by="interrupt")
        log = scene.app.query_one(FramesView)
        await drawn(pilot, lambda: len(log.keys) == 4, "four frames")
        text = " ".join(log.text.split())
        assert text == (
            "1 request mail 2 update mail pending → initiated backend_watcher 3 update refresh "
            "4 update settled interrupt"
        )
        log.focus()
        await pilot.press("up", "up", "j")
        dialog = scene.app.screen
        assert isinstance(dialog, TextDialog)
        assert '"seq": 2' in shown(scene.app) and '"actor": "backend_watcher"' in dialog._whole


async def test_a_card_a_model_asks_for_takes_no_focus(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("f3")
        focused = scene.app.focused
        scene.frame(target("mail"))
        await drawn(pilot, lambda: any("A connection is wanted: mail" in words for words in said(scene.app)), "a word")
        assert scene.app.focused is focused
        assert scene.pane.has_class("-open") and "finish connecting" in shown(scene.app)


# MCP targets


async def test_an_mcp_target_asks_for_approval_and_names_its_steps(tmp_path: Path) -> None:
    answers = []

    async def script(moves: FlowMoves) -> None:
        moves.step("approve", "running")
        answers.append(await moves.approve({"kind": "command", "target": "npx -y server", "environment": ["TOKEN"]}))
        moves.step("approve", "done")
        moves.step("authorize", "running", "waiting for the consent")
        moves.initiated("https://login.example/authorize")
        answers.append(await moves.environment([Need("TOKEN", "from the vendor", True), Need("ROOM", "", False)]))
        moves.connected(["read", "write"])

    scene = Scene(tmp_path, Flows(script))
    async with opened_scene(scene) as pilot:
        await pilot.press("i", "enter")
        await drawn(pilot, lambda: scene.pane.look.open and "Review…" in scene.buttons("filesystem"), "the question")
        await pilot.press("a")
        await drawn(pilot, lambda: isinstance(scene.app.screen, InstallApproval), "the approval")
        assert "npx -y server" in shown(scene.app) and "TOKEN=***" in shown(scene.app)
        assert scene.app.focused is not None and scene.app.focused.id == "refuse"
        await pilot.press("y")
        await drawn(pilot, lambda: answers == [True], "approved")
        await drawn(pilot, lambda: "waiting for the consent" in scene.words("filesystem"), "the step")
        assert "✓ approve" in scene.words("filesystem")
        await pilot.press("a")
        await drawn(pilot, lambda: isinstance(scene.app.screen, EnvironmentDialog), "the values")
        fields = list(scene.app.screen.query("Input"))
        assert [field.password for field in fields] == [True, False]  # type: ignore[attr-defined]
        await pilot.press("enter")
        assert "Still missing: TOKEN, ROOM." in shown(scene.app)
        await pilot.press(*"s3cret", "tab", *"lobby", "enter")
        await drawn(pilot, lambda: "connected (2 tools)" in scene.words("filesystem"), "connected")
        assert "read, write" in scene.words("filesystem")
        assert answers[1] == {"TOKEN": "s3cret", "ROOM": "lobby"}
        assert "s3cret" not in str([dict(frame) for frame in scene.hub.frames])


async def test_leaving_the_approval_answers_nothing_and_refusing_does(tmp_path: Path) -> None:
    async def script(moves: FlowMoves) -> None:
        if not await moves.approve({}):
            moves.failed(notice="You refused it.")

    scene = Scene(tmp_path, Flows(script))
    async with opened_scene(scene) as pilot:
        await pilot.press("i", "enter")
        await drawn(pilot, lambda: scene.pane.look.open and "Review…" in scene.buttons("filesystem"), "the question")
        for key in ("escape", "n"):
            await pilot.press("a")
            await drawn(pilot, lambda: isinstance(scene.app.screen, InstallApproval), "the approval")
            await pilot.press(key)
            await pilot.pause()
            assert len(scene.app.screen_stack) == 1
        await drawn(pilot, lambda: "You refused it." in scene.words("filesystem"), "refused")
        assert "Try again" in scene.buttons("filesystem")


def test_a_plan_shows_no_value_of_an_environment() -> None:
    plan = {
        "kind": "url", "target": "https://a.example/mcp", "title": "[b]A[/b]",
        "environment": [{"name": "TOKEN", "value": "hunter2", "source": "from the secret store"}],
        "env": {"KEY": "hunter3"},
    }  # fmt: skip
    text = plan_text(plan).plain
    assert text.splitlines()[0].split() == ["address", "https://a.example/mcp"]
    assert "TOKEN=***  from the secret store" in text and "KEY=***" in text and "[b]A[/b]" in text
    assert "hunter" not in text
