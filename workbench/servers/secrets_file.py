"""The file of secrets: readable by its user only, replaced whole, refused when others could read it."""

import contextlib
import json
import os
import stat
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from workbench.model import Report, ServerUnreachable
from workbench.text import plain

_SIZE_LIMIT: Final = 5_000_000
_ENTRY_LIMIT: Final = 1_000
_VERSION: Final = 1


class SecretsUnusable(ServerUnreachable):
    """Secrets cannot be kept or read: what is wrong and what to do. Holds no secret."""


class SecretsFile:
    """A mapping of texts in one JSON file, read anew each time, for another process may have changed it.

    A file that others can read, or that belongs to somebody else, is not used. One that cannot be understood is set
    aside beside itself, and told, before a new one is begun. Not thread-safe: its owner locks.
    """

    def __init__(self, path: Path, report: Callable[[Report], None]) -> None:
        self.path = path
        self._report = report

    def read(self) -> Mapping[str, str]:
        """What it holds; empty, with a report, where it cannot be used."""
        try:
            return self._read()
        except SecretsUnusable as fault:
            self._tell(fault.reason, fault.advice)
            return {}

    def change(self, values: Mapping[str, str | None]) -> None:
        """Sets the texts and removes the keys whose value is None. Raises SecretsUnusable."""
        try:
            with self._alone():
                held = {**self._read()}
                for key, value in values.items():
                    held.pop(key, None)
                    if value is not None:
                        held[key] = value
                while len(held) > _ENTRY_LIMIT:
                    held.pop(next(iter(held)))
                self._replace({"version": _VERSION, "secrets": held})
        except OSError as fault:
            raise SecretsUnusable(
                f"{plain(str(self.path))} cannot be written: {fault.strerror or type(fault).__name__}",
                "make its folder writable",
            ) from None

    def _read(self) -> dict[str, str]:
        try:
            descriptor = os.open(self.path, os.O_RDONLY)
        except FileNotFoundError:
            return {}
        except OSError as fault:
            raise SecretsUnusable(
                f"{plain(str(self.path))} cannot be read: {fault.strerror or type(fault).__name__}",
                "check its permissions",
            ) from None
        with os.fdopen(descriptor, "rb") as stream:
            self._check(os.fstat(descriptor))
            data = stream.read(_SIZE_LIMIT + 1)
        held = _secrets_of(data)
        if held is None:
            self._set_aside()
            return {}
        return held

    def _check(self, status: os.stat_result) -> None:
        if os.name != "posix":
            return
        shown = plain(str(self.path))
        if status.st_uid != os.getuid():
            raise SecretsUnusable(f"{shown} belongs to another user and is not used", "move it away")
        if stat.S_IMODE(status.st_mode) & 0o077:
            raise SecretsUnusable(f"others can read {shown}, so it is not used", f"run chmod 600 {shown}")

    def _set_aside(self) -> None:
        for number in range(1, 1_000):
            kept = self.path.with_name(f"{self.path.name}.unreadable-{number}")
            if not kept.exists():
                break
        try:
            self.path.rename(kept)
        except OSError:
            raise SecretsUnusable(
                f"{plain(str(self.path))} is no secrets file and cannot be set aside", "move it away"
            ) from None
        self._tell("is no secrets file", f"it was kept as {plain(kept.name)}; sign in again where it is asked for")

    def _replace(self, content: Mapping[str, object]) -> None:
        descriptor, name = tempfile.mkstemp(prefix=".secrets-", dir=self.path.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
                json.dump(content, stream, indent=1)
                stream.flush()
                os.fsync(descriptor)
            Path(name).replace(self.path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """No other process changes the file meanwhile, where the system can see to that."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            import fcntl
        except ImportError:
            yield
            return
        descriptor = os.open(self.path.with_name(f".{self.path.name}.lock"), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def _tell(self, problem: str, advice: str) -> None:
        self._report(Report(plain(str(self.path)), "", problem, advice=advice))


def _secrets_of(data: bytes) -> dict[str, str] | None:
    """The entries of a file's bytes, None where it is not one of ours."""
    if len(data) > _SIZE_LIMIT:
        return None
    try:
        content = json.loads(data)
        if content["version"] != _VERSION:
            return None
        return {key: value for key, value in content["secrets"].items() if isinstance(value, str)}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
