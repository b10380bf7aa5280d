"""Which addresses that a server names may be asked or opened."""

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from typing import Final

import httpx2

from workbench.text import clip, one_line

Resolve = Callable[[str], Awaitable[Sequence[str]]]
"""From a host name to its addresses; empty where it has none."""

_ODD: Final = re.compile(r"[\x00-\x20\x7f-\x9f\\]")
_LONGEST: Final = 8_000
# Proxies of a common kind answer every name with an address of this range; nothing else lives there.
_PROXY_RANGE: Final = ipaddress.ip_network("198.18.0.0/15")


class Refused(Exception):
    """An address that is not asked: the field that named it and why."""

    def __init__(self, field: str, url: str, why: str) -> None:
        super().__init__(f"{field} is {clip(one_line(url), 120) or 'empty'}: {why}")
        self.field = field


class Place(StrEnum):
    """Where an address leads."""

    LOOPBACK = "this computer"
    PRIVATE = "a private network"
    FORBIDDEN = "a link-local or reserved address"
    PUBLIC = "the internet"


def openable(url: str) -> bool:
    """Whether a link may be handed to a browser: http or https with a host, parsed, nothing hidden in it."""
    return _parsed(url) is not None


async def resolve(host: str) -> Sequence[str]:
    """The addresses of a host by the system's resolver."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    return tuple({str(entry[4][0]) for entry in found})


class AddressRule:
    """The rule for one server: https (plain http only within this computer, for a server that runs on it), and no way
    from a public server into a private network or onto this computer; link-local addresses never.

    A name that has no address is let pass: asking it fails by itself, or a proxy knows it.
    """

    def __init__(self, server_url: str, resolver: Resolve = resolve) -> None:
        self._server_url = server_url
        self._resolve = resolver
        self._server: Place | None = None

    async def check(self, url: str, field: str) -> None:
        """Raises Refused where the address must not be asked; `field` says where it came from."""
        parsed = _parsed(url)
        if parsed is None:
            raise Refused(field, url, "it is no http or https address")
        if parsed.userinfo:
            raise Refused(field, "***@" + parsed.host, "it holds a user name")
        if self._server is None:
            self._server = await self._place(httpx2.URL(self._server_url).host)
        place = await self._place(parsed.host)
        if place is Place.FORBIDDEN:
            raise Refused(field, url, f"it leads to {place}")
        if parsed.scheme != "https" and not (self._server is place is Place.LOOPBACK):
            raise Refused(field, url, "it is not https")
        if self._server is Place.PUBLIC and place is not Place.PUBLIC:
            raise Refused(field, url, f"it leads from a public server to {place}")
        if self._server is Place.PRIVATE and place is Place.LOOPBACK:
            raise Refused(field, url, f"it leads from another computer to {place}")

    async def _place(self, host: str) -> Place:
        """The least trusted of a host's addresses."""
        host = host.lower().rstrip(".").strip("[]")
        if host == "localhost" or host.endswith(".localhost"):
            return Place.LOOPBACK
        try:
            return _place_of(host)
        except ValueError:
            places = {_place_of(address) for address in await self._resolve(host)}
        return next(
            (place for place in (Place.FORBIDDEN, Place.LOOPBACK, Place.PRIVATE) if place in places), Place.PUBLIC
        )


def _place_of(address: str) -> Place:
    """Where a numeric address leads. Raises ValueError for a name."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found.sixtofour or found
    if found.is_loopback:
        return Place.LOOPBACK
    if found.is_link_local or found.is_multicast or found.is_unspecified or (found.is_reserved and found.version == 4):
        return Place.FORBIDDEN
    if found.is_global or (found.version == 4 and found in _PROXY_RANGE):
        return Place.PUBLIC
    return Place.PRIVATE


def _parsed(url: str) -> httpx2.URL | None:
    """By the parser that the request itself goes through, so that both see the same host."""
    if not isinstance(url, str) or len(url) > _LONGEST or _ODD.search(url):
        return None
    try:
        parsed = httpx2.URL(url)
    except (httpx2.InvalidURL, ValueError, TypeError):
        return None
    return parsed if parsed.scheme in ("http", "https") and parsed.host else None
