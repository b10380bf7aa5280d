"""Where tokens and secret environment values are kept: the system's keyring, else a file only the user can read."""

import json
import threading
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import urlsplit

from workbench.model import Json, Report
from workbench.servers.secrets_file import SecretsFile, SecretsUnusable
from workbench.settings import ServerSpec

SERVICE: Final = "tool-search-workbench"
"""The name under which the keyring lists the entries."""

FILE_NAME: Final = "secrets.json"

_PART_LIMIT: Final = 64_000
_NAME_LIMIT: Final = 2_000

__all__ = ["SERVICE", "Keyring", "SecretStore", "SecretsUnusable", "secret_key", "system_keyring"]


class Keyring(Protocol):
    """The three functions of the `keyring` package that are used."""

    def get_password(self, service: str, username: str, /) -> str | None:
        """The secret, None where there is none."""

    def set_password(self, service: str, username: str, password: str, /) -> None:
        """Keeps a secret."""

    def delete_password(self, service: str, username: str, /) -> None:
        """Forgets a secret; raises where there is none."""


def secret_key(name: str, target: str) -> str:
    """The key of one server's secrets: its name and what it reaches, so that neither a renamed entry nor another
    address under an old name is ever given them. `target` is a URL (its query does not count) or a command.
    """
    try:
        parts = urlsplit(target)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme.lower() in ("http", "https"):
        target = f"{parts.scheme.lower()}://{parts.netloc.rpartition('@')[2].lower()}{parts.path}"
    return json.dumps([name, target], ensure_ascii=True)


def key_of(spec: ServerSpec) -> str:
    """The key of a server's entry: its URL, or its command with the arguments."""
    return secret_key(spec.name, spec.url or " ".join((spec.command, *spec.args)))


class SecretStore:
    """Small JSON values by key (see `secret_key`) and part (`oauth`, `env`). Thread-safe. It blocks: call it in a
    thread.

    With a keyring, values go there, and to the file only where the keyring refuses one (some limit the size). Reading
    never raises: what cannot be read is reported in `reports` and counts as absent. Writing raises SecretsUnusable.
    `keyring` is called once, at the first use, and gives None where there is none.
    """

    def __init__(self, folder: Path, *, keyring: Callable[[], Keyring | None] | None = None) -> None:
        self._lock = threading.RLock()
        self._reports: dict[str, Report] = {}
        self._file = SecretsFile(folder / FILE_NAME, self._report)
        self._find_keyring = keyring or (lambda: None)
        self._keyring: Keyring | None = None
        self._looked = False

    @property
    def reports(self) -> tuple[Report, ...]:
        """What was odd so far, each kind once."""
        with self._lock:
            return tuple(self._reports.values())

    @property
    def place(self) -> str:
        """Where new values go, in words for a person."""
        with self._lock:
            return "the system's keyring" if self._ring() else str(self._file.path)

    def read(self, key: str, part: str) -> Json:
        """The value, None where there is none."""
        with self._lock:
            text = self._ask_ring(key, part)
            if text is None:
                text = self._file.read().get(_joined(key, part))
        return _decoded(text)

    def write(self, key: str, part: str, value: Json) -> None:
        """Keeps a value. Raises SecretsUnusable where it is too large or can be kept nowhere safe."""
        text = json.dumps(value, separators=(",", ":"))
        if len(text) > _PART_LIMIT or len(key) > _NAME_LIMIT:
            raise SecretsUnusable("the value is too large to be kept", "it is asked for again next time")
        with self._lock:
            name = _joined(key, part)
            if self._give_ring(name, text):
                if name in self._file.read():
                    self._file.change({name: None})
                return
            self._file.change({name: text})

    def remove(self, key: str, part: str) -> None:
        """Forgets a value everywhere; one that is absent is forgotten already. Raises SecretsUnusable."""
        with self._lock:
            name = _joined(key, part)
            ring = self._ring()
            if ring is not None and self._ask_ring(key, part) is not None:
                try:
                    ring.delete_password(SERVICE, name)
                except Exception as fault:
                    self._ring_failed("forget", fault)
            if name in self._file.read():
                self._file.change({name: None})

    def texts(self, key: str, part: str) -> Mapping[str, str]:
        """The value as a mapping of texts; what is none is left out."""
        value = self.read(key, part)
        found = value.items() if isinstance(value, dict) else ()
        return {name: text for name, text in found if isinstance(text, str)}

    # The keyring. Its backends raise whatever they like, and their texts may hold anything: only the kind is told.

    def _ring(self) -> Keyring | None:
        if not self._looked:
            self._looked = True
            try:
                self._keyring = self._find_keyring()
            except Exception as fault:
                self._ring_failed("open", fault)
        return self._keyring

    def _ask_ring(self, key: str, part: str) -> str | None:
        ring = self._ring()
        if ring is None:
            return None
        try:
            return ring.get_password(SERVICE, _joined(key, part))
        except Exception as fault:
            self._ring_failed("read", fault)
            return None

    def _give_ring(self, name: str, text: str) -> bool:
        ring = self._ring()
        if ring is None:
            return False
        try:
            ring.set_password(SERVICE, name, text)
        except Exception as fault:
            self._ring_failed("write", fault)
            # An older value left behind would be read instead of the one that is written to the file now.
            try:
                ring.delete_password(SERVICE, name)
            except Exception:
                return False
            return False
        return True

    def _ring_failed(self, what: str, fault: Exception) -> None:
        self._report(
            Report("keyring", what, f"failed with {type(fault).__name__}", used="the file in the data folder"),
        )

    def _report(self, report: Report) -> None:
        self._reports[f"{report.where} {report.key} {report.problem}"] = report


def system_keyring() -> Keyring | None:
    """The `keyring` package with a backend that keeps something; None without it. Slow: imports and may ask D-Bus."""
    if find_spec("keyring") is None:
        return None
    package = import_module("keyring")
    backend = package.get_keyring()
    module = type(backend).__module__
    if module.endswith((".fail", ".null")) or (module.endswith(".chainer") and not backend.backends):
        return None
    ring: Keyring = backend
    return ring


def _joined(key: str, part: str) -> str:
    return f"{part} {key}"


def _decoded(text: str | None) -> Json:
    try:
        return None if text is None else json.loads(text)
    except (ValueError, RecursionError):
        return None
