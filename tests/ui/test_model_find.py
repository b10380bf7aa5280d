"""Finding, saving, turns and the eager array in the model view."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, WIDE, opened, shown, until
from workbench.settings import SHIPPED, ServerSpec
from workbench.ui.panes.rows import Row
from workbench.ui.screens.model import ModelScreen
from workbench.ui.screens.model.find import FOUND, containing, marked
from workbench.ui.screens.model.find_bar import FindBar
from workbench.ui.screens.model.sight import Entry


@given(st.lists(st.text(max_size=12), max_size=5), st.text(min_size=1, max_size=4))
def test_marking_keeps_every_character_and_finds_what_is_there(texts: list[str], words: str) -> None:
    row = Row(tuple((text, "text") for text in texts))
    [out] = marked([row], words)
    assert "".join(text for text, _ in out.spans) == "".join(texts)
    assert (out.key is not None) == (words.casefold() in "".join(texts).casefold())


def test_words_that_reach_over_colours_are_marked_as_one() -> None:
    [row] = marked([Row((('"na', "key"), ('me": ', "dim"), ("x", "string")))], 'Name":')
    assert [text for text, tone in row.spans if tone == "warn"] == ["na", 'me":']
    assert row.key == (FOUND, 0)


def test_entries_are_searched_by_name_and_content() -> None:
    entries = [
        Entry("Alpha", "", 1, body={"name": "Alpha", "description": "creates [x]"}),
        Entry("beta", "", 1, body='{"name":"beta","n":1}'),
        Entry("gamma", "", 1, body="plain text"),
    ]
    assert containing(entries, "ALPHA") == [0]
    assert containing(entries, "[x]") == [0]
    assert containing(entries, '"name": "beta"') == [1]
    assert containing(entries, "plain") == [2]
    assert containing(entries, ".*") == []


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_words_are_found_stepped_through_and_left(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app("tracker", core_tools=SHIPPED)
    async with opened(app, size) as pilot:
        await pilot.press("f7")
        await until(pilot, lambda: isinstance(app.screen, ModelScreen), "the model view")
        await pilot.press("slash", *"bridge")
        bar = app.screen.query_one(FindBar)
        said = lambda: str(bar.query_one("Static").render())  # noqa: E731
        await pilot.press(*["backspace"] * 6, *"tool_describe")
        await until(pilot, lambda: said().endswith("entries") and said().startswith("1 of"), "the first entry")
        first = app.screen.query_one("EntryList").selected
        for _ in range(30):
            await pilot.press("enter")
            if app.screen.query_one("EntryList").selected != first:
                break
        assert app.screen.query_one("EntryList").selected != first
        await until(pilot, lambda: said().startswith("2 of"), "the next entry")
        await pilot.press("up", "down")
        await pilot.press(*["backspace"] * 13, *"nowhere!")
        await until(pilot, lambda: said() == "not found", "nothing")
        await pilot.press("escape")
        assert isinstance(app.screen, ModelScreen) and not bar.has_class("-open")
        await pilot.press("ctrl+t", "slash", *"issue")
        await until(pilot, lambda: said().startswith("1 of") and said().endswith("lines"), "lines of the listing")
        await pilot.press("down")
        await until(pilot, lambda: said().startswith("2 of"), "the next line")
        await pilot.press("escape", "escape")
        assert not isinstance(app.screen, ModelScreen)


async def test_the_eager_array_turns_and_saving(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app(ServerSpec("tracker", demo="tracker"))
    async with opened(app) as pilot:
        await pilot.press("f7")
        await until(pilot, lambda: isinstance(app.screen, ModelScreen), "the model view")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: (tmp_path / "model-array.json").exists(), "the array")
        array = json.loads((tmp_path / "model-array.json").read_text())
        assert array == [json.loads(json.dumps(entry)) for entry in app.session.state.assembly.definitions]
        await pilot.press("n")
        assert app.session.conversation is None, "no turn without a conversation"
        await pilot.press("s")
        await until(pilot, lambda: app.session.conversation is not None, "a conversation")
        await app.session.attach(ServerSpec("basics", demo="basics"))
        await app.session.settled()
        await pilot.press("n")
        await until(
            pilot, lambda: app.session.conversation is not None and app.session.conversation.turns == 1, "a turn"
        )
        await pilot.press("ctrl+t", "ctrl+t", "ctrl+t")
        await until(pilot, lambda: "1 turn" in shown(app), "the count in the comparison")
        await pilot.press("ctrl+t")
        await until(pilot, lambda: "more than sent" in shown(app), "the eager array")
        eager = app.session.state.assembly
        await pilot.press("ctrl+s")
        await until(pilot, lambda: (tmp_path / "model-eager.json").exists(), "the eager array's file")
        saved = json.loads((tmp_path / "model-eager.json").read_text())
        assert len(saved) == len(eager.visible) + len(eager.deferred)
        assert {entry["function"]["name"] for entry in saved} == set(eager.available)
