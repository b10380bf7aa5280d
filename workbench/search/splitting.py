"""From raw text to words: normal form, case boundaries, CJK pairs (spec 2.1). Pure functions, linear in the text."""

import re
import unicodedata
from typing import Final

WORD_LIMIT: Final = 64
"""Longer words keep this many characters: nobody types more, and hostile text stays cheap."""

_RUN: Final = re.compile(r"[A-Za-z0-9\x80-\U0010ffff]+")
_FOREIGN: Final = re.compile(r"[^\x00-\x7f]{1,64}")
_ACCENTS: Final = re.compile("[\u0300-\u036f]")
_CLITIC: Final = re.compile(
    r"\b(?:can|won|shan)'t\b|(?<=[a-z])n't\b|(?<=[a-z0-9])'(?:s|re|ve|ll|d|m)\b",
    re.IGNORECASE | re.ASCII,
)
# Letters whose stroke or ligature is no combining mark, so that decomposition leaves them as they are.
_STROKES: Final = {
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ħ": "h", "Ħ": "H",
    "ı": "i", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe",
}  # fmt: skip
_APOSTROPHES: Final = "\u2018\u2019\u02bc\u02b9"
_CJK: Final = (
    "\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u318f"
    "\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U000323af"
)
_SCRIPTS: Final = re.compile(f"([{_CJK}]+)|[^{_CJK}]+")

# One piece of a run. In order: a capitals' word with a plural s or a version (URLs, IPv4); a capitals' word that ends
# before a capital which starts a word, with its digits (HTTP|Status, EC2|Instance); a word with at most its first
# letter a capital; digits; letters of a script without case.
_PIECE: Final = (
    "{D}*{U}{{2,}}(?:s(?!{L})|v(?={D}))(?:{D}(?:{L}|{D})*)?"
    "|{D}*{U}+(?!{L})(?:{D}(?:{L}|{D})*)?"
    "|{D}*{U}?{L}(?:{L}|{D})*"
    "|{D}+"
    "|{N}(?:{N}|{D})*"
)
_ASCII_PIECE: Final = re.compile(_PIECE.format(U="[A-Z]", L="[a-z]", D="[0-9]", N="[^\x00-\x7f]"))
_SHAPE_PIECE: Final = re.compile(_PIECE.format(U="[U]", L="[Lsv]", D="[D]", N="[N]"))


def runs(text: str) -> list[str]:
    """The runs of letters and digits of a text in normal form: NFKC, accents and English clitics ('s, n't) gone.

    Letter case is kept, as it still has to split words. Never raises; a lone surrogate separates words.
    """
    if not text.isascii():
        text = _FOREIGN.sub(_folded, text)
    if "'" in text:
        text = _CLITIC.sub(" ", text)
    return _RUN.findall(text)


def words_of_run(run: str) -> list[str]:
    """The case-folded words of one run: split at case boundaries; CJK as overlapping pairs, a single one stays."""
    if run.isascii():
        return [piece[:WORD_LIMIT].lower() for piece in _ASCII_PIECE.findall(run)]
    words: list[str] = []
    for match in _SCRIPTS.finditer(run):
        part = match.group()
        if match.group(1):
            words += [part[i : i + 2] for i in range(len(part) - 1)] or [part]
        else:
            words += _cased_words(part)
    return words


def _cased_words(part: str) -> list[str]:
    shape = "".join(map(_shape, part))
    return [part[m.start() : m.end()][:WORD_LIMIT].casefold() for m in _SHAPE_PIECE.finditer(shape)]


def _shape(character: str) -> str:
    """The class of a character for `_SHAPE_PIECE`; `s` and `v` stand for themselves."""
    if character in "sv":
        return character
    if character.isupper() or character.istitle():
        return "U"
    if character.islower():
        return "L"
    return "D" if character.isnumeric() else "N"


def _folded(match: re.Match[str]) -> str:
    # Normalised in short slices: the time of a normalisation grows with the square of a run of combining marks.
    return "".join(map(_folded_character, unicodedata.normalize("NFKC", match.group())))


def _folded_character(character: str) -> str:
    """What one character of NFKC text contributes: itself without accents, nothing, or a separator."""
    if character.isascii():
        return character
    if character in _APOSTROPHES:
        return "'"
    kind = unicodedata.category(character)
    if kind[0] in "LN":
        bare = _ACCENTS.sub("", unicodedata.normalize("NFD", character))
        return _STROKES.get(bare) or unicodedata.normalize("NFC", bare)
    if kind[0] == "M":
        return character if _belongs_to_word(character) else ""
    # Soft hyphens and joiners stand inside words; the zero-width space stands between them.
    return "" if kind == "Cf" and character != "\u200b" else " "


def _belongs_to_word(mark: str) -> bool:
    """Whether a mark is part of how a word is written (Indic vowels), not an accent, a selector or a keycap."""
    code = ord(mark)
    return not (0x300 <= code <= 0x36F or 0x20D0 <= code <= 0x20FF or 0xFE00 <= code <= 0xFE0F or code >= 0xE0000)
