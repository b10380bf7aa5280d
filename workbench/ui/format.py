"""Numbers and bars as a screen shows them."""

import time

from textual.content import Content


def number(value: int) -> str:
    """`3320` as `3,320`."""
    return f"{value:,}"


def short_number(value: int) -> str:
    """At most five characters: `812`, `9,999`, `18.2k`, `412k`, `1.2M`."""
    if value < 10_000:
        return number(value)
    if value < 99_950:
        return f"{value / 1000:.1f}k"
    return f"{value / 1000:.0f}k" if value < 999_500 else f"{value / 1_000_000:.1f}M"


def count(value: int, word: str) -> str:
    """`1 tool`, `24 tools`."""
    return f"{number(value)} {word}" if value == 1 else f"{number(value)} {word}s"


def percent(part: float, whole: float) -> str:
    """A share in as few digits as stay honest: `0%` and `100%` only where it is exactly so."""
    if whole <= 0:
        return "–"
    share = 100 * part / whole
    if 0 < share < 1:
        return "<1%"
    if 99 < share < 100:
        return f"{min(share, 99.9):.1f}%"
    return f"{share:.0f}%"


def bar(part: float, whole: float, width: int, style: str) -> Content:
    """A bar `width` cells long, drawn to half a cell; a share above nothing always shows, and only all fills it."""
    width = max(width, 0)
    share = min(max(part / whole, 0.0), 1.0) if whole > 0 else 0.0
    halves = round(share * width * 2)
    if 0 < share < 1:
        halves = min(max(halves, 1), 2 * width - 1)
    full, half = divmod(halves, 2) if width else (0, 0)
    return Content.assemble(("━" * full + "╸" * half, style), ("─" * (width - full - half), "$foreground 25%"))


def time_of_day(seconds: float) -> str:
    """Wall time in seconds as local `14:02:31`."""
    return time.strftime("%H:%M:%S", time.localtime(seconds))


def columns(left: Content | str, right: Content | str, width: int) -> Content:
    """Two texts on one line of `width` cells, the left one cut where both do not fit."""
    left, right = Content(left) if isinstance(left, str) else left, Content(right) if isinstance(right, str) else right
    room = max(width - right.cell_length - 1, 0)
    if left.cell_length > room:
        left = left.truncate(room, ellipsis=True)
    return Content.assemble(left, " " * max(width - left.cell_length - right.cell_length, 0), right)
