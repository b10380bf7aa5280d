"""Conversations: frozen bridge bytes, turns, compaction, and what stays cacheable (spec 1.6)."""

import json

from hypothesis import given
from hypothesis import strategies as st

from tests.disclosure.support import EVERYTHING, core, raw, server, sources
from workbench.disclosure.assembly import Assembly, assemble
from workbench.disclosure.conversation import Conversation
from workbench.disclosure.definitions import BRIDGE_NAMES
from workbench.model import Source
from workbench.settings import ToolSearchSettings
from workbench.text import byte_length, compact_json

SETTINGS = ToolSearchSettings(never_defer_tools=("mcp_notes_write", "mcp_late_now"))
OWN = core("terminal", "read_file")
NOTES = server("notes", [raw("write", "Write a note."), raw("find", "Find a note.")])
LATE = server("late", [raw("now", "Tell the time."), raw("sleep", "Wait.")])


def made(*given_sources: Source, settings: ToolSearchSettings = SETTINGS) -> Assembly:
    return assemble(given_sources, settings, 200_000, toolsets=EVERYTHING)


def names(entries: tuple[str, ...]) -> list[str]:
    return [json.loads(entry)["function"]["name"] for entry in entries]


def test_nothing_moved() -> None:
    assembly = made(OWN, NOTES)
    talk = Conversation.start(assembly, "Be kind.")
    drift = talk.observe(assembly, "Be kind.")
    assert not drift.stale and drift.changed == () and drift.lines_gained == drift.lines_lost == ()
    assert drift.added == drift.removed == drift.array_added == drift.array_removed == ()
    assert drift.prompt_bytes == drift.cacheable_bytes == drift.compacted_bytes == drift.compacted_cacheable_bytes
    assert drift.prompt_bytes == byte_length(compact_json(list(assembly.definitions)) + "Be kind.")
    assert talk.definitions(assembly) == tuple(compact_json(entry) for entry in assembly.definitions)


def test_a_server_comes_the_bridge_keeps_its_bytes() -> None:
    before, after = made(OWN, NOTES), made(OWN, NOTES, LATE)
    talk = Conversation.start(before)
    drift = talk.observe(after)
    assert drift.changed == ("tool_search",)
    assert drift.added == ("mcp_late_now", "mcp_late_sleep") and drift.removed == ()
    assert drift.array_added == ("mcp_late_now",)
    assert "- mcp_late_sleep: Wait." in drift.lines_gained
    assert any("1 more tool" in line for line in drift.lines_lost)
    sent = talk.definitions(after)
    assert sent[:-1] == talk.definitions(before)
    assert names(sent)[-1] == "mcp_late_now"
    whole = byte_length(compact_json(list(before.definitions)))
    assert drift.cacheable_bytes >= whole - 1
    assert drift.compacted_cacheable_bytes < drift.cacheable_bytes
    assert drift.compacted_bytes == byte_length(compact_json(list(after.definitions)))


def test_a_server_goes_and_stays_in_the_frozen_text() -> None:
    before, after = made(OWN, NOTES, LATE), made(OWN, NOTES)
    talk = Conversation.start(before).turn(after)
    drift = talk.observe(after)
    assert drift.removed == ("mcp_late_now", "mcp_late_sleep")
    assert "mcp_late_sleep" in talk.array["tool_search"]
    assert "- mcp_late_sleep: Wait." in drift.lines_lost
    assert "mcp_late_now" not in talk.array
    assert drift.cacheable_bytes == drift.prompt_bytes


def test_turns_gain_tools_and_only_a_compaction_changes_the_bridge() -> None:
    start = made(OWN, NOTES)
    talk = Conversation.start(start)
    frozen = {name: talk.array[name] for name in BRIDGE_NAMES}
    for assembly in (made(OWN, NOTES, LATE), made(OWN), made(NOTES, LATE, settings=ToolSearchSettings())):
        talk = talk.turn(assembly)
        assert {name: talk.array[name] for name in BRIDGE_NAMES} == frozen
    assert (talk.turns, talk.compactions) == (3, 0)
    last = made(OWN, NOTES, LATE)
    talk = talk.compact(last, "New.")
    assert (talk.turns, talk.compactions, talk.prompt) == (0, 1, "New.")
    assert talk.definitions(last) == tuple(compact_json(entry) for entry in last.definitions)
    assert not talk.observe(last).stale


def test_a_bridge_that_was_not_there_is_gained_once_and_then_frozen() -> None:
    talk = Conversation.start(made(OWN))
    drift = talk.observe(made(OWN, NOTES))
    assert drift.changed == BRIDGE_NAMES and set(drift.array_added) == {*BRIDGE_NAMES, "mcp_notes_write"}
    assert all(entry.frozen == "" and entry.fresh for entry in drift.entries)
    talk = talk.turn(made(OWN, NOTES))
    assert talk.observe(made(OWN, NOTES, LATE)).changed == ("tool_search",)


def test_a_changed_tool_is_replaced_in_its_place() -> None:
    other = server("notes", [raw("write", "Write a note, better."), raw("find", "Find a note.")])
    talk = Conversation.start(made(OWN, NOTES))
    drift = talk.observe(made(OWN, other))
    assert drift.array_changed == ("mcp_notes_write",) and not drift.stale
    assert names(talk.definitions(made(OWN, other))) == list(talk.array)
    assert drift.cacheable_bytes < drift.prompt_bytes


def test_the_prompt_is_frozen_too() -> None:
    assembly = made(OWN, NOTES)
    talk = Conversation.start(assembly, "Grüße: alt")
    drift = talk.observe(assembly, "Grüße: neu")
    assert drift.prompt_changed and drift.stale and drift.changed == ()
    assert drift.cacheable_bytes == drift.prompt_bytes
    array = byte_length(compact_json(list(assembly.definitions)))
    assert drift.compacted_cacheable_bytes == array + byte_length("Grüße: ")
    assert talk.turn(assembly).prompt == "Grüße: alt"


@given(sources(), sources(), st.text(max_size=20), st.text(max_size=20))
def test_bytes_add_up(before: list[Source], after: list[Source], one: str, other: str) -> None:
    first, second = made(*before), made(*after)
    talk = Conversation.start(first, one)
    drift = talk.observe(second, other)
    assert 0 <= drift.cacheable_bytes <= drift.prompt_bytes
    assert 0 <= drift.compacted_cacheable_bytes <= drift.compacted_bytes
    assert set(drift.added) == second.available - first.available
    assert drift.stale == bool(drift.changed or drift.prompt_changed)
    if first.activated:
        assert [entry for entry in talk.definitions(second) if json.loads(entry)["function"]["name"] in BRIDGE_NAMES] \
            == [compact_json(entry) for entry in first.definitions[-3:]]  # fmt: skip
