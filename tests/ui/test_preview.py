"""The likeness of a picture in a result: real pictures, broken ones, and ones that would fill the memory."""

import base64
import io
import struct
import zlib
from typing import Any

import pytest
from PIL import Image

from tests.ui.conftest import MakeApp
from tests.ui.support import opened, until
from tests.ui.tool_pane_support import answer_with, call, open_tool, pane_of, write
from workbench.servers.results import read_result
from workbench.ui.panes.lines import LinesView
from workbench.ui.panes.rows import Dots, Row
from workbench.ui.panes.tool.preview import preview_rows

RED, BLUE = (255, 0, 0, 255), (0, 0, 255, 255)


def encoded(picture: Image.Image, kind: str = "PNG") -> dict[str, Any]:
    held = io.BytesIO()
    picture.save(held, kind)
    return item(held.getvalue())


def item(data: bytes) -> dict[str, Any]:
    return {"type": "image", "mimeType": "image/png", "data": base64.b64encode(data).decode()}


def drawn(rows: list[Row]) -> list[str]:
    return ["".join(text for text, _ in row.spans) for row in rows]


def halves(size: tuple[int, int] = (8, 8)) -> Image.Image:
    picture = Image.new("RGBA", size, RED)
    picture.paste(BLUE, (0, size[1] // 2, size[0], size[1]))
    return picture


def test_two_dots_stand_above_each_other_in_their_colours() -> None:
    picture = Image.new("RGBA", (2, 3), RED)
    picture.putpixel((1, 1), BLUE)
    picture.putpixel((0, 2), (0, 0, 0, 0))
    rows = list(preview_rows(encoded(picture)))
    assert [row.spans for row in rows] == [
        (("▀", Dots("#ff0000", "#ff0000")), ("▀", Dots("#ff0000", "#0000ff"))),
        ((" ", "text"), ("▀", Dots("#ff0000"))),
    ]


def test_what_is_clear_above_and_coloured_below_is_a_lower_half() -> None:
    picture = Image.new("RGBA", (1, 2), (0, 0, 0, 0))
    picture.putpixel((0, 1), BLUE)
    assert [row.spans for row in preview_rows(encoded(picture))] == [(("▄", Dots("#0000ff")),)]


@pytest.mark.parametrize("kind", ["PNG", "GIF", "BMP", "WEBP", "JPEG"])
def test_a_large_picture_of_any_kind_is_made_small_and_keeps_its_shape(kind: str) -> None:
    picture = halves((1200, 600)).convert("RGB")
    rows = list(preview_rows(encoded(picture, kind)))
    assert [len(line) for line in drawn(rows)] == [32] * 8
    (_, first), (_, last) = rows[0].spans[0], rows[-1].spans[0]
    assert isinstance(first, Dots) and isinstance(last, Dots)
    assert first.fore[1:3] > "e0" and last.back[5:7] > "e0"


def test_grey_palette_and_deep_pictures_are_read_too() -> None:
    for mode in ("1", "L", "P", "LA", "I;16", "CMYK"):
        picture = Image.new(mode, (64, 64))
        assert list(preview_rows(encoded(picture, "JPEG" if mode == "CMYK" else "PNG"))), mode


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is as large as that."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "raw",
    [
        item(b""), item(b"\x89PNG\r\n\x1a\n"), item(bomb(60_000, 60_000)), item(b"<svg/>"),
        item(encoded(halves())["data"][:30].encode()), {"data": "no base64!"}, {"data": 3}, {},
        item(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_has_no_likeness_and_costs_nothing_else(raw: dict[str, Any]) -> None:
    assert list(preview_rows(raw)) == []


def test_a_picture_with_a_wrong_checksum_is_shown_as_browsers_show_it() -> None:
    data = base64.b64decode(encoded(halves())["data"])
    noted = struct.pack(">I", 4) + b"tEXt" + b"a\0bc" + b"\0\0\0\0"
    assert list(preview_rows(item(data[:33] + noted + data[33:]))) == list(preview_rows(item(data)))


@pytest.mark.anyio
async def test_the_result_shows_it_below_its_kind_and_size(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(*_: Any) -> Any:
        return read_result({"content": [encoded(halves())]})

    answer_with(monkeypatch, answer)
    app = make_app("tracker")
    async with opened(app) as pilot:
        await open_tool(pilot, "mcp_tracker_list_issues", "Arguments")
        await write(pilot, "{}")
        await call(pilot)
        view = pane_of(app).query_one(".result", LinesView)
        await until(pilot, lambda: "▀▀▀▀▀▀▀▀" in view.text, "the picture")
        region = view.content_region
        line = next(n for n, text in enumerate(view.text.splitlines()) if "▀" in text)
        style = app.screen.get_style_at(region.x + 1, region.y + line)
        assert style.color is not None and style.color.triplet == (255, 0, 0)
