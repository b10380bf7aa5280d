"""A small likeness of a picture, made of half blocks: two dots a character, in colours any terminal has."""

import io
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from workbench.model import Json
from workbench.ui.panes.rows import Dots, Row, Span
from workbench.ui.panes.tool.media import decoded

_COLUMNS: Final = 32
_LINES: Final = 14
_MOST: Final = 25_000_000
"""Dots of a picture beyond which it is not unpacked: a small file can hold a billion."""

_FORMATS: Final = ("PNG", "JPEG", "GIF", "WEBP", "BMP")
_CLEAR: Final = 128

_Dot = tuple[int, int, int, int]


def preview_rows(raw: Mapping[str, Json]) -> Iterator[Row]:
    """The picture of an image item; nothing where it cannot be read. Takes a while: not for the event loop."""
    data = decoded(raw)
    dots = _dots(data) if data else []
    for top in range(0, len(dots), 2):
        below = dots[top + 1] if top + 1 < len(dots) else [(0, 0, 0, 0)] * len(dots[top])
        cells = map(_cell, dots[top], below)
        spans = tuple((sign * len(list(run)), tone) for (sign, tone), run in groupby(cells))
        yield Row(spans, lines=1)


def _dots(data: bytes) -> list[list[_Dot]]:
    from PIL import Image, ImageFile

    # Wrong checksums are common, and browsers show such pictures: the one of the reference server is one.
    ImageFile.LOAD_TRUNCATED_IMAGES = True
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
            if picture.width * picture.height > _MOST:
                return []
            picture.draft("RGB", (_COLUMNS * 4, _LINES * 8))
            picture.thumbnail((_COLUMNS * 4, _LINES * 8))
            small = picture.convert("RGBA")
    except Exception:
        # What a broken picture raises is not told anywhere, and it costs its likeness only.
        return []
    small.thumbnail((_COLUMNS, _LINES * 2))
    width, height = small.size
    pixels = small.tobytes()
    return [
        [(pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]) for at in range(line, line + 4 * width, 4)]
        for line in range(0, 4 * width * height, 4 * width)
    ]


def _cell(upper: _Dot, lower: _Dot) -> Span:
    above, below = upper[3] >= _CLEAR, lower[3] >= _CLEAR
    if above and below:
        return "▀", Dots(_hex(upper), _hex(lower))
    if above:
        return "▀", Dots(_hex(upper))
    return ("▄", Dots(_hex(lower))) if below else (" ", "text")


def _hex(dot: _Dot) -> str:
    return f"#{dot[0]:02x}{dot[1]:02x}{dot[2]:02x}"
