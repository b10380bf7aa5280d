"""Frozen against fresh: what moved since a conversation began, as rows (spec 1.6)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from workbench.disclosure.conversation import Conversation, Drift, EntryDrift
from workbench.text import byte_length
from workbench.ui.format import count, number, percent
from workbench.ui.panes.rows import Row, Span, Tone, heading

_SHOWN: Final = 300
_BAR: Final = 40
_BESIDE_BAR: Final = 60
"""Cells of label and figures."""


def no_conversation() -> Iterator[Row]:
    """What stands there before one was started."""
    yield Row((("No conversation yet.", "head"),))
    yield Row()
    yield Row((("s", "key"), (" starts one. The bridge entries and the text of the prompt then keep their bytes, "
              "so that a provider's cache stays good, while servers come and go. Here you see what differs from "
              "then on, what a compaction would change, and how much of the prompt stays cacheable.", "dim"),
              ))  # fmt: skip


def frozen_rows(conversation: Conversation, drift: Drift, width: int) -> Iterator[Row]:
    """The state in a sentence, bytes before and after, the entries, then names and lines that came and went."""
    yield from _state(conversation, drift)
    yield Row()
    yield heading("Prompt", "cacheable")
    yield _bytes("sent now", drift.prompt_bytes, drift.cacheable_bytes, width)
    yield _bytes("after a compaction", drift.compacted_bytes, drift.compacted_cacheable_bytes, width)
    yield Row()
    yield heading("Frozen entries", "frozen → fresh")
    for entry in drift.entries:
        yield _entry(entry)
    changed = drift.prompt_changed
    yield Row(((_sign(changed), "warn" if changed else "good"), ("prompt text", "text")),
              right=(("differs" if changed else "same", "warn" if changed else "dim"),))  # fmt: skip
    yield from _section("A compaction would bring these lines", drift.lines_gained, "+ ", "good")
    yield from _section("A compaction would take these lines away", drift.lines_lost, "− ", "bad")
    yield from _section("Can be reached now, not at the freeze", drift.added, "+ ", "good")
    yield from _section("Could be reached at the freeze, not now", drift.removed, "− ", "bad")
    yield from _section("New entries at the end of the array", drift.array_added, "+ ", "good")
    yield from _section("Entries gone from the array", drift.array_removed, "− ", "bad")
    yield from _section("Entries of the array with other bytes", drift.array_changed, "~ ", "warn")


def _state(conversation: Conversation, drift: Drift) -> Iterator[Row]:
    past = count(conversation.turns, "turn")
    if conversation.compactions:
        past += f" since the last of {count(conversation.compactions, 'compaction')}"
    words: Span = ("Frozen and fresh are the same.", "good")
    if drift.stale:
        what = [*drift.changed, *(["the prompt text"] if drift.prompt_changed else [])]
        words = (f"A compaction would change {_join(what)}.", "warn")
    yield Row((words,), right=((past, "dim"),))
    if drift.stale:
        yield Row((("Until then the model works with what it was given at the freeze; search, describe and call "
                    "read the present catalog.", "dim"),))  # fmt: skip


def _bytes(label: str, whole: int, kept: int, width: int) -> Row:
    room = min(max(width - _BESIDE_BAR, 0), _BAR)
    full = round(room * kept / whole) if whole else 0
    full = min(max(full, 1), room - 1) if 0 < kept < whole else full
    spans: tuple[Span, ...] = (
        (label.ljust(19), "text"), (number(whole).rjust(9), "head"), (" bytes  ", "dim"),
        ("━" * full, "good" if kept == whole else "warn"), ("─" * (room - full), "rule"),
    )  # fmt: skip
    return Row(spans, right=((f"{number(kept)}  {percent(kept, whole).rjust(5)}", "text"),), lines=1)


def _entry(entry: EntryDrift) -> Row:
    tone: Tone = "warn" if entry.changed else "good"
    before, after = byte_length(entry.frozen), byte_length(entry.fresh)
    if not entry.changed:
        words = f"same · {number(before)} bytes" if before else "not there"
    else:
        words = f"{_size(before)} → {_size(after)} bytes"
    return Row(
        ((_sign(entry.changed), tone), (entry.name, "text")), right=((words, "warn" if entry.changed else "dim"),)
    )


def _size(count_of_bytes: int) -> str:
    return number(count_of_bytes) if count_of_bytes else "none"


def _sign(changed: bool) -> str:
    return "▲ " if changed else "● "


def _section(title: str, lines: Sequence[str], sign: str, tone: Tone) -> Iterator[Row]:
    if not lines:
        return
    yield Row()
    yield heading(title, number(len(lines)))
    for line in lines[:_SHOWN]:
        yield Row(((sign, tone), (line, "text")), hang=2, lines=3)
    if len(lines) > _SHOWN:
        yield Row(((f"  … and {number(len(lines) - _SHOWN)} more", "dim"),))


def _join(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
