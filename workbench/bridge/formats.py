"""The formats whose violations are certain (spec 3.4). All others stand for documentation only."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME: Final = re.compile(
    r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]+)?(?:Z|z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
)
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_URI: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`]*")


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return text.startswith("0000-")  # a year Python does not have
    return True


def _is_date_time(text: str) -> bool:
    return text[10:11] in ("T", "t", " ") and _is_date(text[:10]) and _TIME.fullmatch(text[11:]) is not None


def _is_address(kind: type[IPv4Address] | type[IPv6Address]) -> Callable[[str], bool]:
    def check(text: str) -> bool:
        try:
            kind(text)
        except AddressValueError:
            return False
        return "%" not in text

    return check


def _is_email(text: str) -> bool:
    local, at, host = text.rpartition("@")
    return bool(local and at and host) and not any(char.isspace() for char in host)


FORMATS: Final[Mapping[str, tuple[Callable[[str], bool], str]]] = {
    "date": (_is_date, "a date such as 2024-02-29"),
    "date-time": (_is_date_time, "a date and time with an offset, such as 2024-02-29T10:00:00Z (RFC 3339)"),
    "uuid": (lambda text: _UUID.fullmatch(text) is not None, "a UUID"),
    "ipv4": (_is_address(IPv4Address), "an IPv4 address"),
    "ipv6": (_is_address(IPv6Address), "an IPv6 address"),
    "email": (_is_email, "an e-mail address"),
    "uri": (lambda text: _URI.fullmatch(text) is not None, "an absolute URI"),
}
"""Format -> the check and, for messages, what it wants."""
