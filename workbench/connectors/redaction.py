"""Texts freed from links, for what is told to a model or kept (spec 4.6)."""

import re
from collections.abc import Iterable
from typing import Final

_LINK: Final = re.compile(r"(?i)\b[a-z][a-z0-9+.-]{0,30}:(?://|\\\\)[^\s<>\"']+")
_STAND_IN: Final = "(link)"


def without_links(text: str, known: Iterable[str | None] = ()) -> str:
    """The text with every address in it, and each known link, replaced by `(link)`."""
    for link in known:
        if link:
            text = text.replace(link, _STAND_IN)
    return _LINK.sub(_STAND_IN, text)
