"""Pictures of the turns screen at the two sizes that must be good. Times come from a script, not from a clock."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.conftest import MakeApp, OddSizes
from tests.ui.support import settle, until
from tests.ui.turns_support import ADD, COUNT, LIST, TIME, calls, ended, open_turns, read, screen_of, wrapped
from workbench.bridge.planner import Plan
from workbench.bridge.turn import TurnReport, pending, refusal
from workbench.model import Outcome
from workbench.session.turns import Turns
from workbench.settings import ServerSpec
from workbench.ui.app import WorkbenchApp
from workbench.ui.screens.approval import ApprovalDialog

PARALLEL = ServerSpec("basics", demo="basics", supports_parallel_tool_calls=True)
EVERYTHING = calls(
    (COUNT, {"to": 4}),
    (LIST, {}),
    ("tool_serch", {"queries": ["open issues", "close an issue"]}),
    wrapped("mcp_tracker_close_issue", {"issue": "WEB-1"}),
    ("mcp_basics_lst_notes", {}),
    (ADD, {"title": "[red]shopping[/red] 買い物"}),
    (TIME, {}),
)
ODD = '{"calls": [{"name": "mcp_basics_list_notes"}, 7, {"id": 3}, {"name": "[b]x[/b]", "args": {}}]}'
PLAYED: Mapping[int, tuple[float, float, Outcome]] = {
    0: (0.0, 0.82, Outcome.DONE),
    1: (0.0, 0.21, Outcome.DONE),
    2: (0.01, 0.09, Outcome.DONE),
    3: (0.83, 2.4, Outcome.NOT_APPROVED),
    4: (2.4, 2.4, Outcome.REFUSED),
    5: (2.41, 3.3, Outcome.TOOL_ERROR),
}


def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns end at once, with the outcomes and times of PLAYED; what is not in it was stopped."""

    async def run(_: Turns, planned: Plan, **__: Any) -> TurnReport:
        entries = []
        for entry in pending(planned):
            start, end, outcome = PLAYED.get(entry.index, (None, None, Outcome.INTERRUPTED))
            payload = refusal(entry.routed).payload if entry.routed.error else {"answer": entry.index, "[b]": "ok"}
            entries.append(replace(entry, start=start, end=end, outcome=outcome, payload=payload))
        return TurnReport(planned, tuple(entries), 3.3, stopped=True)

    monkeypatch.setattr(Turns, "run", run)


def steps(text: str, *keys: str) -> Callable[[Pilot[Any]], Any]:
    async def run(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        screen = await open_turns(pilot, text)
        screen.editor.cursor_blink = False
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.05)
            if key == "f9":
                await ended(pilot)
        await read(pilot)
        await pilot.pause(0.3)

    return run


@pytest.fixture
def app(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> WorkbenchApp:
    scripted(monkeypatch)
    return make_app(PARALLEL, "tracker")


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        pytest.param("", (), id="empty"),
        pytest.param("", ("ctrl+n",), id="example"),
        pytest.param(ODD, (), id="odd"),
        pytest.param('{"calls": [', (), id="unreadable"),
        pytest.param(EVERYTHING, ("tab",), id="plan"),
        pytest.param(EVERYTHING, ("f9",), id="lanes"),
        pytest.param(EVERYTHING, ("f9", "end"), id="lanes-end"),
        pytest.param(EVERYTHING, ("f9", "ctrl+t"), id="results"),
        pytest.param(EVERYTHING, ("f9", "ctrl+t", "ctrl+t"), id="messages"),
        pytest.param(EVERYTHING, ("f9", "down", "down", "enter"), id="details"),
        pytest.param("", ("ctrl+o",), id="load"),
    ],
)
def test_picture(odd_sizes: OddSizes, app: WorkbenchApp, text: str, keys: tuple[str, ...]) -> None:
    assert not odd_sizes(app, steps(text, *keys))


def test_picture_of_a_question(odd_sizes: OddSizes, make_app: MakeApp) -> None:
    app = make_app("basics")

    async def ask(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        screen = await open_turns(pilot, calls((TIME, {}), (ADD, {"title": "a"}), (LIST, {})))
        screen._clock = lambda: 0.0
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, ApprovalDialog), "the question")
        await until(pilot, lambda: screen.entries[0].outcome is not None, "the first call")
        assert screen_of(app).going
        await pilot.pause(0.2)

    assert not odd_sizes(app, ask)
