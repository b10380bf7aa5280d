"""Characters that take no room and can hide text from a person's eyes (spec 3.5)."""

import re
from typing import Final

_ALWAYS: Final = (
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional controls
    "\U000e0000-\U000e007f"  # tag characters, which can spell a whole sentence
    "\u180e\u2060-\u2064\ufeff"  # joiners without a glyph
)
_AFTER_ASCII: Final = "\u00ad\u200b-\u200d"  # of use in other scripts and in joined pictures
_HIDDEN: Final = re.compile(f"(?<=[\x00-\x7f])[{_ALWAYS}{_AFTER_ASCII}]+|[{_ALWAYS}]+")


def without_hidden(text: str) -> tuple[str, int]:
    """The text without characters that only hide something, and how many those were."""
    if text.isascii():
        return text, 0
    shown = _HIDDEN.sub("", text)
    return shown, len(text) - len(shown)


def counted(hidden: int) -> str:
    """`1 hidden character`, `25 hidden characters`."""
    return f"{hidden:,} hidden character{'s' if hidden != 1 else ''}"
