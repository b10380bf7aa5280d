"""Links that came from outside: which may be offered for opening (http and https, parsed, nothing else)."""

import re
from typing import Final
from urllib.parse import urlsplit

MAX_LINK: Final = 4096

_UNFIT: Final = re.compile(r"[^\x21-\x7e]|[\\\"<>^`{|}]")
_HOST: Final = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9._])?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")


def safe_link(value: object) -> str | None:
    """The link itself where it is an absolute http or https address of a plain host; None for anything else.

    What browsers read differently from us is refused: other schemes, back slashes, white space and control characters,
    letters outside ASCII, a user name before the host, an impossible port.
    """
    if not isinstance(value, str) or len(value) > MAX_LINK or _UNFIT.search(value):
        return None
    try:
        parts = urlsplit(value)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not host or port == 0 or "@" in parts.netloc:
        return None
    return value if _HOST.fullmatch(host) and value[len(parts.scheme) :].startswith("://") else None
