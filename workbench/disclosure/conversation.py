"""A conversation: the bytes it has frozen, and what moved since (spec 1.6)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.disclosure.assembly import Assembly
from workbench.disclosure.deferral import BRIDGE_NAMES
from workbench.text import byte_length, compact_json


@dataclass(frozen=True, slots=True)
class EntryDrift:
    """One of the three bridge entries: its frozen and its fresh bytes as compact JSON, empty where there is none."""

    name: str
    frozen: str
    fresh: str

    @property
    def changed(self) -> bool:
        """Whether a compaction would put other bytes here."""
        return self.frozen != self.fresh


@dataclass(frozen=True, slots=True)
class Drift:
    """What moved since a conversation froze its bytes.

    `entries` are the bridge entries. `lines_gained` and `lines_lost` are the lines of their descriptions that a
    compaction would bring and take away. `added` and `removed` are names of tools that can be reached now and could
    not be then, and the other way round; `array_added`, `array_removed` and `array_changed` are of the entries of the
    array since it was last sent.

    Bytes are of the prompt: the array, then the text parts. `prompt_bytes` is its length now, `cacheable_bytes` how
    many of them from its beginning are still the same as last sent; `compacted_bytes` and `compacted_cacheable_bytes`
    say the same for after a compaction. `prompt_changed`: a compaction would change the text parts.
    """

    entries: tuple[EntryDrift, ...]
    lines_gained: tuple[str, ...]
    lines_lost: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    array_added: tuple[str, ...]
    array_removed: tuple[str, ...]
    array_changed: tuple[str, ...]
    prompt_bytes: int
    cacheable_bytes: int
    compacted_bytes: int
    compacted_cacheable_bytes: int
    prompt_changed: bool

    @property
    def changed(self) -> tuple[str, ...]:
        """Names of the bridge entries that a compaction would change."""
        return tuple(entry.name for entry in self.entries if entry.changed)

    @property
    def stale(self) -> bool:
        """Whether a compaction would change anything that is frozen."""
        return self.prompt_changed or bool(self.changed)


@dataclass(frozen=True, slots=True)
class Conversation:
    """The frozen bytes of one conversation; immutable, every step makes a new one.

    `array` is the array as last sent, entry name → compact JSON, in the order sent. `prompt` is the text behind it,
    frozen as a whole. `reachable` are the names that could be reached when the bytes were frozen. `turns` counts from
    the start or the last compaction.
    """

    array: Mapping[str, str]
    prompt: str
    reachable: frozenset[str]
    turns: int = 0
    compactions: int = 0

    @classmethod
    def start(cls, assembly: Assembly, prompt: str = "") -> "Conversation":
        """Freezes the bridge entries of this assembly, and the text of the prompt."""
        return cls(_array(assembly.definitions), prompt, assembly.available)

    def turn(self, assembly: Assembly) -> "Conversation":
        """The conversation after one more turn over the live catalog: what the array gained is part of it from now on.

        A bridge that was not there before is gained like any other entry, and frozen from then on.
        """
        return Conversation(self._live(assembly), self.prompt, self.reachable, self.turns + 1, self.compactions)

    def compact(self, assembly: Assembly, prompt: str | None = None) -> "Conversation":
        """After a compaction, the one break of the cache that is allowed: everything is frozen anew."""
        text = self.prompt if prompt is None else prompt
        return Conversation(_array(assembly.definitions), text, assembly.available, 0, self.compactions + 1)

    def definitions(self, assembly: Assembly) -> tuple[str, ...]:
        """The array that would be sent now, as compact JSON entries: frozen bridge, live tools."""
        return tuple(self._live(assembly).values())

    def observe(self, assembly: Assembly, prompt: str | None = None) -> Drift:
        """What moved since the bytes were frozen; changes nothing. `prompt` is the text as it would be made now."""
        fresh, live = _array(assembly.definitions), self._live(assembly)
        text = self.prompt if prompt is None else prompt
        sent, now, compacted = (
            _prompt(self.array, self.prompt),
            _prompt(live, self.prompt),
            _prompt(fresh, text),
        )
        frozen_lines, fresh_lines = _lines(self.array), _lines(fresh)
        reachable = assembly.available
        return Drift(
            entries=tuple(EntryDrift(name, self.array.get(name, ""), fresh.get(name, "")) for name in BRIDGE_NAMES),
            lines_gained=_missing(fresh_lines, frozen_lines),
            lines_lost=_missing(frozen_lines, fresh_lines),
            added=tuple(sorted(reachable - self.reachable)),
            removed=tuple(sorted(self.reachable - reachable)),
            array_added=tuple(name for name in live if name not in self.array),
            array_removed=tuple(name for name in self.array if name not in live),
            array_changed=tuple(name for name in live if name in self.array and live[name] != self.array[name]),
            prompt_bytes=byte_length(now),
            cacheable_bytes=_common_bytes(sent, now),
            compacted_bytes=byte_length(compacted),
            compacted_cacheable_bytes=_common_bytes(sent, compacted),
            prompt_changed=text != self.prompt,
        )

    def _live(self, assembly: Assembly) -> dict[str, str]:
        """Entries keep their places, the bridge its bytes; what is new comes last, so that the most stays cached."""
        fresh = _array(assembly.definitions)
        kept = {
            name: frozen if name in BRIDGE_NAMES else fresh[name]
            for name, frozen in self.array.items()
            if name in BRIDGE_NAMES or name in fresh
        }
        return {**kept, **{name: entry for name, entry in fresh.items() if name not in kept}}


def _array(definitions: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    return {entry["function"]["name"]: compact_json(entry) for entry in definitions}


def _prompt(array: Mapping[str, str], text: str) -> str:
    return f"[{','.join(array.values())}]{text}"


def _lines(array: Mapping[str, str]) -> tuple[str, ...]:
    """The lines of the bridge's descriptions."""
    entries = [json.loads(array[name]) for name in BRIDGE_NAMES if name in array]
    return tuple(line for entry in entries for line in entry["function"]["description"].split("\n"))


def _missing(lines: Sequence[str], among: Sequence[str]) -> tuple[str, ...]:
    """Those of `lines` that are not `among` the others, in order."""
    there = set(among)
    return tuple(dict.fromkeys(line for line in lines if line and line not in there))


def _common_bytes(one: str, other: str) -> int:
    """UTF-8 bytes of the longest common beginning, found by halving."""
    if one == other:
        return byte_length(one)
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return byte_length(one[:low])
