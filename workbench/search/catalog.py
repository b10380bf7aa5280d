"""The set of segments a session searches: statistics, posting lists and names across them (spec 2.3, 2.6)."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from workbench.model import Tool
from workbench.search.document import Document
from workbench.search.segment import Postings, Segment, fold_name

Posted = tuple[tuple[Segment, Postings], ...]
"""Where a term stands: each segment that has it, with its posting list there."""


class Catalog:
    """Segments searched as one. Immutable: another server means another catalog, with the same segments.

    Making one costs a step a segment, however many tools they hold. Safe from any thread.
    """

    def __init__(self, segments: Sequence[Segment] = ()) -> None:
        self.segments: tuple[Segment, ...] = tuple(segments)
        self.size: int = sum(map(len, self.segments))
        """How many documents there are."""
        total = sum(segment.total_length for segment in self.segments)
        self.average_length: float = max(total / self.size, 1.0) if self.size else 1.0
        """Terms a document, at least 1 (spec 2.3)."""
        # Remembered for terms that exist, so the vocabulary bounds it.
        self._posted: dict[str, Posted] = {}

    def __len__(self) -> int:
        return self.size

    @cached_property
    def degraded(self) -> tuple[str, ...]:
        """The sources of which some tools are indexed by name alone."""
        return tuple(segment.name for segment in self.segments if segment.degraded)

    def with_extra(self, segment: Segment) -> "Catalog":
        """This catalog and one more segment, for one query's connector documents (spec 2.3)."""
        return Catalog((*self.segments, segment))

    def posted(self, term: str) -> Posted:
        """The posting lists of a term; empty where no document carries it."""
        known = self._posted.get(term)
        if known is None:
            lists = ((segment, segment.postings.get(term)) for segment in self.segments)
            known = tuple((segment, postings) for segment, postings in lists if postings)
            if known:
                self._posted[term] = known
        return known

    def carrying(self, term: str) -> Iterator[Document]:
        """Every document that carries a term, in the order of the segments."""
        for segment, postings in self.posted(term):
            documents = segment.documents
            for place, _ in postings:
                yield documents[place]

    def df(self, term: str) -> int:
        """In how many documents a term stands."""
        return sum(len(postings) for _, postings in self.posted(term))

    def get(self, name: str) -> Tool | None:
        """The tool of exactly this model-facing name."""
        for document in self._named(fold_name(name)):
            if document.tool.name == name:
                return document.tool
        return None

    def exactly(self, text: str) -> list[Document]:
        """The documents a text names (spec 2.4, rule 4), ignoring case and blanks around it.

        All whose model-facing name it is; the one whose name without the server's prefix it is, if that is one only.
        """
        name = fold_name(text)
        if not name:
            return []
        found = list(self._named(name))
        bare = [segment.documents[place] for segment in self.segments for place in segment.originals.get(name, ())]
        if len(bare) == 1 and not any(document is bare[0] for document in found):
            found += bare
        return found

    def sources(self) -> list[tuple[str, int]]:
        """Each source's name and how many of its tools are searched, sorted."""
        return sorted((segment.name, len(segment)) for segment in self.segments)

    def _named(self, folded: str) -> Iterator[Document]:
        for segment in self.segments:
            for place in segment.names.get(folded, ()):
                yield segment.documents[place]
