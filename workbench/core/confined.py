"""A folder that nothing leads out of: neither `..`, nor an absolute path, nor a link (spec 1.7)."""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from workbench.core.results import ToolFault
from workbench.text import clip, one_line

MAX_BYTES: Final = 1_000_000
"""The most that is read of a file or written to one."""

MAX_VISITED: Final = 20_000
"""The most entries that one walk looks at."""

_NO_FOLLOW: Final = getattr(os, "O_NOFOLLOW", 0)
_NO_BLOCK: Final = getattr(os, "O_NONBLOCK", 0)
_BINARY: Final = getattr(os, "O_BINARY", 0)


class Confined:
    """Reads and writes below one folder. Everything raises ToolFault with a sentence for the model.

    Paths are resolved before they are looked at, and the last part is opened without following a link, so that what
    was checked is what is opened. `what` names the folder in sentences.
    """

    def __init__(self, root: Path, what: str = "the workspace folder") -> None:
        self._root = Path(os.path.realpath(root))
        self._what = what

    def resolve(self, given: str, *, must_exist: bool = True) -> Path:
        """The real path of what was given."""
        try:
            path = Path(os.path.realpath(self._root / given))
            inside = path.is_relative_to(self._root)
            there = inside and path.exists()
        except (ValueError, OSError, RuntimeError):
            raise ToolFault("This path cannot be used.") from None
        if not inside:
            raise ToolFault(f"This path leads out of {self._what}; give one inside it.")
        if must_exist and not there:
            raise ToolFault(f"There is no {clip(one_line(given), 200)!r} in {self._what}.")
        return path

    def shown(self, path: Path) -> str:
        """A path as the model writes it."""
        return path.relative_to(self._root).as_posix()

    def read_bytes(self, path: Path) -> bytes:
        """The bytes of a plain file that is not too large; `path` is resolved."""
        try:
            handle = os.open(path, os.O_RDONLY | _NO_FOLLOW | _NO_BLOCK | _BINARY)
            with os.fdopen(handle, "rb") as stream:
                # A pipe or a device would block or never end.
                if not stat.S_ISREG(os.fstat(handle).st_mode):
                    raise ToolFault(f"{self.shown(path)} is not a file.")
                data = stream.read(MAX_BYTES + 1)
        except IsADirectoryError:
            raise ToolFault(f"{self.shown(path)} is a folder.") from None
        except OSError as error:
            raise ToolFault(f"{self.shown(path)} cannot be read: {error.strerror}.") from None
        if len(data) > MAX_BYTES:
            raise ToolFault(f"{self.shown(path)} is larger than {MAX_BYTES:,} bytes.")
        return data

    def read_text(self, path: Path, *, exact: bool = False) -> str:
        """The text of a file; with `exact`, one that can be written back without losing a byte."""
        data = self.read_bytes(path)
        if b"\0" in data:
            raise ToolFault(f"{self.shown(path)} is not a text file.")
        try:
            return data.decode("utf-8", "strict" if exact else "replace")
        except UnicodeDecodeError:
            raise ToolFault(f"{self.shown(path)} is not UTF-8 text, so editing it would damage it.") from None

    def write(self, given: str, text: str, *, may_replace: bool = True) -> tuple[Path, bool]:
        """Replaces a file in one step, or makes it with the folders it needs; the path, and whether it is new."""
        try:
            data = text.encode()
        except UnicodeEncodeError:
            raise ToolFault("The text holds a character that no file can hold.") from None
        if len(data) > MAX_BYTES:
            raise ToolFault(f"The text is larger than {MAX_BYTES:,} bytes.")
        path = self.resolve(given, must_exist=False)
        if path == self._root:
            raise ToolFault("Give the path of a file.")
        try:
            # The path as given: resolving has followed a link that is its last part.
            if Path(os.path.normpath(self._root / given)).is_symlink():
                raise ToolFault(f"{clip(one_line(given), 200)} is a link, which is never written through.")
            before = path.lstat() if path.exists() else None
            if before is not None and not stat.S_ISREG(before.st_mode):
                raise ToolFault(f"{self.shown(path)} is not a file.")
            if before is not None and not may_replace:
                raise ToolFault(f"{self.shown(path)} is there already; nothing was written.")
            path.parent.mkdir(parents=True, exist_ok=True)
            if not Path(os.path.realpath(path.parent)).is_relative_to(self._root):
                raise ToolFault(f"This path leads out of {self._what}; give one inside it.")
            _put(path, data, stat.S_IMODE(before.st_mode) if before else None)
        except OSError as error:
            raise ToolFault(f"{self.shown(path)} cannot be written: {error.strerror}.") from None
        return path, before is None

    def files(self, folder: Path, pattern: str = "*") -> Iterator[Path]:
        """Plain files below a folder in the order of their paths; links and hidden folders are passed over."""
        visited = 0
        for parent, folders, files in os.walk(folder):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(files):
                visited += 1
                if visited > MAX_VISITED:
                    return
                path = Path(parent, name)
                if fnmatch(name, pattern) and not path.is_symlink() and path.is_file():
                    yield path


def _put(path: Path, data: bytes, mode: int | None) -> None:
    """Writes beside the file and then takes its place."""
    beside = path.with_name(f".{secrets.token_hex(8)}.part")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW | _BINARY, 0o666)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        if mode is not None:
            beside.chmod(mode)
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
