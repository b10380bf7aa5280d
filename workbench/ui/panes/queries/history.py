"""Batches of queries that were asked before, kept between runs."""

from typing import Final

from workbench.model import Json
from workbench.text import clip, one_line
from workbench.ui.keeping import Keeping
from workbench.ui.panes.queries.query_lines import MAX_LINES

SECTION: Final = "queries"
MOST: Final = 100
_LONGEST: Final = 500

Batch = tuple[str, ...]


class History:
    """The latest batches, the newest first, each once. What the file holds is checked: it is the user's to edit."""

    def __init__(self, keeping: Keeping) -> None:
        self._keeping = keeping
        kept = keeping.read(SECTION)
        batches = kept.get("history") if isinstance(kept, dict) else None
        read = [_batch(batch) for batch in batches] if isinstance(batches, list) else []
        self.batches: list[Batch] = [batch for batch in read if batch][:MOST]
        self.last: Batch = _batch(kept.get("last")) if isinstance(kept, dict) else ()

    def add(self, lines: Batch) -> None:
        """Notes a batch; blank lines do not count, and one that was asked before moves to the front."""
        batch = _batch(list(lines))
        self.last = batch
        if batch:
            self.batches = [batch, *(other for other in self.batches if other != batch)][:MOST]
        self._keeping.keep(SECTION, {"last": list(batch), "history": [list(batch) for batch in self.batches]})


def _batch(lines: Json) -> Batch:
    texts = (one_line(line)[:_LONGEST] for line in lines if isinstance(line, str)) if isinstance(lines, list) else ()
    return tuple(text for text in texts if text)[:MAX_LINES]


def label(batch: Batch) -> str:
    """A batch in a line."""
    return clip(" · ".join(batch), 200)
