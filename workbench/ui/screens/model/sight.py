"""What the model view lists, made from a session's state. Knows nothing of widgets."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.disclosure.assembly import Assembly
from workbench.disclosure.conversation import Conversation
from workbench.disclosure.deferral import BRIDGE_NAMES
from workbench.disclosure.definitions import definition
from workbench.model import Kind, Tool
from workbench.text import byte_length, estimate_tokens, pretty_json, tokens_of_bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list: its label, a word about it, its tokens, and whether it stands out.

    `body` is what the right side shows of it: a definition, the same as compact JSON, or a text.
    """

    label: str
    note: str
    tokens: int
    marked: bool = False
    body: Mapping[str, Any] | str = ""
    tool: Tool | None = None
    """A tool whose definition is made only when it is looked at."""

    @property
    def definition(self) -> Any:
        """`body` as data, where it is an entry of the array."""
        if self.tool is not None:
            return definition(self.tool)
        return json.loads(self.body) if isinstance(self.body, str) else self.body


def array_entries(assembly: Assembly, conversation: Conversation | None) -> tuple[Entry, ...]:
    """The array in the order the model gets it: with a conversation, its frozen bridge among the live tools (spec 1.6).

    Nothing is written as JSON here but the three bridge entries: thirty thousand tools are listed in a moment.
    """
    fresh = _fresh(assembly)
    if conversation is None:
        return tuple(fresh.values())
    frozen = {
        name: Entry(name, "bridge · frozen", tokens_of_bytes(byte_length(text)), True, text)
        for name in BRIDGE_NAMES
        if (text := conversation.array.get(name))
    }
    known = [name for name in conversation.array if name in fresh or name in frozen]
    order = dict.fromkeys([*known, *fresh])
    return tuple(frozen.get(name) or fresh[name] for name in order)


def _fresh(assembly: Assembly) -> dict[str, Entry]:
    entries = {
        tool.name: Entry(tool.name, tool.toolset if tool.kind is Kind.CORE else tool.source, tool.schema_tokens,
                         body=entry)
        for tool, entry in zip(assembly.visible, assembly.definitions, strict=False)
    }  # fmt: skip
    for entry in assembly.definitions[len(assembly.visible) :]:
        name = entry["function"]["name"]
        entries[name] = Entry(name, "bridge", estimate_tokens(entry), True, entry)
    return entries


def eager_entries(assembly: Assembly) -> tuple[Entry, ...]:
    """The array without a bridge: every granted tool, those that are loaded now first."""
    return tuple(
        Entry(tool.name, tool.toolset if tool.kind is Kind.CORE else tool.source, tool.schema_tokens, tool=tool)
        for tool in (*assembly.visible, *assembly.deferred)
    )


def array_text(entries: Sequence[Entry]) -> str:
    """The entries as the JSON array a model would get."""
    return pretty_json([entry.definition for entry in entries])


def listing_entries(assembly: Assembly) -> tuple[tuple[str, Entry], ...]:
    """Each source of the listing by its key, in the listing's order: form, what its block costs, and its share."""
    names = {share.key: share.name for share in assembly.servers}
    costs = assembly.listing.source_tokens
    whole = sum(costs.values())
    entries = []
    for key, form in assembly.listing.forms.items():
        tokens = costs.get(key, 0)
        share = f" · {tokens / whole:.0%}" if tokens else ""
        entries.append((key, Entry(names.get(key, key), f"{form}{share}", tokens)))
    return tuple(entries)


def block_keys(assembly: Assembly) -> tuple[tuple[str, str], ...]:
    """Every line of the listing with the key of the source it belongs to; empty for the header.

    Where the lines cannot be told apart, none belongs to a source.
    """
    lines = assembly.listing.text.split("\n") if assembly.listing.text else []
    counts: dict[str, int] = {}
    for tool in assembly.deferred:
        key = f"{tool.kind}:{tool.source}"
        counts[key] = counts.get(key, 0) + 1
    heights = {"full": 1, "names": 2, "summary": 1, "unavailable": 1}
    keys = [""]
    for key, form in assembly.listing.forms.items():
        if assembly.listing.source_tokens.get(key):
            keys += [key] * (heights.get(form, 0) + (counts.get(key, 0) if form == "full" else 0))
    if len(keys) != len(lines):
        keys = [""] * len(lines)
    return tuple(zip(lines, keys, strict=True))
