"""What can be made to go wrong, as frozen data with one table that parsing, help and the page read (spec 4.9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal

from workbench.text import clip, one_line

ROUTES: Final = ("search", "schemas", "execute", "connections", "list")
"""The routes of the contract, as faults name them."""

DEFAULT_LINK_LIFETIME: Final = 600.0
"""Seconds a consent link can be used."""

_MOST_SECONDS: Final = 86_400.0
_MOST_TEXT: Final = 2_000


class FaultError(ValueError):
    """A fault that does not exist or a value that it cannot have; the text says which ones there are."""


@dataclass(frozen=True, slots=True)
class FaultInfo:
    """One fault: its name, what values it takes, the value it has when none is given, and what it does."""

    name: str
    kind: Literal["switch", "number", "text", "choice", "routes"]
    help: str
    bare: Any = True
    choices: tuple[str, ...] = ()

    @property
    def usage(self) -> str:
        """How it is written on a command line."""
        shown = {"number": "=N", "text": "=TEXT", "routes": "=ROUTE,…"}.get(self.kind, "")
        return self.name + ("=" + "|".join(self.choices) if self.choices else shown)


@dataclass(frozen=True, slots=True)
class Faults:
    """The faults that are on. Replaced as a whole; the defaults are a gateway without a fault.

    The first group spoils whole answers, only on the routes in `on` (all when empty) and only `times` times (0: until
    changed). The second group changes what the vendors behind the gateway do.
    """

    slow: float = 0.0
    dark: bool = False
    rate_limited: str = ""
    retry_after: float = 1.0
    server_error: str = ""
    unauthorized: bool = False
    forbidden: bool = False
    conflict: bool = False
    redirect: str = ""
    drop: bool = False
    not_json: bool = False
    wrong_shapes: str = ""
    on: tuple[str, ...] = ()
    times: int = 0
    mint_fails: str = ""
    provider_error: str = ""
    unanswered: bool = False
    no_link: bool = False
    bad_link: str = ""
    missing_rows: bool = False
    keep_account: bool = False
    no_connection_id: bool = False
    show_pending: bool = False
    duplicate_rows: bool = False
    cursor_loop: bool = False
    endless_pages: bool = False
    initializing: float = 0.0
    hostile_text: bool = False
    empty_token: bool = False
    link_lifetime: float = DEFAULT_LINK_LIFETIME

    def with_value(self, name: str, value: object = None) -> "Faults":
        """These faults with one more; None or true gives the fault its usual value. Raises `FaultError`."""
        folded = name.strip().replace("-", "_").lower()
        if folded == "vendor_failure":
            return self.with_value("mint_fails", value).with_value("provider_error", value)
        info = _INFO.get(_ALIASES.get(folded, folded))
        if info is None:
            known = ", ".join(sorted([*_INFO, *_ALIASES, "vendor_failure"]))
            raise FaultError(f"there is no fault {clip(one_line(name), 60)!r}; there are {known}")
        return replace(self, **{info.name: _read(info, value)})

    def without_answer_faults(self) -> "Faults":
        """These faults without the first group: those that spoil whole answers."""
        return replace(self, **{name: getattr(_NONE, name) for name in _ANSWER_FAULTS})

    @property
    def spoils_answers(self) -> bool:
        """Whether one of the first group is on."""
        return any(getattr(self, name) != getattr(_NONE, name) for name in _ANSWER_FAULTS)

    def active(self) -> dict[str, Any]:
        """The faults that differ from a gateway without any, by name."""
        shown = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in shown.items() if value != getattr(_NONE, name)}

    def as_json(self) -> dict[str, Any]:
        """Every fault with its value, for the admin route."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**values, "on": list(self.on)}

    @classmethod
    def from_json(cls, raw: object) -> "Faults":
        """The faults of an object such as `{"slow": 3, "dark": true}`; the rest is off. Raises `FaultError`."""
        if not isinstance(raw, Mapping):
            raise FaultError("faults are an object of names and values")
        faults = cls()
        for name, value in raw.items():
            faults = faults.with_value(str(name), "" if value is None else value)
        return faults

    @classmethod
    def parse(cls, texts: Sequence[str]) -> "Faults":
        """The faults of command line texts such as `slow=3` and `dark`. Raises `FaultError`."""
        faults = cls()
        for text in texts:
            name, equals, value = text.partition("=")
            faults = faults.with_value(name, value if equals else None)
        return faults


FAULTS: Final = (
    FaultInfo("slow", "number", "answer so many seconds late; the work itself is done at once", bare=5.0),
    FaultInfo("dark", "switch", "404 on every route: connectors do not exist for this account"),
    FaultInfo(
        "rate_limited", "choice", "429 with Retry-After in seconds, as an HTTP date, or as a flat body (also: 429)",
        bare="header", choices=("header", "date", "flat"),
    ),
    FaultInfo("retry_after", "number", "what 429 asks to wait, in seconds", bare=1.0),
    FaultInfo(
        "server_error", "choice", "502 with the usual envelope, a code alone, or long plain text (also: 502)",
        bare="envelope", choices=("envelope", "code", "text"),
    ),
    FaultInfo("unauthorized", "switch", "401, also with the right token"),
    FaultInfo("forbidden", "switch", "403, also with the right token"),
    FaultInfo("conflict", "switch", "409"),
    FaultInfo(
        "redirect", "text", "307 to this address; self is the same port under another host name", bare="self"
    ),
    FaultInfo("drop", "switch", "the connection breaks in the middle of the answer, after the work was done"),
    FaultInfo("not_json", "switch", "200 with a web page in place of JSON"),
    FaultInfo(
        "wrong_shapes", "choice",
        "answers of other types, without required parts, as a bare list, with an unknown status, with another use "
        "case, or with tools that have no schema",
        bare="types", choices=("types", "missing", "list", "status", "echo", "schemas"),
    ),
    FaultInfo("on", "routes", f"the faults above only on these routes: {', '.join(ROUTES)}", bare=()),
    FaultInfo("times", "number", "the faults above only so many times, then they are off; 0 is always", bare=1),
    FaultInfo(
        "mint_fails", "text", "no link can be made; the text is the vendor's (both this and the next: vendor_failure)",
        bare="The provider refused to start a sign-in.",
    ),
    FaultInfo(
        "provider_error", "text", "every tool call fails at the provider", bare="The provider is having an outage."
    ),
    FaultInfo("unanswered", "switch", "a tool call is carried out but its answer is left out of the results"),
    FaultInfo("no_link", "switch", "an initiated connection comes without its link"),
    FaultInfo(
        "bad_link", "choice", "links of a kind that nothing should open",
        bare="javascript", choices=("javascript", "data", "file", "custom"),
    ),
    FaultInfo("missing_rows", "switch", "the answer to a connect request leaves the connectors out"),
    FaultInfo("keep_account", "switch", "reconnecting answers active and keeps the account there is"),
    FaultInfo("no_connection_id", "switch", "connection ids are never told"),
    FaultInfo("show_pending", "switch", "while an account is being replaced its row reads initiated, not active"),
    FaultInfo("duplicate_rows", "switch", "the list has an old, dead row beside each connector's own"),
    FaultInfo("cursor_loop", "switch", "the list's cursors come round again"),
    FaultInfo("endless_pages", "switch", "the list goes on for ever, each page with another cursor"),
    FaultInfo("initializing", "number", "an approved account is initializing for so many seconds", bare=15.0),
    FaultInfo("hostile_text", "switch", "descriptions and reasons hold markup, escapes and other unsafe characters"),
    FaultInfo("empty_token", "switch", "an empty token is handed out, and the routes of the contract accept none"),
    FaultInfo("link_lifetime", "number", "seconds a consent link can be used; 600 unless told", bare=5.0),
)  # fmt: skip
"""Every fault, in the order of the help."""

_NONE: Final = Faults()
_ANSWER_FAULTS: Final = (
    "slow", "dark", "rate_limited", "server_error", "unauthorized", "forbidden", "conflict", "redirect", "drop",
    "not_json", "wrong_shapes",
)  # fmt: skip
_INFO: Final = {info.name: info for info in FAULTS}
_ALIASES: Final = {"429": "rate_limited", "502": "server_error", "404": "dark", "401": "unauthorized"}


def _read(info: FaultInfo, value: object) -> Any:
    if value is None or (value is True and info.kind != "switch"):
        return info.bare
    if info.kind == "switch":
        return _switch(info, value)
    if value is False or value == "":
        return getattr(_NONE, info.name)
    if info.kind == "number":
        return _number(info, value)
    if info.kind == "routes":
        return _routes(value)
    if not isinstance(value, str):
        raise FaultError(f"{info.name} takes a text")
    if info.choices and value not in info.choices:
        raise FaultError(f"{info.name} is one of {', '.join(info.choices)}")
    return clip(value, _MOST_TEXT)


def _switch(info: FaultInfo, value: object) -> bool:
    known = {"": False, "false": False, "off": False, "0": False, "true": True, "on": True, "1": True}
    folded = str(value).strip().lower()
    if folded not in known:
        raise FaultError(f"{info.name} is on or off")
    return known[folded]


def _number(info: FaultInfo, value: object) -> float | int:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise FaultError(f"{info.name} takes a number") from None
    if not 0 <= number <= _MOST_SECONDS:
        raise FaultError(f"{info.name} is between 0 and {_MOST_SECONDS:g}")
    return int(number) if info.name == "times" else number


def _routes(value: object) -> tuple[str, ...]:
    names = value.split(",") if isinstance(value, str) else value
    if not isinstance(names, list | tuple):
        raise FaultError(f"on takes routes: {', '.join(ROUTES)}")
    routes = tuple(str(name).strip() for name in names if str(name).strip())
    if unknown := [name for name in routes if name not in ROUTES]:
        raise FaultError(f"there is no route {clip(one_line(unknown[0]), 60)!r}; there are {', '.join(ROUTES)}")
    return routes
