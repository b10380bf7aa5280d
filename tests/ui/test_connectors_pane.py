"""The connectors pane on a scripted gateway: its line, its list, its keys, its place on the screen."""

from pathlib import Path
from typing import Any

import pytest

from tests.ui.connectors_pane_support import Flows, Scene, drawn, listed, opened_scene, said
from tests.ui.support import NARROW, WIDE, shown, words_in
from workbench.connectors.errors import FaultKind, GatewayError
from workbench.session.hub import ConnectorsView
from workbench.settings import ServerSpec
from workbench.ui import actions
from workbench.ui.messages import ToolChosen
from workbench.ui.panes.connectors.accounts import AccountList, AccountsView, FilterInput
from workbench.ui.panes.connectors.card import CardView
from workbench.ui.panes.connectors.frames import FramesView
from workbench.ui.panes.connectors.look import Look
from workbench.ui.panes.connectors.words import gateway_spans
from workbench.ui.panes.tool import ToolPane
from workbench.ui.panes.tool.editor import JsonEditor
from workbench.ui.screens.account import AccountDialog
from workbench.ui.screens.mcp_servers import McpServersDialog

pytestmark = pytest.mark.anyio

HOSTILE = "[/b]a\x1b[31m日本"


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path, Flows())


def accounts(scene: Scene) -> AccountsView:
    return scene.app.screen_stack[0].query_one(AccountsView)


def names(scene: Scene) -> list[str]:
    return [str(key) for key in accounts(scene).query_one(AccountList).keys]


# The line


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (ConnectorsView(False), "○ connectors are switched off in the configuration"),
        (ConnectorsView(True), "○ not signed in"),
        (ConnectorsView(True, "https://gw.example"), "○ not signed in at https://gw.example"),
        (ConnectorsView(True, "embedded", True, True), "● signed in at the embedded gateway · in scope"),
        (
            ConnectorsView(True, "https://gw.example", True, False),
            "● signed in at https://gw.example · not in scope: a model's search does not reach it",
        ),
        (
            ConnectorsView(True, "embedded", True, True, "the gateway did not answer in time"),
            "▲ signed in at the embedded gateway · the gateway did not answer in time",
        ),
    ],
)
def test_the_gateway_in_one_line(view: ConnectorsView, words: str) -> None:
    assert "".join(text for text, _ in gateway_spans(Look(view))) == words


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (404, "connectors are not available for this account"),
        (401, "does not accept the token"),
        (403, "does not allow this account connectors"),
        (500, "the gateway failed with status 500"),
    ],
)
async def test_con_001_each_cause_has_its_own_words_and_no_connect(scene: Scene, status: int, words: str) -> None:
    kind = {404: FaultKind.DARK, 401: FaultKind.AUTH, 403: FaultKind.AUTH}.get(status, FaultKind.HTTP)
    scene.gateway.fault = GatewayError(kind, f"HTTP_{status}", "secret text", status=status)
    async with opened_scene(scene, (200, 40)) as pilot:
        await drawn(pilot, lambda: words in words_in(scene.app, "StatusLine"), words)
        assert names(scene) == [] and "secret text" not in shown(scene.app)
        await pilot.press("c")
        assert not scene.gateway.mints and scene.hub.desk.open_operation is None


# The list


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_every_account_state_has_a_sign_and_a_word(scene: Scene, size: tuple[int, int]) -> None:
    async with opened_scene(scene, size):
        lines = accounts(scene).query_one(AccountList).text.splitlines()
        told = [" ".join(line.split()) for line in lines]
        wanted = [
            ("● calendar", "connected"), ("○ chat", "not connected"), ("◌ files", "waiting"), ("▲ issues", "expired"),
            ("○ mail", "not connected"), ("✗ notes", "revoked"), ("– old", "not available"),
        ]  # fmt: skip
        for line, (name, word) in zip(told, wanted, strict=True):
            assert line.startswith(name) and word in line


async def test_the_filter_narrows_as_one_types_and_escape_empties_it(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("slash", *"not", "space", *"conn")
        assert names(scene) == ["chat", "mail"]
        await pilot.press("enter")
        assert isinstance(scene.app.focused, AccountList) and names(scene) == ["chat", "mail"]
        await pilot.press("up")
        assert isinstance(scene.app.focused, FilterInput)
        await pilot.press("escape")
        assert len(names(scene)) == 7 and isinstance(scene.app.focused, AccountList)


async def test_tui_002_brackets_in_the_filter_are_text(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("slash", "[", "/", "]", "[", "b", "]", "\\", "backspace")
        assert "No connector holds “[/][b]”." in " ".join(accounts(scene).query_one(AccountList).text.split())


async def test_tui_008_hostile_names_are_labels(scene: Scene) -> None:
    scene.gateway.rows = [listed(HOSTILE, status_reason="[/]"), listed("b", "failed")]
    async with opened_scene(scene) as pilot:
        assert "[/b]a[31m日本" in shown(scene.app)
        await pilot.press("space", "enter")
        await drawn(pilot, lambda: isinstance(scene.app.screen, AccountDialog), "the dialog")
        assert "\x1b[31m" not in shown(scene.app)


async def test_tui_018_the_highlight_stays_on_its_connector(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("down", "down", "down", "down")
        assert accounts(scene).query_one(AccountList).highlighted == "mail"
        scene.gateway.rows.insert(0, listed("aaa"))
        await pilot.press("g")
        await drawn(pilot, lambda: "aaa" in names(scene), "the new one")
        assert accounts(scene).query_one(AccountList).highlighted == "mail"


async def test_con_030_looking_sends_only_reads(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        for _ in range(5):
            await pilot.press("g", "f3", "f6")
        await drawn(pilot, lambda: scene.gateway.reads >= 5, "reads")
        assert scene.gateway.mints == []


async def test_con_016_the_list_is_read_again_when_one_comes_back(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("f3")
        scene.gateway.rows[1] = listed("chat", "active")
        await pilot.press("f6")
        await drawn(pilot, lambda: "2 of 7 connected" in words_in(scene.app, "StatusLine"), "the fresh state")
        scene.gateway.rows[1] = listed("chat", "expired")
        await pilot.press("g")
        await drawn(pilot, lambda: "1 of 7 connected" in words_in(scene.app, "StatusLine"), "read again by key")


@pytest.mark.parametrize(
    ("keys", "mint"),
    [
        (("c",), ("chat", False)),
        (("r",), ("chat", True)),
        (("R",), ("chat", True)),
    ],
)
async def test_connect_reconnect_and_switch(scene: Scene, keys: tuple[str, ...], mint: tuple[str, bool]) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("down", *keys)
        await drawn(pilot, lambda: scene.pane.look.open, "the card")
        assert scene.gateway.mints == [((mint[0],), mint[1])]
        present = scene.pane.look.present
        assert present is not None
        assert (present.targets[0].extra.get("force") is True) == (keys == ("R",))
        assert ("another account" in shown(scene.app)) == (keys == ("R",))


async def test_reconnect_leaves_what_works_alone(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("r")
        await drawn(pilot, lambda: scene.pane.look.present is not None, "the card")
        await drawn(pilot, lambda: not scene.pane.look.open, "resolved at once")
        assert scene.gateway.mints == [] and scene.words("calendar") == "calendar  connected"


async def test_details_offer_what_can_be_done_by_mouse(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.click(AccountList, offset=(6, 3))
        await drawn(pilot, lambda: isinstance(scene.app.screen, AccountDialog), "the dialog")
        assert "The grant ran out." in shown(scene.app)
        labels = [str(button.label) for button in scene.app.screen.query("Button")]  # type: ignore[attr-defined]
        assert labels == ["Close", "Mark", "Another account", "Reconnect"]
        await pilot.click("ChoiceButton:last-of-type")
        await drawn(pilot, lambda: scene.gateway.mints == [(("issues",), True)], "the mint")


async def test_what_is_not_available_cannot_be_connected_from_its_details(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("end", "enter")
        await drawn(pilot, lambda: isinstance(scene.app.screen, AccountDialog), "the dialog")
        assert [str(button.label) for button in scene.app.screen.query("Button")] == ["Close"]  # type: ignore[attr-defined]
        assert "not available for this account" in shown(scene.app)


async def test_con_020_accounts_of_one_connector_are_told_apart(scene: Scene) -> None:
    scene.gateway.rows = [listed("mail", "expired", connection_id="old"), listed("mail", "active", connection_id="new")]
    async with opened_scene(scene) as pilot:
        assert names(scene) == ["mail"] and "1 of 1 connected" in shown(scene.app)
        await pilot.press("enter")
        await drawn(pilot, lambda: isinstance(scene.app.screen, AccountDialog), "the dialog")
        assert "connection new" in shown(scene.app) and "connection old" in shown(scene.app)


async def test_one_operation_at_a_time_is_said_not_raised(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("down", "c")
        await drawn(pilot, lambda: scene.pane.look.open, "the card")
        scene.pane._open_operation(["mail"], "connect")
        await drawn(pilot, lambda: any("One operation at a time" in words for words in said(scene.app)), "the refusal")


# Signing in


async def test_nobody_signed_in_says_what_one_key_does(scene: Scene) -> None:
    signed: list[str] = []

    async def sign_in() -> str:
        signed.append("in")
        await scene.sign_in()
        return ""

    async def sign_out() -> None:
        signed.append("out")
        scene.hub.client = None
        scene.hub._show(gateway="", accounts=(), read_at=None)

    scene.hub.sign_in, scene.hub.sign_out = sign_in, sign_out  # type: ignore[method-assign]
    async with opened_scene(scene, signed_in=False) as pilot:
        assert "not signed in" in shown(scene.app)
        assert "Press s to sign in" in " ".join(accounts(scene).query_one(AccountList).text.split())
        await pilot.press("s")
        await drawn(pilot, lambda: len(names(scene)) == 7, "the list")
        await pilot.press("s")
        await drawn(pilot, lambda: names(scene) == [], "nothing")
        assert signed == ["in", "out"]


# Place and keys


async def test_the_pane_takes_three_rows_until_it_is_wanted(scene: Scene) -> None:
    async with opened_scene(scene) as pilot:
        assert scene.pane.size.height > 6
        await pilot.press("f3")
        await pilot.pause()
        assert scene.pane.outer_size.height == 3 and "1 of 7 connected" in shown(scene.app)
        await pilot.click("StatusLine")
        await drawn(pilot, lambda: scene.pane.outer_size.height > 6, "unfolded by a click")


async def test_in_a_narrow_terminal_it_is_the_fourth_tab(scene: Scene) -> None:
    async with opened_scene(scene, NARROW) as pilot:
        assert "Connectors F6" in shown(scene.app).splitlines()[1]
        parts: list[type[Any]] = [AccountsView, CardView, FramesView]
        for part in [*parts[1:], parts[0]]:
            await pilot.press("ctrl+t")
            await pilot.pause()
            assert [scene.app.screen.query_one(one).is_on_screen for one in parts] == [one is part for one in parts]
        await pilot.press("f3")
        await pilot.pause()
        assert not scene.pane.is_on_screen
        await pilot.click("PaneTab:last-of-type")
        await drawn(pilot, lambda: scene.pane.is_on_screen, "the tab by mouse")


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (20, 5), (50, 14), (120, 16), (300, 80)])
async def test_tui_010_any_size(scene: Scene, size: tuple[int, int]) -> None:
    async with opened_scene(scene) as pilot:
        await pilot.press("down", "c")
        await drawn(pilot, lambda: scene.pane.look.open, "the card")
        await pilot.resize_terminal(*size)
        await pilot.pause()
        await pilot.resize_terminal(*WIDE)
        await drawn(pilot, lambda: "finish connecting" in shown(scene.app), "back again")


async def test_mcp_servers_are_filtered_and_begun(scene: Scene) -> None:
    async with opened_scene(scene, signed_in=False) as pilot:
        await pilot.press("i", *"linear")
        await drawn(pilot, lambda: isinstance(scene.app.screen, McpServersDialog), "the dialog")
        assert "Authorize" in shown(scene.app) and "filesystem" not in shown(scene.app)
        await pilot.press("enter")
        await drawn(pilot, lambda: scene.pane.look.present is not None, "the operation")
        present = scene.pane.look.present
        assert present is not None
        assert (present.targets[0].name, present.targets[0].action) == ("linear", "authorize")


async def test_the_gateways_own_page_is_opened(scene: Scene) -> None:
    async def accounts_link() -> str:
        return "http://127.0.0.1:9/accounts?once=1"

    scene.hub.accounts_link = accounts_link  # type: ignore[method-assign]
    async with opened_scene(scene) as pilot:
        await pilot.press("w")
        await drawn(pilot, lambda: scene.opened == ["http://127.0.0.1:9/accounts?once=1"], "the page")


async def test_every_key_of_the_pane_has_a_method(scene: Scene) -> None:
    async with opened_scene(scene):
        for action in actions.in_area("connectors"):
            name = action.method.partition("(")[0]
            assert hasattr(scene.pane, f"action_{name}"), action.id


async def test_f6_leads_here_from_the_arguments_of_a_tool(tmp_path: Path) -> None:
    scene = Scene(tmp_path, servers=(ServerSpec("tracker", demo="tracker"),))
    async with opened_scene(scene) as pilot:
        scene.app.screen.post_message(ToolChosen(next(iter(scene.session.state.scope.deferred))))
        await pilot.press("f4")
        editor = scene.app.query_one(JsonEditor)
        scene.app.query_one(ToolPane).view = "Arguments"
        await pilot.pause()
        editor.focus()
        await pilot.press("f6")
        await drawn(pilot, lambda: scene.pane.has_focus_within, "the focus in the pane")
