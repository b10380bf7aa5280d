"""The short description of a tool for its line in the listing."""

import re
from typing import Final

from workbench.text import plain

LIMIT: Final = 60
"""Characters of a short description, the `…` of a cut included (spec 1.5)."""

_MOST_READ: Final = 1000
"""Characters looked at; only a text full of blanks and invisible characters has less than sixty to show among them."""

_WORD: Final = re.compile(r"\S+")
_STOP: Final = re.compile("[.!?](?= |$)|[。！？]")
_DOTTED: Final = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_ABBREVIATION: Final = re.compile(
    "al|approx|ca|cf|corp|dept|dr|eg|esp|etc|excl|ext|fig|ie|inc|incl|jr|ltd|mr|mrs|ms|ph\\.d|prof|resp|sr|st|ver|vol|vs",
    re.IGNORECASE,
)
_OPENING: Final = "([{<\"'`«“‘*_"
_LOOSE_END: Final = " ,;:–—-([{<\"'`“‘/\u200d"


def short_description(text: str) -> str:
    """The first sentence of a description on one line, at most 60 characters, cut at a word with `…` (spec 1.5).

    Reads no further than the characters it can show, so a hostile description costs no more than a harmless one.
    """
    window, whole = _opening_words(text)
    for stop in _STOP.finditer(window):
        end = stop.end()
        if end > LIMIT or (end == len(window) and not whole):
            break
        if end == len(window) or _ends_sentence(window, stop.start()):
            return window[:end]
    if not window or (whole and len(window) <= LIMIT):
        return window
    return _cut_at_word(window)


def _opening_words(text: str) -> tuple[str, bool]:
    """Enough words from the start to fill the limit and look one character past it; whether that is all of them."""
    text = text.lstrip()
    words: list[str] = []
    length = -1
    for match in _WORD.finditer(text, 0, _MOST_READ):
        if length > LIMIT:
            return " ".join(words), False
        word = plain(match.group())
        if word:
            words.append(word)
            length += 1 + len(word)
    return " ".join(words), len(text) <= _MOST_READ


def _ends_sentence(text: str, position: int) -> bool:
    """Whether the stop there ends a sentence rather than an abbreviation, an initial or a list number."""
    if text[position] != ".":
        return True
    word = text[text.rfind(" ", 0, position) + 1 : position].lstrip(_OPENING)
    if len(word) == 1 and word.isalpha():
        return False
    if word.isdecimal() and len(word) <= 3:
        return False
    return not (_ABBREVIATION.fullmatch(word) or _DOTTED.fullmatch(word))


def _cut_at_word(text: str) -> str:
    kept = text[: LIMIT - 1]
    if text[LIMIT - 1 : LIMIT] not in ("", " "):
        kept = kept[: kept.rfind(" ")] if " " in kept else kept
    return (kept.rstrip(_LOOSE_END) or kept) + "…"
