"""Every action of the registry: its key is pressed where it belongs, runs that action and nothing else, and is seen.

A walk is a list of keys as a person presses them. `=area.name` presses the key of that action and checks it; `"text`
is typed, `?text` waited for, and anything else pressed as it stands.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from textual.pilot import Pilot

from tests.ui import test_app_dialogs as dialogs
from tests.ui import test_connectors_pane as connectors
from tests.ui import test_connectors_pane_card as cards
from tests.ui import test_deferral_panel as deferral
from tests.ui import test_form as form
from tests.ui import test_json_folding as folding
from tests.ui import test_servers_pane as servers
from tests.ui import test_tool_pane_calls as calls
from tests.ui import test_tool_pane_hostile as hostile
from tests.ui import test_turns as turns
from tests.ui.conftest import MakeApp
from tests.ui.support import opened, shown, until
from workbench.ui import actions
from workbench.ui.app import WorkbenchApp

pytestmark = pytest.mark.anyio

BY_ID: Final = {action.id: action for action in actions.ACTIONS}

WALKS: Final[dict[str, list[str]]] = {
    "screens": [
        "=main.help", "=dialog.copy", "=dialog.close", "=main.attach", "escape", "=main.model", "escape",
        "=main.catalog", "escape", "=main.deferral", "escape", "=main.turns", "escape", "=main.activity", "escape",
        "=main.reports", "escape", "=app.command_palette", "escape", "=app.jump", "escape",
    ],
    "panes": [
        "=main.focus_pane.servers", "=main.focus_pane.tool", "=main.focus_pane.connectors", "=main.focus_pane.queries",
        '"list_issues', "enter", "=main.call_tool", "=main.tour", "=tour.onward", "=tour.end", "=app.quit",
    ],
    "servers": [
        "f2", "=servers.attach", "escape", "=servers.log", "escape", "=servers.problems", "escape",
        "=servers.deferral", "escape", "=servers.context.more", "=servers.context.more", "=servers.context.less",
        "=servers.restore", "=servers.what_if", "escape", "=servers.forms", "escape", "=servers.details", "escape",
        "=servers.detach",
    ],
    "queries": [
        '"issue', "=queries.next_view", "=queries.next_view", "=queries.next_view", "=queries.move.down",
        "=queries.show_explanation", "e", "=queries.show_json", "j", "=queries.fold", "=queries.fold_all", "z",
        "=queries.source", "=queries.all_sources", "home", "up", "=queries.history", "escape",
    ],
    "query lines": [
        '"issue', "=queries.add_line", '"label', "=queries.shift.up", "=queries.shift.down", "=queries.move.up",
        "=queries.remove_line",
    ],
    "tool": [
        '"create_label', "enter", "f4", "=tool.show_json", "=tool.next_view", "=tool.form", "ctrl+n", '"x',
        "=tool.reset", "f3", *["backspace"] * 12, '"list_issues', "enter", "f4", "=tool.call", "=tool.save",
        "=tool.history", "escape",
    ],
    "approval": [
        '"add_note', "enter", "f4", "ctrl+t", "ctrl+n", "enter", '"milk', "enter", "f9", "=approval.refuse", "f9",
        "=approval.approve",
    ],
    "turns": [
        "f11", "=turns.example", "tab", "=turns.next_view", "=turns.run", "?Run this tool?", "n", "?not approved", "=turns.copy_messages", "=turns.copy_command",
        "=turns.load", "escape", "=turns.clear", "=turns.leave",
    ],
    "model": [
        "f7", "=model.next_view", "ctrl+t", "ctrl+t", "=model.start", "=model.turn", "=model.compact", "=model.copy",
        "=model.save", "=model.find", '"tool', "escape", "escape",
    ],
    "model closes": ["f7", "=model.close"],
    "what-if and deferral": [
        "f10", "=deferral.next_view", "ctrl+t", "=deferral.step.more", "=deferral.step.less", "=deferral.type",
        "escape", "right", "=deferral.restore",
    ],
    "catalog": [
        "ctrl+l", "=catalog.fold", "=catalog.unfold", "=catalog.fold_all", "=catalog.sort", "=catalog.copy",
        "=catalog.next_view", "ctrl+t", "=catalog.filter", '"label', "=catalog.close", "=catalog.close", "ctrl+l", "home", "right",
        "down", "=catalog.open",
    ],
    "activity": [
        '"list_issues', "enter", "f9", "f12", "=activity.copy_command", "=activity.copy_request",
        "=activity.copy_answer", "=activity.open", "escape", "=activity.filter", '"list', "=activity.close",
        "=activity.tool", "f12", "=activity.next_view", "ctrl+t", "ctrl+t", "ctrl+t", "=activity.clear",
        "=activity.close",
    ],
}  # fmt: skip

THROUGH: Final = {"activity.open": "choose"}
"""Keys that a list takes, to say that one of its lines was chosen."""

ELSEWHERE: Final = {
    cards.test_every_row_of_the_card_table: ["connectors.row.open"],
    cards.test_a_link_without_a_browser_is_shown_whole: ["connectors.row.link"],
    cards.test_copy_says_how: ["connectors.row.copy"],
    cards.test_try_again_is_one_mint_and_busy_only_meanwhile: ["connectors.row.again"],
    cards.test_an_mcp_target_asks_for_approval_and_names_its_steps: ["connectors.row.answer"],
    cards.test_not_now_and_continue: ["connectors.row.later", "connectors.go_on"],
    cards.test_stop_interrupts: ["connectors.stop"],
    cards.test_every_frame_is_in_the_log_and_shows_its_json: ["connectors.frame", "connectors.next_view"],
    connectors.test_connect_reconnect_and_switch: [
        "connectors.connect", "connectors.reconnect", "connectors.switch_account", "connectors.mark",
    ],
    connectors.test_details_offer_what_can_be_done_by_mouse: ["connectors.details"],
    connectors.test_the_filter_narrows_as_one_types_and_escape_empties_it: ["connectors.filter"],
    connectors.test_mcp_servers_are_filtered_and_begun: ["connectors.servers"],
    connectors.test_con_016_the_list_is_read_again_when_one_comes_back: ["connectors.read"],
    connectors.test_the_gateways_own_page_is_opened: ["connectors.page"],
    connectors.test_nobody_signed_in_says_what_one_key_does: ["connectors.sign"],
    servers.test_detach_and_reconnect_by_key: ["servers.reconnect"],
    dialogs.test_the_log_shows_its_end_and_reads_again: ["log.refresh"],
    calls.test_progress_moves_and_escape_cancels: ["tool.cancel"],
    hostile.test_cal_025_an_image_is_type_and_size: ["tool.open"],
    form.test_every_key_of_the_form: [*(action.id for action in actions.in_area("form")), "dialog.take"],
    folding.test_a_result_folds_by_space_enter_click_and_all_at_once: ["json.fold", "json.fold_all"],
    turns.test_stop_lets_what_runs_end_and_starts_nothing_more: ["turns.stop"],
    deferral.test_defer_core_tools_acts_at_once_and_the_gauges_follow: ["deferral.switch"],
    deferral.test_the_scope_withdraws_grants_narrows_and_opens_again: ["deferral.only", "deferral.everything"],
    deferral.test_foundational_and_protected_tools_are_marked_and_single_ones_taken_back: ["deferral.single"],
}  # fmt: skip
"""Actions that need more than a walk, with the test that presses their key."""


def test_every_action_of_the_registry_is_walked_or_has_a_test_of_its_own() -> None:
    walked = {step[1:] for steps in WALKS.values() for step in steps if step.startswith("=")}
    tested = {name for names in ELSEWHERE.values() for name in names}
    assert walked | tested == set(BY_ID)


def observed(app: WorkbenchApp) -> tuple[object, ...]:
    """What a person notices: the screens, the focus, every character, what was copied, and toasts."""
    return (
        [type(screen).__name__ for screen in app.screen_stack], id(app.focused), shown(app), app.clipboard,
        len(app._notifications), app._exit,
    )  # fmt: skip


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The actions that keys have run, by the name of their method."""
    names: list[str] = []
    dispatch = WorkbenchApp._dispatch_action

    async def listen(self: WorkbenchApp, namespace: Any, name: str, parameters: Any) -> bool:
        names.append(f"{name}({', '.join(map(repr, parameters))})" if parameters else name)
        return await dispatch(self, namespace, name, parameters)

    monkeypatch.setattr(WorkbenchApp, "_dispatch_action", listen)
    yield names


async def walk(pilot: Pilot[Any], steps: list[str], ran: list[str]) -> None:
    app: Any = pilot.app
    for step in steps:
        if step.startswith('"'):
            await pilot.press(*("underscore" if letter == "_" else letter for letter in step[1:]))
            await pilot.pause(0.05)
        elif step.startswith("?"):
            await until(pilot, lambda: step[1:] in shown(app), step)  # noqa: B023
        elif not step.startswith("="):
            await pilot.press(step)
            await pilot.pause(0.05)
        else:
            action = BY_ID[step[1:]]
            before = observed(app)
            ran.clear()
            await pilot.press(action.keys.split(",")[0])
            assert {action.method, THROUGH.get(action.id)} & {*ran}, f"{action.id}: its key ran {ran or 'nothing'}"
            await until(pilot, lambda: observed(app) != before, f"something to be seen of {action.id}")  # noqa: B023


@pytest.mark.parametrize("name", WALKS)
async def test_the_key_of_an_action_runs_it_and_something_is_seen(
    make_app: MakeApp, name: str, ran: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    app = make_app("basics", "tracker")
    async with opened(app) as pilot:
        await walk(pilot, WALKS[name], ran)
