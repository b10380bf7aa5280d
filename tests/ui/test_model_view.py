"""The model view: every byte the model gets, and what of it a conversation has frozen."""

import json
from typing import Any, cast

import pytest
from textual.pilot import Pilot

from tests.ui.conftest import MakeApp
from tests.ui.support import NARROW, WIDE, opened, settle, shown, until
from workbench.disclosure.assembly import assemble
from workbench.disclosure.conversation import Conversation
from workbench.disclosure.prompt import prompt_text
from workbench.model import Kind, Source, Tool
from workbench.settings import SHIPPED, ServerSpec, ToolSearchSettings, ToolsetSettings
from workbench.text import estimate_tokens
from workbench.ui.app import WorkbenchApp
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.switch import ViewSwitch
from workbench.ui.screens.help import HelpDialog
from workbench.ui.screens.main import MainScreen
from workbench.ui.screens.model import ModelScreen
from workbench.ui.screens.model.entries import EntryList, entry_line
from workbench.ui.screens.model.frozen import frozen_rows
from workbench.ui.screens.model.sight import Entry, array_entries, block_keys

pytestmark = pytest.mark.anyio

HOSTILE = "a[/]b \x1b[31m\u202e日本"


def session_of(pilot: Pilot[Any]) -> Any:
    return cast(WorkbenchApp, pilot.app).session


def entries(pilot: Pilot[Any]) -> EntryList:
    return pilot.app.screen.query_one(EntryList)


def detail(pilot: Pilot[Any]) -> LinesView:
    return pilot.app.screen.query_one("#detail", LinesView)


async def open_view(pilot: Pilot[Any], *keys: str) -> ModelScreen:
    await pilot.press("f7", *keys)
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, ModelScreen)
    return screen


async def frozen(pilot: Pilot[Any], key: str = "s") -> None:
    await pilot.press(key)
    screen = cast(ModelScreen, pilot.app.screen)
    await until(pilot, lambda: screen._drift is not None and not screen._drift.stale, "the comparison")
    await pilot.pause()


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_the_array_is_shown_entry_by_entry_with_tokens_and_totals(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    app = make_app("tracker", core_tools=SHIPPED)
    async with opened(app, size) as pilot:
        await open_view(pilot)
        assembly = session_of(pilot).state.assembly
        array = array_entries(assembly, None)
        assert [entry.label for entry in array] == [entry["function"]["name"] for entry in assembly.definitions]
        assert [entry.tokens for entry in array] == [estimate_tokens(entry) for entry in assembly.definitions]
        total = sum(entry.tokens for entry in array)
        prompt = estimate_tokens(prompt_text(session_of(pilot).state.prompt))
        assert f"{total + prompt:,} tok = array {total:,}" in shown(app)
        await pilot.press("end")
        await pilot.pause()
        selected = entries(pilot).selected
        assert selected is not None and selected.label == "tool_call"
        assert '"name": "tool_call"' in shown(app)
        await pilot.press("up", "up")
        await pilot.pause()
        assert '"name": "tool_search"' in detail(pilot).text


async def test_the_listing_stands_whole_with_each_servers_share(make_app: MakeApp) -> None:
    app = make_app("tracker", "basics", "game-engine")
    async with opened(app) as pilot:
        await open_view(pilot, "ctrl+t")
        listing = session_of(pilot).state.assembly.listing
        text = " ".join(detail(pilot).text.split())
        assert " ".join(listing.text.split()) == text
        for key, form in listing.forms.items():
            row = next(line for line in shown(app).splitlines() if key.partition(":")[2] in line[:30])
            assert form in row and f"{listing.source_tokens[key]:,}" in row
            assert f"{listing.source_tokens[key] / sum(listing.source_tokens.values()):.0%}" in row
        await pilot.press("down", "down")
        await pilot.pause()
        assert detail(pilot).highlighted == "mcp:tracker"
        assert "tracker tools (24):" in shown(app)


async def test_the_prompt_parts_are_shown_with_their_tokens(make_app: MakeApp) -> None:
    app = make_app(core_tools=SHIPPED, context=5_000)
    async with opened(app) as pilot:
        await pilot.press("f10", "down", "space", "escape")
        await settle(pilot)
        await open_view(pilot, "ctrl+t", "ctrl+t")
        parts = session_of(pilot).state.prompt
        assert [part.name for part in parts] == ["manifest", "memory", "session_search"]
        for part in parts:
            assert " ".join(part.text.split()) == " ".join(detail(pilot).text.split())
            row = next(line for line in shown(app).splitlines() if line[2:].startswith(part.name + " "))
            assert f" {part.tokens:,} " in row
            await pilot.press("down")
            await pilot.pause()


async def test_without_anything_each_view_says_so(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app) as pilot:
        app.session.apply(app.session.settings.__class__(toolsets=ToolsetSettings(())))
        await settle(pilot)
        await open_view(pilot)
        assert "The array is empty" in shown(app)
        for words in ("No bridge, no listing", "No part of the prompt", "No conversation yet", "The array is empty"):
            await pilot.press("ctrl+t")
            await pilot.pause()
            assert words in shown(app)


async def test_frozen_against_fresh_when_a_server_goes_and_after_a_compaction(make_app: MakeApp) -> None:
    app = make_app("tracker", "basics")
    async with opened(app) as pilot:
        screen = await open_view(pilot)
        await frozen(pilot)
        assert "conversation · as frozen" in shown(app)
        before = session_of(pilot).conversation.array["tool_search"]
        await app.session.detach("tracker")
        await settle(pilot)
        await until(pilot, lambda: "1 of 4 differ" in shown(app), "the difference")
        found = next(e for e in array_entries(app.session.state.assembly, app.session.conversation)
                     if e.label == "tool_search")  # fmt: skip
        assert found.body == before and found.tokens == estimate_tokens(before)
        await pilot.press("ctrl+t")
        await pilot.pause()
        assert "Listing · fresh, not as frozen" in shown(app)
        await pilot.press("ctrl+t", "ctrl+t")
        await pilot.pause()
        drift = screen._drift
        assert drift is not None
        text = detail(pilot).text
        assert "A compaction would change tool_search." in text
        for figure in (drift.prompt_bytes, drift.cacheable_bytes, drift.compacted_bytes,
                       drift.compacted_cacheable_bytes):  # fmt: skip
            assert f"{figure:,}" in text
        for line in (*drift.lines_gained, *drift.lines_lost, *drift.removed):
            assert line in " ".join(text.split())
        assert "mcp_tracker_create_issue" in drift.removed
        await frozen(pilot, "c")
        assert "Frozen and fresh are the same." in shown(app)
        assert app.session.conversation is not None and app.session.conversation.compactions == 1


async def test_start_begins_anew_and_compact_waits_for_a_conversation(make_app: MakeApp) -> None:
    app = make_app("tracker")
    async with opened(app) as pilot:
        await open_view(pilot)
        await pilot.press("c")
        await pilot.pause()
        assert app.session.conversation is None
        await frozen(pilot)
        await frozen(pilot, "c")
        await frozen(pilot)
        await until(
            pilot,
            lambda: app.session.conversation is not None and not app.session.conversation.compactions,
            "a new one",
        )


async def test_a_bridge_that_came_after_the_start_is_listed_last(make_app: MakeApp) -> None:
    app = make_app("tracker", core_tools=SHIPPED)
    async with opened(app) as pilot:
        await open_view(pilot)
        await frozen(pilot)
        await app.session.attach(ServerSpec("more", demo="basics"))
        await settle(pilot)
        array = array_entries(app.session.state.assembly, app.session.conversation)
        definitions = app.session.conversation.definitions(app.session.state.assembly)  # type: ignore[union-attr]
        assert [json.dumps(e.definition) for e in array] == [json.dumps(json.loads(d)) for d in definitions]


@pytest.mark.parametrize("key", ["y", "ctrl+y"])
async def test_copying_takes_what_the_view_shows(make_app: MakeApp, key: str) -> None:
    app = make_app("tracker", core_tools=SHIPPED)
    async with opened(app) as pilot:
        await open_view(pilot, "end", key)
        await until(pilot, lambda: bool(app.clipboard), "a copy")
        assert json.loads(app.clipboard) == app.session.state.assembly.definitions[-1]
        for text in (app.session.state.assembly.listing.text, app.session.state.prompt[0].text):
            await pilot.press("ctrl+t", key)
            await until(pilot, lambda text=text: app.clipboard == text, "the text")  # type: ignore[misc]
        await pilot.press("ctrl+t", key)
        await until(pilot, lambda: app.clipboard.startswith("No conversation yet"), "the comparison")


async def test_the_view_follows_the_session_and_keeps_its_entry(make_app: MakeApp) -> None:
    app = make_app("tracker", core_tools=SHIPPED)
    async with opened(app) as pilot:
        await open_view(pilot, "end", "up")
        app.session.apply(app.session.settings.__class__(tool_search=ToolSearchSettings(defer_core_tools=True)))
        await settle(pilot)
        selected = entries(pilot).selected
        assert selected is not None and selected.label == "tool_describe"
        assert f"{len(app.session.state.assembly.definitions)} entries" in shown(app)


async def test_help_back_and_the_mouse(make_app: MakeApp) -> None:
    app = make_app("tracker", core_tools=SHIPPED)
    async with opened(app) as pilot:
        screen = await open_view(pilot)
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, HelpDialog)
        await pilot.press("escape")
        await pilot.click(ViewSwitch, offset=(8, 0))
        await pilot.pause()
        assert screen.view == "Listing"
        await pilot.click(ViewSwitch, offset=(1, 0))
        await pilot.click(EntryList, offset=(5, 3))
        await pilot.pause()
        assert screen.view == "Array" and entries(pilot).position == 2
        await pilot.press("pagedown", "pageup", "down", "home")
        await pilot.pause()
        assert entries(pilot).position == 0
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)


async def test_thirty_thousand_eager_tools_are_drawn_a_screen_at_a_time(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(core_tools=SHIPPED)
    async with opened(app) as pilot:
        await open_view(pilot)
        many = [Entry(f"tool_{n}", "server", 10, body={"function": {"name": f"tool_{n}"}}) for n in range(30_000)]
        drawn: list[str] = []

        def counting(entry: Entry, width: int) -> Any:
            drawn.append(entry.label)
            return entry_line(entry, width)

        monkeypatch.setattr("workbench.ui.screens.model.entries.entry_line", counting)
        entries(pilot).show(many, to_top=True)
        await pilot.press("end")
        await pilot.pause()
        assert entries(pilot).selected is many[-1] and '"tool_29999"' in detail(pilot).text
        assert "tool_29999" in shown(app) and len(drawn) < 500


async def test_no_size_fails(make_app: MakeApp) -> None:
    async with opened(make_app("tracker", core_tools=SHIPPED)) as pilot:
        await open_view(pilot)
        await frozen(pilot)
        for size in [(1, 1), (5, 3), (20, 5), (50, 14), NARROW, (300, 80)]:
            await pilot.resize_terminal(*size)
            await pilot.press("down", "ctrl+t", "down", "ctrl+t", "ctrl+t", "ctrl+t", "end", "home")
            await pilot.pause()


def hostile_tool(number: int, kind: Kind = Kind.MCP) -> Tool:
    schema = {"type": "object", "properties": {HOSTILE: {"description": HOSTILE}}}
    return Tool(f"t{number}", HOSTILE, HOSTILE, kind, HOSTILE, HOSTILE + "\n" + HOSTILE, schema, 30)


def test_hostile_names_stay_on_their_line() -> None:
    for width in (1, 5, 30, 80):
        spans = entry_line(Entry(HOSTILE + "\n" + HOSTILE, HOSTILE, 12), width)
        assert "\n" not in "".join(text for text, _ in spans) and "\x1b" not in "".join(text for text, _ in spans)


def test_every_line_of_a_listing_belongs_to_its_source() -> None:
    sources = [Source(name, Kind.MCP, tuple(hostile_tool(n) for n in range(count)))
               for name, count in (("one", 3), ("two", 400))]  # fmt: skip
    sources = [Source(s.name, s.kind, tuple(Tool(f"{s.name}_{t.name}", t.original_name, s.name, t.kind, f"mcp-{s.name}",
                      t.description, t.parameters, 30) for t in s.tools)) for s in sources]  # fmt: skip
    sources.append(Source("down", Kind.MCP, unavailable="failed"))
    for budget in (60_000, 2_500, 300):
        assembly = assemble(sources, ToolSearchSettings(listing_max_tokens=budget), None, toolsets=ToolsetSettings())
        lines = block_keys(assembly)
        assert "\n".join(line for line, _ in lines) == assembly.listing.text
        assert {key for _, key in lines[1:]} == {"mcp:one", "mcp:two", "mcp:down"}
        assert all(key.partition(":")[2] in line for line, key in lines[1:])


@pytest.mark.parametrize("width", [1, 20, 74, 300])
def test_comparison_rows_are_made_for_any_width(width: int) -> None:
    one, other = (assemble([Source("s", Kind.MCP, tuple(hostile_tool(n) for n in range(count)))], ToolSearchSettings(),
                           None, toolsets=ToolsetSettings()) for count in (500, 0))  # fmt: skip
    for before, after in ((one, other), (other, one)):
        conversation = Conversation.start(before)
        rows = list(frozen_rows(conversation, conversation.observe(after, "other text"), width))
        assert len(rows) < 1_000
        assert any("and the prompt text" in text for row in rows for text, _ in row.spans)
