"""The analyzer: one way from text to terms, for documents and queries alike (spec 2.1)."""

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Final

from workbench.search.function_words import MCP_PREFIX
from workbench.search.splitting import WORD_LIMIT, runs, words_of_run

TEXT_LIMIT: Final = 20_000
"""Characters of one text that are read. Of 50,000 real descriptions three are longer."""

MEMO_LIMIT: Final = 50_000
"""Runs whose words and terms are remembered; the memory is emptied when it is full."""

Pair = tuple[str, str]
"""A word as written (case-folded) and the term it is indexed under."""


class Analyzer:
    """Turns text into terms: words split, folded and stemmed with Snowball English (spec 2.1).

    Owns the stemmer, which is not thread-safe, and a bounded memory of what each run of letters became; both are
    behind a lock, so one analyzer serves every thread of a session. `stem` replaces the stemmer.
    """

    def __init__(self, stem: Callable[[str], str] | None = None) -> None:
        self._stem = stem or _snowball()
        self._memo: dict[str, tuple[Pair, ...]] = {}
        self._lock = Lock()

    def terms(self, text: str) -> list[str]:
        """The terms of a text in order, repeated where the text repeats them. What is not text has none."""
        return [term for _, term in self._pairs(text)]

    def words(self, text: str) -> list[str]:
        """The words behind `terms`, place by place: split and folded, not stemmed."""
        return [word for word, _ in self._pairs(text)]

    def pairs(self, text: str) -> list[Pair]:
        """Words with their terms, place by place."""
        return list(self._pairs(text))

    def name_terms(self, name: str) -> list[str]:
        """The terms of a tool's or server's name, without the naming scheme's leading `mcp` (spec 2.1)."""
        pairs = self.pairs(name)
        if len(pairs) > 1 and pairs[0][0] == MCP_PREFIX:
            del pairs[0]
        return [term for _, term in pairs]

    def _pairs(self, text: str) -> Iterator[Pair]:
        if not isinstance(text, str):
            return
        memo = self._memo
        for run in runs(text[:TEXT_LIMIT]):
            known = memo.get(run)
            yield from known if known is not None else self._learn(run)

    def _learn(self, run: str) -> tuple[Pair, ...]:
        with self._lock:
            # Snowball's English rules say nothing about other scripts, and a pair of CJK signs has no ending.
            pairs = tuple((word, self._stem(word) if word.isascii() else word) for word in words_of_run(run))
            if len(run) <= WORD_LIMIT:
                if len(self._memo) >= MEMO_LIMIT:
                    self._memo.clear()
                self._memo[run] = pairs
            return pairs


def _snowball() -> Callable[[str], str]:
    """Snowball's English stemmer: PyStemmer where it is installed, pure Python otherwise; the stems are the same."""
    import snowballstemmer  # type: ignore[import-untyped]  # tens of milliseconds, so not before it is needed

    stem: Callable[[str], str] = snowballstemmer.stemmer("english").stemWord
    return stem
