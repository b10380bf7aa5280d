"""How a page is put together, and how a form that came back is read."""

from collections.abc import Sequence
from html import escape
from typing import Final
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse

from workbench.gateway.errors import WireError
from workbench.gateway.providers.kit import Connector
from workbench.gateway.responses import read_body
from workbench.text import one_line

MOST_FORM_BYTES: Final = 64_000


def text(value: object) -> str:
    """A value as text of a page: cleaned and escaped."""
    return escape(one_line(str(value)), quote=True)


def page(title: str, body: str, status: int = 200, *, wide: bool = False) -> HTMLResponse:
    """A whole page. `body` is HTML; `title` is text."""
    return HTMLResponse(
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{text(title)}</title>'
        f'<link rel="stylesheet" href="/style.css"></head>\n<body><main class="{"wide" if wide else "card"}">\n'
        f"{body}\n</main><footer>Tool Search Workbench · gateway on this machine</footer></body></html>\n",
        status,
    )


def notice(title: str, words: str, status: int, *, sign: str = "!", tone: str = "off") -> HTMLResponse:
    """A page that says one thing."""
    mark = f'<div class="sign {tone}" aria-hidden="true">{text(sign)}</div>'
    return page(title, f'{mark}<h1>{text(title)}</h1><p class="lead">{text(words)}</p>', status)


def tile(connector: Connector) -> str:
    """The coloured tile that stands for a connector."""
    return f'<span class="tile {text(connector.name)}" aria-hidden="true">{text(connector.title[:1])}</span>'


def hidden(name: str, value: str) -> str:
    """A field that the person does not see."""
    return f'<input type="hidden" name="{name}" value="{text(value)}">'


def items(values: Sequence[str], style: str = "") -> str:
    """A list."""
    return f'<ul class="{style}">' + "".join(f"<li>{text(value)}</li>" for value in values) + "</ul>"


async def read_form(request: Request, hosts: frozenset[str]) -> list[tuple[str, str]]:
    """The fields of a form that one of our own pages sent.

    A request that a browser says comes from another site is refused before its token is looked at. The pages ask for no
    referrer, so an honest form may have the origin `null`.
    """
    origin = request.headers.get("origin", "null").lower()
    if origin != "null" and origin.removeprefix("http://") not in hosts:
        raise WireError(403, "WRONG_ORIGIN", "The form came from another site.")
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise WireError(403, "WRONG_ORIGIN", "The form came from another site.")
    body = await read_body(request, MOST_FORM_BYTES)
    try:
        return parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=500)
    except ValueError:
        raise WireError(400, "INVALID_REQUEST", "The form cannot be read.") from None
