"""One source's tools, indexed once and never changed (spec 2.6)."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from types import MappingProxyType
from typing import Final

from workbench.model import Kind, Report, Source, Tool
from workbench.search.document import Document, make_document
from workbench.search.fingerprint import fingerprint
from workbench.search.terms import Analyzer

Postings = tuple[tuple[int, int], ...]
"""The documents that carry a term, by place in the segment, each with how often."""

CACHED_SEGMENTS: Final = 512
CACHED_DOCUMENTS: Final = 250_000


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """The index of one source. Immutable, so it can be shared by catalogs and threads.

    `names` and `originals` map case-folded names (as the model sees them, and without the server's prefix) to places in
    `documents`. `reports` say which parts of which tools were skipped. `content_key` is equal where the content is.
    """

    key: str
    name: str
    kind: Kind
    content_key: str
    documents: tuple[Document, ...]
    postings: Mapping[str, Postings]
    total_length: int
    names: Mapping[str, tuple[int, ...]]
    originals: Mapping[str, tuple[int, ...]]
    reports: tuple[Report, ...] = ()

    def __len__(self) -> int:
        return len(self.documents)

    @property
    def degraded(self) -> bool:
        """Whether some of the tools are indexed by name alone, as the report on each of them says."""
        return any(document.by_name_only for document in self.documents)


def build_segment(source: Source, analyzer: Analyzer, content_key: str | None = None) -> Segment:
    """Indexes one source. Pure, may run in a thread, never raises; a bad tool costs itself only (spec 2.2)."""
    documents: list[Document] = []
    reports: list[Report] = []
    for tool in source.tools:
        document, problems = make_document(tool, source.name, analyzer)
        documents.append(document)
        reports.extend(problems)
    return Segment(
        key=source.key,
        name=source.name,
        kind=source.kind,
        content_key=content_key or fingerprint(source),
        documents=tuple(documents),
        postings=MappingProxyType(_postings(documents)),
        total_length=sum(document.length for document in documents),
        names=MappingProxyType(_places([{fold_name(document.tool.name)} for document in documents])),
        originals=MappingProxyType(_places([_bare_names(document.tool) for document in documents])),
        reports=tuple(reports),
    )


def fold_name(name: str) -> str:
    """A name as exact queries are compared with it: trimmed, any case; empty for what is not text."""
    return name.strip().casefold() if isinstance(name, str) else ""


class SegmentCache:
    """Segments by the content of their tools, shared by whoever shows the same tools (spec 2.6).

    Holds at most `CACHED_SEGMENTS` segments and `CACHED_DOCUMENTS` documents, the least recently used go first.
    Safe from any thread; two threads that ask for one new source at once may both build it.
    """

    def __init__(self, analyzer: Analyzer, segments: int = CACHED_SEGMENTS, documents: int = CACHED_DOCUMENTS) -> None:
        self._analyzer = analyzer
        self._most_segments = segments
        self._most_documents = documents
        self._held = 0
        self._segments: OrderedDict[str, Segment] = OrderedDict()
        self._latest: dict[str, Segment] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._segments)

    def get(self, source: Source) -> Segment:
        """The segment of these tools; built when no source of this key with the same content was asked for before.

        Tools are values: one that changed is another object. So the very same tools need no comparison of content.
        """
        with self._lock:
            latest = self._latest.get(source.key)
        if latest is not None and _same_tools(latest, source.tools):
            with self._lock:
                if latest.content_key in self._segments:
                    self._segments.move_to_end(latest.content_key)
            return latest
        key = fingerprint(source)
        with self._lock:
            known = self._segments.get(key)
        return self._keep(known or build_segment(source, self._analyzer, key))

    def _keep(self, segment: Segment) -> Segment:
        with self._lock:
            kept = self._segments.setdefault(segment.content_key, segment)
            self._segments.move_to_end(segment.content_key)
            self._held = sum(map(len, self._segments.values()))
            self._latest[segment.key] = kept
            while len(self._segments) > 1 and self._is_full():
                _, dropped = self._segments.popitem(last=False)
                self._held -= len(dropped)
                if self._latest.get(dropped.key) is dropped:
                    del self._latest[dropped.key]
            return kept

    def _is_full(self) -> bool:
        return len(self._segments) > self._most_segments or self._held > self._most_documents


def _same_tools(segment: Segment, tools: Sequence[Tool]) -> bool:
    return len(segment) == len(tools) and all(
        document.tool is tool for document, tool in zip(segment.documents, tools, strict=True)
    )


def _bare_names(tool: Tool) -> set[str]:
    """What a tool is called without its server's prefix: by its server, and in the characters of its model's name."""
    original = fold_name(tool.original_name)
    names = {original} if original else set()
    shown = fold_name(tool.name)
    written = "".join(c if c.isascii() and (c.isalnum() or c in "_-") else "_" for c in original)
    if written and shown.startswith("mcp_") and shown.endswith("_" + written):
        names.add(written)
    return names


def _places(names: Sequence[set[str]]) -> dict[str, tuple[int, ...]]:
    places: dict[str, list[int]] = {}
    for place, spellings in enumerate(names):
        for spelling in spellings:
            if spelling:
                places.setdefault(spelling, []).append(place)
    return {name: tuple(found) for name, found in places.items()}


def _postings(documents: Sequence[Document]) -> dict[str, Postings]:
    postings: dict[str, list[tuple[int, int]]] = {}
    for place, document in enumerate(documents):
        shared: dict[int, tuple[int, int]] = {}  # a document has few different counts: one pair for each saves memory
        for term, count in document.counts.items():
            entry = shared.get(count)
            if entry is None:
                entry = shared[count] = (place, count)
            known = postings.get(term)
            if known is None:
                postings[term] = [entry]
            else:
                known.append(entry)
    return {term: tuple(entries) for term, entries in postings.items()}
