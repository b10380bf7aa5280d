"""One server of another client's file as an entry of `mcp_servers`: keys renamed, references to variables rewritten."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from workbench.masking import MASK, harmless, masked_args, masked_command, masked_url
from workbench.model import Json, Report
from workbench.settings import RESERVED_SERVER_NAMES, ServerSpec
from workbench.text import one_line, plain

_URL_KEYS: Final = ("url", "serverUrl", "httpUrl")
_HANDLED: Final = frozenset(
    {"command", "args", "env", "cwd", "headers", "type", "transport", "disabled", "enabled", *_URL_KEYS}
)
_TRANSPORTS: Final = {"http": "http", "sse": "sse", "streamable-http": "http", "streamablehttp": "http", "stdio": ""}
_REFERENCE: Final = re.compile(r"(\$?)\$\{([^{}$]*)\}")
_OWN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?::-.*)?", re.DOTALL)
_PLACES: Final = frozenset(
    {"userHome", "workspaceFolder", "workspaceRoot", "workspaceFolderBasename", "pathSeparator", "/"}
)
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ONLY_REFERENCES: Final = re.compile(r"(?:\$\{[A-Za-z_][A-Za-z0-9_]*\})+")
_RELATIVE: Final = re.compile(r"\.{1,2}[/\\]")
_MAX_NAME: Final = 100


@dataclass(frozen=True, slots=True)
class ClientEntry:
    """A server found in a client's file, in the shape of an `mcp_servers` entry.

    `settings` may hold secrets in clear text; `shown` is what may be printed. `where` is the file and the place in it.
    """

    name: str
    settings: Mapping[str, Json] = field(repr=False)
    where: str

    def shown(self) -> dict[str, Json]:
        """The entry with its secrets masked."""
        settings: dict[str, Any] = dict(self.settings)
        if "command" in settings:
            settings["command"] = masked_command(ServerSpec(self.name, command=settings["command"]))
        if "args" in settings:
            settings["args"] = list(masked_args(settings["args"]))
        if "url" in settings:
            settings["url"] = masked_url(settings["url"])
        for key in ("env", "headers"):
            if key in settings:
                settings[key] = {name: shown_value(value) for name, value in settings[key].items()}
        return settings


class EntryRefused(Exception):
    """Why a server of the file cannot be imported, and what to do; quotes no value."""

    def __init__(self, problem: str, advice: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.advice = advice


@dataclass(slots=True)
class Reader:
    """Reads the entries of one block of servers.

    `inputs` are VS Code's by id, `project` is the folder that relative paths of the block start from, if it has one.
    """

    where: str
    inputs: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    project: Path | None = None
    home: Path | None = None
    reports: list[Report] = field(default_factory=list)

    def read(self, name: str, raw: Json) -> ClientEntry | None:
        """One entry; None with a report where it cannot be used."""
        try:
            clean = _name(name)
            settings = self._settings(clean, raw)
        except EntryRefused as refused:
            self.note(name, refused.problem, "nothing, the server is left out", refused.advice, "error")
            return None
        clear = _in_clear_text(settings)
        if clear:
            advice = "Keep secrets in the environment and write ${NAME} in their place."
            self.note(clean, f"holds values in clear text: {', '.join(clear)}", "them as they are", advice, "note")
        return ClientEntry(clean, settings, self.where)

    def note(
        self, key: str, problem: str, used: str, advice: str, severity: Literal["error", "warning", "note"]
    ) -> None:
        """Adds a report about an entry of this block."""
        self.reports.append(Report(self.where, one_line(key), problem, "", used, advice, severity))

    def _settings(self, name: str, raw: Json) -> dict[str, Json]:
        if not isinstance(raw, dict):
            raise EntryRefused("is not an object", "Give it a command or a url.")
        command, url = raw.get("command"), next((raw[key] for key in _URL_KEYS if raw.get(key) is not None), None)
        if (command is None) == (url is None):
            both = "says both command and url" if url is not None else "says neither command nor url"
            raise EntryRefused(both, "Give it exactly one of them.")
        settings = self._command(name, raw) if url is None else self._address(name, raw, url)
        if raw.get("disabled") is True or raw.get("enabled") is False:
            settings["enabled"] = False
        left = sorted(one_line(key) for key in raw if key not in _HANDLED)
        if left:
            self.note(name, f"has keys that mean nothing here: {', '.join(left)}", "nothing for them", "", "note")
        return settings

    def _command(self, name: str, raw: Mapping[str, Json]) -> dict[str, Json]:
        settings: dict[str, Json] = {"command": self._text(name, "command", raw["command"])}
        args = raw.get("args")
        if args is not None:
            if not isinstance(args, list):
                raise EntryRefused("args is not a list", 'Write every word as an item: ["-y", "package"].')
            settings["args"] = [self._text(name, "args", item) for item in args]
        settings.update(self._pairs(name, "env", raw.get("env")))
        cwd = raw.get("cwd")
        if cwd is not None:
            text = self._text(name, "cwd", cwd)
            anchored = self.project is not None and not re.match(r"[$~/\\]|[A-Za-z]:", text)
            settings["cwd"] = str(self.project / text) if self.project and anchored else text
        elif self.project and any(_RELATIVE.match(str(word)) for word in (raw["command"], *(args or ()))):
            settings["cwd"] = escaped(str(self.project))
        return settings

    def _address(self, name: str, raw: Mapping[str, Json], url: Json) -> dict[str, Json]:
        settings: dict[str, Json] = {"url": self._text(name, "url", url)}
        settings.update(self._pairs(name, "headers", raw.get("headers")))
        kind = raw.get("type", raw.get("transport"))
        if kind is not None:
            known = _TRANSPORTS.get(kind.strip().lower()) if isinstance(kind, str) else None
            if not known:
                self.note(name, "has a transport that is not known here", "http", "Use http or sse.", "warning")
            settings["transport"] = known or "http"
        return settings

    def _pairs(self, name: str, key: str, raw: Json) -> dict[str, Json]:
        if raw is None or raw == {}:
            return {}
        if not isinstance(raw, dict):
            raise EntryRefused(f"{key} is not an object of texts")
        pairs = {}
        for item, value in raw.items():
            if not item or "\0" in item or plain(item) != item:
                raise EntryRefused(f"{key} holds a name that cannot be used")
            if value is None:
                continue
            pairs[item] = self._text(name, f"{key}.{one_line(item)}", value)
        return {key: pairs}

    def _text(self, name: str, key: str, value: Json) -> str:
        """A text with its references in the form of this program; numbers and booleans become text."""
        if isinstance(value, bool):
            value = str(value).lower()
        elif isinstance(value, int | float):
            value = str(value)
        if not isinstance(value, str):
            raise EntryRefused(f"{key} is not a text")
        if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise EntryRefused(f"{key} holds a character that cannot be passed on")
        return _REFERENCE.sub(lambda match: self._reference(f"{name}.{key}", match), value)

    def _reference(self, key: str, match: re.Match[str]) -> str:
        """A reference of a client in the form of this program. `$${` is left alone: it is the escape already."""
        dollar, inner = match.groups()
        kind, _, rest = inner.partition(":")
        if dollar:
            return match[0]
        if kind == "env" and _VARIABLE.fullmatch(rest):
            return f"${{{rest}}}"
        if kind == "input" and rest:
            return self._input(key, rest)
        if inner in _PLACES:
            place = self._place(inner)
            if place is not None:
                return escaped(place)
        elif _OWN.fullmatch(inner):
            return match[0]
        self.note(key, f"${{{one_line(inner)}}} is not known here", "it as plain text", "Write the value.", "warning")
        return escaped(match[0])

    def _place(self, name: str) -> str | None:
        if name == "userHome":
            return str(self.home) if self.home else None
        if name in ("pathSeparator", "/"):
            return "/"
        if self.project is None:
            return None
        return self.project.name if name == "workspaceFolderBasename" else str(self.project)

    def _input(self, key: str, identity: str) -> str:
        variable = re.sub(r"[^A-Za-z0-9]+", "_", identity).strip("_").upper() or "INPUT"
        variable = f"_{variable}" if variable[0].isdigit() else variable
        known = self.inputs.get(identity, {})
        default = known.get("default")
        asked = one_line(known.get("description"))
        self.note(
            key,
            f"the client asks for {one_line(identity)}" + (f" ({asked})" if asked else ""),
            f"the variable {variable}",
            f"Set {variable} before the workbench starts.",
            "note",
        )
        if isinstance(default, str) and default and known.get("password") is not True and not set(default) & set("}$"):
            return f"${{{variable}:-{default}}}"
        return f"${{{variable}}}"


def escaped(text: str) -> str:
    """The text so that expansion gives it back unchanged."""
    return text.replace("${", "$${")


def shown_value(value: str) -> str:
    """A value of env or headers for the screen: itself where it is nothing but references, else `***`."""
    scheme, _, rest = value.partition(" ")
    if rest and scheme.lower() in ("bearer", "basic", "token") and _ONLY_REFERENCES.fullmatch(rest):
        return value
    return value if not value or _ONLY_REFERENCES.fullmatch(value) else MASK


def _in_clear_text(settings: Mapping[str, Json]) -> list[str]:
    """The parts of an entry that hold what may be a secret and no reference to one."""
    found = []
    for key in ("env", "headers"):
        for name, value in settings.get(key, {}).items():
            if shown_value(value) == MASK and not harmless(value) and not _REFERENCE.search(value):
                found.append(f"{key}.{one_line(name)}")
    args = tuple(settings.get("args", ()))
    if any(shown != arg and not _REFERENCE.search(arg) for shown, arg in zip(masked_args(args), args, strict=True)):
        found.append("args")
    if MASK in masked_url(settings.get("url", "https://-/")):
        found.append("url")
    return found


def _name(name: str) -> str:
    if not one_line(name):
        raise EntryRefused("a server has no name", "Give it one.")
    if plain(name) != name or "\n" in name or "\t" in name or len(name) > _MAX_NAME:
        raise EntryRefused("the name is too long or holds control characters", "Rename it.")
    if name.strip().casefold().replace("-", "_") in RESERVED_SERVER_NAMES:
        raise EntryRefused("the name is reserved", "Rename it.")
    return name.strip()
