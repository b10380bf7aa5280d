"""Secrets of a server's entry, and their removal from whatever is logged or said."""

import json
import re
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import parse_qsl, quote, unquote, urlsplit, urlunsplit

from workbench.servers.depth import cut_deep
from workbench.settings import ServerSpec

MASK: Final = "•••"
_SHORTEST: Final = 6
_HARMLESS: Final = frozenset({"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LC_ALL", "TMPDIR", "PWD"})
_SECRET_FLAG: Final = re.compile(
    r"(?i)^-{1,2}[\w-]*(?:key|token|secret|password|passwd|auth|credential)[\w-]*(?:=(.+))?$"
)


class Masker:
    """Replaces the known secret values of one server in texts. Values shorter than six characters stay."""

    def __init__(self, values: Iterable[str]) -> None:
        self._known: frozenset[str] = frozenset()
        self._pattern: re.Pattern[str] | None = None
        self.learn(values)

    def learn(self, values: Iterable[str]) -> None:
        """More values to replace, such as a token that has just been received."""
        forms = {form for value in values if len(value.strip()) >= _SHORTEST for form in _forms(value.strip())}
        self._known |= forms
        ordered = sorted(self._known, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, ordered))) if ordered else None

    def mask(self, text: str) -> str:
        """The text with every known secret replaced by a mark."""
        return self._pattern.sub(MASK, text) if self._pattern else text

    def mask_value(self, value: Any) -> Any:
        """A JSON value with the known secrets replaced in all its texts; too deep parts are left out."""
        return self._masked(cut_deep(value)[0]) if self._pattern else value

    def _masked(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.mask(value)
        if isinstance(value, dict):
            return {self._masked(key): self._masked(item) for key, item in value.items()}
        return [self._masked(item) for item in value] if isinstance(value, list) else value


def masker_for(spec: ServerSpec) -> Masker:
    """A masker for the values of `env`, headers, variables, secret flags, and the userinfo and query of the URL."""
    return Masker(_secret_values(spec))


def bare_url(url: str) -> str:
    """The URL without userinfo, query and fragment, the parts that can hold secrets."""
    try:
        parts = urlsplit(url)
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
    except ValueError:
        return re.split(r"[?#]", url)[0].rpartition("@")[2]


def _secret_values(spec: ServerSpec) -> Iterable[str]:
    yield from (value for name, value in spec.env.items() if name.upper() not in _HARMLESS)
    yield from (value for name, value in spec.variables.items() if name.upper() not in _HARMLESS)
    for value in spec.headers.values():
        yield value
        yield from value.split()[1:]
    yield from _flag_values(spec.args)
    try:
        parts = urlsplit(spec.url)
        yield from (part for part in (parts.password, parts.username) if part)
        yield from (value for _, value in parse_qsl(parts.query))
    except ValueError:
        yield spec.url


def _flag_values(args: tuple[str, ...]) -> Iterable[str]:
    for index, arg in enumerate(args):
        found = _SECRET_FLAG.match(arg)
        if found is None:
            continue
        if found.group(1):
            yield found.group(1)
        elif index + 1 < len(args) and not args[index + 1].startswith("-"):
            yield args[index + 1]


def _forms(value: str) -> Iterable[str]:
    """The value and the ways in which it may be written in a URL or in JSON."""
    yield value
    yield unquote(value)
    yield quote(value, safe="")
    yield json.dumps(value)[1:-1]
    yield json.dumps(value, ensure_ascii=False)[1:-1]
