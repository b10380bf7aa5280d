"""The block of one source in the listing, in each form it can take (spec 1.5)."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from workbench.disclosure.descriptions import short_description
from workbench.model import Kind, Source, Tool
from workbench.text import byte_length, clip, one_line

Form = Literal["full", "names", "summary", "unavailable", "none"]
"""The form of one source in a listing; `none` where nothing of it is listed."""

MAX_LABEL: Final = 64
"""Characters shown of a source's name, which nobody bounds."""

MAX_REASON: Final = 80

_RICHEST_FIRST: Final[tuple[Form, ...]] = ("full", "names", "summary")


@dataclass(frozen=True, slots=True)
class SourceBlocks:
    """The texts a source can have in a listing.

    `unavailable` is the only line of a source that is down, whose other texts are empty. `ladder` holds the forms it
    can step down through with their bytes: a form that is no smaller than the richer one before it is not in it.
    """

    key: str
    label: str
    tool_count: int
    full: str = ""
    names: str = ""
    summary: str = ""
    unavailable: str = ""
    ladder: tuple[tuple[Form, int], ...] = field(init=False)

    def __post_init__(self) -> None:
        steps: list[tuple[Form, int]] = []
        if self.tool_count and not self.unavailable:
            for form in _RICHEST_FIRST:
                size = byte_length(self.text(form))
                if not steps or size < steps[-1][1]:
                    steps.append((form, size))
        object.__setattr__(self, "ladder", tuple(steps))

    @property
    def poorest(self) -> int:
        """The last step of the ladder."""
        return max(len(self.ladder) - 1, 0)

    def size(self, level: int) -> int:
        """Bytes of the block at a step of the ladder."""
        return self.ladder[level][1] if self.ladder else byte_length(self.unavailable)

    def text(self, form: Form) -> str:
        """The block in a form, empty where there is none."""
        texts = {"full": self.full, "names": self.names, "summary": self.summary, "unavailable": self.unavailable}
        return texts.get(form, "")


def blocks_for(source: Source, deferred: Sequence[Tool], ambiguous_label: bool) -> SourceBlocks:
    """The blocks of a source whose `deferred` tools are listed, or the line that says why it is down (spec 1.5).

    With `ambiguous_label` the label says the kind, because another source would bear the same one.
    """
    label = label_of(source, ambiguous_label)
    if source.unavailable:
        why = clip(one_line(source.unavailable), MAX_REASON)
        return SourceBlocks(source.key, label, 0, unavailable=f"{label}: unavailable, {why}")
    tools = sorted(deferred, key=lambda tool: tool.name)
    head = f"{label} tools ({len(tools)}):"
    noun = "tool" if len(tools) == 1 else "tools"
    return SourceBlocks(
        source.key,
        label,
        len(tools),
        full="\n".join([head, *map(_line, tools)]),
        names=f"{head}\n{', '.join(tool.name for tool in tools)}",
        summary=f"{label}: {len(tools)} {noun}, names not listed; use tool_search",
    )


def label_of(source: Source, ambiguous: bool) -> str:
    """The source's name as plain text of at most 64 characters, with what tells it apart when it is ambiguous."""
    shown = one_line(source.name)
    label = clip(shown, MAX_LABEL) or "(no name)"
    if not ambiguous:
        return label
    mark = _KIND_WORDS.get(source.kind, str(source.kind))
    if label != source.name:
        mark += " " + hashlib.sha256(source.name.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return f"{clip(shown, MAX_LABEL - len(mark) - 3)} ({mark})"


def ambiguous_labels(sources: Iterable[Source]) -> frozenset[str]:
    """Keys of the sources whose plain labels would not tell them apart."""
    listed = list(sources)
    marked: frozenset[str] = frozenset()
    while True:
        shared = Counter(label_of(source, source.key in marked) for source in listed)
        found = marked | {source.key for source in listed if shared[label_of(source, source.key in marked)] > 1}
        if found == marked:
            return marked
        marked = found


def _line(tool: Tool) -> str:
    description = short_description(tool.description)
    return f"- {tool.name}: {description}" if description else f"- {tool.name}"


_KIND_WORDS: Final = {Kind.MCP: "server", Kind.PLUGIN: "plugin", Kind.CORE: "built in"}
